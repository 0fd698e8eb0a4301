"""What rankers learned: the table trained by tested, the curves, and the rankings as runs."""

from __future__ import annotations

import shlex
from typing import Any

import pandas as pd
import streamlit as st

from gapviz.figures.learning import learning_curves
from gapviz.learning import Learning
from gapviz.learning.rankers import UNTRAINED
from gapviz.pages.experiments import result_tables
from gapviz.pages.experiments.learning_data import Source
from gapviz.pages.parts import save_menu, script, uploads
from gapviz.pages.parts.frame import View, chart, panel, save
from gapviz.pages.parts.script import Script
from gapviz.pages.session.plans import ANOTHER, LearningPlan
from gapviz.pages.session.session import commit
from gapviz.pages.session.state import State
from gapviz.text import tables
from gapviz.text.names import for_html, for_markdown
from gapviz.theme import Theme

LEVEL = 0.05
"""Below it a difference is marked."""

MARK = "†"

GOING = "going to explore"
"""Set where the next run goes to the page Explore."""


def show(view: View, result: Learning) -> None:
    """Show a result, complete or still growing."""
    name, means = result.features.name, table(result)
    with panel("Trained for, tested on"):
        save_menu.table(
            lambda: means, name, "rankers",
            more={"All folds .csv": result_tables.csv_of(result), "Levels .csv": lambda: _levels(result)},
        )  # fmt: skip
    if result.done < result.total:
        st.caption(f"{result.folds_done} of {result.folds} folds are tested.")
    if not result.compared.size:
        return
    with st.container(key="rankers"):
        st.markdown(markdown(result, means))
    st.html(
        f'<p class="gv-note">Means over {len(result.compared)} topics of {for_html(name)}, each scored by '
        f"rankers that did not see it, in {result.folds} folds. Bold: the best of a column. {MARK}: differs "
        f"from the ranker trained for the column’s measure (paired test with random signs over the topics, "
        f"Holm’s correction for the column, level below {LEVEL:g}).</p>"
    )
    for note in result.notes():
        st.caption(for_markdown(note))
    curves(view, result)
    if st.button(
        "Open the rankers in Explore", icon=":material/explore:", key="open rankers",
        help="Their rankings of the topics that they did not see become runs, the grades judgements; the "
        "collection that is open stays at hand.",
    ):  # fmt: skip
        _open(result)
        st.rerun()  # the whole page: this is a fragment of it


def table(result: Learning) -> pd.DataFrame:
    """Means by ranker and tested measure."""
    columns = dict(zip(map(str, result.tested), result.means().T, strict=True))
    return pd.DataFrame({"trained for": result.trained, **columns})


def markdown(result: Learning, means: pd.DataFrame) -> str:
    """Write the table: the best of a column bold, what differs from the ranker trained for it marked."""
    levels, columns = result.levels(), []
    for m, measure in enumerate(result.tested):
        values = means[str(measure)].tolist()
        better = values if measure.definition.better == "higher" else [-value for value in values]
        best = tables.highest(better)
        columns.append(
            [
                ("**{}**" if k in best else "{}").format(cell) + MARK * bool(levels[k, m] < LEVEL)
                for k, cell in enumerate(tables.written(values))
            ]
        )
    head = ["trained for", *map(str, result.tested)]
    rows = [[for_markdown(name), *cells] for name, *cells in zip(result.trained, *columns, strict=True)]
    lines = [list(map(for_markdown, head)), ["---", *["---:"] * len(columns)], *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def curves(view: View, result: Learning) -> None:
    """Show the learning curves by one of the measures."""
    row = panel("Learning curves")
    names = list(map(str, result.tested))
    with row:
        measure = st.selectbox(
            "Tested on", names, key="curve of", label_visibility="collapsed", width=260,
        )  # fmt: skip
    bands = result.bands(names.index(measure))
    drawn = [k for k, name in enumerate(result.trained) if name != UNTRAINED]  # it learns nothing

    def draw(theme: Theme) -> Any:
        rankers = [result.trained[k] for k in drawn]
        return learning_curves(bands[:, drawn], result.points, rankers, theme=theme)

    with row:
        save(view, draw, "learning curves")
    chart(
        view,
        draw,
        "learning curves",
        alt=f"{measure} on the held-out topics by the number of rounds, a line for each ranker.",
        note="Lines are means over the folds that are done, bands go from the lowest to the highest fold.",
    )


def lines(state: State, plan: LearningPlan, source: Source) -> Script:
    """Lines that give the rows of the result."""
    return Script(python(state, plan, source), command(state, plan, source) if source.files else "")


def python(state: State, plan: LearningPlan, source: Source) -> str:
    """Lines of Python that give the rows of the result.

    Examples
    --------
    >>> print(python(State(), LearningPlan(("AP",), sigma=1.0), Source("", "synthetic()")))
    from gapviz.learning import learning, synthetic
    <BLANKLINE>
    features = synthetic()
    *_, result = learning(features, ['AP'], sigma=1.0, folds=5, rounds=100, seed=0)
    print(result.frame().to_csv(index=False))
    """
    options = {
        **({"sigma": plan.sigma} if plan.sigma else {}),
        **({"signed": True} if plan.change == "signed" else {}),
        **({} if plan.peers == "yes" else {"peers": ()}),
        "folds": plan.folds, "rounds": plan.rounds, "seed": plan.seed,
        **dict(script.chosen(state, "empty")),
    }  # fmt: skip
    values = ", ".join(f"{name}={value!r}" for name, value in options.items())
    return "\n".join(
        [
            f"from gapviz.learning import learning, {source.load.partition('(')[0]}",
            "",
            f"features = {source.load}",
            f"*_, result = learning(features, {list(plan.measures)!r}, {values})",
            "print(result.frame().to_csv(index=False))",
        ]
    )


def command(state: State, plan: LearningPlan, source: Source) -> str:
    r"""Line for the shell that prints the same rows.

    Examples
    --------
    >>> print(command(State(), LearningPlan(("AP",)), Source("", "", ("a.gz", "a.query"))))
    python -m gapviz learn a.gz --groups a.query --folds 5 --rounds 100 --seed 0 --peers \
        -m AP
    """
    features, *groups = map(shlex.quote, source.files)
    words = [f"python -m gapviz learn {features}", *(f"--groups {one}" for one in groups)]
    words += [f"--folds {plan.folds}", f"--rounds {plan.rounds}", f"--seed {plan.seed}"]
    words += [f"--soft {plan.sigma!r}"] * bool(plan.sigma) + ["--signed"] * (plan.change == "signed")
    words += ["--peers"] * (plan.peers == "yes")
    words += [f"--{name} {value}" for name, value in script.chosen(state, "empty")]
    return script.of_measures(" ".join(words), plan.measures)


def _levels(result: Learning) -> str:
    columns = dict(zip(map(str, result.tested), result.levels().T, strict=True))
    return tables.table_csv(pd.DataFrame({"trained for": result.trained, **columns}))


def _open(result: Learning) -> None:
    """Make the rankings an upload of this browser, which is then the open collection."""
    written = {name: text.encode() for name, text in result.files().items()}
    qrels = ("qrels.txt", written.pop("qrels.txt"))
    runs = tuple((name.removeprefix("runs/"), text) for name, text in written.items())
    upload = uploads.Upload(f"Rankers of {result.features.name}"[:60], qrels, runs)
    uploads.shelf().put(uploads.owner(), upload)
    st.session_state[GOING] = True
    commit(collection=upload.key, **ANOTHER)
