"""The ticket tool: creating, changing, moving, commenting, watching, deleting."""

from __future__ import annotations

import pytest
from ticket_office import ALEX, CREW, DANA, FILE, KIM, ME, OLE, call, content, differing, fails, office

from sabench import codec
from sabench.errors import TaskError
from sabench.model import Queue, Ticket, WorkspaceFile, open_workspace, replace


def one(outcome):
    """The single effect of a call."""
    assert outcome.status == "succeeded"
    (effect,) = outcome.effects
    return effect


# --- create -------------------------------------------------------------------------------------------


def test_a_created_ticket_has_the_next_id_the_first_status_and_the_user_as_requester():
    outcome = call(office(), "create", queue="Operations", title="Fan is loud")
    made = one(outcome)
    assert outcome.result == {"ticket_id": "OPS-22", "status": "open"}
    assert outcome.workspace.tickets["OPS-22"] == Ticket(
        id="OPS-22",
        queue="Operations",
        title="Fan is loud",
        description="",
        status="open",
        requester=ME,
        created_at="2026-03-12T09:00:00+01:00",
    )
    assert (made.op, made.entity, made.created, made.changed) == (
        "ticket.create",
        "OPS-22",
        "OPS-22",
        ("OPS-22",),
    )
    assert made.fields == {"queue": "Operations", "title": "Fan is loud"}
    assert made.reaches == frozenset()


def test_a_created_ticket_mails_the_requester_and_the_assignee_that_are_given():
    outcome = call(
        office(),
        "create",
        queue="hd",
        title="No sound",
        description="Room 4",
        priority="urgent",
        assignee="D.Ortiz@example.com",
        requester="Alex Chen <alex@client.test>",
        parent="OPS-9",
        labels=["b", "a"],
    )
    made = one(outcome)
    assert made.fields == {
        "queue": "Help Desk",
        "title": "No sound",
        "description": "Room 4",
        "priority": "urgent",
        "assignee": DANA,
        "requester": ALEX,
        "parent": "OPS-9",
        "labels": ("a", "b"),
    }
    assert made.addressed == {ALEX, DANA}
    assert made.outside == {ALEX}
    assert outcome.result["status"] == "new"


@pytest.mark.parametrize(
    "spelled",
    [{"requester": ME}, {"requester": "m.wolf@example.com"}, {"priority": "Normal"}, {"labels": []}],
)
def test_what_is_given_at_its_default_leaves_the_same_trace_as_what_is_not_given(spelled):
    plain = call(office(), "create", queue="Operations", title="Fan")
    spelled_out = call(office(), "create", queue="Operations", title="Fan", **spelled)
    assert spelled_out.effects == plain.effects
    assert content(spelled_out.workspace) == content(plain.workspace)


def test_a_queue_starts_where_its_workflow_begins_even_after_a_round_through_a_sorted_file():
    read = codec.decode(content(office()), WorkspaceFile)
    assert list(read.queues[0].workflow) == sorted(FILE.queues[0].workflow)
    outcome = call(open_workspace(read), "create", queue="OPS", title="Fan")
    assert outcome.result["status"] == "open"
    assert content(outcome.workspace) == content(call(office(), "create", queue="OPS", title="Fan").workspace)


def test_a_queue_without_a_workflow_starts_open():
    assert Queue(name="Ideas", prefix="ID", workflow={}, done=(), resolved="").initial == "open"


def test_assigning_a_new_ticket_to_oneself_mails_nobody():
    assert one(call(office(), "create", queue="OPS", title="Fan", assignee=ME)).reaches == frozenset()


def test_a_new_id_passes_over_ids_that_are_taken():
    ws = open_workspace(replace(FILE, counters={}))
    ids = []
    for _ in range(2):
        outcome = call(ws, "create", queue="HD", title="Mouse")
        ids.append(outcome.result["ticket_id"])
        ws = outcome.workspace
    assert ids == ["HD-2", "HD-3"]


