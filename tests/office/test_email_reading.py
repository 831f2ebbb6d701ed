"""Lists, searches, messages, threads: what they show, and that they change nothing."""

from __future__ import annotations

import pytest
from mailroom import FILE, act, office, refuse, shown

from sabench.model import Message, open_workspace, replace
from sabench.office.email import view


def found(query: str, **more: object) -> list[str]:
    return [one["id"] for one in shown(act(office(), "search", query=query, **more))["messages"]]


def listed(**arguments: object) -> list[str]:
    return [one["id"] for one in shown(act(office(), "list", **arguments))["messages"]]


# --- lists -----------------------------------------------------------------------------------------


def test_a_list_is_newest_first_and_later_creation_wins_ties() -> None:
    assert listed() == ["msg-3", "msg-2", "msg-1"]
    assert listed(folder="Sent") == ["msg-5", "msg-4"]
    assert listed(folder="all") == ["msg-5", "msg-4", "msg-3", "msg-2", "msg-1", "msg-8"]
    assert listed(folder=" All ") == listed(folder="") == listed(folder="anywhere") == listed(folder="all")
    assert listed(folder="Bin") == ["msg-6"]
    assert listed(unread_only=True) == ["msg-1"]


def test_the_order_is_by_instant_not_by_clock_face() -> None:
    first = replace(FILE.messages[0], id="a", sent_at="2026-03-10T12:00:00+05:00")
    second = replace(FILE.messages[0], id="b", sent_at="2026-03-10T08:00:00Z")
    ws = open_workspace(replace(FILE, messages=(second, first)))
    assert [one["id"] for one in shown(act(ws, "list"))["messages"]] == ["b", "a"]


def test_a_list_is_cut_at_its_limit_and_says_how_many_there_are() -> None:
    result = shown(act(office(), "list", limit="2"))
    assert [one["id"] for one in result["messages"]] == ["msg-3", "msg-2"]
    assert result["total"] == 3
    for limit in (0, 101, -1):
        assert refuse(office(), "list", limit=limit)[:2] == ("invalid_argument", "limit")


def test_a_summary_shows_what_a_reader_of_a_list_needs() -> None:
    assert shown(act(office(), "list"))["messages"][1] == {
        "id": "msg-2",
        "thread_id": "thr-1",
        "folder": "inbox",
        "from": "Leo Baum <leo@acme.test>",
        "to": ["Mia Wolf <m.wolf@acme.test>", "Dana Ortiz <d.ortiz@acme.test>"],
        "cc": [
            '"Chen, Alex" <alex@client.test>',
            "Mia Wolf <m.wolf@acme.test>",
            "Dana Ortiz <dana@acme.test>",
        ],
        "subject": "Re: Budget 2026",
        "snippet": "Text of msg-2.",
        "date": "2026-03-10T10:30:00+01:00",
        "labels": ["Finance", "q1"],
        "attachments": [
            {"id": "att-2", "name": "plan.pdf"},
            {"id": "att-1", "name": "Budget.xlsx", "note": "figures"},
        ],
    }
    unread, starred = shown(act(office(), "list"))["messages"][2], shown(act(office(), "list"))["messages"][0]
    assert unread["read"] is False
    assert starred["starred"] is True


def test_a_snippet_is_short_and_one_line() -> None:
    [one] = shown(act(office(), "list", folder="projects/atlas"))["messages"]
    assert one["snippet"].startswith("Kick-off at 15:00, see the café plan and more")
    assert one["snippet"].endswith("…")
    assert len(one["snippet"]) <= view.SNIPPET + 1


@pytest.mark.parametrize(("length", "mark"), [(view.SNIPPET, ""), (view.SNIPPET + 1, "…")])
def test_only_a_text_that_is_cut_is_marked(length: int, mark: str) -> None:
    ws = open_workspace(replace(FILE, messages=(replace(FILE.messages[0], body="x" * length),)))
    assert shown(act(ws, "list"))["messages"][0]["snippet"] == "x" * view.SNIPPET + mark


def test_an_unknown_folder_is_refused() -> None:
    for action, more in (("list", {}), ("search", {"query": "x"})):
        code, argument, text = refuse(office(), action, folder="Nope", **more)
        assert (code, argument) == ("not_found", "folder")
        assert "there are: inbox, sent" in text


