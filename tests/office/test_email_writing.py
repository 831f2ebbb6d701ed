"""Sending, answering, forwarding, drafts."""

from __future__ import annotations

import pytest
from mailroom import (
    ALEX,
    BOARD,
    DANA,
    FILE,
    LEO,
    ME,
    RIA,
    STRANGER,
    TEAM,
    act,
    office,
    refuse,
    shown,
    snapshot,
    writes,
)

from sabench.model import open_workspace, replace

NOBODY: frozenset[str] = frozenset()


def test_a_sent_mail_stands_in_the_sent_folder_of_its_own_thread() -> None:
    done = act(office(), "send", to=[DANA], subject="Hello", body="There", attachment_ids=["att-2", "att-1"])
    new = done.workspace.messages["msg-9"]
    assert shown(done) == {"message_id": "msg-9", "thread_id": "thr-8", "to": [DANA], "subject": "Hello"}
    assert (new.folder, new.sender, new.sent_at, new.thread_id, new.read) == (
        "sent",
        ME,
        FILE.now,
        "thr-8",
        True,
    )
    assert (new.to, new.subject, new.body, new.attachments) == ((DANA,), "Hello", "There", ("att-1", "att-2"))
    fields = {"to": (DANA,), "attachments": ("att-1", "att-2"), "subject": "Hello", "body": "There"}
    assert writes(done) == [("email.send", "msg-9", fields, {"to", "attachments"}, {DANA})]
    assert done.effects[0].created == "msg-9"
    assert done.effects[0].changed == ("msg-9",)


def test_only_what_is_there_is_a_field() -> None:
    done = act(office(), "send", bcc=[RIA], subject="", body="")
    assert writes(done) == [("email.send", "msg-9", {"bcc": (RIA,)}, {"bcc"}, {RIA})]
    assert done.effects[0].external


@pytest.mark.parametrize(
    "spelling",
    [
        {"to": [ALEX, DANA], "cc": [LEO, ME]},
        {"to": [DANA, ALEX], "cc": [ME, LEO]},
        {"to": f"{DANA}, {ALEX}", "cc": f"{ME}; {LEO}"},
        {"to": ["DANA@Acme.Test", "Alex Chen <ALEX@client.test>"], "cc": [LEO, "m.wolf@acme.test"]},
        {"to": ["d.ortiz@acme.test", ALEX, DANA], "cc": [LEO, DANA, ME, ME]},
        {"to": f"Chen, Alex <{ALEX}>, Ortiz, Dana <{DANA}>;", "cc": [LEO, ME]},
        {"to": f'["{ALEX}", "Dana <d.ortiz@acme.test>"]', "cc": [ME, LEO], "bcc": [DANA, LEO]},
    ],
)
def test_order_case_names_aliases_and_repeats_of_recipients_do_not_matter(
    spelling: dict[str, object],
) -> None:
    plain = act(office(), "send", to=[ALEX, DANA], cc=[LEO, ME], subject="s", body="b")
    other = act(office(), "send", subject="s", body="b", **spelling)
    assert writes(other) == writes(plain)
    assert snapshot(other.workspace) == snapshot(plain.workspace)


def test_every_line_of_recipients_is_sorted() -> None:
    people = [RIA, LEO, DANA, ALEX, STRANGER, ME, TEAM, BOARD]
    for line in ("to", "cc", "bcc"):
        done = act(office(), "send", subject="s", body="b", **{line: people})
        assert done.effects[0].fields[line] == tuple(sorted(people))
        assert getattr(done.workspace.messages["msg-9"], line) == tuple(sorted(people))


def test_a_list_is_named_as_such_and_reaches_its_members() -> None:
    done = act(office(), "send", to=[BOARD], subject="s", body="b")
    assert writes(done) == [
        ("email.send", "msg-9", {"to": (BOARD,), "subject": "s", "body": "b"}, {"to"}, {DANA, LEO, RIA})
    ]
    assert done.effects[0].outside == {RIA}


