// A flat board on which turns are made step by step, with the rules in the page: for the study and for puzzles.
import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import { Board2D } from "../boards/board2d.tsx";
import { Grid } from "../boards/grid.tsx";
import { stillScene } from "../boards/still.ts";
import { shownSettings } from "../boards/view.tsx";
import type { Moment, Played, Rules } from "../core/rules.ts";
import { emptyBoard } from "../model/board.ts";
import { arrange, type Step, tap } from "../model/choices.ts";
import { adopt } from "../model/effects.ts";
import { readBoard, readEffect, readStep } from "../model/read.ts";
import type { Scene } from "../model/scene.ts";
import { lastTurn } from "../model/session.ts";
import type { Square } from "../model/square.ts";
import type { Effect } from "../net/schema.gen.ts";
import { Button } from "../views/parts.tsx";
import { squareContent, stepName } from "../words/spoken.ts";
import { t } from "../words/words.ts";

/** The turn in progress: the texts of its steps, and where they lead. */
interface Part {
  steps: readonly string[];
  played: Played;
}

export interface Playing {
  /** The position, or where the turn in progress has led. */
  moment: Moment;
  part: Part | null;
  setPart: (part: Part | null) => void;
}

export function usePlaying(rules: Rules, position: string): Playing {
  const [part, setPart] = useState<(Part & { of: string }) | null>(null);
  const own = part?.of === position ? part : null;
  const moment = useMemo(() => own?.played ?? rules.look(position), [position, own]);
  return { moment, part: own, setPart: (next) => setPart(next && { ...next, of: position }) };
}

interface PlayBoardProps {
  rules: Rules;
  position: string;
  playing: Playing;
  /** The effects that led to the position, for the marks of the last turn. */
  effects: readonly Effect[];
  /** Nothing can be chosen now. */
  blocked: boolean;
  onTurn: (turn: Played) => void;
  /** Drawn over the board. */
  children?: ComponentChildren;
  /** Beside the board. */
  bar?: ComponentChildren;
}

export function PlayBoard({ rules, position, playing, effects, blocked, onTurn, children, bar }: PlayBoardProps) {
  const { moment, part } = playing;
  // A pick is valid only for the moment in which it was made.
  const [pick, setPick] = useState<{ of: Moment; wanted: Square | null; asking: readonly Step[] | null } | null>(null);
  useEffect(() => () => setPick(null), [moment]); // coming back to a moment starts without a pick
  const { wanted, asking } = pick?.of === moment ? pick : { wanted: null, asking: null };
  const [focus, setFocus] = useState<Square>("c3");
  const [hover, setHover] = useState<Square | null>(null);
  const steps = useMemo(() => (blocked ? [] : moment.steps.map(readStep)), [moment, blocked]);
  const choices = useMemo(() => arrange(steps, wanted), [steps, wanted]);
  const board = useMemo(() => adopt(emptyBoard, readBoard(moment.board)), [moment]);

  const play = (step: Step): void => {
    const all = [...(part?.steps ?? []), step.text];
    const played = rules.play(position, all);
    playing.setPart(played.over ? null : { steps: all, played });
    if (played.over) onTurn(played);
  };
  const onTap = (square: Square): void => {
    const meant = tap(choices, square);
    if (meant.does === "play") play(meant.step);
    else if (meant.does === "ask") setPick({ of: moment, wanted, asking: meant.steps });
    else setPick({ of: moment, wanted: meant.does === "pick" ? meant.square : null, asking: null });
  };
  const scene: Scene = {
    ...stillScene(board),
    ...shownSettings(),
    sources: choices.sources,
    picked: choices.picked,
    targets: choices.targets,
    hover,
    ghost: (hover && choices.targets[hover]?.[0]) || null,
    ...(part ? {} : lastTurn(effects.map(readEffect))),
    side: Math.max(0, moment.board.decider - 1),
  };
  return (
    <>
      <div class="study-middle">
        {bar}
        <div class="board2d-wrap">
          <Board2D scene={scene} />
          {children}
          <Grid
            focus={focus}
            picked={choices.picked}
            spatial={false}
            label={(square) => t("say.square", { square, what: squareContent(null, board, square) })}
            can={(square) => square in choices.targets || choices.sources.includes(square)}
            onTap={onTap}
            onHover={setHover}
            onFocus={setFocus}
          />
        </div>
      </div>
      <div class="study-steps">
        {(asking ?? choices.buttons).map((step) => (
          <Button key={step.text} data-step={step.text} onClick={() => play(step)}>
            {stepName(step, board, null)}
          </Button>
        ))}
      </div>
    </>
  );
}
