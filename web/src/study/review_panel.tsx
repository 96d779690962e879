// The review of the main line: one button, a progress bar, the graph of the chances, accuracy and the decisive moments.
import { useEffect, useState } from "preact/hooks";
import type { Engine } from "../core/engine.ts";
import type { Rules } from "../core/rules.ts";
import type { Effect } from "../net/schema.gen.ts";
import { Button } from "../views/parts.tsx";
import { recordedName } from "../words/players.ts";
import { percent, t } from "../words/words.ts";
import { Learning } from "./learning.tsx";
import { sideOf } from "./lines.tsx";
import { type Judgement, mistakesOf, type Review } from "./review.ts";
import { last, lineTo, type Node, type Study } from "./tree.ts";

interface ReviewProps {
  rules: Rules;
  engine: Engine;
  study: Study;
  review: Review | null;
  reviewing: boolean;
  onReviewing: (on: boolean) => void;
  onReview: (review: Review) => void;
  onGo: (id: number) => void;
  onPlay: (text: string) => void;
  onDraw: (effects: readonly Effect[]) => void;
  /** Begin at once? */
  wanted: boolean;
  /** Whose mistakes are learned from now, or null. */
  learner: number | null;
  onLearn: (seat: number | null) => void;
}

export function ReviewPanel(props: ReviewProps) {
  const { engine, study, review, reviewing, onReviewing, onReview, onGo, wanted, learner, onLearn } = props;
  const [done, setDone] = useState(0);
  const [line, setLine] = useState<readonly Node[]>([]);
  const main = lineTo(study, last({ ...study, at: study.root }).at);
  const isGame = main.length >= 4; // the start, two placements and a turn
  const begin = (): void => {
    setDone(0);
    setLine(main);
    onReviewing(true);
    engine.review(
      main.map((node) => node.board.position),
      (judgements) => setDone(judgements.length),
      (made) => {
        onReviewing(false);
        if (made) onReview(made);
      },
    );
  };
  useEffect(() => {
    if (wanted && isGame) begin();
    else if (wanted) onReviewing(false);
  }, []);
  if (!isGame) return null;
  if (reviewing) {
    return (
      <section class="study-review" aria-label={t("review.title")}>
        <label class="labelled">
          {t("review.progress")}
          <progress max={main.length - 1} value={done} />
        </label>
        <Button onClick={() => engine.stop()}>{t("app.cancel")}</Button>
      </section>
    );
  }
  if (!review) {
    return (
      <section class="study-review" aria-label={t("review.title")}>
        <Button onClick={begin}>{t("review.begin")}</Button>
      </section>
    );
  }
  if (learner !== null) {
    return (
      <section class="study-review" aria-label={t("review.title")}>
        <Learning {...props} key={learner} review={review} line={line} seat={learner} onEnd={() => onLearn(null)} />
      </section>
    );
  }
  const show = (turn: number): void => {
    const node = line[turn + 1];
    if (node) onGo(node.id);
  };
  const here = line.findIndex((node) => node.id === study.at) - 1;
  const now = review.judgements[here];
  const { board } = main[0]!;
  const nameOf = (seat: number): string => recordedName(study.headers, seat);
  return (
    <section class="study-review" aria-label={t("review.title")}>
      <Graph judgements={review.judgements} at={here} onGo={show} />
      <p>
        {review.accuracy.map((accuracy, seat) =>
          accuracy === null ? null : (
            <span key={seat} class="study-accuracy">
              <i class={`pip pip${sideOf(board, seat + 1)}`} aria-hidden="true" />
              {t("review.accuracy", { who: nameOf(seat + 1), percent: percent(accuracy / 100) })}
            </span>
          ),
        )}
      </p>
      {review.moments.length > 0 && (
        <p class="row">
          {t("review.moments")}
          {review.moments.map((turn) => (
            <Button key={turn} onClick={() => show(turn)}>
              {turn + 1}
            </Button>
          ))}
        </p>
      )}
      <div class="row">
        {review.accuracy.map((_, i) =>
          mistakesOf(review, i + 1).length > 0 ? (
            <Button key={i} onClick={() => onLearn(i + 1)}>
              {t("review.learn", { who: nameOf(i + 1) })}
            </Button>
          ) : null,
        )}
      </div>
      {now && (
        <p role="status" class={`study-verdict mark-${now.mark}`}>
          <b>{t(`review.${now.mark}`)}</b>{" "}
          {t("review.verdict", { before: percent(now.before), after: percent(now.after), best: now.best })}
        </p>
      )}
    </section>
  );
}

/** The chance of the first side over the game. */
function Graph({
  judgements,
  at,
  onGo,
}: {
  judgements: readonly (Judgement | null)[];
  at: number;
  onGo: (turn: number) => void;
}) {
  const width = 100 / Math.max(judgements.length, 1);
  const height = (one: Judgement | null): number => 40 - 40 * (one?.chances[0] ?? 0.5);
  const points = judgements.map((one, i) => `${(i + 0.5) * width},${height(one)}`).join(" ");
  return (
    <svg
      class="study-graph"
      viewBox="0 0 100 40"
      preserveAspectRatio="none"
      role="img"
      aria-label={t("review.graph")}
      onPointerDown={(event) => {
        const box = event.currentTarget.getBoundingClientRect();
        onGo(Math.floor(((event.clientX - box.left) / box.width) * judgements.length));
      }}
    >
      <path class="half" d="M0 20H100" />
      <polyline points={points} />
      {at >= 0 && <path class="now" d={`M${(at + 0.5) * width} 0V40`} />}
      {judgements.map((one, i) => (
        <rect
          key={i}
          class={one && one.loss > 0 ? `hit mark-${one.mark}` : "hit"}
          x={i * width}
          y="0"
          width={width}
          height="40"
        />
      ))}
    </svg>
  );
}