def test_ids_never_collide_with_what_is_there() -> None:
    ws = replace(office(), counters={})
    done = act(ws, "send", to=[DANA], subject="s", body="b")
    assert (done.result["message_id"], done.result["thread_id"]) == ("msg-9", "thr-8")
    assert act(ws, "create_draft", body="b").result["draft_id"] == "draft-3"
    made = act(ws, "create_filter", criteria={"from": "x"}, actions={"star": True})
    assert made.result["filter_id"] == "filter-2"


@pytest.mark.parametrize(
    ("arguments", "code", "argument"),
    [
        ({}, "missing_argument", "subject"),
        ({"subject": "s", "body": "b"}, "no_recipients", "to"),
        ({"to": [], "subject": "s", "body": "b"}, "no_recipients", "to"),
        ({"to": ["dana"], "subject": "s", "body": "b"}, "invalid_argument", "to"),
        ({"to": [DANA], "subject": "s\r\nBcc: x@y.test", "body": "b"}, "invalid_argument", "subject"),
        ({"to": ["a@b.test\r\nBcc: x@y.test"], "subject": "s", "body": "b"}, "invalid_argument", "to"),
        ({"to": ["dana\u202e@acme.test"], "subject": "s", "body": "b"}, "invalid_argument", "to"),
        ({"to": ["dana@acme.test\u200b"], "subject": "s", "body": "b"}, "invalid_argument", "to"),
        ({"to": ["\x1b[2Jdana@acme.test"], "subject": "s", "body": "b"}, "invalid_argument", "to"),
        (
            {"to": [DANA], "subject": "s", "body": "b", "attachment_ids": ["att-9"]},
            "not_found",
            "attachment_ids",
        ),
    ],
)
def test_a_mail_that_cannot_be_sent_says_why(arguments: dict[str, object], code: str, argument: str) -> None:
    assert refuse(office(), "send", **arguments)[:2] == (code, argument)


def test_a_missing_attachment_is_named() -> None:
    text = refuse(office(), "reply", message_id="msg-1", body="b", attachment_ids=["att-9"])[2]
    assert text == "attachment_ids: there is no attachment 'att-9'; email_get shows those of a message"


# --- answers ---------------------------------------------------------------------------------------


def test_a_reply_goes_to_the_sender_and_joins_the_thread() -> None:
    done = act(office(), "reply", message_id="msg-1", body="Yes")
    new = done.workspace.messages["msg-9"]
    assert (new.thread_id, new.in_reply_to, new.folder, new.to) == ("thr-1", "msg-1", "sent", (DANA,))
    fields = {"to": (DANA,), "subject": "Re: Budget 2026", "body": "Yes"}
    assert writes(done) == [("email.reply", "msg-1", fields, NOBODY, {DANA})]
    assert (done.effects[0].created, done.effects[0].changed) == ("msg-9", ("msg-9",))


@pytest.mark.parametrize(
    ("answered", "to"),
    [
        ("msg-2", (LEO,)),
        ("msg-3", (RIA,)),  # Reply-To
        ("msg-4", (ALEX, DANA)),  # the user's own mail: its recipients
        ("msg-5", (ME,)),  # a note to oneself
        ("msg-6", (STRANGER,)),  # in the trash
        ("msg-8", (TEAM,)),
    ],
)
def test_whom_a_reply_goes_to_is_its_default(answered: str, to: tuple[str, ...]) -> None:
    done = act(office(), "reply", message_id=answered, body="Yes")
    assert done.effects[0].fields["to"] == to
    assert done.effects[0].wide == NOBODY


