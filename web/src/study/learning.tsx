// Learning from mistakes: shows the positions before them, one after the other, for the user to find a better turn. The
// engine judges, and its reply shows on the board why a turn failed: the one tried now, or the one played in the game.
import { useEffect, useState } from "preact/hooks";
import type { Engine } from "../core/engine.ts";
import type { Rules } from "../core/rules.ts";
import type { Effect } from "../net/schema.gen.ts";
import { Button } from "../views/parts.tsx";
import { percent, t } from "../words/words.ts";
import { isBad, type Judgement, mistakesOf, type Review } from "./review.ts";
import { type Node, nodeAt, type Study } from "./tree.ts";

interface LearningProps {
  rules: Rules;
  engine: Engine;
  study: Study;
  /** The line that was reviewed, the position it begins with first. */
  line: readonly Node[];
  review: Review;
  seat: number;
  onGo: (id: number) => void;
  onPlay: (text: string) => void;
  /** Draws the effects of a turn over the board. */
  onDraw: (effects: readonly Effect[]) => void;
  onEnd: () => void;
}

/** What is known about the turn that led to a node: what it is worth, and the opponent's reply to it. */
interface Verdict {
  of: number;
  judgement: Judgement | null;
  reply: string;
}

export function Learning(props: LearningProps) {
  const { rules, engine, study, line, review, seat, onGo, onPlay, onDraw, onEnd } = props;
  const mistakes = mistakesOf(review, seat);
  const [number, setNumber] = useState(0);
  const [verdict, setVerdict] = useState<Verdict | null>(null);
  const turn = mistakes[number]!;
  const [before, played] = [line[turn]!, line[turn + 1]!];
  const mistake = review.judgements[turn]!;
  const here = nodeAt(study);
  const tried = here.parent === before.id;

  useEffect(() => onGo(before.id), [number]);
  useEffect(() => {
    onDraw(here.id === before.id ? played.effects : []);
    if (!tried) return;
    let gone = false;
    const tell = (judgement: Judgement | null): void => {
      if (gone) return;
      setVerdict({ of: here.id, judgement, reply: "" });
      if (!judgement || !isBad(judgement.mark)) return;
      let reply = "";
      engine.go(
        { position: here.board.position, lines: 1, nodes: 20_000 },
        (found) => (reply = found.lines[0]?.turns[0] ?? reply),
        () => {
          if (gone || !reply) return;
          setVerdict({ of: here.id, judgement, reply });
          onDraw(rules.turn(here.board.position, reply).effects);
        },
      );
    };
    if (here.id === played.id) tell(mistake);
    else {
      engine.review(
        [before.board.position, here.board.position],
        () => null,
        (made) => tell(made?.judgements[0] ?? null),
      );
    }
    return () => {
      gone = true;
    };
  }, [here.id]);
  useEffect(() => () => onDraw([]), []);

  const judged = tried && verdict?.of === here.id ? verdict.judgement : null;
  const right = judged !== null && !isBad(judged.mark);
  const state = !tried ? "open" : !judged ? "checking" : right ? "right" : "wrong";
  const what = { turn: here.turn, before: percent(mistake.before), after: percent(judged?.after ?? 0) };
  return (
    <div class="study-learning" data-verdict={state}>
      <p role="status">
        {state === "open" && t("review.find", { turn: played.turn, number: number + 1, of: mistakes.length })}
        {state === "checking" && t("puzzles.thinking")}
        {state === "right" && t("review.found", { after: what.after, was: percent(mistake.after) })}
        {state === "wrong" && t("review.failed", what)}{" "}
        {state === "wrong" && verdict?.reply && t("review.because", { reply: verdict.reply })}
      </p>
      <div class="row">
        {state !== "open" && !right && <Button onClick={() => onGo(before.id)}>{t("review.again")}</Button>}
        {state === "open" && <Button onClick={() => onGo(played.id)}>{t("review.why")}</Button>}
        {state === "open" && here.id === before.id && mistake.best && (
          <Button onClick={() => onPlay(mistake.best)}>{t("puzzles.show")}</Button>
        )}
        {number + 1 < mistakes.length && (
          <Button look={right ? "main" : "soft"} onClick={() => setNumber(number + 1)}>
            {t("review.next")}
          </Button>
        )}
        <Button look={right && number + 1 === mistakes.length ? "main" : "soft"} onClick={onEnd}>
          {t("app.close")}
        </Button>
      </div>
    </div>
  );
}
