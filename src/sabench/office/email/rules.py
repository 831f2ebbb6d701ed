"""Standing rules: filters and the auto-reply. They reach whoever later mail will go to."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sabench import codec
from sabench.actions.row import parse_address
from sabench.errors import ToolError
from sabench.model import Address, AutoReply, Filter, Workspace, replace
from sabench.office import people
from sabench.office.effect import Step, effect, next_id
from sabench.office.email import mailbox
from sabench.office.email.sorting import label_names


def create_filter(ws: Workspace, args: dict[str, Any]) -> Step:
    """A rule for later mail; mail that is already there is left alone."""
    criteria = _checked(ws, args["criteria"], _CRITERIA, "criteria")
    actions = _checked(ws, args["actions"], _ACTIONS, "actions")
    for known in ws.filters.values():
        if _folded(known.criteria) == criteria and _folded(known.actions) == actions:
            return ws, {"filter_id": known.id, "existed": True}, ()
    made, counters = next_id(ws, "filter", "filter", ws.filters)
    table = {**ws.filters, made: Filter(id=made, criteria=criteria, actions=actions)}
    done = effect(
        ws,
        "email.create_filter",
        made,
        {"criteria": criteria, "actions": actions},
        addressed=(actions["forward_to"],) if "forward_to" in actions else (),
        created=made,
    )
    return replace(ws, filters=table, counters=counters), {"filter_id": made}, (done,)


def _folded(written: dict[str, Any]) -> dict[str, Any]:
    return {key: value.casefold() if isinstance(value, str) else value for key, value in written.items()}


def delete_filter(ws: Workspace, args: dict[str, Any]) -> Step:
    """A rule taken away; what it did to earlier mail stays."""
    gone = args["filter_id"]
    if gone not in ws.filters:
        problem = f"filter_id: there is no filter {gone[:60]!r}; see email_list_filters"
        raise ToolError("not_found", problem, "filter_id")
    left = {key: one for key, one in ws.filters.items() if key != gone}
    done = effect(ws, "email.delete_filter", gone, {})
    return replace(ws, filters=left), {"filter_id": gone, "deleted": True}, (done,)


def set_auto_reply(ws: Workspace, args: dict[str, Any]) -> Step:
    """The out-of-office answer; what is not given stays as it is."""
    old = ws.auto_reply
    new = AutoReply(
        enabled=args["enabled"],
        message=args.get("message", old.message),
        audience=args.get("audience", old.audience),
    )
    if new.enabled and not new.message.strip():
        raise ToolError("missing_argument", "message: an auto-reply needs a text to answer with", "message")
    names = ("enabled", "message", "audience")
    fields = {name: getattr(new, name) for name in names if getattr(new, name) != getattr(old, name)}
    result = {"auto_reply": {name: getattr(new, name) for name in names}}
    if not fields:
        return ws, result, ()
    told = _audience(ws, new.audience) if new.enabled else ()
    done = effect(ws, "email.set_auto_reply", "mailbox", fields, addressed=told)
    return replace(ws, auto_reply=new), result, (done,)


def _audience(ws: Workspace, audience: str) -> tuple[Address, ...]:
    me = mailbox.user(ws)
    known = tuple(one for one in ws.directory.people if one != me)
    if audience == "organization":
        return tuple(one for one in known if people.is_internal(ws.directory, one))
    return known if audience == "contacts" else (*known, people.ANYONE)


# --- criteria and actions in their one spelling ----------------------------------------------------


def _checked(
    ws: Workspace, given: dict[str, Any], table: dict[str, Callable[[Workspace, Any], Any]], argument: str
) -> dict[str, Any]:
    """Each entry read by its rule, in the order of the table; empty ones dropped."""
    checked: dict[str, Any] = {}
    for name, read in table.items():
        if name not in given:
            continue
        try:
            value = read(ws, given[name])
        except ValueError as problem:
            raise ToolError("invalid_argument", f"{argument}: {name} {problem}", argument) from None
        if value:
            checked[name] = value
    if not checked:
        raise ToolError("invalid_argument", f"{argument}: give at least one of {', '.join(table)}", argument)
    return checked


def _words(ws: Workspace, value: Any) -> str:
    """Text as mail is compared with: one line, without case."""
    if not isinstance(value, str):
        raise ValueError("must be text")
    if any(char in value for char in "\r\n\0"):
        raise ValueError("must be one line, without line breaks")
    return " ".join(codec.nfc(value).casefold().split())


def _who(ws: Workspace, value: Any) -> str:
    """A primary address where the text is an address; else the words of a name or domain."""
    words = _words(ws, value)
    try:
        return people.resolve(ws, parse_address(words))
    except ValueError:
        return words


def _forward_to(ws: Workspace, value: Any) -> Address:
    return people.resolve(ws, parse_address(_words(ws, value)))


def _label(ws: Workspace, value: Any) -> str:
    return "".join(label_names((_words(ws, value),), "actions"))


def _flag(ws: Workspace, value: Any) -> bool:
    if isinstance(value, str) and value.strip().casefold() in ("true", "false"):
        return value.strip().casefold() == "true"
    if not isinstance(value, bool):
        raise ValueError("must be true or false")
    return value


def _flag_text(ws: Workspace, value: Any) -> str:
    return "true" if _flag(ws, value) else ""


_CRITERIA: dict[str, Callable[[Workspace, Any], Any]] = {
    "from": _who,
    "to": _who,
    "subject": _words,
    "query": _words,
    "has_attachment": _flag_text,
}
_ACTIONS: dict[str, Callable[[Workspace, Any], Any]] = {
    "add_label": _label,
    "archive": _flag,
    "mark_read": _flag,
    "star": _flag,
    "trash": _flag,
    "forward_to": _forward_to,
}