@pytest.mark.parametrize(
    ("answered", "to", "cc", "wide"),
    [
        ("msg-1", (DANA,), (), NOBODY),
        ("msg-2", (DANA, LEO), (ALEX,), {"to", "cc"}),
        ("msg-3", (RIA,), (), NOBODY),
        ("msg-4", (ALEX, DANA), (TEAM,), {"cc"}),
        ("msg-5", (ME,), (), NOBODY),
        ("msg-8", (BOARD, TEAM), (), {"to"}),
    ],
)
def test_reply_all_is_everybody_but_the_user(
    answered: str, to: tuple[str, ...], cc: tuple[str, ...], wide: frozenset[str]
) -> None:
    done = act(office(), "reply_all", message_id=answered, body="Yes")
    effect = done.effects[0]
    assert (effect.op, effect.entity) == ("email.reply", answered)
    assert (effect.fields["to"], effect.fields.get("cc", ()), effect.wide) == (to, cc, wide)
    assert shown(done).get("cc", []) == list(cc)


@pytest.mark.parametrize("answered", ["msg-1", "msg-3", "msg-5", "msg-6"])
def test_reply_all_with_nobody_else_is_a_reply(answered: str) -> None:
    one = act(office(), "reply", message_id=answered, body="Yes", attachment_ids=["att-1"])
    everybody = act(office(), "reply_all", message_id=answered, body="Yes", attachment_ids=["att-1"])
    assert writes(everybody) == writes(one)
    assert snapshot(everybody.workspace) == snapshot(one.workspace)


def test_a_mail_whose_reply_to_is_the_user_is_answered_to_the_others() -> None:
    odd = replace(FILE.messages[0], reply_to="m.wolf@acme.test", to=(ME, LEO))
    ws = open_workspace(replace(FILE, messages=(odd,)))
    assert act(ws, "reply", message_id="msg-1", body="b").effects[0].fields["to"] == (ME,)
    assert act(ws, "reply_all", message_id="msg-1", body="b").effects[0].fields["to"] == (LEO,)


def test_a_copy_to_oneself_is_not_answered() -> None:
    own = replace(FILE.messages[3], to=("m.wolf@acme.test", LEO, DANA))
    ws = open_workspace(replace(FILE, messages=(own,)))
    done = act(ws, "reply", message_id="msg-4", body="b")
    assert done.effects[0].fields["to"] == (DANA, LEO)
    assert done.effects[0].wide == NOBODY


@pytest.mark.parametrize(
    ("subject", "re", "fwd"),
    [
        ("Plan", "Re: Plan", "Fwd: Plan"),
        ("re: Plan", "re: Plan", "Fwd: re: Plan"),
        ("FW: Plan", "Re: FW: Plan", "FW: Plan"),
        ("", "Re:", "Fwd:"),
    ],
)
def test_prefixes_of_a_subject_are_not_piled_up(subject: str, re: str, fwd: str) -> None:
    ws = open_workspace(replace(FILE, messages=(replace(FILE.messages[0], subject=subject),)))
    assert act(ws, "reply", message_id="msg-1", body="b").result["subject"] == re
    assert act(ws, "forward", message_id="msg-1", to=[LEO]).result["subject"] == fwd


@pytest.mark.parametrize("action", ["reply", "reply_all", "forward"])
@pytest.mark.parametrize(
    ("given", "hint"),
    [
        ("msg-77", "message_id: there is no message 'msg-77'; see email_search"),
        (
            "draft-1",
            "message_id: draft-1 is a draft, not a message; see email_update_draft and email_send_draft",
        ),
        ("thr-1", "message_id: thr-1 is a thread; email_get_thread lists its messages"),
    ],
)
def test_answering_what_is_no_message_says_what_it_is(action: str, given: str, hint: str) -> None:
    more = {"to": [LEO]} if action == "forward" else {}
    assert refuse(office(), action, message_id=given, body="b", **more) == ("not_found", "message_id", hint)


# --- forwarding ------------------------------------------------------------------------------------


def test_a_forward_takes_text_and_attachments_along() -> None:
    done = act(
        office(), "forward", message_id="msg-2", to=[RIA], cc=["Dana <d.ortiz@acme.test>"], body="See below"
    )
    new = done.workspace.messages["msg-9"]
    assert (new.forward_of, new.in_reply_to, new.thread_id) == ("msg-2", "", "thr-1")
    assert new.body.startswith("See below\n\n---------- Forwarded message")
    assert new.body.endswith("Text of msg-2.")
    fields = {
        "to": (RIA,),
        "cc": (DANA,),
        "attachments": ("att-1", "att-2"),
        "subject": "Fwd: Re: Budget 2026",
        "body": "See below",
    }
    assert writes(done) == [("email.forward", "msg-2", fields, {"to", "cc"}, {RIA, DANA})]