@pytest.mark.parametrize(
    ("arguments", "code", "argument"),
    [
        ({"queue": "Sales", "title": "x"}, "not_found", "queue"),
        ({"queue": "OPS", "title": "  "}, "invalid_argument", "title"),
        ({"queue": "OPS", "title": "x", "assignee": ALEX}, "not_found", "assignee"),
        ({"queue": "OPS", "title": "x", "assignee": "nobody@example.com"}, "not_found", "assignee"),
        ({"queue": "OPS", "title": "x", "parent": "OPS-99"}, "not_found", "parent"),
        ({"queue": "OPS", "title": "x", "priority": "asap"}, "invalid_argument", "priority"),
        ({"queue": "OPS"}, "missing_argument", "title"),
    ],
)
def test_create_says_which_argument_is_at_fault(arguments, code, argument):
    assert fails(office(), "create", **arguments)[:2] == (code, argument)


def test_an_unknown_queue_is_answered_with_those_there_are():
    assert "Operations, Help Desk" in fails(office(), "create", queue="Sales", title="x")[2]


@pytest.mark.parametrize(
    ("change", "path"),
    [
        ({"tickets": (replace(FILE.tickets[0], queue="Sales"),)}, "$.workspace.tickets[0].queue"),
        ({"queues": (FILE.queues[1], replace(FILE.queues[0], done=()))}, "$.workspace.queues[1].resolved"),
        ({"queues": (FILE.queues[0], FILE.queues[0])}, "$.workspace.queues[1].name"),
    ],
)
def test_an_office_whose_tickets_cannot_work_does_not_open(change, path):
    with pytest.raises(TaskError) as caught:
        open_workspace(replace(FILE, **({"tickets": ()} | change)))
    assert caught.value.path == path


# --- update -------------------------------------------------------------------------------------------


def test_an_update_lists_exactly_what_changed():
    outcome = call(
        office(),
        "update",
        ticket_id="OPS-9",
        title="Move to the new data centre",
        description="In June.",
        priority="urgent",
        due="2026-06-01",
        labels=["q2", "board", "audit"],
    )
    made = one(outcome)
    assert made.fields == {
        "description": "In June.",
        "priority": "urgent",
        "due": "2026-06-01",
        "labels_added": ("audit", "board"),
        "labels_removed": ("migration",),
    }
    assert outcome.result["changed"] == made.fields
    assert (made.addressed, made.notified, made.changed) == (frozenset(), {OLE}, ("OPS-9",))
    assert outcome.workspace.tickets["OPS-9"].labels == ("q2", "audit", "board")


def test_setting_what_is_there_already_changes_nothing():
    ws = office()
    outcome = call(
        ws, "update", ticket_id="OPS-9", priority="high", labels=["q2", "migration"], queue="ops", due=""
    )
    assert outcome.status == "no_op"
    assert outcome.workspace is ws
    assert outcome.result == {"ticket_id": "OPS-9", "unchanged": True}


def test_the_order_of_labels_never_matters():
    forth = call(office(), "update", ticket_id="OPS-20", labels=["a", "b", "c"])
    back = call(office(), "update", ticket_id="OPS-20", labels='["c", "b", "a", "c"]')
    assert forth.effects == back.effects
    assert content(forth.workspace) == content(back.workspace)


def test_an_empty_due_date_clears_it():
    outcome = call(office(), "update", ticket_id="OPS-20", due="")
    assert one(outcome).fields == {"due": ""}
    assert outcome.workspace.tickets["OPS-20"].due == ""


def test_a_moved_ticket_keeps_its_id_and_a_status_that_the_new_queue_has():
    outcome = call(office(), "update", ticket_id="OPS-9", queue="Help Desk")
    moved = outcome.workspace.tickets["OPS-9"]
    assert (moved.id, moved.queue, moved.status) == ("OPS-9", "Help Desk", "open")
    assert one(outcome).fields == {"queue": "Help Desk"}


def test_a_moved_ticket_starts_anew_where_its_status_is_unknown():
    outcome = call(office(), "update", ticket_id="OPS-20", queue="help_desk")
    assert outcome.workspace.tickets["OPS-20"].status == "new"
    assert one(outcome).fields == {"queue": "Help Desk"}


