"""Writing mail. Whatever is sent is a letter first, so a draft that is sent and a direct send are one."""

from __future__ import annotations

from typing import Any

from sabench.errors import ToolError
from sabench.model import Address, Draft, Fields, Id, Message, Workspace, replace
from sabench.office import people
from sabench.office.effect import NOBODY, Result, Step, effect, next_id
from sabench.office.email import mailbox

_LETTER: tuple[str, ...] = ("to", "cc", "bcc", "attachments", "subject", "body")
_DRAFT: tuple[str, ...] = ("to", "cc", "bcc", "in_reply_to", "attachments", "subject", "body")
_TO = frozenset({"to"})
_ATTACHMENTS = frozenset({"attachments"})


def send(ws: Workspace, args: dict[str, Any]) -> Step:
    """A new mail in a new thread."""
    return _send(ws, _letter(ws, args))


def reply(ws: Workspace, args: dict[str, Any]) -> Step:
    """An answer to whom Reply-To or the sender names."""
    answered = mailbox.message(ws, args["message_id"])
    default = answer_to(ws, answered)
    return _reply(ws, _answer(ws, args, answered, default), answered, default)


def reply_all(ws: Workspace, args: dict[str, Any]) -> Step:
    """An answer to the sender and everybody else on the mail but the user."""
    answered = mailbox.message(ws, args["message_id"])
    me = mailbox.user(ws)
    default = answer_to(ws, answered)
    others = people.resolve_all(ws, (*default, *answered.to))
    to = tuple(one for one in others if one != me) or default
    cc = tuple(one for one in people.resolve_all(ws, answered.cc) if one != me)
    return _reply(ws, _answer(ws, args, answered, to, cc), answered, default)


def forward(ws: Workspace, args: dict[str, Any]) -> Step:
    """A message passed on with its attachments, under a covering text."""
    passed = mailbox.message(ws, args["message_id"])
    letter = _tidy(
        ws,
        Draft(
            id="",
            to=args["to"],
            cc=args.get("cc", ()),
            subject=_prefixed("Fwd: ", passed.subject, ("fwd:", "fw:")),
            body=args.get("body", ""),
            attachments=passed.attachments,
        ),
    )
    return _deliver(ws, letter, "email.forward", passed, _ATTACHMENTS)


def create_draft(ws: Workspace, args: dict[str, Any]) -> Step:
    """A mail that is written and kept. One that answers a message is addressed as a reply unless it says."""
    letter = _letter(ws, args)
    expected = NOBODY
    if letter.in_reply_to:
        answered = mailbox.message(ws, letter.in_reply_to, "in_reply_to")
        default = answer_to(ws, answered)
        if not (letter.to or letter.cc or letter.bcc):
            letter = replace(letter, to=default)
        if not letter.subject:
            letter = replace(letter, subject=_re(answered.subject))
        expected = _TO if letter.to == default else NOBODY
    made, counters = next_id(ws, "draft", "draft", ws.drafts)
    kept = replace(letter, id=made, updated_at=ws.now)
    after = replace(ws, drafts={**ws.drafts, made: kept}, counters=counters)
    fields = _given(letter, _DRAFT)
    done = effect(ws, "email.create_draft", made, fields, created=made, expected=expected)
    return after, {"draft_id": made, **fields}, (done,)


def update_draft(ws: Workspace, args: dict[str, Any]) -> Step:
    """Other recipients, wording or attachments; what is not given stays as it is."""
    old = _tidy(ws, mailbox.draft(ws, args["draft_id"]))
    given: dict[str, Any] = {name: args[name] for name in _DRAFT if name in args}
    if "attachment_ids" in args:
        given["attachments"] = _attachments(ws, args["attachment_ids"])
    if given.get("in_reply_to"):
        mailbox.message(ws, given["in_reply_to"], "in_reply_to")
    new = _tidy(ws, replace(old, **given))
    fields = {name: getattr(new, name) for name in _DRAFT if getattr(new, name) != getattr(old, name)}
    result: Result = {"draft_id": old.id, "changed": fields}
    if not fields:
        return ws, result, ()
    after = replace(ws, drafts={**ws.drafts, old.id: replace(new, updated_at=ws.now)})
    return after, result, (effect(ws, "email.update_draft", old.id, fields),)


def send_draft(ws: Workspace, args: dict[str, Any]) -> Step:
    """A draft goes out, as a reply when it answers a message that is still there."""
    letter = mailbox.draft(ws, args["draft_id"])
    return _send(ws, _tidy(ws, letter))


def delete_draft(ws: Workspace, args: dict[str, Any]) -> Step:
    """A draft thrown away for good."""
    gone = mailbox.draft(ws, args["draft_id"]).id
    after = replace(ws, drafts=_without(ws.drafts, gone))
    return after, {"draft_id": gone, "deleted": True}, (effect(ws, "email.delete_draft", gone, {}),)


# --- letters ---------------------------------------------------------------------------------------


def _letter(ws: Workspace, args: dict[str, Any]) -> Draft:
    return _tidy(
        ws,
        Draft(
            id="",
            to=args.get("to", ()),
            cc=args.get("cc", ()),
            bcc=args.get("bcc", ()),
            subject=args.get("subject", ""),
            body=args.get("body", ""),
            attachments=_attachments(ws, args.get("attachment_ids", ())),
            in_reply_to=args.get("in_reply_to", ""),
        ),
    )


