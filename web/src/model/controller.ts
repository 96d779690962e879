// Turns user input (a tap, a key, a typed turn) into commands, and messages from the server into what is shown.

import { newToken } from "../net/api.ts";
import { isLocal, LocalLink } from "../net/local.ts";
import type { Answered, Chat, Command, Presence, Refused, ServerMessage, State, Thinking } from "../net/schema.gen.ts";
import { type Handlers, type Line, type Link, Socket } from "../net/socket.ts";
import { type Step, type StepKind, tap } from "./choices.ts";
import { adopt, type Beat, beats } from "./effects.ts";
import { BeatPlayer } from "./player.ts";
import { readBoard } from "./read.ts";
import { choicesOf, losesGame, newSession, type Phrase, type Session, takeIn, unseen } from "./session.ts";
import { hasMotion, settings } from "./settings.ts";
import { away, type Square } from "./square.ts";
import { Store } from "./store.ts";

export interface Listener {
  /** A beat begins: for the sounds. */
  beat?(beat: Beat): void;
  /** A new state has arrived: for announcements and for remembering the game. */
  state?(before: Session, after: Session): void;
}

export class Controller {
  readonly store = new Store<Session>(newSession);
  private readonly socket: Link;
  private readonly player = new BeatPlayer((beat) => this.show(beat));
  /** The id of the last `why` or `hint`. Answers to older questions are ignored. */
  private asked = 0;
  /** The user has ended the turn with its last step, so it is confirmed automatically. */
  private ending = false;
  /** Callers that wait for the answer to a command, by its id. */
  private waiting = new Map<number, (answer: ServerMessage) => void>();

  constructor(
    readonly game: string,
    readonly token: string,
    private readonly listener: Listener = {},
    /** Lessons use a different kind of connection. */
    connect: (handlers: Handlers) => Link = (handlers) =>
      isLocal(game) ? new LocalLink(game, handlers) : new Socket(game, token, handlers),
  ) {
    this.socket = connect({
      line: (line) => this.onLine(line),
      message: (message) => this.handle(message),
    });
  }

  get session(): Session {
    return this.store.value;
  }

  close(): void {
    this.player.stop();
    this.socket.close();
  }

  // -- messages ------------------------------------------------------------------------------------------------

  private onLine(line: Line): void {
    // The notice that there is no connection disappears when there is one again.
    const stale = line === "on" && this.session.notice?.key === "page.error.line";
    this.store.update({ line, ...(line !== "on" && { busy: false }), ...(stale && { notice: null }) });
  }

  private handle(message: ServerMessage): void {
    if ("id" in message && message.id !== null) {
      this.waiting.get(message.id)?.(message);
      this.waiting.delete(message.id);
    }
    switch (message.type) {
      case "state":
        return this.onState(message);
      case "ok":
        return this.store.update({ busy: false });
      case "error":
        return this.onError(message);
      case "answer":
        return this.onAnswer(message);
      case "presence":
        return this.onPresence(message);
      case "chat":
        return this.onChat(message);
      case "thinking":
        return this.onThinking(message);
    }
  }

  private onState(server: State): void {
    const before = this.session;
    const after = takeIn(before, server);
    const board = readBoard(server.board);
    const effects = unseen(before, after);
    const from = this.player.stop() ?? before.shown;
    if (effects && effects.length > 0 && hasMotion() && !document.hidden && !settings.value.textView) {
      this.store.set({ ...after, shown: from, playing: true });
      this.player.play(beats(from, effects, board));
    } else {
      this.store.set({ ...after, shown: adopt(from, board), beat: null, playing: false });
      if (effects?.length) this.listener.beat?.({ ...effects.at(-1)!, lasts: 0, board });
    }
    this.listener.state?.(before, this.session);
    // A turn that loses is never confirmed without asking.
    const mayConfirm = server.awaits === "confirm" && server.can.confirm && !losesGame(server);
    const ending = this.ending;
    this.ending = false;
    if (mayConfirm && (ending || !settings.value.confirm)) this.confirm();
  }