def test_moving_to_a_queue_where_the_status_is_final_resolves():
    archive = replace(FILE.queues[1], name="Archive", prefix="AR", workflow={}, done=("open", "solved"))
    ws = open_workspace(replace(FILE, queues=(*FILE.queues, archive)))
    made = one(call(ws, "update", ticket_id="OPS-9", queue="Archive"))
    assert made.changed == ("OPS-9", "OPS-18", "HD-1")
    assert ALEX in made.notified


@pytest.mark.parametrize(
    ("arguments", "code", "argument"),
    [
        ({"ticket_id": "OPS-99", "title": "x"}, "not_found", "ticket_id"),
        ({"ticket_id": "OPS-9"}, "missing_argument", ""),
        ({"ticket_id": "OPS-9", "title": ""}, "invalid_argument", "title"),
        ({"ticket_id": "OPS-9", "queue": "Sales"}, "not_found", "queue"),
        ({"ticket_id": "OPS-9", "due": "soon"}, "invalid_argument", "due"),
        ({"ticket_id": "OPS-9", "status": "open"}, "unknown_argument", "status"),
    ],
)
def test_update_says_which_argument_is_at_fault(arguments, code, argument):
    assert fails(office(), "update", **arguments)[:2] == (code, argument)


# --- assign -------------------------------------------------------------------------------------------


def test_assigning_tells_the_new_assignee_and_the_watchers():
    made = one(call(office(), "assign", ticket_id="OPS-20", assignee="D.ORTIZ@example.com"))
    assert (made.op, made.entity, made.fields) == ("ticket.update", "OPS-20", {"assignee": DANA})
    assert made.addressed == {DANA}
    assert made.notified == {ALEX, OLE}


def test_an_empty_assignee_unassigns():
    outcome = call(office(), "assign", ticket_id="OPS-20", assignee=" ")
    assert one(outcome).fields == {"assignee": ""}
    assert one(outcome).addressed == frozenset()
    assert call(outcome.workspace, "assign", ticket_id="OPS-20", assignee="").status == "no_op"


def test_assigning_to_whom_it_is_assigned_is_a_no_op():
    assert call(office(), "assign", ticket_id="OPS-9", assignee="d.ortiz@example.com").status == "no_op"


@pytest.mark.parametrize("address", [ALEX, CREW, "nobody@example.com"])
def test_only_colleagues_can_be_assigned(address):
    assert fails(office(), "assign", ticket_id="OPS-9", assignee=address)[:2] == ("not_found", "assignee")


# --- transition ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("queue", FILE.queues, ids=lambda queue: queue.prefix)
def test_only_what_the_workflow_allows_is_reached(queue):
    for status, allowed in queue.workflow.items():
        ticket = Ticket(id="T-1", queue=queue.name, title="t", description="", status=status)
        ws = open_workspace(replace(FILE, tickets=(ticket,), comments=()))
        for wanted in queue.workflow:
            if wanted == status:
                assert call(ws, "transition", ticket_id="T-1", status=wanted).status == "no_op"
            elif wanted in allowed:
                outcome = call(ws, "transition", ticket_id="T-1", status=wanted)
                assert one(outcome).fields == {"status": wanted}
                assert outcome.workspace.tickets["T-1"].status == wanted
            else:
                code, argument, message = fails(ws, "transition", ticket_id="T-1", status=wanted)
                assert (code, argument) == ("not_allowed", "status")
                assert message.endswith(f"allowed from here: {', '.join(allowed) or 'nothing'}")


@pytest.mark.parametrize("spelled", ["In Progress", "IN_PROGRESS", "in-progress", " in progress "])
def test_the_spelling_of_a_status_does_not_matter(spelled):
    outcome = call(office(), "transition", ticket_id="OPS-9", status=spelled)
    assert one(outcome).fields == {"status": "in progress"}


def test_a_status_that_no_queue_has_is_an_invalid_argument():
    code, argument, message = fails(office(), "transition", ticket_id="OPS-9", status="done")
    assert (code, argument) == ("invalid_argument", "status")
    assert "in progress, resolved" in message


def test_a_plain_transition_tells_the_watchers_alone():
    made = one(call(office(), "transition", ticket_id="OPS-9", status="in progress"))
    assert made.reaches == {OLE}
    assert not made.external


