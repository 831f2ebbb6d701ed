"""Mutants of a module: each is its syntax tree with one node changed, dropped or forced.

What cannot change a verdict is left alone: annotations, docstrings, ``__all__``, assertions, decorators,
keywords of classes, and prose (a string with a space in it, a part of an f-string).
"""

from __future__ import annotations

import ast
import copy
from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

Change = tuple[ast.AST, str]
"""What stands there instead, and how it reads in a report."""


class Mutant(NamedTuple):
    """One changed place. ``inside`` says whether it lies in the body of a function, not in a table."""

    scope: str
    text: str
    lines: range
    inside: bool
    parent: ast.AST
    field: str
    place: int | None
    node: ast.AST

    def apply(self) -> None:
        """Change the tree that the mutant was found in."""
        if self.place is None:
            setattr(self.parent, self.field, self.node)
        else:
            getattr(self.parent, self.field)[self.place] = self.node


SWAPS: dict[type, type] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Div,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult,
    ast.Pow: ast.Mult,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
}

NAMES = {
    "min": "max",
    "max": "min",
    "any": "all",
    "all": "any",
    "startswith": "endswith",
    "endswith": "startswith",
    "partition": "rpartition",
    "rpartition": "partition",
    "issubset": "issuperset",
    "issuperset": "issubset",
    "floor": "ceil",
    "ceil": "floor",
}

UNWRAPPED = {"sorted": "list", "set": "list", "frozenset": "list"}
"""Calls that put in order, or make one of many: what is there without it."""

TYPES = ("Callable", "Literal")
LEFT_OUT = {"annotation", "returns", "decorator_list", "type_comment", "type_params"}


def mutants(tree: ast.Module) -> list[Mutant]:
    """All mutants of a module, in the order of its text, each with a name of its own in its function."""
    seen: Counter[tuple[str, str]] = Counter()
    found = []
    for one in _walk(tree, "", False, range(0)):
        seen[one.scope, one.text] += 1
        count = seen[one.scope, one.text]
        found.append(one if count == 1 else one._replace(text=f"{one.text} ({count})"))
    return found


def _walk(parent: ast.AST, scope: str, inside: bool, lines: range) -> Iterator[Mutant]:
    for field, value in ast.iter_fields(parent):
        if field in LEFT_OUT or (isinstance(parent, ast.ClassDef) and field == "keywords"):
            continue
        within = inside or (field == "body" and isinstance(parent, (ast.FunctionDef, ast.Lambda)))
        for index, node in enumerate(value) if isinstance(value, list) else ((None, value),):
            if not isinstance(node, ast.AST) or _is_left_alone(node):
                continue
            at = _lines(node, lines)
            for new, text in _changes(node, parent):
                yield Mutant(scope or "the module", text, at, within, parent, field, index, new)
            named = isinstance(node, (ast.FunctionDef, ast.ClassDef))
            name = f"{scope}.{node.name}".lstrip(".") if named else scope  # type: ignore[attr-defined]
            yield from _walk(node, name, within, at)


def _lines(node: ast.AST, around: range) -> range:
    """The lines of a node; those of its statement when that is no larger than a few lines."""
    if not isinstance(node, (ast.stmt, ast.expr)):
        return around
    own = range(node.lineno, (node.end_lineno or node.lineno) + 1)
    return own if isinstance(node, ast.stmt) or len(around) > 12 or not around else around


def _is_left_alone(node: ast.AST) -> bool:
    if isinstance(node, (ast.Assert, ast.Import, ast.ImportFrom, ast.JoinedStr)):
        return True
    if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name) and node.value.id in TYPES:
        return True
    if isinstance(node, ast.Assign):
        return any(isinstance(one, ast.Name) and one.id == "__all__" for one in node.targets)
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _changes(node: ast.AST, parent: ast.AST) -> Iterator[Change]:
    if isinstance(node, ast.stmt):
        yield from _statement(node)
    for kind, operator in OPERATORS.items():
        if isinstance(node, kind):
            for new in operator(node, parent):
                yield new, f"{_say(node)} → {_say(new)}"
    if isinstance(node, (ast.Tuple, ast.List, ast.Set, ast.Dict)):
        yield from _shorter(node, parent)
    if isinstance(node, ast.Call):
        for index, keyword in enumerate(node.keywords):
            if keyword.arg is not None:
                fewer = _with(node, keywords=node.keywords[:index] + node.keywords[index + 1 :])
                yield fewer, f"{_say(node.func)}(…) without {_say(keyword)}"


def _say(node: ast.AST) -> str:
    text = " ".join(ast.unparse(node).split())
    return text if len(text) <= 160 else f"{text[:100]} … {text[-50:]}"


def _with(node: Any, **fields: Any) -> Any:
    new = copy.copy(node)
    for name, value in fields.items():
        setattr(new, name, value)
    return new


def _put(new: ast.AST, old: ast.AST) -> Any:
    return ast.fix_missing_locations(ast.copy_location(new, old))


