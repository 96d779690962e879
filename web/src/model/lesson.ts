// The connection of a lesson: commands like those of a game, but each becomes a request with all steps so far.
import { api, Refusal } from "../net/api.ts";
import type { Board, Command, State, Tried, Try } from "../net/schema.gen.ts";
import type { Handlers, Link } from "../net/socket.ts";
import { settings, store, stored } from "./settings.ts";

export interface Outcomes {
  /** The turn has ended, or the question was asked. `reached`: was that the task? `after`: the position then. */
  done(reached: boolean, after: string): void;
  /** What the opponent sees, where that differs. */
  other(board: Board | null): void;
}

/** Milliseconds between the steps of a turn that is shown, so that each can be followed. */
const slowly = 1300;

export class LessonLine implements Link {
  private steps: string[] = [];
  private commands = 0;
  private version = 0;
  private closed = false;
  private showing = false;

  constructor(
    private readonly lesson: string,
    private readonly task: number,
    private readonly position: string | null,
    private readonly handlers: Handlers,
    private readonly outcomes: Outcomes,
  ) {
    void this.ask({ steps: [] }, 0);
  }

  close(): void {
    this.closed = true;
  }

  /** Plays a turn for the learner, slowly. Until it is over nothing else can be done. */
  async show(steps: readonly string[]): Promise<void> {
    this.showing = true;
    let tried = this.steps.length ? await this.ask({ steps: [] }, 0) : null;
    for (let count = 1; count <= steps.length && !this.closed; count++) {
      await new Promise((resolve) => setTimeout(resolve, slowly));
      tried = await this.ask({ steps: steps.slice(0, count) }, 0);
    }
    // Without the setting, the controller confirms every turn by itself.
    if (tried?.state.awaits === "confirm" && settings.value.confirm)
      await this.ask({ steps: [...steps], confirm: true }, 0);
    this.showing = false;
  }

  send(command: Command): number | null {
    const id = ++this.commands;
    if (this.showing && command.type !== "confirm") return id;
    switch (command.type) {
      case "step":
        void this.ask({ steps: [...this.steps, command.step] }, id);
        break;
      case "undo":
        void this.ask({ steps: this.steps.slice(0, -1) }, id);
        break;
      case "restart":
        void this.ask({ steps: [] }, id);
        break;
      case "confirm":
        void this.ask({ steps: this.steps, confirm: true }, id);
        break;
      case "why":
        void this.ask({ steps: this.steps, square: command.square, ...(command.from && { from: command.from }) }, id);
        break;
      default:
        return null; // the other commands exist only in games
    }
    return id;
  }

  private async ask(wish: Try, id: number): Promise<Tried | null> {
    try {
      const tried = await api.tryTask(
        this.lesson,
        this.task,
        this.position ? { ...wish, position: this.position } : wish,
      );
      if (!this.closed) this.answer(wish, tried, id);
      return tried;
    } catch (error) {
      if (this.closed) return null;
      const { code, key, args } = error instanceof Refusal ? error : new Refusal("unknown", "page.error.unknown", {});
      if (code === "unknown") this.handlers.line("gone");
      else this.handlers.message({ type: "error", id, code, message_key: key, args });
      return null;
    }
  }

  private answer(wish: Try, tried: Tried, id: number): void {
    this.steps = wish.steps ?? [];
    this.handlers.line("on");
    if (wish.square) this.handlers.message({ type: "answer", id, why: tried.why ?? [] });
    else this.deliver(tried.state);
    if (tried.answered) this.deliver(tried.answered);
    this.outcomes.other(tried.other);
    if (tried.ended || tried.reached) this.outcomes.done(tried.reached, (tried.answered ?? tried.state).board.position);
  }
  /** Every answer is a state of its own; to the controller they are versions of one game. */
  private deliver(state: State): void {
    this.handlers.message({ ...state, version: ++this.version });
  }
}

const key = "santorini.learned";
export const learned = (): string[] => stored<string[]>(key, []);
export const rememberLearned = (id: string): void => store(key, [...new Set([...learned(), id])]);
