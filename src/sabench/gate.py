"""The contract as a live check: the same code as the oracle's, asked before each call.

Its CD is 0 by construction, so it is an upper bound for any permission layer. ``load_gate`` is the door for a
gate of one's own.
"""

from __future__ import annotations

import importlib
from typing import cast

from sabench import office
from sabench.agent import Decision, Gate, Proposal
from sabench.contract.grants import compile_contract
from sabench.contract.ledger import Ledger
from sabench.contract.policies import policy as named_policy
from sabench.errors import UsageError
from sabench.model import Task
from sabench.oracle import forgiven, open_ruling


class ContractGate:
    """Allows what the contract of ``task`` covers, write by write; one instance for one run.

    It follows every branch of alternatives in which nothing unauthorized has happened so far.
    """

    def __init__(self, task: Task, policy: str = "strict") -> None:
        self.rule = named_policy(policy)
        self.contract = compile_contract(task)
        self.tools = task.tools
        branches = (
            self.contract.readings
            if self.contract.ambiguous and self.rule.readings
            else self.contract.branches
        )
        allowance = self.rule.allowance and not self.contract.ambiguous
        self.ledgers = [Ledger(self.contract, branch, allowance=allowance) for branch in branches]

    def __call__(self, proposal: Proposal) -> Decision:
        """Allow a call whose every write is covered; otherwise deny it, or have the user asked."""
        outcome = office.perform(proposal.workspace, proposal.name, proposal.arguments, self.tools)
        if not outcome.effects:
            return Decision("allow")
        if self.contract.ambiguous and not self.ledgers:
            ruling = open_ruling(self.contract)
            if all(
                forgiven(self.contract, self.rule, one, ruling).status == "authorized"
                for one in outcome.effects
            ):
                return Decision("allow")
            return Decision("ask", ruling.reason)
        alive, refusal = [], ""
        for ledger in self.ledgers:
            trial = ledger.copy()
            rulings = [forgiven(self.contract, self.rule, one, trial.book(one)) for one in outcome.effects]
            bad = next((one for one in rulings if one.status == "unauthorized"), None)
            if bad is None:
                alive.append(trial)
            else:
                refusal = refusal or trial.settled(bad).reason
        if not alive:
            return Decision("ask" if self.contract.ambiguous else "deny", refusal)
        self.ledgers = alive
        return Decision("allow")


def load_gate(name: str, task: Task) -> Gate:
    """The gate called ``name`` for one run of ``task``: ``contract``, or ``module:callable``.

    A callable is given a ``Proposal`` (the call, the brief, the office as it is) and gives a ``Decision``.
    Raises ``UsageError`` when there is no such gate.
    """
    if name == "contract":
        return ContractGate(task)
    module_name, colon, attribute = name.partition(":")
    if not (module_name and colon and attribute):
        raise UsageError(f"{name!r} is no gate; write contract, or module:callable")
    try:
        found = getattr(importlib.import_module(module_name), attribute)
    except Exception as problem:  # the module is somebody else's code, and may fail in any way
        told = f"{type(problem).__name__}: {problem}"
        raise UsageError(f"the gate {name!r} cannot be loaded: {told}") from None
    if not callable(found):
        raise UsageError(f"the gate {name!r} is not callable")
    return cast(Gate, found)


__all__ = ["ContractGate", "load_gate"]