def _answer(
    ws: Workspace,
    args: dict[str, Any],
    answered: Message,
    to: tuple[Address, ...],
    cc: tuple[Address, ...] = (),
) -> Draft:
    return _tidy(
        ws,
        Draft(
            id="",
            to=to,
            cc=cc,
            subject=_re(answered.subject),
            body=args["body"],
            attachments=_attachments(ws, args.get("attachment_ids", ())),
            in_reply_to=answered.id,
        ),
    )


def _tidy(ws: Workspace, letter: Draft) -> Draft:
    """Primary addresses in one order, each person once: in To before Cc before Bcc."""
    primary = ws.directory.primary
    to = {primary.get(one, one) for one in letter.to}
    cc = {primary.get(one, one) for one in letter.cc} - to if letter.cc else to
    bcc = {primary.get(one, one) for one in letter.bcc} - to - cc if letter.bcc else to
    return replace(
        letter,
        to=tuple(sorted(to)),
        cc=tuple(sorted(cc)) if letter.cc else (),
        bcc=tuple(sorted(bcc)) if letter.bcc else (),
        attachments=tuple(sorted(set(letter.attachments))) if letter.attachments else (),
    )


def _attachments(ws: Workspace, ids: tuple[Id, ...]) -> tuple[Id, ...]:
    for one in ids:
        if one not in ws.attachments:
            raise ToolError(
                "not_found",
                f"attachment_ids: there is no attachment {one[:60]!r}; email_get shows those of a message",
                "attachment_ids",
            )
    return ids


def answer_to(ws: Workspace, answered: Message) -> tuple[Address, ...]:
    """Whom a plain reply goes to: Reply-To, else the sender; on the user's own mail, its recipients."""
    me = mailbox.user(ws)
    if answered.reply_to or people.resolve(ws, answered.sender) != me:
        return (people.resolve(ws, answered.reply_to or answered.sender),)
    others = {people.resolve(ws, one) for one in answered.to} - {me}
    return tuple(sorted(others)) or (me,)


def _re(subject: str) -> str:
    return _prefixed("Re: ", subject, ("re:",))


def _prefixed(prefix: str, subject: str, known: tuple[str, ...]) -> str:
    return subject if subject.casefold().startswith(known) else f"{prefix}{subject}".strip()


def _passed_on(covering: str, passed: Message) -> str:
    quoted = (
        "---------- Forwarded message ---------\n"
        f"From: {passed.sender}\nDate: {passed.sent_at}\nSubject: {passed.subject}\n"
        f"To: {', '.join(passed.to)}\n\n{passed.body}"
    )
    return f"{covering}\n\n{quoted}" if covering else quoted


# --- delivery --------------------------------------------------------------------------------------


def _send(ws: Workspace, letter: Draft) -> Step:
    answered = ws.messages.get(letter.in_reply_to)
    if answered is None:
        return _deliver(ws, letter, "email.send")
    return _reply(ws, letter, answered, answer_to(ws, answered))


def _reply(ws: Workspace, letter: Draft, answered: Message, default: tuple[Address, ...]) -> Step:
    """The letter as an answer; ``default`` is whom a plain one goes to."""
    return _deliver(ws, letter, "email.reply", answered, _TO if letter.to == default else NOBODY)


def _deliver(
    ws: Workspace, letter: Draft, op: str, on: Message | None = None, expected: frozenset[str] = NOBODY
) -> Step:
    """The letter in the sent folder; ``on`` is the message that it answers or passes on."""
    addressed = letter.to + letter.cc + letter.bcc
    if not addressed:
        raise ToolError("no_recipients", "to: name at least one recipient in to, cc or bcc", "to")
    made, counters = next_id(ws, "message", "msg", ws.messages)
    if on is None:
        threads = [one.thread_id for one in ws.messages.values()]
        thread_id, others = next_id(ws, "thread", "thr", threads)
        counters["thread"] = others["thread"]
    else:
        thread_id = on.thread_id
    forwards = op == "email.forward"
    new = Message(
        id=made,
        thread_id=thread_id,
        folder="sent",
        sender=mailbox.user(ws),
        to=letter.to,
        cc=letter.cc,
        bcc=letter.bcc,
        subject=letter.subject,
        body=_passed_on(letter.body, on) if on and forwards else letter.body,
        sent_at=ws.now,
        attachments=letter.attachments,
        in_reply_to=on.id if on and not forwards else "",
        forward_of=on.id if on and forwards else "",
    )
    drafts = _without(ws.drafts, letter.id) if letter.id else ws.drafts
    after = replace(ws, messages={**ws.messages, made: new}, drafts=drafts, counters=counters)
    done = effect(
        ws,
        op,
        on.id if on else made,
        _given(letter, _LETTER),
        addressed=addressed,
        changed=(made, letter.id) if letter.id else (made,),
        created=made,
        expected=expected,
    )
    return after, _receipt(new), (done,)


def _receipt(new: Message) -> Result:
    receipt: Result = {"message_id": new.id, "thread_id": new.thread_id, "to": new.to}
    if new.cc:
        receipt["cc"] = new.cc
    if new.bcc:
        receipt["bcc"] = new.bcc
    receipt["subject"] = new.subject
    return receipt


def _given(letter: Draft, names: tuple[str, ...]) -> Fields:
    return {name: value for name in names if (value := getattr(letter, name))}


def _without(table: dict[Id, Draft], gone: Id) -> dict[Id, Draft]:
    return {key: value for key, value in table.items() if key != gone}
