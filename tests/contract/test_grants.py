"""A contract that is malformed, contradictory or could never match does not load; the error has its path."""

from __future__ import annotations

from typing import Any

import pytest
from tests.law_office import (
    ALEX,
    DANA,
    LEO,
    NOOR,
    OPEN,
    WORKSPACE,
    A,
    B,
    D,
    call,
    grant,
    statuses,
    task,
    verdict,
)

from sabench.contract import bounds
from sabench.contract.grants import compile_contract, words
from sabench.errors import TaskError

ONE_OF = [[grant("email.archive", "msg-1")], [grant("email.trash", "msg-1")]]

BAD: dict[str, tuple[list[dict[str, Any]], str, str]] = {
    # name: (contract, path, part of the message)
    "no contract": ([], "$.contract", "empty"),
    "no such action": ([grant("email.explode")], "$.contract[0].write", "no write action"),
    "a read": ([grant("email.search")], "$.contract[0].write", "no write action"),
    "a bulk update": ([grant("ticket.bulk_update", query="x")], "$.contract[0].write", "each ticket"),
    "no such message": ([grant("email.reply", "msg-99")], "$.contract[0].entity", "no message 'msg-99'"),
    "a message of another kind": ([grant("email.reply", "OPS-1")], "$.contract[0].entity", "no message"),
    "no such draft": ([grant("email.send_draft", "draft-9")], "$.contract[0].entity", "no draft"),
    "no such thread": ([grant("email.trash_thread", "thr-9")], "$.contract[0].entity", "no thread"),
    "an occurrence of a message": (
        [grant("email.reply", f"msg-1@{A}")],
        "$.contract[0].entity",
        "no message",
    ),
    "an entity of something new": ([grant("email.send", "msg-1")], "$.contract[0].entity", "something new"),
    "no such field": ([grant("email.reply", "msg-1", too=[LEO])], "$.contract[0].fields.too", "no field"),
    "an occurrence of a mail": (
        [grant("email.reply", "msg-1", occurrence_start=A)],
        "$.contract[0].fields.occurrence_start",
        "no field",
    ),
    "an occurrence of a new event": (
        [grant("calendar.create", from_start=A)],
        "$.contract[0].fields.from_start",
        "no field",
    ),
    "what is added to something new": (
        [grant("ticket.create", queue="OPS", labels_added=["x"])],
        "$.contract[0].fields.labels_added",
        "no field",
    ),
    "a field that the action sets": (
        [grant("email.archive", "msg-1", folder="archive")],
        "$.contract[0].fields.folder",
        "by itself",
    ),
    "a whole list": (
        [grant("calendar.update", "ev-2", attendees=[LEO])],
        "$.contract[0].fields.attendees",
        "grant attendees_added and attendees_removed instead",
    ),
    "nothing to change": (
        [grant("calendar.update", "ev-2", notify="none")],
        "$.contract[0].fields",
        "at least one",
    ),
    "a change twice": ([grant("ticket.update", "OPS-1", max=2, due="any")], "$.contract[0].max", "once"),
    "no times": ([grant("email.reply", "msg-1", max=-1)], "$.contract[0].max", "at least 1"),
    "one field twice": (
        [
            grant("ticket.update", "OPS-1", id="a", due="any"),
            grant("ticket.update", "OPS-1", id="b", due="any"),
        ],
        "$.contract",
        "b and a both grant due",
    ),
    "one field by two actions": (
        [grant("email.archive", "msg-1"), grant("email.trash", "msg-1")],
        "$.contract",
        "both grant folder",
    ),
    "one field by two names of one part": (
        [
            grant("calendar.update_following", "ev-1", id="a", from_start=D, title="any"),
            grant("calendar.update_occurrence", "ev-1", id="b", occurrence_start=D, title="any"),
        ],
        "$.contract",
        "both grant title",
    ),
    "one id twice": ([grant("email.reply", "msg-1")] * 2, "$.contract", "two grants are called"),
    "which occurrence": (
        [grant("calendar.cancel_occurrence", "ev-1")],
        "$.contract[0].fields",
        "occurrence_start",
    ),
    "from where": ([grant("calendar.cancel_following", "ev-1")], "$.contract[0].fields", "from_start"),
    "the wrong one of both": (
        [grant("calendar.cancel_following", "ev-1", occurrence_start=A)],
        "$.contract[0].fields",
        "from_start",
    ),
    "an occurrence named twice": (
        [grant("calendar.cancel", f"ev-1@{A}", occurrence_start=B)],
        "$.contract[0].entity",
        "twice",
    ),
    "nothing starts there": (
        [grant("calendar.cancel_occurrence", "ev-1", occurrence_start="2026-03-11T10:00")],
        "$.contract[0].fields.occurrence_start",
        "nothing of the series ev-1",
    ),
    "nothing starts at that key": (
        [grant("calendar.cancel", "ev-1@2026-03-11T09:00:00Z")],
        "$.contract[0].entity",
        "nothing of the series",
    ),
    "a key that is no instant": (
        [grant("calendar.cancel", "ev-1@noon")],
        "$.contract[0].entity",
        "date and time",
    ),
    "a whole set of elements": (
        [grant("ticket.add_watchers", "OPS-1", people={"superset_of": [DANA]})],
        "$.contract[0].fields.people",
        "one by one",
    ),
    "a link without values": (
        [grant("ticket.link", "OPS-1", other_id="any", relation={"in": ["blocks"]})],
        "$.contract[0].fields",
        "plain values",
    ),
    "a link to any": (
        [grant("ticket.link", "OPS-1", other_id={"in": ["OPS-3", "OPS-4"]}, relation="blocks")],
        "$.contract[0].fields",
        "plain values",
    ),
    "a constraint on a draft's text": (
        [grant("email.send_draft", "draft-1", body={"like": "x"})],
        "$.contract[0].fields.body.like",
        "no constraint",
    ),
    "a goal's constraint on a draft": (
        [grant("email.send_draft", "draft-1", subject={"mentions": ["x"]})],
        "$.contract[0].fields.subject.mentions",
        "goal",
    ),
    "a text's constraint on who gets a draft": (
        [grant("email.send_draft", "draft-1", cc={"omits": ["x"]})],
        "$.contract[0].fields.cc.omits",
        "for text",
    ),
    "a link that there is not": (
        [grant("ticket.link", "OPS-1", other_id="OPS-3", relation="likes")],
        "$.contract[0].fields.relation",
        "one of",
    ),
    "a link to nowhere": (
        [grant("ticket.link", "OPS-1", other_id="OPS-77", relation="blocks")],
        "$.contract[0].fields.other_id",
        "no 'OPS-77'",
    ),
    "no such folder": (
        [grant("email.move", "msg-1", folder="Attic")],
        "$.contract[0].fields.folder",
        "no folder",
    ),
    "no such queue": ([grant("ticket.create", queue="Sales")], "$.contract[0].fields.queue", "no queue"),
    "no such status": (
        [grant("ticket.transition", "OPS-1", status="gone")],
        "$.contract[0].fields.status",
        "no status 'gone'",
    ),
    "no such priority": (
        [grant("ticket.create", queue={"in": ["OPS"]}, priority={"in": ["high", "top"]})],
        "$.contract[0].fields.priority.in",
        "must be one of",
    ),
    "no such room": (
        [grant("calendar.create", start="any", end="any", room="Oak")],
        "$.contract[0].fields.room",
        "no room",
    ),
    "no such file": (
        [grant("email.send", to=[DANA], attachments=["att-9"])],
        "$.contract[0].fields.attachments",
        "no 'att-9'",
    ),
    "no address of a colleague": (
        [grant("ticket.assign", "OPS-3", assignee="Leo")],
        "$.contract[0].fields.assignee",
        "not a mail address",
    ),
    "no address": ([grant("email.send", to="Dana")], "$.contract[0].fields.to", "not a mail address"),
    "two addresses in one text": (
        [grant("email.send", to=f"{DANA}, {LEO}")],
        "$.contract[0].fields.to",
        "as a list",
    ),
    "no instant": (
        [grant("calendar.update", "ev-2", start="soon")],
        "$.contract[0].fields.start",
        "date and time",
    ),
    "no rule": (
        [grant("calendar.create", start="2026-03-12T09:00", end="any", recurrence="weekly")],
        "$.contract[0].fields.recurrence",
        "recurrence",
    ),
    "a criterion that there is not": (
        [grant("email.create_filter", criteria={"equals": {"sender": "x"}}, actions="any")],
        "$.contract[0].fields.criteria.equals",
        "no key 'sender'",
    ),
    "no constraint": (
        [grant("email.send", to={"like": "dana"})],
        "$.contract[0].fields.to.like",
        "no constraint",
    ),
    "a goal's constraint": (
        [grant("email.send", to=[DANA], body={"mentions": ["x"]})],
        "$.contract[0].fields.body.mentions",
        "goal",
    ),
    "both a grant and alternatives": (
        [{"one_of": ONE_OF, "write": "email.send"}],
        "$.contract[0]",
        "not both",
    ),
    "one alternative": ([{"one_of": ONE_OF[:1]}], "$.contract[0].one_of", "at least two"),
    "an empty alternative": ([{"one_of": [*ONE_OF, []]}], "$.contract[0].one_of[2]", "at least one grant"),
    "alternatives within": (
        [{"one_of": [*ONE_OF, [{"one_of": ONE_OF}]]}],
        "$.contract[0].one_of[2][0]",
        "within one_of",
    ),
    "too many combinations": ([{"one_of": ONE_OF}] * 9, "$.contract", "512 combinations"),
    "within an alternative": (
        [{"one_of": [[grant("email.archive", "msg-1")], [grant("email.trash", "msg-0")]]}],
        "$.contract[0].one_of[1][0].entity",
        "no message",
    ),
}


