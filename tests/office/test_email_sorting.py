"""Folders, labels, flags, trash, filters, the auto-reply."""

from __future__ import annotations

import pytest
from mailroom import (
    ALEX,
    DANA,
    FILE,
    LEO,
    NOOR,
    RIA,
    act,
    office,
    refuse,
    shown,
    snapshot,
    writes,
)

from sabench.model import AutoReply, Filter, open_workspace, replace
from sabench.office.people import ANYONE

NOBODY: frozenset[str] = frozenset()


def update(entity: str, **fields: object) -> tuple[object, ...]:
    wide = frozenset(name for name, value in fields.items() if value)
    return ("email.update", entity, fields, wide, NOBODY)


def test_a_batch_gives_one_write_for_each_message_that_changes() -> None:
    done = act(office(), "archive", message_ids=["msg-3", "msg-1", "msg-3"])
    assert writes(done) == [update("msg-3", folder="archive"), update("msg-1", folder="archive")]
    assert [done.workspace.messages[one].folder for one in ("msg-1", "msg-2", "msg-3")] == [
        "archive",
        "inbox",
        "archive",
    ]
    again = act(done.workspace, "archive", message_ids=["msg-1", "msg-2"])
    assert shown(again) == {"updated": ["msg-2"], "unchanged": ["msg-1"]}
    assert writes(again) == [update("msg-2", folder="archive")]


def test_nothing_changed_is_no_write() -> None:
    done = act(office(), "trash", message_ids=["msg-6"])
    assert (done.status, done.effects) == ("no_op", ())
    assert shown(done) == {"updated": [], "unchanged": ["msg-6"]}


def test_a_batch_is_all_or_nothing() -> None:
    assert refuse(office(), "trash", message_ids=["msg-1", "msg-77"]) == (
        "not_found",
        "message_ids",
        "message_ids: there is no message 'msg-77'; see email_search",
    )
    assert refuse(office(), "trash", message_ids=[])[:2] == ("invalid_argument", "message_ids")


BATCHES = [
    ("archive", {}),
    ("trash", {}),
    ("move", {"folder": "projects/atlas"}),
    ("label", {"add": ["q1", "new"], "remove": ["finance"]}),
    ("mark_read", {}),
    ("mark_read", {"read": False}),
    ("star", {}),
    ("star", {"starred": False}),
    ("delete_permanently", {}),
]


@pytest.mark.parametrize(("action", "arguments"), BATCHES)
def test_a_batch_is_its_single_calls(action: str, arguments: dict[str, object]) -> None:
    ids = ["msg-2", "msg-1", "msg-3"]
    batch = act(office(), action, message_ids=ids, **arguments)
    ws, single = office(), []
    for one in ids:
        single.append(act(ws, action, message_ids=one, **arguments))
        ws = single[-1].workspace
    assert writes(batch) == writes(*single)
    assert writes(batch)
    assert snapshot(batch.workspace) == snapshot(ws)


@pytest.mark.parametrize(
    ("name", "folder"),
    [
        ("Archive", "archive"),
        ("All Mail", "archive"),
        ("Trash", "trash"),
        ("Bin", "trash"),
        ("deleted  items", "trash"),
        ("Junk Email", "spam"),
        ("PROJECTS/atlas", "Projects/Atlas"),
    ],
)
def test_a_folder_has_one_name(name: str, folder: str) -> None:
    assert writes(act(office(), "move", message_ids="msg-1", folder=name)) == [update("msg-1", folder=folder)]


@pytest.mark.parametrize(("action", "folder"), [("archive", "Archive"), ("trash", "Deleted Items")])
def test_moving_there_is_the_same_act(action: str, folder: str) -> None:
    named = act(office(), action, message_ids=["msg-1", "msg-4"])
    moved = act(office(), "move", message_ids=["msg-1", "msg-4"], folder=folder)
    assert writes(moved) == writes(named)
    assert snapshot(moved.workspace) == snapshot(named.workspace)


