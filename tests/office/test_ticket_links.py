"""Links between tickets, and merging."""

from __future__ import annotations

from typing import Any

import pytest
from tests.law_office import plain_task
from ticket_office import ALEX, DANA, FILE, KIM, OLE, call, content, differing, fails, office

from sabench.model import Comment, Link, Ticket, open_workspace, replace
from sabench.office import perform


def shown(ws, id):
    result = call(ws, "get_links", ticket_id=id).result
    return {(link["relation"], link["other_id"]) for link in result["links"]}


@pytest.mark.parametrize(
    ("relation", "inverse"),
    [("blocks", "blocked_by"), ("duplicates", "duplicated_by"), ("relates_to", "relates_to")],
)
def test_a_link_and_its_inverse_are_one(relation, inverse):
    forth = call(office(), "link", ticket_id="OPS-9", other_id="OPS-21", relation=relation)
    back = call(office(), "link", ticket_id="OPS-21", other_id="OPS-9", relation=inverse)
    assert forth.effects == back.effects
    (effect,) = forth.effects
    assert (effect.op, effect.entity) == ("ticket.link", "OPS-9")
    assert effect.fields == {"other_id": "OPS-21", "relation": relation}
    assert set(effect.changed) == differing(office(), forth.workspace) == {"OPS-9", "OPS-21"}
    assert effect.notified == {OLE}
    assert content(forth.workspace) == content(back.workspace)
    assert (relation, "OPS-21") in shown(forth.workspace, "OPS-9")
    assert (inverse, "OPS-9") in shown(forth.workspace, "OPS-21")
    again = call(forth.workspace, "link", ticket_id="OPS-21", other_id="OPS-9", relation=inverse)
    assert again.status == "no_op"


def test_a_mutual_relation_stands_on_the_smaller_number():
    for ids in (("OPS-18", "OPS-9"), ("OPS-9", "OPS-18")):
        outcome = call(office(), "link", ticket_id=ids[0], other_id=ids[1], relation="relates_to")
        assert outcome.effects[0].entity == "OPS-9"


def test_both_tickets_watchers_hear_of_a_link():
    outcome = call(office(), "link", ticket_id="OPS-9", other_id="OPS-20", relation="blocks")
    assert outcome.effects[0].notified == {ALEX, OLE}


@pytest.mark.parametrize(
    "arguments",
    [
        {"ticket_id": "OPS-18", "other_id": "OPS-20", "relation": "blocks"},
        {"ticket_id": "OPS-20", "other_id": "OPS-18", "relation": "blocked_by"},
    ],
)
def test_unlinking_from_either_side_is_one(arguments):
    outcome = call(office(), "unlink", **arguments)
    (effect,) = outcome.effects
    assert (effect.op, effect.entity) == ("ticket.unlink", "OPS-18")
    assert effect.fields == {"other_id": "OPS-20", "relation": "blocks"}
    assert set(effect.changed) == differing(office(), outcome.workspace) == {"OPS-18", "OPS-20"}
    assert ("blocks", "OPS-20") not in shown(outcome.workspace, "OPS-18")


def test_a_link_that_stands_on_one_ticket_alone_shows_on_both():
    assert ("duplicated_by", "OPS-21") in shown(office(), "OPS-20")
    assert call(office(), "link", ticket_id="OPS-20", other_id="OPS-21", relation="duplicated_by").status == (
        "no_op"
    )
    outcome = call(office(), "unlink", ticket_id="OPS-20", other_id="OPS-21", relation="duplicated_by")
    assert outcome.effects[0].changed == ("OPS-21",)
    assert outcome.effects[0].reaches == frozenset()
    assert shown(outcome.workspace, "OPS-21") == set()


def test_a_link_to_a_ticket_that_is_not_there_is_not_shown():
    ws = office()
    stray = replace(ws.tickets["OPS-9"], links=(Link("blocks", "OPS-404"),))
    assert shown(replace(ws, tickets=ws.tickets | {"OPS-9": stray}), "OPS-9") == set()


@pytest.mark.parametrize(
    ("action", "arguments", "code", "argument"),
    [
        ("link", {"ticket_id": "OPS-9", "other_id": "OPS-9"}, "invalid_argument", "other_id"),
        ("link", {"ticket_id": "OPS-9", "other_id": "OPS-99"}, "not_found", "other_id"),
        ("link", {"ticket_id": "OPS-99", "other_id": "OPS-9"}, "not_found", "ticket_id"),
        ("unlink", {"ticket_id": "OPS-9", "other_id": "OPS-20"}, "not_found", "relation"),
        ("unlink", {"ticket_id": "OPS-9", "other_id": "OPS-9"}, "invalid_argument", "other_id"),
    ],
)
def test_links_say_which_argument_is_at_fault(action, arguments, code, argument):
    assert fails(office(), action, relation="blocks", **arguments)[:2] == (code, argument)


def test_a_relation_that_there_is_not_is_answered_with_those_there_are():
    code, argument, message = fails(office(), "link", ticket_id="OPS-9", other_id="OPS-18", relation="causes")
    assert (code, argument) == ("invalid_argument", "relation")
    assert "relates_to, blocks, blocked_by, duplicates, duplicated_by" in message


# --- merge --------------------------------------------------------------------------------------------