def test_resolving_a_parent_resolves_its_open_children_down_to_the_last():
    outcome = call(office(), "transition", ticket_id="OPS-9", status="resolved")
    made = one(outcome)
    tickets = outcome.workspace.tickets
    assert made.fields == {"status": "resolved"}
    assert made.changed == ("OPS-9", "OPS-18", "HD-1")
    assert outcome.result["also_resolved"] == ("OPS-18", "HD-1")
    assert [tickets[id].status for id in made.changed] == ["resolved", "resolved", "solved"]
    assert made.notified == {ALEX, OLE, DANA, KIM}  # requesters, CCs, watchers; the list opened, not the user


def test_a_child_that_is_done_already_stays_as_it_is_and_hides_what_is_below_it():
    ws = office()
    below = Ticket(id="OPS-30", queue="Operations", title="b", description="", status="open", parent="OPS-19")
    ws = replace(ws, tickets={**ws.tickets, below.id: below})
    outcome = call(ws, "transition", ticket_id="OPS-9", status="resolved")
    assert not {"OPS-19", "OPS-30"} & set(one(outcome).changed)


def test_parents_in_a_circle_end():
    ws = office()
    circle = {"OPS-9": replace(ws.tickets["OPS-9"], parent="HD-1")}
    made = one(
        call(replace(ws, tickets=ws.tickets | circle), "transition", ticket_id="OPS-18", status="resolved")
    )
    assert made.changed == ("OPS-18", "HD-1", "OPS-9")


def test_going_from_one_final_status_to_another_resolves_nothing():
    made = one(call(office(), "transition", ticket_id="OPS-19", status="closed"))
    assert made.changed == ("OPS-19",)
    assert made.reaches == frozenset()


def test_a_transition_with_a_comment_is_a_transition_and_a_public_comment():
    joint = call(office(), "transition", ticket_id="OPS-20", status="resolved", comment="Renewed.")
    moved = call(office(), "transition", ticket_id="OPS-20", status="resolved")
    noted = call(moved.workspace, "add_comment", ticket_id="OPS-20", body="Renewed.")
    assert joint.effects == (*moved.effects, *noted.effects)
    assert content(joint.workspace) == content(noted.workspace)
    assert joint.result == moved.result | {"comment_id": "com-4"}


def test_a_comment_with_the_status_that_is_there_is_a_comment():
    joint = call(office(), "transition", ticket_id="OPS-20", status="in progress", comment="Still on it.")
    noted = call(office(), "add_comment", ticket_id="OPS-20", body="Still on it.")
    assert joint.effects == noted.effects
    assert joint.result == {"ticket_id": "OPS-20", "comment_id": "com-4"}


def test_an_empty_comment_is_none():
    outcome = call(office(), "transition", ticket_id="OPS-9", status="in progress", comment="  ")
    assert outcome.workspace.comments == office().comments


def test_a_transition_that_is_not_allowed_adds_no_comment():
    fails(office(), "transition", ticket_id="OPS-21", status="resolved", comment="Fixed.")


# --- comments -----------------------------------------------------------------------------------------


def test_a_comment_is_public_unless_said_otherwise_and_goes_to_requester_ccs_and_watchers():
    outcome = call(office(), "add_comment", ticket_id="OPS-18", body="Done by Friday.")
    made = one(outcome)
    assert outcome.result == {"ticket_id": "OPS-18", "comment_id": "com-4", "visibility": "public"}
    assert (made.op, made.entity, made.created, made.changed) == (
        "ticket.add_comment",
        "OPS-18",
        "com-4",
        ("com-4",),
    )
    assert made.fields == {"body": "Done by Friday.", "visibility": "public"}
    assert made.notified == {DANA, KIM}
    assert made.addressed == frozenset()
    assert made.wide == frozenset()


def test_an_internal_comment_goes_to_the_watchers_inside_alone():
    assert one(
        call(office(), "add_comment", ticket_id="OPS-20", body="Ask Ole.", visibility="internal")
    ).reaches == {OLE}
    made = one(call(office(), "add_comment", ticket_id="HD-1", body="Ink?", visibility="internal"))
    assert made.reaches == {DANA}  # the list's outside member and the user are left out
    assert made.fields["visibility"] == "internal"