def test_an_unknown_folder_lists_those_that_there_are() -> None:
    assert refuse(office(), "move", message_ids="msg-1", folder="Atlas") == (
        "not_found",
        "folder",
        "folder: there is no folder 'Atlas'; there are: inbox, sent, archive, trash, spam, Projects/Atlas",
    )
    assert "email_list_drafts" in refuse(office(), "move", message_ids="msg-1", folder="Drafts")[2]
    ws = open_workspace(replace(FILE, folders=("inbox", "sent")))
    assert refuse(ws, "archive", message_ids="msg-1")[0] == "not_found"


def test_only_the_users_own_mail_can_be_among_the_sent() -> None:
    trashed = act(office(), "trash", message_ids=["msg-4"])
    back = act(trashed.workspace, "move", message_ids=["msg-4"], folder="Sent Items")
    assert snapshot(back.workspace) == snapshot(office())
    assert refuse(office(), "move", message_ids=["msg-4", "msg-1"], folder="sent")[1] == "folder"


def test_a_thread_in_the_trash_is_its_messages_in_the_trash() -> None:
    thread = act(office(), "trash_thread", thread_id="thr-1")
    single = act(office(), "trash", message_ids=["msg-1", "msg-2"])
    assert writes(thread) == writes(single)
    assert snapshot(thread.workspace) == snapshot(single.workspace)
    alone = act(office(), "trash_thread", thread_id="thr-2")
    assert (
        writes(alone)
        == writes(act(office(), "trash", message_ids=["msg-3"]))
        == [update("msg-3", folder="trash")]
    )
    assert act(alone.workspace, "trash_thread", thread_id="thr-2").status == "no_op"


@pytest.mark.parametrize(
    ("given", "hint"),
    [
        ("thr-99", "thread_id: there is no thread 'thr-99'; email_search gives thread ids"),
        ("msg-2", "thread_id: msg-2 is a message of thread thr-1"),
    ],
)
@pytest.mark.parametrize("action", ["trash_thread", "get_thread"])
def test_a_thread_that_is_not_there_fails(action: str, given: str, hint: str) -> None:
    assert refuse(office(), action, thread_id=given) == ("not_found", "thread_id", hint)


def test_labels_are_compared_without_case_and_only_changes_count() -> None:
    done = act(
        office(), "label", message_ids=["msg-2", "msg-8", "msg-1"], add="Q1", remove=["FINANCE", "Follow  Up"]
    )
    assert writes(done) == [
        update("msg-2", labels_removed=("finance",)),
        update("msg-8", labels_added=("q1",), labels_removed=("follow up",)),
        update("msg-1", labels_added=("q1",)),
    ]
    assert done.workspace.messages["msg-2"].labels == ("q1",)
    same = act(office(), "label", message_ids=["msg-2"], add=["finance", "Q1"], remove=["other"])
    assert same.status == "no_op"


def test_new_labels_follow_those_that_stay_and_are_sorted() -> None:
    names = ["z", "y", "x", "w", "v", "u"]
    done = act(office(), "label", message_ids=["msg-2"], add=names, remove=["FINANCE"])
    assert writes(done) == [update("msg-2", labels_added=tuple(sorted(names)), labels_removed=("finance",))]
    assert done.workspace.messages["msg-2"].labels == ("q1", *sorted(names))
    back = act(done.workspace, "label", message_ids=["msg-2"], remove=names)
    assert writes(back) == [update("msg-2", labels_removed=tuple(sorted(names)))]


@pytest.mark.parametrize(
    ("arguments", "argument"),
    [
        ({}, "add"),
        ({"add": [], "remove": []}, "add"),
        ({"add": ["a", "b"], "remove": ["B"]}, "remove"),
        ({"remove": ["INBOX"]}, "remove"),
        ({"add": ["Starred"]}, "add"),
        ({"add": ["a"], "message_ids": ["msg-0"]}, "message_ids"),
    ],
)
def test_labels_that_make_no_sense_are_refused(arguments: dict[str, object], argument: str) -> None:
    assert refuse(office(), "label", **{"message_ids": ["msg-1"], **arguments})[1] == argument


