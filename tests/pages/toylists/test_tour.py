from __future__ import annotations

from fractions import Fraction

import pytest
from streamlit.testing.v1 import AppTest

from gapviz.analysis.rankings.curves import graded_curve
from gapviz.analysis.rankings.standings import FAMILY
from gapviz.analysis.toylists.presets import late_limits
from gapviz.analysis.toylists.profile import profile_lists, values
from gapviz.analysis.toylists.quiz import draw
from gapviz.analysis.toylists.trials import trials
from gapviz.measures.parse import measure
from gapviz.pages.toylists.chapters import CHAPTERS
from tests.pages.app import page, press, run, text
from tests.reference import egap


def value(name: str, chapter: int) -> float:
    one = CHAPTERS[chapter - 1]
    g = ",".join(map(repr, one.g))
    return float(measure(f"{name}(g={g})" if name in FAMILY else name)(profile_lists([one.toy])).item())


@pytest.mark.parametrize("number", range(1, 6))
def test_a_link_opens_a_chapter_which_sets_the_page(number: int) -> None:
    app = page("tour", {"chapter": [str(number)]})
    chapter, state = CHAPTERS[number - 1], app.session_state["memory"].state
    assert (state.chapter, state.toy, state.g) == (str(number), str(chapter.toy), chapter.g)
    assert chapter.question in text(app)


@pytest.mark.parametrize("number", range(1, 5))
def test_right_and_wrong_answers_are_told_apart(number: int) -> None:
    chapter = CHAPTERS[number - 1]
    app = page("tour", {"chapter": [str(number)]})
    for k, answer in enumerate(chapter.answers):
        app.radio(key=f"answer {number}").set_value(answer)
        assert bool(press(run(app), f"check {number}").success) == (k == chapter.right)


def test_the_fifth_chapter_asks_for_another_g() -> None:
    app = press(page("tour", {"chapter": ["5"]}), "check 5")
    assert not app.success
    chapter = CHAPTERS[4]
    app = page(
        "tour",
        {"chapter": ["5"], "list": [str(chapter.toy)], "list2": [str(chapter.other)], "g": ["0.6,0.4"]},
    )
    assert press(app, "check 5").success


def test_chapters_follow_each_other() -> None:
    app = page("tour")
    for number in range(2, 7):
        app = press(app, "next chapter")
        assert app.session_state["memory"].state.chapter == str(number)


def last_question(toy: str, g: str) -> AppTest:
    return page("tour", {"chapter": ["6"], "list": [toy], "g": [g]})


def answer(app: AppTest, toy: str, value: str) -> AppTest:
    app.radio(key=f"answer 6 {toy}").set_value(value)
    return press(run(app), "check 6")


def test_the_last_question_is_a_new_one_each_time_and_shows_no_values() -> None:
    asked = set()
    for _ in range(3):
        app = page("tour", {"chapter": ["6"]})
        state = app.session_state["memory"].state
        asked.add((state.toy, state.g))
        assert "What is eGAP of this list?" in text(app)
        assert len(app.radio[0].options) == 4
        assert 'class="gv-card' not in text(app)
    assert len(asked) > 1
    assert press(app, "again").session_state["memory"].state.toy


def test_the_last_question_says_what_led_to_a_wrong_answer() -> None:
    # Grades 0, 2, 1: AP is (1/2 + 2/3) / 2 = 7/12 at threshold 1 and 1/2 at threshold 2.
    toy, exact = "2.021.", [Fraction(7, 12), Fraction(1, 2)]
    app = last_question(toy, "0.8,0.2")
    words = {
        "plain mean": sum(exact) / 2,
        "other way round": exact[0] / 5 + exact[1] * 4 / 5,
        "threshold 1 alone": exact[0],
    }
    for said, slip in words.items():
        assert said in answer(app, toy, f"{float(slip):.4f}").warning[0].value
        assert not app.success
    right = exact[0] * 4 / 5 + exact[1] / 5
    assert "0.8 × 0.5833 + 0.2 × 0.5000 = 0.5667" in answer(app, toy, f"{float(right):.4f}").success[0].value