def test_a_merge_closes_the_source_and_copies_its_public_comments():
    before = office()
    outcome = call(before, "merge", source_id="OPS-20", into_id="OPS-21")
    (effect,) = outcome.effects
    after = outcome.workspace
    assert (effect.op, effect.entity, effect.fields) == ("ticket.merge", "OPS-20", {"into_id": "OPS-21"})
    assert effect.changed == ("OPS-20", "com-4")
    assert set(effect.changed) == differing(before, after)
    assert after.tickets["OPS-20"].status == "resolved"
    assert after.tickets["OPS-20"].merged_into == "OPS-21"
    assert after.comments["com-4"] == Comment(
        "com-4", "OPS-21", ALEX, "When will it be done?", "2026-03-06T08:00:00+01:00"
    )
    assert outcome.result == {
        "ticket_id": "OPS-21",
        "merged_id": "OPS-20",
        "copied_comment_ids": ("com-4",),
    }


def test_a_merge_mails_the_sources_people_and_those_whom_the_copies_open_to():
    copied = call(office(), "merge", source_id="OPS-20", into_id="OPS-18").effects[0]
    assert copied.notified == {ALEX, OLE, DANA, KIM}
    nothing_to_copy = call(office(), "merge", source_id="OPS-21", into_id="OPS-20").effects[0]
    assert nothing_to_copy.reaches == frozenset()
    assert nothing_to_copy.changed == ("OPS-21",)


def test_comments_are_copied_oldest_first():
    later = Comment("com-9", "OPS-20", ALEX, "First", "2026-03-01T00:00:00Z")
    ws = open_workspace(replace(FILE, comments=(*FILE.comments, later)))
    merged = call(ws, "merge", source_id="OPS-20", into_id="OPS-21").workspace
    bodies = [
        comment["body"] for comment in call(merged, "get_comments", ticket_id="OPS-21").result["comments"]
    ]
    assert bodies == ["First", "When will it be done?"]
    assert merged.comments["com-4"].body == "First"


def test_open_children_of_a_merged_ticket_are_resolved_but_not_the_ticket_that_stays():
    outcome = call(office(), "merge", source_id="OPS-9", into_id="OPS-18")
    tickets = outcome.workspace.tickets
    assert tickets["OPS-18"].status == "open"
    assert outcome.effects[0].changed == ("OPS-9", "com-4")
    outcome = call(office(), "merge", source_id="OPS-9", into_id="OPS-21")
    assert outcome.effects[0].changed == ("OPS-9", "OPS-18", "HD-1", "com-4")
    assert outcome.result["also_resolved"] == ("OPS-18", "HD-1")
    assert outcome.workspace.tickets["HD-1"].status == "solved"


def test_any_open_status_can_be_merged_even_one_that_cannot_be_resolved():
    assert call(office(), "merge", source_id="OPS-21", into_id="OPS-9").status == "succeeded"


def test_a_merged_ticket_is_final():
    ws = call(office(), "merge", source_id="OPS-21", into_id="OPS-9").workspace
    assert fails(ws, "merge", source_id="OPS-21", into_id="OPS-20")[:2] == ("not_allowed", "source_id")
    assert fails(ws, "merge", source_id="OPS-20", into_id="OPS-21")[:2] == ("not_allowed", "into_id")
    code, argument, message = fails(ws, "transition", ticket_id="OPS-21", status="open")
    assert (code, argument) == ("not_allowed", "ticket_id")
    assert "merged into OPS-9" in message
    assert call(ws, "get", ticket_id="OPS-21").result["ticket"]["allowed_transitions"] == ()


@pytest.mark.parametrize(
    ("source", "into", "code", "argument"),
    [
        ("OPS-9", "OPS-9", "invalid_argument", "into_id"),
        ("OPS-99", "OPS-9", "not_found", "source_id"),
        ("OPS-9", "OPS-99", "not_found", "into_id"),
        ("OPS-19", "OPS-9", "not_allowed", "source_id"),
    ],
)
def test_merge_says_which_argument_is_at_fault(source, into, code, argument):
    assert fails(office(), "merge", source_id=source, into_id=into)[:2] == (code, argument)


def test_ids_sort_by_their_numbers():
    from sabench.office.ticket.linking import _natural

    ids = ["OPS-181", "OPS-9", "HD-20", "OPS-018", "OPS-18", "OPS", "7"]
    assert sorted(ids, key=_natural) == ["7", "HD-20", "OPS", "OPS-9", "OPS-018", "OPS-18", "OPS-181"]


def test_a_ticket_without_people_is_merged_in_silence():
    lone = tuple(
        Ticket(id=f"T-{n}", queue="Operations", title="t", description="", status="open") for n in (1, 2)
    )
    ws = open_workspace(replace(FILE, tickets=lone, comments=()))
    assert call(ws, "merge", source_id="T-1", into_id="T-2").effects[0].reaches == frozenset()


def test_a_change_says_what_else_it_resolved() -> None:
    ws = plain_task().workspace

    def told(action: str, **arguments: Any) -> dict[str, Any]:
        return perform(ws, f"ticket_{action}", arguments).result

    parent = told("transition", ticket_id="OPS-1", status="resolved")
    assert parent == {"ticket_id": "OPS-1", "changed": {"status": "resolved"}, "also_resolved": ("OPS-2",)}
    alone = told("transition", ticket_id="OPS-3", status="resolved")
    assert alone == {"ticket_id": "OPS-3", "changed": {"status": "resolved"}}
    assert told("update", ticket_id="OPS-3", title="Certificate") == {"ticket_id": "OPS-3", "unchanged": True}
