// Puzzles: a position with few right turns. Every answer is judged by trying everything, so every right turn counts.
import { useEffect, useMemo, useState } from "preact/hooks";
import { Engine } from "../core/engine.ts";
import { loadRules } from "../core/load.ts";
import type { Played, Rules } from "../core/rules.ts";
import type { Effect } from "../net/schema.gen.ts";
import { go } from "../route.ts";
import { Button } from "../views/parts.tsx";
import { DeadEnd, LoadingScreen, Shell } from "../views/shell.tsx";
import { powerName, t } from "../words/words.ts";
import { Arrows } from "./arrows.tsx";
import type { Rating } from "./glicko.ts";
import { NamePlates } from "./lines.tsx";
import { positionPath } from "./link.ts";
import { PlayBoard, usePlaying } from "./playing.tsx";
import {
  daily,
  fitting,
  isPlayedOut,
  isRight,
  loadPuzzles,
  nearest,
  type Puzzle,
  progress,
  ratingOf,
  remember,
  type Theme,
  themes,
  turnsOf,
  type Wish,
} from "./puzzles.ts";

/** The next puzzle is drawn from this many whose ratings are nearest to the visitor's. */
const suited = 40;

export function PuzzlesScreen() {
  const [loaded, setLoaded] = useState<{ rules: Rules; puzzles: readonly Puzzle[] } | null>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    loadRules()
      .then(async (rules) => setLoaded({ rules, puzzles: await loadPuzzles(rules) }))
      .catch(() => setFailed(true));
  }, []);
  if (failed) return <DeadEnd role="alert" text={t("puzzles.failed")} />;
  if (!loaded) return <LoadingScreen />;
  return <PuzzleTable {...loaded} />;
}

const themeName = (theme: Theme): string =>
  isPlayedOut(theme)
    ? t("puzzles.theme-win", { turns: theme.slice(4) })
    : t(theme === "keep" ? "puzzles.theme-keep" : "puzzles.theme-save");

function taskOf(theme: Theme, left: number): string {
  if (isPlayedOut(theme)) return t("puzzles.win", { turns: left });
  return t(theme === "keep" ? "puzzles.keep" : "puzzles.save");
}

function PuzzleTable({ rules, puzzles }: { rules: Rules; puzzles: readonly Puzzle[] }) {
  const [wish, setWish] = useState<Wish>({ theme: "", power: "", difficulty: 0 });
  const [puzzle, setPuzzle] = useState(() => daily(puzzles, new Date()));
  const [round, setRound] = useState(0);
  const [engine] = useState(() => new Engine());
  useEffect(() => () => engine.close(), []);
  const choices = useMemo(() => fitting(puzzles, wish), [puzzles, wish]);
  const powers = useMemo(() => [...new Set(puzzles.map((one) => one.power))].sort(), [puzzles]);
  const begin = (next: Puzzle | undefined): void => {
    if (!next) return;
    setPuzzle(next);
    setRound(round + 1);
  };
  const another = (): void => {
    const done = progress();
    const solved = new Set(done.solved);
    const fresh = choices.filter((one) => !solved.has(one.position) && one !== puzzle);
    const from = nearest(fresh.length ? fresh : choices, done, suited);
    begin(from[Math.floor(Math.random() * from.length)]);
  };
  return (
    <Shell>
      <div class="study">
        <Attempt key={round} rules={rules} engine={engine} puzzle={puzzle} />
        <section class="paper study-panel">
          <h1>{t("puzzles.title")}</h1>
          <Button onClick={() => begin(daily(puzzles, new Date()))}>{t("puzzles.daily")}</Button>
          <label class="labelled stacked">
            {t("puzzles.theme")}
            <select
              class="field"
              value={wish.theme}
              onChange={(event) => setWish({ ...wish, theme: event.currentTarget.value as Theme | "" })}
            >
              <option value="">{t("puzzles.any")}</option>
              {themes.map((theme) => (
                <option key={theme} value={theme}>
                  {themeName(theme)}
                </option>
              ))}
            </select>
          </label>
          <label class="labelled stacked">
            {t("puzzles.power")}
            <select
              class="field"
              value={wish.power}
              onChange={(event) => setWish({ ...wish, power: event.currentTarget.value })}
            >
              <option value="">{t("puzzles.any")}</option>
              {powers.map((power) => (
                <option key={power} value={power}>
                  {powerName(power)}
                </option>
              ))}
            </select>
          </label>
          <label class="labelled stacked">
            {t("puzzles.difficulty")}
            <select
              class="field"
              value={wish.difficulty}
              onChange={(event) => setWish({ ...wish, difficulty: Number(event.currentTarget.value) })}
            >
              <option value={0}>{t("puzzles.any")}</option>
              {[1, 2, 3, 4, 5, 6, 7, 8].map((level) => (
                <option key={level} value={level}>
                  {level}
                </option>
              ))}
            </select>
          </label>
          {choices.length === 0 && <p role="alert">{t("puzzles.none")}</p>}
          <Button look="main" disabled={choices.length === 0} onClick={another}>
            {t("puzzles.next")}
          </Button>
        </section>
      </div>
    </Shell>
  );
}