def test_the_end_shows_what_was_missed() -> None:
    app = page("tour")
    for number, right in ((1, True), (2, False)):
        chapter = CHAPTERS[number - 1]
        app.radio(key=f"answer {number}").set_value(chapter.answers[chapter.right - (not right)])
        press(run(app), f"check {number}")
        press(app, "next chapter")
    app.radio(key="answer 3").set_value(CHAPTERS[2].answers[CHAPTERS[2].right - 1])
    press(run(app), "check 3")
    app.radio(key="answer 3").set_value(CHAPTERS[2].answers[CHAPTERS[2].right])  # at the second answer
    press(run(app), "check 3")
    for _ in range(3):
        press(app, "next chapter")
    toy = app.session_state["memory"].state.toy
    shown = answer(app, toy, app.radio[0].options[0])
    assert [key for key in range(1, 6) if f"open {key}" in [one.key for one in shown.button]] == [2, 3, 4, 5]
    words = text(shown)
    assert words.count("[wrong at first]") == words.count("[not answered]") == 2
    assert CHAPTERS[1].because in words
    assert press(shown, "open 2").session_state["memory"].state.chapter == "2"


@pytest.mark.parametrize("seed", range(20))
def test_a_drawn_question_has_four_answers_of_which_one_is_egap(seed: int) -> None:
    """Witness: the slow definition, as fractions."""
    asked = draw(seed)
    toy = asked.toy
    counts = [0, *((*toy.ranked, *toy.missing).count(k) for k in (1, 2))]
    exact = egap(toy.ranked, counts, [Fraction(share).limit_denominator(10) for share in asked.g])
    assert len(set(asked.answers)) == 4
    assert asked.answers[asked.right] == pytest.approx(float(exact), abs=5e-5 + 1e-9)


def test_chapter_1_by_hand() -> None:
    # Grades 1, 2, 0, 1: at threshold 2 only rank 2 counts; at threshold 1 ranks 1, 2 and 4.
    assert value("AP(rel=2)", 1) == float(CHAPTERS[0].answers[CHAPTERS[0].right])
    assert value("AP(rel=1)", 1) == pytest.approx(float(Fraction(11, 12)))
    assert value("eGAP", 1) == pytest.approx(float((Fraction(1, 2) + Fraction(11, 12)) / 2))


def test_chapter_2_by_the_experiment() -> None:
    # Ferrante, Ferro and Maistro, section 3: 1/6 for GAP, and 12/22 for xGAP and eGAP in section 4.
    toy, g = CHAPTERS[1].toy, CHAPTERS[1].g
    for kind, share in (("GAP", 1 / 6), ("xGAP", 12 / 22), ("eGAP", 12 / 22)):
        found = trials(kind, toy, 40_000, seed=3, g=g)  # type: ignore[arg-type]
        error = (share * (1 - share) / 40_000) ** 0.5
        assert abs((found.first_grades == 2).mean() - share) < 4 * error


def test_chapter_3_limits() -> None:
    limits = late_limits(CHAPTERS[2].g)
    assert max(limits, key=limits.__getitem__) == CHAPTERS[2].answers[CHAPTERS[2].right]
    assert (limits["GAP"], round(limits["xGAP"], 12), round(limits["eGAP"], 12)) == (1.0, 0.19, 0.1)


def test_chapter_4_area() -> None:
    area = graded_curve(profile_lists([CHAPTERS[3].toy]), 0, 0, g=CHAPTERS[3].g).area
    assert area == pytest.approx(value(CHAPTERS[3].answers[CHAPTERS[3].right], 4), abs=1e-12)


def test_chapter_5_turns_where_it_says() -> None:
    # eGAP is linear in g: (11/12)(1 - g2) + (1/6) g2 = (31/48)(1 - g2) + (1/2) g2, so g2 = 13/29.
    assert round(float(Fraction(13, 29)), 3) == 0.448
    one, other = CHAPTERS[4].toy, CHAPTERS[4].other
    assert other is not None
    at = measure(f"eGAP(g={16 / 29!r},{13 / 29!r})")
    here, there = values([at], [one, other])[0].tolist()
    assert here == pytest.approx(there, abs=1e-12)