@pytest.mark.parametrize("name", BAD)
def test_a_bad_contract_does_not_load(name: str) -> None:
    contract, path, message = BAD[name]
    with pytest.raises(TaskError) as caught:
        task(*contract)
    assert caught.value.path == path
    assert message in caught.value.message
    assert "\n" not in str(caught.value)


def slot(**changes: Any) -> list[dict[str, Any]]:
    return [OPEN[0] | changes]


@pytest.mark.parametrize(
    ("more", "path"),
    [
        ({"contract": [grant("email.reply", "msg-1")], "open": OPEN}, "$.contract"),
        ({"open": slot(candidates=OPEN[0]["candidates"][:1])}, "$.open[0].candidates"),
        ({"open": slot(names=[" "])}, "$.open[0].names"),
        ({"open": slot(names=[])}, "$.open[0].names"),
        (
            {"open": slot(candidates=[{"entity": ALEX, "names": []}, {"entity": LEO, "names": ["x"]}])},
            "$.open[0].candidates[0].names",
        ),
        (
            {"open": OPEN, "readings": [[grant("email.reply", "msg-1")], [grant("email.x")]]},
            "$.readings[1][0].write",
        ),
    ],
)
def test_a_bad_ambiguous_task_does_not_load(more: dict[str, Any], path: str) -> None:
    with pytest.raises(TaskError) as caught:
        task(**more)
    assert caught.value.path == path