def test_a_bare_forward_has_no_text_of_its_own() -> None:
    done = act(office(), "forward", message_id="msg-1", to=[LEO])
    assert done.effects[0].fields == {"to": (LEO,), "subject": "Fwd: Budget 2026"}
    assert done.workspace.messages["msg-9"].body.startswith("---------- Forwarded message")


def test_a_forward_needs_a_recipient() -> None:
    assert refuse(office(), "forward", message_id="msg-1", to=[])[:2] == ("no_recipients", "to")
    assert refuse(office(), "forward", message_id="msg-1")[:2] == ("missing_argument", "to")


# --- drafts ----------------------------------------------------------------------------------------


def test_a_draft_reaches_nobody() -> None:
    done = act(office(), "create_draft", to=["Ria <RIA@client.test>"], subject="s", attachment_ids=["att-1"])
    fields = {"to": (RIA,), "attachments": ("att-1",), "subject": "s"}
    assert writes(done) == [("email.create_draft", "draft-3", fields, {"to", "attachments"}, NOBODY)]
    assert done.effects[0].created == "draft-3"
    assert done.workspace.drafts["draft-3"].updated_at == FILE.now
    assert shown(done) == {"draft_id": "draft-3", "to": [RIA], "attachments": ["att-1"], "subject": "s"}


def test_a_draft_that_answers_is_addressed_as_a_reply_unless_it_says() -> None:
    done = act(office(), "create_draft", in_reply_to="msg-3", body="b")
    fields = {"to": (RIA,), "in_reply_to": "msg-3", "subject": "Re: About thr-2", "body": "b"}
    assert writes(done) == [("email.create_draft", "draft-3", fields, {"in_reply_to"}, NOBODY)]
    said = act(office(), "create_draft", in_reply_to="msg-3", cc=[ALEX], subject="Else")
    assert said.effects[0].fields == {"cc": (ALEX,), "in_reply_to": "msg-3", "subject": "Else"}
    assert said.effects[0].wide == {"cc", "in_reply_to"}


SENDS = [
    {"to": [DANA], "subject": "s", "body": "b"},
    {"to": [ALEX, "d.ortiz@acme.test"], "cc": [BOARD], "bcc": [ME, DANA], "subject": "s", "body": ""},
    {"bcc": [RIA], "subject": "", "body": "b", "attachment_ids": ["att-2", "att-1"]},
]


@pytest.mark.parametrize("arguments", SENDS)
def test_a_draft_that_is_sent_is_a_send(arguments: dict[str, object]) -> None:
    sent = act(office(), "send", **arguments)
    kept = act(office(), "create_draft", **arguments)
    done = act(kept.workspace, "send_draft", draft_id=kept.result["draft_id"])
    assert writes(done) == writes(sent)
    assert done.result == sent.result
    assert done.workspace.messages == sent.workspace.messages
    assert done.effects[0].changed == ("msg-9", "draft-3")
    assert "draft-3" not in done.workspace.drafts


@pytest.mark.parametrize("answered", ["msg-1", "msg-3", "msg-4", "msg-5"])
@pytest.mark.parametrize("named", [True, False])
def test_a_draft_of_an_answer_that_is_sent_is_a_reply(answered: str, named: bool) -> None:
    sent = act(office(), "reply", message_id=answered, body="b", attachment_ids=["att-1"])
    to = {"to": list(sent.effects[0].fields["to"])} if named else {}
    kept = act(office(), "create_draft", in_reply_to=answered, body="b", attachment_ids=["att-1"], **to)
    done = act(kept.workspace, "send_draft", draft_id="draft-3")
    assert writes(done) == writes(sent)
    assert done.workspace.messages == sent.workspace.messages