  private onError(error: Refused): void {
    this.ending = false;
    if (error.code === "stale") this.store.update({ busy: false });
    else this.store.update({ busy: false, notice: { key: error.message_key, args: error.args } });
  }

  private onAnswer(answer: Answered): void {
    if (answer.id !== this.asked) return;
    const { refused } = this.session;
    if (answer.why && refused) this.store.update({ refused: { ...refused, why: answer.why } });
    if (answer.hint) {
      const { hint: steps, effects = [], because = null } = answer;
      const first = this.session.steps.find((step) => step.text === steps[0]);
      this.store.update({ hint: { steps, effects, because }, wanted: first?.at ?? null, only: null, busy: false });
    }
  }

  private onPresence(presence: Presence): void {
    const { server } = this.session;
    if (!server) return;
    const seats = server.seats.map((info) => ({ ...info, ...presence.seats.find((seat) => seat.seat === info.seat) }));
    this.store.update({ server: { ...server, seats }, watchers: presence.watchers });
  }

  private onChat(line: Chat): void {
    const chat = [...this.session.chat.filter((other) => other.number !== line.number), line];
    const mine = this.session.server?.you.seats.includes(line.seat);
    this.store.update({ chat, unread: this.session.unread + (mine || settings.value.muted ? 0 : 1) });
  }

  private onThinking({ seat, thinking, queued }: Thinking): void {
    const { server } = this.session;
    if (!server) return;
    this.store.update({
      server: {
        ...server,
        seats: server.seats.map((info) => (info.seat === seat ? { ...info, thinking, queued } : info)),
      },
    });
  }

  // -- showing -------------------------------------------------------------------------------------------------

  private show(beat: Beat | null): void {
    if (!beat) return this.store.update({ playing: false, beat: null });
    this.store.update({ shown: beat.board, beat, beatId: this.session.beatId + 1, playing: true });
    this.listener.beat?.(beat);
  }
  /** Shows the end of the turn at once. Any input does this. */
  skip(): void {
    if (!this.session.playing) return;
    this.store.update({ shown: this.player.stop() ?? this.session.shown, beat: null, playing: false });
  }

  // -- intents -------------------------------------------------------------------------------------------------

  tap(square: Square): void {
    this.skip();
    const { server } = this.session;
    if (!server || this.session.busy) return;
    const meant = tap(choicesOf(this.session), square);
    switch (meant.does) {
      case "play":
        return this.step(meant.step);
      case "ask":
        return this.store.update({ asking: { square, steps: meant.steps }, refused: null });
      case "pick":
        return this.store.update({ wanted: meant.square, asking: null, refused: null, hint: null });
      case "drop":
        return this.store.update({ wanted: null, asking: null, refused: null });
      case "refuse":
        return this.why(square);
    }
  }

  /** Asks the server, which knows the rules, why nothing is possible on a square. */
  private why(square: Square): void {
    const { server } = this.session;
    if (server?.awaits !== "step" || server.you.role !== "seat") {
      this.store.update({ asking: null });
      return;
    }
    const { picked: from, reach } = choicesOf(this.session);
    if (reach[square]) {
      // Several workers could do something there: nothing forbids it.
      this.store.update({ refused: { square, why: [] }, asking: null });
      return;
    }
    this.store.update({ refused: { square, why: null }, asking: null, wanted: this.session.wanted });
    this.ask(from && from !== square ? { type: "why", square, from } : { type: "why", square });
  }