def test_what_is_shown_is_fresh_after_each_change() -> None:
    ws = office()
    assert shown(act(ws, "list"))["total"] == 3
    after = act(ws, "star", message_ids=["msg-1"]).workspace
    assert [one.get("starred") for one in shown(act(after, "list"))["messages"]] == [True, None, True]
    assert [one.get("starred") for one in shown(act(ws, "list"))["messages"]] == [True, None, None]
    gone = act(after, "archive", message_ids=["msg-1"]).workspace
    assert shown(act(gone, "list"))["total"] == 2


def test_what_is_shown_follows_zone_and_files() -> None:
    ws = office()
    first = shown(act(ws, "get", message_id="msg-2"))["message"]
    moved = shown(act(replace(ws, zone="Asia/Tokyo"), "get", message_id="msg-2"))["message"]
    bare = shown(act(replace(ws, attachments={}), "get", message_id="msg-2"))["message"]
    assert (first["date"], moved["date"]) == ("2026-03-10T10:30:00+01:00", "2026-03-10T18:30:00+09:00")
    assert bare["attachments"] == [{"id": "att-2", "name": "att-2"}, {"id": "att-1", "name": "att-1"}]
    assert shown(act(ws, "get", message_id="msg-2"))["message"] == first


def test_views_are_forgotten_when_there_are_very_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(view, "MOST_KEPT", 2)
    ws = office()
    before = shown(act(ws, "list", folder="all"))
    assert shown(act(ws, "list", folder="all")) == before
    act(ws, "get", message_id="msg-1")
    assert len(ws.directory.memo["mail"].views) <= 3


