"""Writing mail. Whatever is sent is a letter first, so a draft that is sent and a direct send are one."""

from __future__ import annotations

from operator import attrgetter
from typing import Any, TypeAlias

from sabench.errors import ToolError
from sabench.model import Address, Draft, Fields, Id, Message, Workspace, replace
from sabench.office import people
from sabench.office.effect import NOBODY, Result, Step, effect, next_id
from sabench.office.email import mailbox

_DRAFT: tuple[str, ...] = ("to", "cc", "bcc", "in_reply_to", "attachments", "subject", "body")
_TO = frozenset({"to"})
_ATTACHMENTS = frozenset({"attachments"})
_THREAD = attrgetter("thread_id")


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
    to, cc, _ = _recipients(ws, args["to"], args.get("cc", ()))
    subject = _prefixed("Fwd: ", passed.subject, ("fwd:", "fw:"))
    files = _sorted(passed.attachments)
    letter = Draft("", to, subject, args.get("body", ""), cc, attachments=files)
    return _deliver(ws, letter, "email.forward", passed, _ATTACHMENTS)


def create_draft(ws: Workspace, args: dict[str, Any]) -> Step:
    """A mail that is written and kept. One that answers a message is addressed as a reply unless it says."""
    letter = _letter(ws, args)
    expected = NOBODY
    if letter.in_reply_to:
        answered = mailbox.message(ws, letter.in_reply_to, "in_reply_to")
        default = answer_to(ws, answered)
        nobody = not (letter.to or letter.cc or letter.bcc)
        letter = replace(
            letter,
            to=default if nobody else letter.to,
            subject=letter.subject or _re(answered.subject),
        )
        expected = _TO if letter.to == default else NOBODY
    made, counters = next_id(ws, "draft", "draft", ws.drafts)
    kept = replace(letter, id=made, updated_at=ws.now)
    after = replace(ws, drafts={**ws.drafts, made: kept}, counters=counters)
    fields = _given(letter, answers=True)
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
    to, cc, bcc = _recipients(ws, args.get("to", ()), args.get("cc", ()), args.get("bcc", ()))
    files = _attachments(ws, args["attachment_ids"]) if "attachment_ids" in args else ()
    return Draft(
        "", to, args.get("subject", ""), args.get("body", ""), cc, bcc, files, args.get("in_reply_to", "")
    )


def _answer(
    ws: Workspace,
    args: dict[str, Any],
    answered: Message,
    to: tuple[Address, ...],
    cc: tuple[Address, ...] = (),
) -> Draft:
    to, cc, _ = _recipients(ws, to, cc)
    files = _attachments(ws, args["attachment_ids"]) if "attachment_ids" in args else ()
    return Draft("", to, _re(answered.subject), args["body"], cc, (), files, answered.id)


def _tidy(ws: Workspace, letter: Draft) -> Draft:
    """A letter with its recipients and attachments in order."""
    to, cc, bcc = _recipients(ws, letter.to, letter.cc, letter.bcc)
    return replace(letter, to=to, cc=cc, bcc=bcc, attachments=_sorted(letter.attachments))


Addresses: TypeAlias = tuple[Address, ...]


def _recipients(
    ws: Workspace, to: Addresses, cc: Addresses, bcc: Addresses = ()
) -> tuple[Addresses, Addresses, Addresses]:
    """Primary addresses in one order, each person once: in To before Cc before Bcc."""
    primary = ws.directory.primary
    if len(to) == 1 and not (cc or bcc):
        return (primary.get(to[0], to[0]),), (), ()
    first = {primary.get(one, one) for one in to}
    second = {primary.get(one, one) for one in cc} - first
    third = {primary.get(one, one) for one in bcc} - first - second
    return tuple(sorted(first)), tuple(sorted(second)), tuple(sorted(third))


def _sorted(ids: tuple[Id, ...]) -> tuple[Id, ...]:
    return tuple(sorted(set(ids))) if ids else ()


def _attachments(ws: Workspace, ids: tuple[Id, ...]) -> tuple[Id, ...]:
    """``ids`` in order, each once; ``ToolError`` for one that names no file."""
    for one in ids:
        if one not in ws.attachments:
            raise ToolError(
                "not_found",
                f"attachment_ids: there is no attachment {one[:60]!r}; email_get shows those of a message",
                "attachment_ids",
            )
    return _sorted(ids)


def answer_to(ws: Workspace, answered: Message) -> tuple[Address, ...]:
    """Whom a plain reply goes to: Reply-To, else the sender; on the user's own mail, its recipients."""
    primary = ws.directory.primary
    me = primary.get(ws.user, ws.user)
    author = answered.reply_to or answered.sender
    known = primary.get(author, author)
    if answered.reply_to or known != me:
        return (known,)
    others = {primary.get(one, one) for one in answered.to} - {me}
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
    body, answers, passes = letter.body, "", ""
    if on is None:
        threads = list(map(_THREAD, ws.messages.values()))
        thread_id, others = next_id(ws, "thread", "thr", threads)
        counters["thread"] = others["thread"]
    else:
        thread_id = on.thread_id
        if op == "email.forward":
            body, passes = _passed_on(body, on), on.id
        else:
            answers = on.id
    new = Message(
        made,
        thread_id,
        "sent",
        mailbox.user(ws),
        letter.to,
        letter.subject,
        body,
        ws.now,
        letter.cc,
        letter.bcc,
        attachments=letter.attachments,
        in_reply_to=answers,
        forward_of=passes,
    )
    messages = {**ws.messages, made: new}
    if letter.id:
        drafts = _without(ws.drafts, letter.id)
        after = replace(ws, messages=messages, drafts=drafts, counters=counters)
    else:
        after = replace(ws, messages=messages, counters=counters)
    done = effect(
        ws,
        op,
        on.id if on else made,
        _given(letter),
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


def _given(letter: Draft, *, answers: bool = False) -> Fields:
    """The fields of a letter that are not empty; with ``answers`` the message that it answers too."""
    fields: Fields = {}
    if letter.to:
        fields["to"] = letter.to
    if letter.cc:
        fields["cc"] = letter.cc
    if letter.bcc:
        fields["bcc"] = letter.bcc
    if answers and letter.in_reply_to:
        fields["in_reply_to"] = letter.in_reply_to
    if letter.attachments:
        fields["attachments"] = letter.attachments
    if letter.subject:
        fields["subject"] = letter.subject
    if letter.body:
        fields["body"] = letter.body
    return fields


def _without(table: dict[Id, Draft], gone: Id) -> dict[Id, Draft]:
    return {key: value for key, value in table.items() if key != gone}