@pytest.mark.parametrize(
    ("arguments", "code", "argument"),
    [
        ({"ticket_id": "OPS-99", "body": "x"}, "not_found", "ticket_id"),
        ({"ticket_id": "OPS-9", "body": " \n"}, "invalid_argument", "body"),
        ({"ticket_id": "OPS-9", "body": "x", "visibility": "secret"}, "invalid_argument", "visibility"),
    ],
)
def test_add_comment_says_which_argument_is_at_fault(arguments, code, argument):
    assert fails(office(), "add_comment", **arguments)[:2] == (code, argument)


# --- watchers -----------------------------------------------------------------------------------------


def test_added_watchers_are_reached_and_those_there_are_told():
    outcome = call(office(), "add_watchers", ticket_id="OPS-9", people=[CREW, "D.Ortiz@example.com", OLE])
    made = one(outcome)
    assert (made.op, made.entity) == ("ticket.update", "OPS-9")
    assert made.fields == {"watchers_added": (CREW, DANA)}
    assert made.addressed == {DANA, KIM}
    assert made.external
    assert OLE in made.notified
    assert ME not in made.reaches
    assert outcome.workspace.tickets["OPS-9"].watchers == (OLE, CREW, DANA)


def test_a_watcher_hears_of_every_later_change():
    ws = call(office(), "add_watchers", ticket_id="OPS-21", people=ALEX).workspace
    for action, arguments in [
        ("update", {"due": "2026-04-01"}),
        ("assign", {"assignee": DANA}),
        ("transition", {"status": "in progress"}),
        ("add_comment", {"body": "Looking."}),
        ("delete", {}),
    ]:
        assert ALEX in one(call(ws, action, ticket_id="OPS-21", **arguments)).outside


def test_adding_who_watches_already_is_a_no_op():
    assert call(office(), "add_watchers", ticket_id="OPS-9", people=OLE).status == "no_op"


def test_removed_watchers_are_not_told_and_the_others_are():
    outcome = call(office(), "remove_watchers", ticket_id="OPS-20", people=[ALEX, DANA])
    made = one(outcome)
    assert made.fields == {"watchers_removed": (ALEX,)}
    assert made.reaches == {OLE}
    assert outcome.result["not_watching"] == [DANA]
    assert outcome.workspace.tickets["OPS-20"].watchers == (OLE, ME)


def test_a_watcher_under_an_alias_is_removed_by_the_primary_address():
    ws = office()
    ticket = replace(ws.tickets["OPS-21"], watchers=("d.ortiz@example.com",))
    ws = replace(ws, tickets=ws.tickets | {"OPS-21": ticket})
    outcome = call(ws, "remove_watchers", ticket_id="OPS-21", people=DANA)
    assert one(outcome).fields == {"watchers_removed": (DANA,)}
    assert outcome.workspace.tickets["OPS-21"].watchers == ()


def test_removing_who_does_not_watch_is_a_no_op():
    assert call(office(), "remove_watchers", ticket_id="OPS-9", people=DANA).status == "no_op"


@pytest.mark.parametrize("action", ["add_watchers", "remove_watchers"])
def test_watchers_must_be_named(action):
    assert fails(office(), action, ticket_id="OPS-9", people=[])[:2] == ("invalid_argument", "people")
    assert fails(office(), action, ticket_id="OPS-0", people=[OLE])[:2] == ("not_found", "ticket_id")


# --- bulk update --------------------------------------------------------------------------------------


def test_a_bulk_update_is_the_updates_of_what_it_hits():
    bulk = call(
        office(),
        "bulk_update",
        query="queue:ops is:open",
        priority="urgent",
        due="2026-05-01",
        labels=["x"],
        assignee=DANA,
    )
    ws, effects = office(), []
    for id in ("OPS-21", "OPS-18", "OPS-9", "OPS-20"):
        outcome = call(ws, "update", ticket_id=id, priority="urgent", due="2026-05-01", labels=["x"])
        after = call(outcome.workspace, "assign", ticket_id=id, assignee=DANA)
        changed = one(outcome).fields | {
            name: value for effect in after.effects for name, value in effect.fields.items()
        }
        effects.append((id, changed))
        ws = after.workspace
    assert [(effect.entity, effect.fields) for effect in bulk.effects] == effects
    assert content(bulk.workspace) == content(ws)
    assert bulk.result == {"matched": 4, "updated": [id for id, _ in effects], "unchanged": []}