/** With a question mark as long as the rating is uncertain. */
const shownRating = ({ rating, deviation }: Rating): string => `${Math.round(rating)}${deviation > 110 ? "?" : ""}`;

type Verdict = "open" | "checking" | "right" | "wrong" | "solved" | "shown";

function Attempt({ rules, engine, puzzle }: { rules: Rules; engine: Engine; puzzle: Puzzle }) {
  const [at, setAt] = useState<{ position: string; effects: readonly Effect[] }>({
    position: puzzle.position,
    effects: [],
  });
  const [left, setLeft] = useState(turnsOf(puzzle));
  const [verdict, setVerdict] = useState<Verdict>("open");
  const [drawn, setDrawn] = useState<readonly Effect[]>([]);
  const [done, setDone] = useState(progress);
  const [missed, setMissed] = useState(false);
  const playing = usePlaying(rules, at.position);

  const miss = (): void => {
    if (!missed) setDone(remember(puzzle, false));
    setMissed(true);
  };
  const solved = (turn: Played): void => {
    setAt({ position: turn.board.position, effects: turn.effects });
    setVerdict("solved");
    if (!missed) setDone(remember(puzzle, true));
  };
  /** Finds the opponent's best reply to a turn; `then` plays it or only shows it. */
  const reply = (turn: Played, then: (answer: Played) => void): void => {
    let best = "";
    engine.go(
      { position: turn.board.position, lines: 1, nodes: 20_000 },
      (found) => (best = found.lines[0]?.turns[0] ?? best),
      () => best && then(rules.turn(turn.board.position, best)),
    );
  };
  const judged = (turn: Played, right: boolean): void => {
    if (!right) {
      miss();
      setVerdict("wrong");
      setDrawn(turn.effects);
      if (!turn.outcome) reply(turn, (answer) => setDrawn([...turn.effects, ...answer.effects]));
    } else if (!isPlayedOut(puzzle.theme) || turn.outcome) {
      solved(turn);
    } else {
      setLeft(left - 1);
      reply(turn, (answer) => {
        setAt({ position: answer.board.position, effects: [...turn.effects, ...answer.effects] });
        setVerdict("right");
      });
    }
  };
  const answer = (turn: Played): void => {
    setDrawn([]);
    playing.setPart(null);
    const mover = playing.moment.board.to_move;
    if (turn.outcome) {
      judged(turn, turn.outcome.winners.includes(mover));
      return;
    }
    setVerdict("checking");
    const prove = (question: string): Promise<boolean | null> =>
      new Promise((resolve) => engine.prove(question, resolve));
    void isRight(puzzle.theme, turn.board.position, left, prove).then((right) => judged(turn, right));
  };
  const show = (): void => {
    miss();
    setVerdict("shown");
    if (at.position === puzzle.position) setDrawn(rules.turn(at.position, puzzle.solution[0]!).effects);
  };
  const over = verdict === "solved";
  return (
    <section class="study-board" data-puzzle={puzzle.position} data-verdict={verdict}>
      <NamePlates board={playing.moment.board} headers={{}} />
      <PlayBoard
        rules={rules}
        position={at.position}
        playing={playing}
        effects={at.effects}
        blocked={over || verdict === "checking"}
        onTurn={answer}
      >
        <Arrows lines={drawn.length ? [{ effects: drawn, rank: 0 }] : []} />
      </PlayBoard>
      <div class="paper study-task">
        <p role="status">
          <b>{taskOf(puzzle.theme, left)}</b> {verdict === "checking" && t("puzzles.thinking")}
          {verdict === "right" && t("puzzles.right")}
          {verdict === "wrong" && t("puzzles.wrong")}
          {verdict === "solved" && t("puzzles.solved")}
          {verdict === "shown" && t("puzzles.shown", { turns: puzzle.solution.join(", ") })}
        </p>
        <p class="quiet">
          {t("puzzles.difficulty")} {puzzle.difficulty} ({Math.round(ratingOf(puzzle, done).rating)}) ·{" "}
          {t("puzzles.streak", { count: done.streak })} ·{" "}
          <span class="puzzle-rating">{t("puzzles.rating", { rating: shownRating(done.player) })}</span>
        </p>
        <div class="row">
          {!over && <Button onClick={show}>{t("puzzles.show")}</Button>}
          <Button onClick={() => go(positionPath(at.position))}>{t("study.analyse")}</Button>
        </div>
      </div>
    </section>
  );
}
