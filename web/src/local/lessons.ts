// Lessons at a table that is not stored (src/santorini/server/views/lessons.py): each try brings the steps so far and
// gets the state after them.
import { type Rules, RulesError } from "../core/rules.ts";
import { Refusal } from "../net/refusal.ts";
import type { Board, Lesson, Said, State, Tried, Try } from "../net/schema.gen.ts";
import { completed } from "./create.ts";
import type { Event } from "./events.ts";
import type { PlayedTurn } from "./game.ts";
import { stateOf } from "./state.ts";
import { Table } from "./table.ts";

/** The computer's level in lessons: quick, and beatable. */
const level = 2;

/** Goals that the rules alone decide (core/questions/goal.h). */
const proven: readonly string[] = ["win", "safe", "force"];

/** A lesson, and the parts of its tasks that the page is not shown. */
export interface LocalLesson {
  lesson: Lesson;
  tasks: { position: string | null; answer: string | null }[];
}

/** What the computer plays with this view, on this seat, at this level. */
export type Choose = (view: string, seat: number, level: number) => Promise<readonly string[]>;

export async function attempt(
  rules: Rules,
  { lesson, tasks }: LocalLesson,
  number: number,
  tried: Try,
  choose: Choose,
): Promise<Tried> {
  const [task, hidden] = [lesson.tasks[number], tasks[number]];
  if (!task || !hidden) throw new Refusal("unknown");
  const before = begins(rules, hidden.position ?? tried.position ?? "");
  const seat = before.decider;
  if (!seat) throw new Refusal("over");
  const table = tableOf(rules, before, seat);
  const happen = (events: readonly Event[]): void => {
    for (const event of events) table.apply(event, 0);
  };
  for (const step of tried.steps ?? []) happen(table.mayPlay(seat, [step]));
  if (tried.confirm && !table.over) happen(table.mayConfirm(seat)); // a turn that wins has ended by itself
  let why: Said[] | null = null;
  if (tried.square && table.decider === seat && !table.awaitsConfirm) {
    const view = rules.view(table.seen(seat).now, seat).board.position;
    why = rules.why(view, seat, tried.square, tried.from ?? null);
  }
  const played = table.settled.turns[0];
  const asked = task.goal === "why" && tried.square === task.square && !!why?.length;
  const reached = asked || (played !== undefined && does(rules, task, before, played, seat));
  const state = shown(table, seat);
  let answered: State | null = null;
  const prepared = reached ? hidden.answer : null;
  // What the computer answers: the prepared reply, or the one that shows the learner the mistake.
  const reply =
    !reached && played && proven.includes(task.goal) ? rules.goal(played.after, seat, task.goal).reply : prepared;
  if (played && reply !== null && !table.over) {
    happen(await answer(table, reply, choose));
    answered = shown(table, seat);
  }
  return { state, ended: played !== undefined, reached, why, answered, other: others(table, seat) };
}

/** What the opponent sees, if that differs from what the learner sees. */
function others(table: Table, seat: number): Board | null {
  const view = (of: number): Board => {
    const { now } = table.seen(of);
    return table.over ? table.rules.look(now).board : table.rules.view(now, of).board;
  };
  const other = view(seat === 1 ? 2 : 1);
  return other.position === view(seat).position ? null : other;
}

function begins(rules: Rules, position: string): Board {
  try {
    return rules.look(position).board;
  } catch (error) {
    if (!(error instanceof RulesError)) throw error;
    throw new Refusal("position", undefined, { message: error.message });
  }
}

function tableOf(rules: Rules, { position, players }: Board, seat: number): Table {
  const seats = Array.from({ length: players }, (_, i) =>
    i + 1 === seat ? { kind: "here" as const, name: "", level: null } : { kind: "computer" as const, name: "", level },
  );
  const wish = completed({ seats: seats.map(({ kind }) => (kind === "here" ? { kind } : { kind, level })), position });
  const made = { kind: "created" as const, asked: wish, start: position, drawn: [], seats };
  return new Table(rules, "lesson", made, 0, (draws) => draws[0]!);
}

/** A lesson is not a game: nothing but the turn itself can be taken back or given up. */
function shown(table: Table, seat: number): State {
  const state = stateOf(table, seat, { now: Date.now() / 1000, thinking: 0 });
  const { undo, restart, confirm } = state.can;
  const not = { takeback: false, hint: false, resign: false, leave: false, rematch: false, chat: false };
  return { ...state, you: { ...state.you, host: false }, can: { undo, restart, confirm, ...not } };
}

function does(rules: Rules, task: Lesson["tasks"][number], before: Board, played: PlayedTurn, seat: number): boolean {
  switch (task.goal) {
    case "any":
      return true;
    case "same":
    case "watch":
      return task.turns.some((text) => outcome(rules, before.position, text) === played.after);
    case "climb": {
      const heights = (square: string | null): number => (square ? before.blocks[indexOf(square)]! : 0);
      const { effects } = rules.told(played.before, seat, false, played.steps);
      return effects.some(({ kind, from, to }) => kind === "move" && from && to && heights(to) > heights(from));
    }
    case "dome":
      return rules.look(played.after).board.domes.length > before.domes.length;
    default:
      return proven.includes(task.goal) && rules.goal(played.after, seat, task.goal).reached;
  }
}

/** Where a square stands in the list of heights: a1, b1 and so on. */
const indexOf = (square: string): number => "abcde".indexOf(square[0]!) + 5 * (Number(square[1]) - 1);

function outcome(rules: Rules, before: string, text: string): string | null {
  try {
    return rules.steps(before, text).after;
  } catch {
    return null;
  }
}

async function answer(table: Table, text: string, choose: Choose): Promise<Event[]> {
  const seat = table.decider;
  if (!seat) return [];
  const { position } = table.rules.view(table.settled.now, seat).board;
  try {
    return table.mayPlay(seat, table.rules.steps(position, text).steps, true);
  } catch (error) {
    if (!(error instanceof Refusal || error instanceof RulesError)) throw error;
    // The learner did something other than the example, so the computer thinks for itself.
    return table.computerPlays(seat, await choose(position, seat, level));
  }
}