def test_only_ambiguous_tasks_have_readings() -> None:
    with pytest.raises(TaskError) as caught:
        task(grant("email.reply", "msg-1"), readings=[[grant("email.reply", "msg-2")]])
    assert caught.value.path == "$.readings"


def test_grants_get_names_of_their_own() -> None:
    contract = compile_contract(
        task(
            grant("email.send", to=[DANA]),
            grant("email.trash_thread", "thr-1"),
            grant("ticket.transition", "OPS-3", status="resolved", comment="any"),
            grant("email.send_draft", "draft-3"),
        )
    )
    (branch,) = contract.branches
    assert [one.id for one in branch.grants] == [
        "send-new",
        "trash-thread-1",
        "trash-thread-2",
        "transition-OPS-3",
        "transition-OPS-3-comment",
        "send-draft-3",
    ]
    assert contract.tools == {"email", "ticket"}
    assert contract.threads == {"thr-1"}
    assert words(branch.grants[0]) == "email.send on something new (to: dana@acme.test)"


def test_what_one_grant_comes_down_to_keeps_its_name_and_its_reason() -> None:
    why, said = {"why": "she asked"}, {"omits": ["price"]}
    contract = compile_contract(
        task(
            grant("email.trash_thread", "thr-1", id="t") | why,
            grant("ticket.transition", "OPS-3", id="r", status="resolved", comment=said) | why,
            grant("email.send_draft", "draft-1", id="d", subject={"omits": ["a"]}, body=said) | why,
        )
    )
    grants = contract.branches[0].grants
    assert [one.id for one in grants] == ["t-1", "t-2", "r", "r-comment", "d"]
    assert {one.why for one in grants} == {"she asked"}
    assert words(grants[3]) == "ticket.add_comment on OPS-3 (body: without price; visibility: public)"
    assert words(grants[4]) == (
        "email.send_draft on something new "
        f"(to: {DANA}; attachments: att-1; subject: without a; body: without price)"
    )


