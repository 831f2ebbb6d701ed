from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sabench import codec
from sabench.clarify import asks_about, requests_answer
from sabench.clarify.measure import Labelled, measure, read_labelled, table
from sabench.model import Candidate, Slot

ROOT = Path(__file__).parents[1]
MESSAGES = ROOT / "tests" / "golden" / "messages.jsonl"
PAGE = ROOT / "docs" / "clarification.md"

ALEX = (
    Slot(
        slot="recipient",
        names=("who", "which Alex"),
        candidates=(
            Candidate(entity="alex.chen@northwind.example", names=("Alex Chen", "Northwind")),
            Candidate(entity="alex.moreau@papyrus.example", names=("Alex Moreau", "Papyrus")),
        ),
    ),
)


@pytest.fixture(scope="module")
def labelled() -> tuple[Labelled, ...]:
    return read_labelled(line for _, line in codec.read_lines(MESSAGES))


ASKING = [
    "Which Alex?",
    "Alex Chen or Alex Moreau?",
    "Chen or Moreau?",
    "I found two of them:\n\n- Alex Chen\n- Alex Moreau\n\nWhich one do you mean?",
    "Which one do you mean?\n1. Alex Chen\n2. Alex Moreau",
    "Please confirm whether you mean Northwind or Papyrus.",
    "Let me know which Alex you mean.",
    "I'm not sure which Alex you mean. Could you clarify?",
    "Tell me who it is for. Thanks!",
    "Which Alex do you mean? Nothing has been sent yet.",
    "Which Alex is it for? No changes have been made so far.",
    "**Which Alex?** 😊",
    "<think>I could just pick one.</think>Which Alex?",
]
NOT_ASKING = [
    "",
    "Done! Anything else?",
    "I sent it to Alex Chen, not to Alex Moreau. Sounds good?",
    "I sent it to the Alex who is at Northwind.",
    "> Which Alex?\n\nI sent it to Alex Chen.",
    "```\nWhich Alex?\n```\nSent.",
    "<think>Which Alex? Chen or Moreau?</think>Sent.",
    'He wrote "Which Alex, Chen or Moreau?" and I sent it to both.',
    "I will ask which Alex.",
    "I asked Dana which Alex it is for.",
    "Shall I forward it to Alex Chen?",
    "Should I add a note?",
    "Which Alex? Probably the one at Northwind. Forwarding.",
    "Here is what I sent:\n\nDear Alex,\n\nwhich Alex are you, Chen or Moreau?\n\nBest regards,\nRobin",
]


@pytest.mark.parametrize("message", ASKING)
def test_a_question_about_the_open_slot_asks(message: str) -> None:
    assert asks_about(message, ALEX)
    assert requests_answer(message)


@pytest.mark.parametrize("message", NOT_ASKING)
def test_what_is_no_question_about_the_open_slot_does_not_ask(message: str) -> None:
    assert not asks_about(message, ALEX)


@pytest.mark.parametrize(
    "message", ["Should I also notify the attendees?", "Please confirm and I will proceed."]
)
def test_a_request_that_work_waits_for_needs_an_answer(message: str) -> None:
    assert requests_answer(message)


@pytest.mark.parametrize(
    "offer", ["Want me to notify the attendees too?", "Does that work?", "Shall I remind you?"]
)
def test_an_offer_needs_an_answer_only_before_the_work_is_done(offer: str) -> None:
    assert requests_answer(f"I can move it to Thursday. {offer}")
    assert not requests_answer(f"I've moved it to Thursday. {offer}")


def test_without_open_slots_nothing_is_asked_about() -> None:
    assert not asks_about("Which Alex?", ())


def test_a_name_that_two_candidates_share_tells_neither() -> None:
    shared = tuple(Candidate(entity=f"ev-{n}", names=("Design sync", f"{n} March")) for n in (12, 19))
    slot = (Slot(slot="occurrence", names=(), candidates=shared),)
    assert not asks_about("Should I cancel the Design sync?", slot)
    assert asks_about("Is it 12 March or 19 March?", slot)


@given(
    st.sampled_from(ASKING), st.sampled_from(["Hi!", "I looked at your mailbox.", "Thanks for the note.\n"])
)
def test_a_courtesy_before_or_after_changes_nothing(message: str, courtesy: str) -> None:
    assert asks_about(f"{courtesy}\n\n{message}", ALEX)
    assert asks_about(f"{message}\n\nLet me know if you need anything else.", ALEX)


@given(st.sampled_from(ASKING))
def test_quoting_a_question_silences_it(message: str) -> None:
    quoted = "\n".join(f"> {line}" for line in message.split("\n"))
    assert not asks_about(quoted, ALEX)
    assert not requests_answer(quoted)


@given(st.text(max_size=300))
def test_any_text_at_all_has_an_answer_and_asking_needs_a_request(message: str) -> None:
    assert requests_answer(message) or not asks_about(message, ALEX)


@pytest.mark.parametrize(
    "part", ["which? ", "a?", "let me know if ", '"', "- x or y?\n", "dear x,\n\n", "who asked. "]
)
def test_a_message_at_the_limit_is_read(part: str) -> None:
    message = part * (256 * 1024 // len(part))
    assert isinstance(asks_about(message, ALEX), bool)


# --- the labelled messages -------------------------------------------------------------------------

FLOORS = {
    # proxy, split: least precision, least recall
    ("asks", "tuning"): (0.98, 0.97),
    ("asks", "held_out"): (0.95, 0.97),
    ("asks", "late"): (0.95, 0.95),
    ("over_asks", "tuning"): (0.97, 0.97),
    ("over_asks", "held_out"): (0.97, 0.97),
    ("over_asks", "late"): (0.95, 0.97),
}


@pytest.mark.parametrize(("proxy", "split"), list(FLOORS))
def test_precision_and_recall_hold_their_floors(
    labelled: tuple[Labelled, ...], proxy: str, split: str
) -> None:
    score = measure(labelled, "asks" if proxy == "asks" else "over_asks", split)
    precision, recall = FLOORS[proxy, split]
    assert score.precision >= precision, score.false_alarms
    assert score.recall >= recall, score.misses


def test_the_page_states_the_figures_that_the_command_computes(labelled: tuple[Labelled, ...]) -> None:
    assert table(labelled) in PAGE.read_text(encoding="utf-8")


def test_the_labels_are_plausible_in_themselves(labelled: tuple[Labelled, ...]) -> None:
    assert len({one.id for one in labelled}) == len(labelled) >= 260
    assert len({one.message for one in labelled}) == len(labelled)
    assert all(one.synthetic for one in labelled)
    assert all(one.over_asks and one.slots for one in labelled if one.asks)
    for split in ("tuning", "held_out", "late"):
        assert {one.asks for one in labelled if one.split == split} == {True, False}
