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

/** What the power is good for, or what the lesson is about. */
export const introText = (lesson: Lesson): string => own(lesson, "good");

/** The task's own text; where there is none, one made from what it asks for. */
export function taskText(lesson: Lesson, task: LessonTask, number: number): string {
  const written = own(lesson, `${number + 1}`);
  if (written || task.goal === "watch") return written || t("learn.mistake", { turn: stepsTold(task) });
  if (task.goal !== "win" && task.goal !== "safe" && task.goal !== "force") return "";
  if (!task.board) return t("learn.ask-finish");
  const asked = t(`learn.ask-${task.goal}`);
  if (task.part === "puzzle") return t("learn.puzzle", { asked });
  return lesson.power ? t("learn.with-power", { asked }) : asked;
}

/** How the task ended; `answer` is the opponent's turn in words, if there was one. */
interface Ended {
  reached: boolean;
  shown: boolean;
  answer: string;
}

/** What is said when a task is over: a few words, and the reason. */
export function doneText(
  lesson: Lesson,
  task: LessonTask,
  number: number,
  ended: Ended,
): { title: string; text: string } {
  const { reached, answer } = ended;
  if (task.goal === "watch") return { title: t("learn.answer", { answer }), text: own(lesson, "care") };
  if (reached)
    return { title: ended.shown ? t("learn.shown") : t("learn.well-done"), text: reason(lesson, task, number) };
  return { title: t("learn.not-quite"), text: answer ? t("learn.answer", { answer }) : "" };
}

/** Why that was right: the lesson's own words, or the number of turns that fail without the power. */
function reason(lesson: Lesson, task: LessonTask, number: number): string {
  const written = own(lesson, `because-${number + 1}`);
  if (written || task.without === null || (task.goal !== "win" && task.goal !== "safe" && task.goal !== "force"))
    return written;
  return t(`learn.without-${task.goal}`, { power: powerName(lesson.power ?? ""), count: task.without });
}

function own(lesson: Lesson, name: string): string {
  const key = `page.lesson.${lesson.id}.${name}`;
  return hasText(key) ? said(key) : "";
}