def test_the_first_of_several_wrong_labels_is_named() -> None:
    text = refuse(office(), "label", message_ids="msg-1", add=["UNREAD", "Trash", "STARRED", "Sent", "Spam"])[
        2
    ]
    assert text == "add: 'sent' is no label; use email_move"


def test_flags_are_set_and_taken_away() -> None:
    done = act(office(), "mark_read", message_ids=["msg-1", "msg-2"])
    assert writes(done) == [update("msg-1", read=True)]
    undone = act(done.workspace, "mark_read", message_ids=["msg-1"], read="false")
    assert writes(undone) == [update("msg-1", read=False)]
    starred = act(office(), "star", message_ids=["msg-1", "msg-3"])
    assert writes(starred) == [update("msg-1", starred=True)]
    assert writes(act(office(), "star", message_ids=["msg-3"], starred=False)) == [
        update("msg-3", starred=False)
    ]


def test_what_is_deleted_for_good_is_gone_from_its_thread() -> None:
    done = act(office(), "delete_permanently", message_ids=["msg-2", "msg-6"])
    assert writes(done) == [
        ("email.delete_permanently", "msg-2", {}, NOBODY, NOBODY),
        ("email.delete_permanently", "msg-6", {}, NOBODY, NOBODY),
    ]
    thread = shown(act(done.workspace, "get_thread", thread_id="thr-1"))
    assert [one["id"] for one in thread["messages"]] == ["msg-1"]
    assert refuse(done.workspace, "get", message_id="msg-6")[0] == "not_found"
    assert refuse(done.workspace, "get_thread", thread_id="thr-5")[0] == "not_found"


# --- filters ---------------------------------------------------------------------------------------


def test_a_filter_that_forwards_reaches_that_address_from_now_on() -> None:
    done = act(
        office(),
        "create_filter",
        criteria={
            "from": "Dana Ortiz <D.Ortiz@acme.test>",
            "subject": " Budget  2026",
            "has_attachment": True,
        },
        actions={
            "forward_to": "Ria <RIA@client.test>",
            "archive": " TRUE ",
            "star": False,
            "add_label": "Money",
        },
    )
    criteria = {"from": DANA, "subject": "budget 2026", "has_attachment": "true"}
    actions = {"add_label": "money", "archive": True, "forward_to": RIA}
    fields = {"criteria": criteria, "actions": actions}
    assert writes(done) == [("email.create_filter", "filter-2", fields, {"criteria", "actions"}, {RIA})]
    assert done.effects[0].external
    assert done.effects[0].created == "filter-2"
    assert done.workspace.filters["filter-2"] == Filter(id="filter-2", criteria=criteria, actions=actions)
    assert done.workspace.messages == office().messages


def test_a_filter_that_only_sorts_reaches_nobody() -> None:
    done = act(
        office(), "create_filter", criteria={"query": "is:unread"}, actions={"trash": True, "mark_read": True}
    )
    assert done.effects[0].reaches == NOBODY


@pytest.mark.parametrize(
    "criteria", [{"from": "boss"}, {"from": "  BOSS "}, {"from": "Boss", "to": "", "subject": None}]
)
def test_the_same_filter_again_is_no_write(criteria: dict[str, object]) -> None:
    done = act(office(), "create_filter", criteria=criteria, actions={"star": "True", "trash": False})
    assert (done.status, shown(done)) == ("no_op", {"filter_id": "filter-1", "existed": True})