  step(step: Step): void {
    const { server } = this.session;
    if (!server || this.session.busy) return;
    if (step.kind === "done" || step.kind === "pass") this.ending = true;
    this.store.update({ asking: null, refused: null, hint: null });
    this.send({ type: "step", version: server.version, step: step.text });
  }
  undo(): void {
    this.takeBack("undo");
  }
  /** Begins the turn again. */
  restart(): void {
    this.takeBack("restart");
  }
  private takeBack(type: "undo" | "restart"): void {
    const { server } = this.session;
    this.skip();
    this.ending = false;
    if (this.session.asking || this.session.refused) this.store.update({ asking: null, refused: null });
    if (server?.can[type]) this.send({ type, version: server.version });
  }
  confirm(): void {
    const { server } = this.session;
    if (server?.can.confirm) this.send({ type: "confirm", version: server.version });
  }
  /** Ends the turn: one that is complete, or one that may stop here. */
  end(): void {
    this.skip();
    const done = this.session.steps.find((step) => step.kind === "done");
    if (done && this.session.server?.awaits === "step") this.step(done);
    else this.confirm();
  }
  /** Escape: undoes the latest pick, question or filter; false if there is none. */
  letGo(): boolean {
    const { asking, refused, hint, wanted, only } = this.session;
    if (asking) this.store.update({ asking: null });
    else if (refused || hint) this.store.update({ refused: null, hint: null });
    else if (wanted) this.store.update({ wanted: null });
    else if (only) this.store.update({ only: null });
    else return false;
    return true;
  }
  only(kind: StepKind | null): void {
    this.store.update({ only: this.session.only === kind ? null : kind, asking: null });
  }
  hover(square: Square | null): void {
    if (square !== this.session.hover) this.store.update({ hover: square });
  }
  focus(square: Square, keyboard: boolean): void {
    if (square !== this.session.focus || keyboard !== this.session.keyboard)
      this.store.update({ focus: square, keyboard });
  }
  go(east: number, north: number): Square {
    const square = away(this.session.focus, east, north) ?? this.session.focus;
    this.focus(square, true);
    return square;
  }

  /** Plays a whole turn, or the rest of one, given as text. Resolves to the server's refusal, or null. */
  async turn(text: string): Promise<Phrase | null> {
    this.skip();
    const { server } = this.session;
    if (!server) return null;
    const answer = await this.sendAndWait({ type: "turn", version: server.version, turn: text });
    if (answer?.type !== "error") return null;
    this.store.update({ notice: null });
    return { key: answer.message_key, args: answer.args };
  }
  /** Leaves a game that has not begun, which is not the same as resigning. */
  leave(): void {
    this.send({ type: "leave" });
  }

  resign(): void {
    const { server } = this.session;
    const seat = server?.you.seats.includes(server.decider) ? server.decider : server?.you.seats[0];
    if (seat) this.send({ type: "resign", seat });
  }
  takeback(): void {
    const { server } = this.session;
    this.skip();
    if (server?.can.takeback) this.send({ type: "takeback", version: server.version });
  }
  hint(): void {
    this.store.update({ refused: null, asking: null });
    this.ask({ type: "hint" });
  }
  rematch(): void {
    this.send({ type: "rematch" });
  }
  chat(text: string): void {
    if (text.trim()) this.send({ type: "chat", text: text.trim(), key: newToken() });
  }
  readChat(): void {
    if (this.session.unread) this.store.update({ unread: 0 });
  }
  look(seat: number): void {
    this.send({ type: "look", seat });
  }
  dismiss(): void {
    this.store.update({ notice: null });
  }

  private send(command: Command): number | null {
    const id = this.socket.send(command);
    if (id === null) this.store.update({ notice: { key: "page.error.line", args: {} } });
    else if (["step", "undo", "restart", "confirm", "turn", "takeback"].includes(command.type))
      this.store.update({ busy: true });
    return id;
  }
  private ask(command: Command): void {
    const id = this.send(command);
    if (id !== null) this.asked = id;
  }
  private sendAndWait(command: Command): Promise<ServerMessage | null> {
    return new Promise((resolve) => {
      const id = this.send(command);
      if (id === null) resolve(null);
      else this.waiting.set(id, resolve);
    });
  }
}
