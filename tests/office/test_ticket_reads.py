"""Reads of tickets and the query language."""

from __future__ import annotations

import pytest
from ticket_office import ALEX, FILE, call, content, fails, office, rows

from sabench.model import Ticket, open_workspace, replace
from sabench.office import perform

ALL = ["HD-1", "OPS-19", "OPS-21", "OPS-18", "OPS-9", "OPS-20"]  # by instant, then as they were made


def test_tickets_are_listed_by_instant_and_then_as_they_were_made():
    assert rows(call(office(), "list")) == ALL


def test_equal_instants_in_other_zones_keep_the_order_of_creation():
    tickets = tuple(
        Ticket(id=id, queue="Operations", title=id, description="", status="open", created_at=at)
        for id, at in [("C", "2026-03-01T10:00:00+01:00"), ("A", "2026-03-01T09:00:00Z"), ("B", "soon")]
    )
    assert rows(call(open_workspace(replace(FILE, tickets=tickets)), "list")) == ["C", "A", "B"]


@pytest.mark.parametrize(
    ("filters", "found"),
    [
        ({"queue": "Help Desk"}, ["HD-1"]),
        ({"queue": "help-desk"}, ["HD-1"]),
        ({"queue": "OPS", "status": "Open"}, ["OPS-18", "OPS-9"]),
        ({"status": "solved"}, []),
        ({"assignee": "me"}, ["OPS-20"]),
        ({"assignee": "M.Wolf@example.com"}, ["OPS-20"]),
        ({"assignee": "Dana Ortiz <dana@example.com>"}, ["OPS-9"]),
        ({"assignee": "ortiz"}, ["OPS-9"]),
        ({"assignee": "none", "status": "waiting"}, ["OPS-21"]),
        ({"assignee": "nobody@example.com"}, []),
        ({"queue": "", "status": "", "assignee": ""}, ALL),
    ],
)
def test_a_list_is_filtered(filters, found):
    assert rows(call(office(), "list", **filters)) == found


def test_a_list_by_what_there_is_not_says_what_there_is():
    assert fails(office(), "list", queue="Sales")[:2] == ("not_found", "queue")
    code, argument, message = fails(office(), "list", status="finished")
    assert (code, argument) == ("not_found", "status")
    assert message.endswith("closed, in progress, new, open, resolved, solved, waiting")


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("", ALL),
        ("move", ["OPS-19", "OPS-18", "OPS-9"]),
        ("MOVE server", ["OPS-18"]),
        ('"the mail"', ["OPS-18"]),
        ('"mail the"', []),
        ("ops-2", ["OPS-21", "OPS-20"]),
        ("about:", ALL),
        ("queue:hd", ["HD-1"]),
        ('queue:"help desk"', ["HD-1"]),
        ('status:"In Progress"', ["OPS-20"]),
        ("status: in_progress", ["OPS-20"]),
        ("STATUS:open", ["OPS-18", "OPS-9"]),
        ("priority:High", ["OPS-9"]),
        ("assignee:me", ["OPS-20"]),
        ("assignee:dana", ["OPS-9"]),
        ("assignee:unassigned queue:ops is:open", ["OPS-21", "OPS-18"]),
        ("requester:alex", ["HD-1", "OPS-9"]),
        (f"requester:{ALEX} -queue:hd", ["OPS-9"]),
        ("requester:none", ["OPS-21", "OPS-20"]),
        ("label:MIGRATION", ["OPS-9"]),
        ("-label:none", ["OPS-9"]),
        ("parent:ops-9", ["OPS-19", "OPS-18"]),
        ("parent:none queue:ops", ["OPS-21", "OPS-9", "OPS-20"]),
        ("due:2026-03-13", ["OPS-20"]),
        ("due:<2026-03-20", ["OPS-20"]),
        ("due:<=2026-03-20", ["OPS-18", "OPS-20"]),
        ("due:>2026-03-13", ["OPS-18"]),
        ('due:">= 2026-03-13"', ["OPS-18", "OPS-20"]),
        ("due:none", ["HD-1", "OPS-19", "OPS-21", "OPS-9"]),
        ("is:open move", ["OPS-18", "OPS-9"]),
        ("is:closed", ["OPS-19"]),
        ("move AND is:open -centre", ["OPS-18"]),
        ('"', ALL),
        ("-", ["HD-1", "OPS-19", "OPS-21", "OPS-18", "OPS-9", "OPS-20"]),
    ],
)
def test_a_search_finds_what_fits_every_term(query, found):
    assert rows(call(office(), "search", query=query)) == found


@pytest.mark.parametrize(
    "query",
    [
        "priority:asap",
        "is:stale",
        "due:tomorrow",
        "due:<",
        'label:""',
        "status:open OR status:waiting",
        "NOT move",
    ],
)
def test_a_query_that_cannot_be_meant_fails(query):
    code, argument, message = fails(office(), "search", query=query)
    assert (code, argument) == ("invalid_argument", "query")
    assert message.startswith("query: ")


def test_a_quoted_operator_word_is_a_word():
    assert rows(call(office(), "search", query='"OR"')) == ["OPS-21"]  # n-or-th


def test_a_search_shows_what_is_needed_to_choose():
    (line,) = call(office(), "search", query="certificate").result["tickets"]
    assert line.id == "OPS-20"
    assert (line.status, line.priority, line.due) == ("in progress", "normal", "2026-03-13")


def test_a_ticket_is_shown_with_all_that_bears_on_it():
    shown = call(office(), "get", ticket_id="OPS-9").result["ticket"]
    assert shown["priority"] == "high"
    assert shown["children"] == ["OPS-19", "OPS-18"]
    assert shown["allowed_transitions"] == ("in progress", "resolved")
    assert shown["comments"] == 1
    assert shown["watchers"] == ("ole@example.com",)
    assert shown["description"] == "About: Move to the new data centre."
    linked = call(office(), "get", ticket_id="OPS-20").result["ticket"]["links"]
    assert [(link.relation, link.other_id) for link in linked] == [
        ("blocked_by", "OPS-18"),
        ("duplicated_by", "OPS-21"),
    ]


def test_comments_are_shown_by_instant_with_their_visibility():
    shown = call(office(), "get_comments", ticket_id="OPS-20").result
    assert shown["ticket_id"] == "OPS-20"
    assert [(comment["id"], comment["visibility"]) for comment in shown["comments"]] == [
        ("com-2", "internal"),
        ("com-1", "public"),
    ]


def test_links_are_shown_with_title_and_status_of_the_other():
    assert call(office(), "get_links", ticket_id="OPS-18").result["links"] == [
        {
            "relation": "blocks",
            "other_id": "OPS-20",
            "title": "Renew the certificate",
            "status": "in progress",
        }
    ]


@pytest.mark.parametrize("action", ["get", "get_comments", "get_links"])
def test_an_unknown_ticket_is_not_found(action):
    code, argument, message = fails(office(), action, ticket_id="OPS-404")
    assert (code, argument) == ("not_found", "ticket_id")
    assert "ticket_search" in message


def test_reads_give_the_workspace_back_untouched():
    ws = office()
    before = content(ws)
    for action, arguments in [
        ("list", {}),
        ("search", {"query": "move"}),
        ("get", {"ticket_id": "OPS-9"}),
        ("get_comments", {"ticket_id": "OPS-9"}),
        ("get_links", {"ticket_id": "OPS-9"}),
    ]:
        outcome = perform(ws, f"ticket_{action}", arguments)
        assert outcome.workspace is ws
        assert outcome.effects == ()
    assert content(ws) == before