def test_a_mailbox_reads_the_same_however_many_states_of_it_were_looked_at(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(view, "MOST_SHELVES", 2)
    ws = office()
    states = [ws]
    for name in ("msg-1", "msg-2", "msg-3"):
        states.append(act(states[-1], "trash", message_ids=[name]).workspace)
    first = [shown(act(one, "list", folder="all")) for one in states]
    again = [shown(act(one, "list", folder="all")) for one in reversed(states)]
    assert again[::-1] == first
    assert [one["total"] for one in first] == sorted({one["total"] for one in first}, reverse=True)


# --- one message, one thread -----------------------------------------------------------------------


def test_a_message_is_shown_in_full_from_any_folder() -> None:
    assert shown(act(office(), "get", message_id="msg-3")) == {
        "message": {
            "id": "msg-3",
            "thread_id": "thr-2",
            "folder": "inbox",
            "from": '"Chen, Alex" <alex@client.test>',
            "reply_to": "Ria Sand <ria@client.test>",
            "to": ["Mia Wolf <mia@acme.test>"],
            "subject": "About thr-2",
            "date": "2026-03-11T08:00:00+01:00",
            "body": "Text of msg-3.",
            "starred": True,
        }
    }
    assert shown(act(office(), "get", message_id="msg-6"))["message"]["folder"] == "trash"
    assert shown(act(office(), "get", message_id="msg-5"))["message"]["bcc"] == ["Ria Sand <ria@client.test>"]


def test_a_thread_is_oldest_first() -> None:
    ws = act(office(), "reply", message_id="msg-2", body="Fine").workspace
    ws = act(ws, "trash", message_ids=["msg-1"]).workspace
    thread = shown(act(ws, "get_thread", thread_id="thr-1"))
    assert thread["thread_id"] == "thr-1"
    assert [(one["id"], one["folder"]) for one in thread["messages"]] == [
        ("msg-1", "trash"),
        ("msg-2", "inbox"),
        ("msg-9", "sent"),
    ]
    assert thread["messages"][2]["in_reply_to"] == "msg-2"


def test_reading_marks_nothing_as_read() -> None:
    ws = office()
    for action, arguments in (
        ("get", {"message_id": "msg-1"}),
        ("get_thread", {"thread_id": "thr-1"}),
        ("list", {}),
    ):
        done = act(ws, action, **arguments)
        assert done.workspace is ws
        assert (done.status, done.effects) == ("succeeded", ())


def test_drafts_are_listed_last_changed_first() -> None:
    ws = act(office(), "create_draft", body="new", to="dana@acme.test", attachment_ids="att-2").workspace
    drafts = shown(act(ws, "list_drafts"))["drafts"]
    assert [one["id"] for one in drafts] == ["draft-3", "draft-2", "draft-1"]
    assert drafts[0] == {
        "id": "draft-3",
        "to": ["Dana Ortiz <dana@acme.test>"],
        "subject": "",
        "body": "new",
        "attachments": [{"id": "att-2", "name": "plan.pdf"}],
        "updated_at": FILE.now,
    }


def test_a_draft_that_is_changed_comes_first() -> None:
    late = replace(FILE.drafts[0], updated_at="2026-03-02T08:00:00+01:00")
    ws = open_workspace(replace(FILE, drafts=(late, FILE.drafts[1])))
    assert [one["id"] for one in shown(act(ws, "list_drafts"))["drafts"]] == ["draft-1", "draft-2"]
    ws = act(ws, "update_draft", draft_id="draft-2", body="better").workspace
    assert [one["id"] for one in shown(act(ws, "list_drafts"))["drafts"]] == ["draft-2", "draft-1"]


def test_filters_are_listed_with_the_auto_reply() -> None:
    assert shown(act(office(), "list_filters")) == {
        "filters": [{"id": "filter-1", "criteria": {"from": "Boss"}, "actions": {"star": True}}],
        "auto_reply": {"enabled": False, "message": "Away.", "audience": "organization"},
    }


# --- search ----------------------------------------------------------------------------------------

SEARCHES = [
    ("", ["msg-5", "msg-4", "msg-3", "msg-2", "msg-1", "msg-8"]),
    ("budget", ["msg-2", "msg-1"]),  # a subject, and the name of a file
    ("BUDGET text", ["msg-2", "msg-1"]),
    ("plan.pdf", ["msg-2"]),
    ("sand", ["msg-5"]),
    ("nowhere", []),
    ("prize", []),
    ("prize in:trash", ["msg-6"]),
    ("prize in:anywhere", ["msg-7", "msg-6"]),
    ("prize in:Junk", ["msg-7"]),
    ("budget -in:inbox", []),
    ('in:"projects/atlas"', ["msg-8"]),
    ("from:dana", ["msg-1"]),
    ("From: Dana", ["msg-1"]),
    ("from:d.ortiz@acme.test", ["msg-1"]),
    ('from:"leo baum"', ["msg-2"]),
    ("from:@acme.test -from:me", ["msg-2", "msg-1", "msg-8"]),
    ("from:me", ["msg-5", "msg-4"]),
    ("to:me from:alex", ["msg-3"]),
    ("to:d.ortiz@acme.test", ["msg-4", "msg-2"]),
    ("to:board", ["msg-8"]),
    ("cc:alex@client.test", ["msg-2"]),
    ("cc:client", ["msg-2"]),
    ("bcc:ria", ["msg-5"]),
    ("subject:re", ["msg-2"]),
    ("subject:(budget re)", ["msg-2"]),
    ("subject:(re AND budget)", ["msg-2"]),
    ("subject:(re OR thr-2)", ["msg-3", "msg-2"]),
    ('subject:"budget 2026"', ["msg-2", "msg-1"]),
    ('subject:""', ["msg-5", "msg-4", "msg-3", "msg-2", "msg-1", "msg-8"]),
    ("label:finance", ["msg-2"]),
    ("label:follow-up", ["msg-8"]),
    ('label:"Follow Up"', ["msg-8"]),
    ("label:fin", []),
    ("has:attachment", ["msg-2"]),
    ("has:Attachments filename:xlsx", ["msg-2"]),
    ("filename:docx", []),
    ("filename:budget", ["msg-2"]),
    ("is:unread", ["msg-1"]),
    ("is:read budget", ["msg-2"]),
    ("is:starred", ["msg-3"]),
    ("-is:read", ["msg-1"]),
    ("after:2026/03/11", ["msg-5", "msg-4", "msg-3"]),
    ("since:2026-3-11 before:2026-03-12", ["msg-5", "msg-4", "msg-3"]),
    ("before:2026-01-06", ["msg-8"]),
    ("before:2026-01-05", []),
    ("after:2026-03-11T12:00", ["msg-5", "msg-4"]),
    ("after:1773226800", ["msg-5", "msg-4"]),  # 2026-03-11T12:00:00+01:00
    ("newer_than:1d", ["msg-5", "msg-4"]),
    ("newer_than:25h", ["msg-5", "msg-4", "msg-3"]),
    ("older_than:2m", ["msg-8"]),
    ("older_than:1w newer_than:1y", ["msg-8"]),
    ('"text of msg-1"', ["msg-1"]),
    ('"see the café plan"', ["msg-8"]),
    ('"see the cafe\u0301 plan"', ["msg-8"]),
    ('"café the"', []),
    ("15:00", ["msg-8"]),
    ("kick-off", ["msg-8"]),
    ("budget?", ["msg-2", "msg-1"]),
    ("budget - 2026", ["msg-2", "msg-1"]),
    ('budget -"re: budget"', ["msg-1"]),
    ("from:dana OR from:leo", ["msg-2", "msg-1"]),
    ("(from:dana OR from:leo) is:unread", ["msg-1"]),
    ("{from:dana from:alex} in:inbox", ["msg-3", "msg-1"]),
    ("OR budget AND 2026", ["msg-2", "msg-1"]),
    ("budget OR", ["msg-2", "msg-1"]),
    ("budget OR ?", ["msg-2", "msg-1"]),
    ('"budget', ["msg-2", "msg-1"]),
]


@pytest.mark.parametrize(("query", "ids"), SEARCHES)
def test_a_search_finds(query: str, ids: list[str]) -> None:
    assert found(query) == ids


def test_an_operator_without_a_value_is_a_plain_word() -> None:
    assert found("budget subject:") == found("budget subject") == []


def test_a_folder_narrows_a_search() -> None:
    assert found("budget", folder="Archive") == []
    assert found("prize", folder="trash") == ["msg-6"]
    assert found("budget in:inbox", folder="sent") == []


@pytest.mark.parametrize(
    ("query", "hint"),
    [
        ("after:yesterday", "query: after:yesterday cannot be read; give a day such as 2026-03-12"),
        ("before:03/12/2026", "query: before:03/12/2026 cannot be read; give a day such as 2026-03-12"),
        ("after:1899-12-31", "query: after:1899-12-31 cannot be read; give a day such as 2026-03-12"),
        ("after:20260312", "query: after:20260312 cannot be read; give a day such as 2026-03-12"),
        ("after:2026-02-30", "query: after:2026-02-30 cannot be read; give a day such as 2026-03-12"),
        (
            "after:99999999999999999",
            "query: after:99999999999999999 cannot be read; give a day such as 2026-03-12",
        ),
        ("newer_than:soon", "query: newer_than:soon cannot be read; give an age such as 7d, 2w, 3m or 1y"),
        ("older_than:9999y", "query: older_than:9999y cannot be read; give an age such as 7d, 2w, 3m or 1y"),
        ("is:important", "query: is:important cannot be read; is:unread, is:read and is:starred are known"),
        ("has:link", "query: has:link cannot be read; only has:attachment is known"),
    ],
)
def test_an_operator_that_cannot_be_read_says_how_to_mend_it(query: str, hint: str) -> None:
    assert refuse(office(), "search", query=query) == ("invalid_argument", "query", hint)


def test_a_folder_of_a_query_has_to_be_there() -> None:
    assert refuse(office(), "search", query="in:nowhere")[:2] == ("not_found", "query")


def test_a_search_shows_the_newest_and_the_whole_count() -> None:
    many = tuple(
        Message(
            id=f"m{n}",
            thread_id="t",
            folder="inbox",
            sender="dana@acme.test",
            to=("mia@acme.test",),
            subject="Same",
            body="",
            sent_at=FILE.now,
        )
        for n in range(60)
    )
    result = shown(act(open_workspace(replace(FILE, messages=many)), "search", query="same"))
    assert result["total"] == 60
    assert [one["id"] for one in result["messages"]] == [f"m{n}" for n in range(59, 9, -1)]
