// The text of a lesson's task.
import { directionOf, type Step } from "../model/choices.ts";
import { readStep } from "../model/read.ts";
import type { Lesson, LessonTask } from "../net/schema.gen.ts";
import { hasText, powerName, said, t, word } from "./words.ts";

/** The steps of an example, one after the other. */
export const stepsTold = (task: LessonTask): string => task.steps.map(readStep).flatMap(stepTold).join(", ");

function stepTold(step: Step): string[] {
  const [from, to] = [step.at ?? "", step.to ?? ""];
  switch (step.kind) {
    case "move":
    case "force":
    case "exchange":
      return [t(`learn.do.${step.kind}`, { from, to })];
    case "build":
    case "dome": {
      // The text of a step names the builder only where it is not obvious.
      const by = from !== "" && step.text.startsWith(from);
      if (step.dome || step.kind === "dome")
        return [by ? t("learn.do.dome-by", { from, to }) : t("learn.do.dome", { to })];
      return [by ? t("learn.do.build-by", { from, to }) : t("learn.do.build", { to })];
    }
    case "unbuild":
    case "slay":
    case "token":
    case "place":
    case "bind":
    case "secret":
      return [t(`learn.do.${step.kind}`, { to })];
    case "aim": {
      const direction = directionOf(step);
      return [
        direction === "-"
          ? t("learn.do.aim-none")
          : t("learn.do.aim", { direction: word(`board.direction_${direction}`) }),
      ];
    }
    case "use":
    case "pass":
    case "done":
      return [t(`learn.do.${step.kind}`)];
    default:
      return [step.text];
  }
}

/** The task's own text; for a power's lesson, one made from its example. */
export function taskText(lesson: Lesson, task: LessonTask, number: number): string {
  const own = `page.lesson.${lesson.id}.${number + 1}`;
  if (hasText(own)) return said(own);
  const power = powerName(lesson.power ?? "");
  const turn = stepsTold(task);
  const square = task.square ?? "";
  if (task.goal === "why") {
    if (turn) return t("learn.try-why-after", { power, square, turn });
    return task.origin
      ? t("learn.try-why", { power, square, from: task.origin })
      : t("learn.try-why-worker", { power, square });
  }
  const against = task.board?.cards.some((card) => card.power === lesson.power && card.seat !== task.board?.decider);
  if (against) return t("learn.try-against", { power, turn });
  return task.goal === "win" ? t("learn.try-win", { power, turn }) : t("learn.try-turn", { power, turn });
}
