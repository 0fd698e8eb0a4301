from __future__ import annotations

from gapviz.pages.session.state import State
from gapviz.pages.session.undo import MOST_STEPS, Trail


def settled(*sorts: str) -> Trail:
    trail = Trail((State(sort=sorts[0]),))
    for sort in sorts[1:]:
        trail = trail.after(State(sort=sort))
    return trail


def test_undo_and_redo_walk_along_what_was_settled_on() -> None:
    trail = settled("AP", "GAP", "eGAP")
    assert [trail.can(-1), trail.can(1)] == [True, False]
    back = trail.step(-1).step(-1)
    assert back.here.sort == "AP"
    assert [back.can(-1), back.can(1)] == [False, True]
    assert back.step(-1) == back
    assert back.step(1).here.sort == "GAP"


def test_a_new_state_after_an_undo_forgets_what_was_undone() -> None:
    trail = settled("AP", "GAP", "eGAP").step(-1).after(State(sort="xGAP"))
    assert [state.sort for state in trail.states] == ["AP", "GAP", "xGAP"]
    assert not trail.can(1)


def test_what_changes_nothing_is_no_step_and_forgets_nothing() -> None:
    trail = settled("AP", "GAP").step(-1)
    assert trail.after(State(sort="AP", fingerprint="0123456789ab-5-3")).can(1)
    assert trail.after(State(sort="AP", fingerprint="0123456789ab-5-3")).here.fingerprint


def test_the_oldest_are_forgotten() -> None:
    trail = Trail((State(),))
    for i in range(MOST_STEPS + 5):
        trail = trail.after(State(topic=str(i)))
    assert len(trail.states) == MOST_STEPS
    assert trail.here.topic == str(MOST_STEPS + 4)