def test_a_draft_of_an_answer_to_everybody_is_a_reply_all() -> None:
    sent = act(office(), "reply_all", message_id="msg-2", body="b")
    kept = act(office(), "create_draft", in_reply_to="msg-2", to=[LEO, DANA], cc=[ALEX], body="b")
    assert writes(act(kept.workspace, "send_draft", draft_id="draft-3")) == writes(sent)


def test_an_answer_to_a_message_that_is_gone_is_a_new_mail() -> None:
    kept = act(office(), "create_draft", in_reply_to="msg-1", body="b")
    left = act(kept.workspace, "delete_permanently", message_ids=["msg-1"])
    done = act(left.workspace, "send_draft", draft_id="draft-3")
    assert done.effects[0].op == "email.send"
    assert done.workspace.messages["msg-9"].in_reply_to == ""


def test_an_untidy_draft_of_the_file_is_sent_in_canonical_form() -> None:
    done = act(office(), "send_draft", draft_id="draft-1")
    assert done.effects[0].fields == {"to": (ALEX, DANA), "subject": "Offer", "body": "Dear Alex"}


def test_a_draft_without_recipients_cannot_be_sent() -> None:
    assert refuse(office(), "send_draft", draft_id="draft-2")[:2] == ("no_recipients", "to")


def test_an_update_of_a_draft_has_exactly_the_changed_fields() -> None:
    done = act(
        office(),
        "update_draft",
        draft_id="draft-1",
        to=[DANA, "Alex <ALEX@client.test>"],
        bcc=[LEO],
        body="Dear all",
        subject="Offer",
        attachment_ids=["att-1"],
        in_reply_to="msg-1",
    )
    fields = {"bcc": (LEO,), "in_reply_to": "msg-1", "attachments": ("att-1",), "body": "Dear all"}
    assert writes(done) == [
        ("email.update_draft", "draft-1", fields, {"bcc", "in_reply_to", "attachments"}, NOBODY)
    ]
    kept = done.workspace.drafts["draft-1"]
    assert (kept.to, kept.body, kept.updated_at) == ((ALEX, DANA), "Dear all", FILE.now)


def test_an_update_of_a_draft_can_clear() -> None:
    done = act(office(), "update_draft", draft_id="draft-1", to=[], subject="")
    assert done.effects[0].fields == {"to": (), "subject": ""}
    assert done.effects[0].wide == NOBODY


@pytest.mark.parametrize(
    "arguments", [{}, {"subject": "Offer"}, {"to": ["d.ortiz@acme.test", ALEX]}, {"cc": []}]
)
def test_the_same_values_again_change_no_draft(arguments: dict[str, object]) -> None:
    done = act(office(), "update_draft", draft_id="draft-1", **arguments)
    assert (done.status, done.effects) == ("no_op", ())


@pytest.mark.parametrize("action", ["update_draft", "send_draft", "delete_draft"])
def test_a_draft_that_is_not_there_fails(action: str) -> None:
    assert refuse(office(), action, draft_id="draft-9") == (
        "not_found",
        "draft_id",
        "draft_id: there is no draft 'draft-9'; see email_list_drafts",
    )
    assert "is a message" in refuse(office(), action, draft_id="msg-1")[2]


@pytest.mark.parametrize("given", ["msg-77", "draft-1"])
def test_a_draft_answers_only_a_message(given: str) -> None:
    assert refuse(office(), "create_draft", in_reply_to=given)[:2] == ("not_found", "in_reply_to")
    assert refuse(office(), "update_draft", draft_id="draft-1", in_reply_to=given)[:2] == (
        "not_found",
        "in_reply_to",
    )


def test_a_deleted_draft_is_gone() -> None:
    done = act(office(), "delete_draft", draft_id="draft-1")
    assert writes(done) == [("email.delete_draft", "draft-1", {}, NOBODY, NOBODY)]
    assert list(done.workspace.drafts) == ["draft-2"]
    assert shown(done) == {"draft_id": "draft-1", "deleted": True}