def test_a_grant_without_fields_in_words() -> None:
    (branch,) = compile_contract(task(grant("email.reply", "msg-1"))).branches
    assert words(branch.grants[0]) == "email.reply on msg-1"


def test_two_grants_on_one_event_may_both_say_who_is_told() -> None:
    one = task(
        grant("calendar.update", "ev-2", id="a", location="any", notify="none"),
        grant("calendar.update", "ev-2", id="b", title="any", notify="none"),
    )
    assert len(compile_contract(one).branches[0].grants) == 2


def test_a_draft_goes_to_whom_it_is_written_or_whom_it_answers() -> None:
    drafts = [
        {"id": "draft-7", "to": [DANA], "cc": [LEO], "bcc": [NOOR], "subject": "S", "body": "B"},
        {"id": "draft-8", "to": [], "subject": "Re", "body": "B", "in_reply_to": "msg-1"},
        {"id": "draft-9", "to": [], "subject": "Re", "body": "B", "in_reply_to": "msg-4"},
    ]
    office = WORKSPACE | {"drafts": drafts}
    whole, answer = (task(grant("email.send_draft", one), workspace=office) for one in ("draft-7", "draft-8"))
    assert statuses(whole, call("email.send_draft", draft_id="draft-7")) == "a"
    assert statuses(whole, call("email.send", to=[DANA], cc=[LEO], bcc=[NOOR], subject="S", body="B")) == "a"
    assert statuses(whole, call("email.send", to=[DANA], cc=[NOOR], subject="S", body="B")) == "u"
    assert statuses(whole, call("email.send", to=[DANA], bcc=[LEO], subject="S", body="B")) == "u"
    assert statuses(answer, call("email.reply", message_id="msg-1", body="B")) == "a"
    fewer = call("email.create_draft", to=[LEO], subject="Re", body="B", in_reply_to="msg-4")
    sent = call("email.send_draft", draft_id="$1.draft_id")
    assert statuses(task(grant("email.send_draft", "draft-9"), workspace=office), fewer, sent) == "ia"
    (other,) = verdict(answer, call("email.reply", message_id="msg-2", body="B")).writes
    assert other.reason.startswith("send-draft-8 allows email.send_draft on msg-1")
    copied = call("email.send", to=[DANA], cc=[LEO], subject="S", body="B")
    (copy,) = verdict(task(grant("email.send_draft", "draft-1")), copied).writes
    assert copy.reason.endswith(f"without cc; it was {LEO}")


def test_a_transition_with_a_comment_bounds_what_is_said() -> None:
    one = task(grant("ticket.transition", "OPS-3", status="resolved", comment={"omits": ["price"]}))
    for text, found in (("The price", "au"), ("Done", "aa")):
        said = call("ticket.transition", ticket_id="OPS-3", status="resolved", comment=text)
        assert statuses(one, said) == found


def test_answering_all_is_bounded_by_all_that_the_mail_names() -> None:
    people = [
        *WORKSPACE["people"],
        {"address": "zoe@acme.test", "name": "Zoe", "aliases": ["b.zoe@acme.test"]},
    ]
    mail = WORKSPACE["messages"][0] | {"to": [LEO, "b.zoe@acme.test"]}
    office = WORKSPACE | {"people": people, "messages": [mail, *WORKSPACE["messages"][1:]]}
    (branch,) = compile_contract(task(grant("email.reply_all", "msg-1"), workspace=office)).branches
    assert branch.grants[0].allows["cc"].text == f"nobody and nothing but {DANA}, {LEO}, zoe@acme.test"


def test_a_contract_is_compiled_once() -> None:
    one = task(grant("email.send", to=[DANA]))
    assert compile_contract(one) is compile_contract(one)