@pytest.mark.parametrize(
    ("criteria", "actions", "argument"),
    [
        ({}, {"star": True}, "criteria"),
        ({"has_attachment": False}, {"star": True}, "criteria"),
        ({"from": ["x"]}, {"star": True}, "criteria"),
        ({"subject": "a\nb"}, {"star": True}, "criteria"),
        ({"has_attachment": "yes"}, {"star": True}, "criteria"),
        ({"body": "x"}, {"star": True}, "criteria"),
        ({"from": "x"}, {}, "actions"),
        ({"from": "x"}, {"star": False}, "actions"),
        ({"from": "x"}, {"star": 1}, "actions"),
        ({"from": "x"}, {"forward_to": "nobody"}, "actions"),
        ({"from": "x"}, {"forward_to": ""}, "actions"),
        ({"from": "x"}, {"forward_to": "a@b.test\r\nBcc: c@d.test"}, "actions"),
        ({"from": "x"}, {"add_label": "INBOX"}, "actions"),
        ({"from": "x"}, {"add_label": ""}, "actions"),
        ({"from": "x"}, {"delete": True}, "actions"),
    ],
)
def test_a_filter_needs_criteria_and_actions(
    criteria: dict[str, object], actions: dict[str, object], argument: str
) -> None:
    assert refuse(office(), "create_filter", criteria=criteria, actions=actions)[:2] == (
        "invalid_argument",
        argument,
    )


def test_a_filter_can_be_deleted() -> None:
    done = act(office(), "delete_filter", filter_id="filter-1")
    assert writes(done) == [("email.delete_filter", "filter-1", {}, NOBODY, NOBODY)]
    assert done.workspace.filters == {}
    assert refuse(office(), "delete_filter", filter_id="filter-9") == (
        "not_found",
        "filter_id",
        "filter_id: there is no filter 'filter-9'; see email_list_filters",
    )


# --- the auto-reply --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("audience", "reaches", "outside"),
    [
        ("organization", {DANA, LEO}, NOBODY),
        ("contacts", {DANA, LEO, NOOR, ALEX, RIA}, {NOOR, ALEX, RIA}),
        ("Everyone", {DANA, LEO, NOOR, ALEX, RIA, ANYONE}, {NOOR, ALEX, RIA, ANYONE}),
    ],
)
def test_an_auto_reply_reaches_its_audience(audience: str, reaches: set[str], outside: set[str]) -> None:
    done = act(office(), "set_auto_reply", enabled=True, audience=audience)
    effect = done.effects[0]
    fields = {"enabled": True} | ({} if audience == "organization" else {"audience": audience.casefold()})
    assert (effect.op, effect.entity, effect.fields) == ("email.set_auto_reply", "mailbox", fields)
    assert (effect.reaches, effect.outside, effect.changed) == (reaches, outside, ("mailbox",))


def test_only_changes_of_the_auto_reply_count() -> None:
    assert act(office(), "set_auto_reply", enabled=False).status == "no_op"
    assert act(office(), "set_auto_reply", enabled=False, message="Away.").status == "no_op"
    on = act(office(), "set_auto_reply", enabled=True, message="Back on Monday.")
    assert on.effects[0].fields == {"enabled": True, "message": "Back on Monday."}
    assert on.workspace.auto_reply == AutoReply(enabled=True, message="Back on Monday.")
    other = act(on.workspace, "set_auto_reply", enabled=True, message="Back on Friday.")
    assert other.effects[0].fields == {"message": "Back on Friday."}
    assert other.effects[0].reaches == {DANA, LEO}


def test_turning_the_auto_reply_off_reaches_nobody() -> None:
    on = act(office(), "set_auto_reply", enabled=True, audience="everyone")
    off = act(on.workspace, "set_auto_reply", enabled=False, message="")
    assert writes(off) == [
        ("email.set_auto_reply", "mailbox", {"enabled": False, "message": ""}, NOBODY, NOBODY)
    ]
    assert not off.effects[0].external


def test_an_auto_reply_needs_a_text() -> None:
    assert refuse(office(), "set_auto_reply", enabled=True, message=" ")[:2] == (
        "missing_argument",
        "message",
    )