def _statement(node: ast.stmt) -> Iterator[Change]:
    """Leave out what a statement does; take one way where there are two."""
    if isinstance(node, (ast.If, ast.While)):
        for value in (True, False) if isinstance(node, ast.If) else (False,):
            word = "if" if isinstance(node, ast.If) else "while"
            forced = _with(node, test=_put(ast.Constant(value), node.test))
            yield forced, f"{word} {_say(node.test)} → {word} {value}"
    stored = (ast.Attribute, ast.Subscript)
    drops = isinstance(node, (ast.Expr, ast.Raise, ast.Delete, ast.AugAssign, ast.Continue, ast.Break))
    if drops or (isinstance(node, ast.Assign) and any(isinstance(one, stored) for one in node.targets)):
        yield _put(ast.Pass(), node), f"drop: {_say(node)}"
    if isinstance(node, ast.Continue):
        yield _put(ast.Break(), node), "continue → break"


def _compare(node: ast.Compare, parent: ast.AST) -> Iterator[ast.AST]:
    for index, op in enumerate(node.ops):
        if type(op) in SWAPS:
            yield _with(node, ops=[*node.ops[:index], SWAPS[type(op)](), *node.ops[index + 1 :]])


def _either(node: ast.BoolOp, parent: ast.AST) -> Iterator[ast.AST]:
    """A condition without one of its parts."""
    for index in range(len(node.values)):
        rest = node.values[:index] + node.values[index + 1 :]
        yield rest[0] if len(rest) == 1 else _with(node, values=rest)


def _arithmetic(node: ast.BinOp | ast.AugAssign, parent: ast.AST) -> Iterator[ast.AST]:
    if type(node.op) in SWAPS:
        yield _with(node, op=SWAPS[type(node.op)]())


def _unary(node: ast.UnaryOp, parent: ast.AST) -> Iterator[ast.AST]:
    if isinstance(node.op, (ast.Not, ast.USub)):
        yield node.operand


def _choice(node: ast.IfExp, parent: ast.AST) -> Iterator[ast.AST]:
    yield node.body
    yield node.orelse


def _filter(node: ast.comprehension, parent: ast.AST) -> Iterator[ast.AST]:
    for index in range(len(node.ifs)):
        yield _with(node, ifs=node.ifs[:index] + node.ifs[index + 1 :])


def _constant(node: ast.Constant, parent: ast.AST) -> Iterator[ast.AST]:
    value = node.value
    if isinstance(value, bool):
        yield _put(ast.Constant(not value), node)
    elif isinstance(value, (int, float)):
        yield _put(ast.Constant(value + 1), node)
    elif isinstance(value, str) and " " not in value.strip():
        yield _put(ast.Constant(f"XX{value}"), node)


def _call(node: ast.Call, parent: ast.AST) -> Iterator[ast.AST]:
    """A call without its default; its opposite; what it was called with."""
    func = node.func
    name = func.id if isinstance(func, ast.Name) else func.attr if isinstance(func, ast.Attribute) else ""
    new = NAMES.get(name) or (UNWRAPPED.get(name) if len(node.args) == 1 and not node.keywords else None)
    if new is not None:
        field = "id" if isinstance(func, ast.Name) else "attr"
        yield _with(node, func=_with(func, **{field: new}))
    if name == "get" and len(node.args) == 2:
        yield _with(node, args=node.args[:1])
    if isinstance(func, ast.Attribute) and not node.args and not node.keywords and name not in READERS:
        yield func.value


READERS = ("items", "keys", "values", "copy")
"""Methods without arguments that a thing cannot stand for."""


def _slice(node: ast.Slice, parent: ast.AST) -> Iterator[ast.AST]:
    if node.lower is not None:
        yield _with(node, lower=None)
    if node.upper is not None:
        yield _with(node, upper=None)


def _shorter(node: Any, parent: ast.AST) -> Iterator[Change]:
    """A written collection without one of its elements."""
    if isinstance(parent, ast.Subscript) or isinstance(getattr(node, "ctx", None), ast.Store):
        return
    if isinstance(node, ast.Dict):
        for index, key in enumerate(node.keys):
            if key is not None:
                keys = node.keys[:index] + node.keys[index + 1 :]
                values = node.values[:index] + node.values[index + 1 :]
                yield _with(node, keys=keys, values=values), f"a dict without {_say(key)}"
        return
    for index, one in enumerate(node.elts):
        rest = node.elts[:index] + node.elts[index + 1 :]
        empty = _put(ast.Tuple([], ast.Load()), node)
        yield (
            _with(node, elts=rest) if rest else empty,
            f"a {type(node).__name__.lower()} without {_say(one)}",
        )


OPERATORS: dict[Any, Any] = {
    ast.Compare: _compare,
    ast.BoolOp: _either,
    (ast.BinOp, ast.AugAssign): _arithmetic,
    ast.UnaryOp: _unary,
    ast.IfExp: _choice,
    ast.comprehension: _filter,
    ast.Constant: _constant,
    ast.Call: _call,
    ast.Slice: _slice,
}