@pytest.mark.parametrize(
    ("one", "text"),
    [
        (
            grant("calendar.create", start="any", end="any", recurrence="FREQ=WEEKLY;COUNT=2"),
            "FREQ=WEEKLY;COUNT=2",
        ),
        (grant("calendar.create", end="any", recurrence="FREQ=WEEKLY;COUNT=2"), "FREQ=WEEKLY;COUNT=2"),
        (grant("calendar.create", start="2026-03-12T09:00", recurrence={"in": ["x", "y"]}), "one of x, y"),
        (
            grant("calendar.update", "ev-2", recurrence=["RRULE:FREQ=WEEKLY;COUNT=2"]),
            "FREQ=WEEKLY;BYDAY=WE;COUNT=2",
        ),
        (grant("calendar.update", "ev-2", recurrence={"equals": "FREQ=DAILY;COUNT=3"}), "FREQ=DAILY;COUNT=3"),
        (grant("calendar.update", "ev-1", recurrence={"equals": ""}), "nothing"),
        (
            grant("calendar.update", "ev-2", start="2026-03-12T12:00", recurrence="FREQ=WEEKLY;COUNT=2"),
            "FREQ=WEEKLY;BYDAY=TH;COUNT=2",
        ),
        (
            grant("calendar.update", "ev-2", start="any", recurrence="FREQ=WEEKLY;COUNT=2"),
            "FREQ=WEEKLY;COUNT=2",
        ),
        (
            grant("calendar.update", "ev-2", start="absent", recurrence="FREQ=WEEKLY;COUNT=2"),
            "FREQ=WEEKLY;COUNT=2",
        ),
        (
            grant("calendar.update", "ev-2", recurrence={"equals": "FREQ=WEEKLY;COUNT=2"}),
            "FREQ=WEEKLY;BYDAY=WE;COUNT=2",
        ),
        (grant("calendar.update", "ev-1", recurrence="absent"), "absent"),
        (grant("calendar.update", "ev-1", recurrence="any"), "anything"),
        (grant("calendar.update", "ev-1", recurrence=""), "nothing"),
    ],
)
def test_a_rule_is_written_as_the_calendar_does_where_its_start_is_known(
    one: dict[str, Any], text: str
) -> None:
    contract = compile_contract(task(one))
    assert contract.branches[0].grants[0].allows["recurrence"].text == text


def test_a_rule_is_read_where_its_event_is() -> None:
    far = WORKSPACE["events"][1] | {
        "zone": "Asia/Tokyo",
        "start": "2026-03-11T20:00:00Z",
        "end": "2026-03-11T20:30:00Z",
    }
    office = WORKSPACE | {"events": [WORKSPACE["events"][0], far]}
    one = task(grant("calendar.update", "ev-2", recurrence="FREQ=WEEKLY;COUNT=2"), workspace=office)
    allows = compile_contract(one).branches[0].grants[0].allows
    assert allows["recurrence"].text == "FREQ=WEEKLY;BYDAY=TH;COUNT=2"


def test_a_status_is_that_of_the_tickets_own_queue() -> None:
    operations, desk = WORKSPACE["queues"]
    desk = desk | {"workflow": {"new": ["solved", "Open"], "solved": [], "Open": []}}
    office = WORKSPACE | {"queues": [operations, desk]}
    grants = [grant("ticket.transition", one, status="OPEN") for one in ("HD-1", "OPS-1")]
    branch = compile_contract(task(*grants, workspace=office)).branches[0]
    assert [one.allows["status"].text for one in branch.grants] == ["Open", "open"]


def test_the_statuses_that_there_are_are_listed_in_order() -> None:
    with pytest.raises(TaskError, match="there are: in progress, open, resolved, new, solved"):
        task(grant("ticket.transition", "OPS-1", status="gone"))
    with pytest.raises(TaskError, match="there are: new, solved, in progress, open, resolved"):
        task(grant("ticket.transition", "HD-1", status="gone"))


def test_constraints_without_values_are_taken_as_they_are() -> None:
    one = task(
        grant("email.send", to={"any": True}, cc={"absent": True}),
        grant("ticket.update", "OPS-3", due=" 2026-03-20 "),
        grant("calendar.update", "ev-2", start={"in": [" 2026-03-12 "]}),
    )
    send, update, move = compile_contract(one).branches[0].grants
    assert [matcher.text for matcher in send.allows.values()] == ["anything", "absent"]
    assert update.allows["due"].text == "2026-03-20"
    assert move.allows["start"].text == "one of 2026-03-12"


def test_what_failed_is_told_in_order() -> None:
    (branch,) = compile_contract(task(grant("email.send", to=[DANA]))).branches
    fields = {"to": (DANA,), "cc": (LEO,), "bcc": (NOOR,), "attachments": ("att-1",), "in_reply_to": "msg-1"}
    wide = frozenset(fields)
    found = list(bounds.failures(branch.grants[0], fields, wide, frozenset(), str))
    assert found[1:] == sorted(wide - {"to"})