def test_a_bulk_update_leaves_no_write_for_what_it_does_not_change():
    outcome = call(office(), "bulk_update", query="assignee:dana", priority="high")
    assert outcome.status == "no_op"
    assert outcome.result == {"matched": 1, "updated": [], "unchanged": ["OPS-9"]}


def test_a_bulk_update_that_hits_nothing_says_so_and_is_a_no_op():
    outcome = call(office(), "bulk_update", query="unheard-of", priority="high")
    assert outcome.status == "no_op"
    assert "no ticket fits" in outcome.result["note"]


def test_a_bulk_update_is_all_or_nothing():
    code, argument, message = fails(office(), "bulk_update", query="queue:ops is:open", status="resolved")
    assert (code, argument) == ("not_allowed", "status")
    assert "OPS-21" in message


def test_a_bulk_update_moves_first_and_then_sets_the_status_of_the_new_queue():
    outcome = call(office(), "bulk_update", query="certificate", queue="HD", status="solved")
    assert one(outcome).fields == {"queue": "Help Desk", "status": "solved"}


def test_a_bulk_update_adds_and_removes_labels():
    outcome = call(
        office(), "bulk_update", query="data centre", labels_add=["a", "q2"], labels_remove=["migration", "z"]
    )
    assert one(outcome).fields == {"labels_added": ("a",), "labels_removed": ("migration",)}
    assert outcome.workspace.tickets["OPS-9"].labels == ("q2", "a")


@pytest.mark.parametrize(
    ("arguments", "code", "argument"),
    [
        ({"query": " ", "priority": "low"}, "invalid_argument", "query"),
        ({"query": '""', "priority": "low"}, "invalid_argument", "query"),
        ({"query": "is:open"}, "missing_argument", ""),
        ({"query": "is:open", "labels": ["a"], "labels_add": ["b"]}, "invalid_argument", "labels"),
        ({"query": "is:open", "labels": ["a"], "labels_remove": ["b"]}, "invalid_argument", "labels"),
        (
            {"query": "is:open", "labels_add": ["a"], "labels_remove": ["a"]},
            "invalid_argument",
            "labels_add",
        ),
    ],
)
def test_bulk_update_says_which_argument_is_at_fault(arguments, code, argument):
    assert fails(office(), "bulk_update", **arguments)[:2] == (code, argument)


# --- delete -------------------------------------------------------------------------------------------


def test_a_deleted_ticket_takes_its_comments_and_what_pointed_at_it():
    before = office()
    outcome = call(before, "delete", ticket_id="OPS-20")
    made = one(outcome)
    after = outcome.workspace
    assert (made.op, made.entity, made.fields) == ("ticket.delete", "OPS-20", {})
    assert set(made.changed) == differing(before, after) == {"OPS-20", "com-1", "com-2", "OPS-18", "OPS-21"}
    assert after.tickets["OPS-18"].links == after.tickets["OPS-21"].links == ()
    assert made.notified == {ALEX, OLE}


def test_children_of_a_deleted_ticket_lose_their_parent_and_their_watchers_hear_of_it():
    outcome = call(office(), "delete", ticket_id="OPS-18")
    assert outcome.workspace.tickets["HD-1"].parent == ""
    assert one(outcome).notified == {DANA, KIM, ALEX, OLE}
    assert set(one(outcome).changed) == {"OPS-18", "HD-1", "OPS-20"}


def test_an_id_is_not_given_twice_even_after_a_deletion():
    ws = call(office(), "create", queue="OPS", title="x").workspace
    ws = call(ws, "delete", ticket_id="OPS-22").workspace
    assert call(ws, "create", queue="OPS", title="x").result["ticket_id"] == "OPS-23"


def test_deleting_what_is_not_there_fails():
    assert fails(office(), "delete", ticket_id="OPS-99")[:2] == ("not_found", "ticket_id")
