// A session at a table: what the server says, what is shown of it and what the user has picked or asked. Plain data,
// and pure functions that answer questions about it.

import type { Chat, Entry, Said, Seat, State } from "../net/schema.gen.ts";
import type { Line } from "../net/socket.ts";
import { type Board, emptyBoard } from "./board.ts";
import { arrange, type Choices, type Step, type StepKind } from "./choices.ts";
import type { Beat, Effect } from "./effects.ts";
import { readEffect, readStep } from "./read.ts";
import type { Scene } from "./scene.ts";
import type { Square } from "./square.ts";

/** A sentence to show: a key of the catalogue, the values of its placeholders and the squares it is about. */
export type Phrase = Pick<Said, "key" | "args"> & Partial<Pick<Said, "squares">>;

/** What the computer would play, what that does on the board, and why. */
export interface Hint {
  steps: readonly string[];
  effects: Entry["effects"];
  because: Phrase | null;
}

export interface Session {
  line: Line;
  server: State | null;
  log: readonly Entry[];
  chat: readonly Chat[];
  unread: number;
  watchers: number;
  /** The board as it is drawn right now. It lags behind the server while beats are playing. */
  shown: Board;
  beat: Beat | null;
  beatId: number;
  playing: boolean;
  steps: readonly Step[];
  wanted: Square | null;
  only: StepKind | null;
  hover: Square | null;
  focus: Square;
  keyboard: boolean;
  /** Several steps fit the tapped square: the user is asked which one. */
  asking: { square: Square; steps: readonly Step[] } | null;
  refused: { square: Square; why: readonly Said[] | null } | null;
  hint: Hint | null;
  notice: Phrase | null;
  busy: boolean;
  /** Milliseconds that our clock is ahead of the server's, to keep the players' clocks running between messages. */
  skew: number;
}

export const newSession: Session = {
  line: "connecting",
  server: null,
  log: [],
  chat: [],
  unread: 0,
  watchers: 0,
  shown: emptyBoard,
  beat: null,
  beatId: 0,
  playing: false,
  steps: [],
  wanted: null,
  only: null,
  hover: null,
  focus: "c3",
  keyboard: false,
  asking: null,
  refused: null,
  hint: null,
  notice: null,
  busy: false,
  skew: 0,
};

export const choicesOf = (session: Session): Choices =>
  session.playing || session.server?.pass_to ? arrange([], null) : arrange(session.steps, session.wanted, session.only);

/** The session after a new state from the server. What is shown of it, and how, is up to the caller. */
export function takeIn(session: Session, server: State): Session {
  const log = [...session.log.slice(0, server.log_from), ...server.log];
  const fresh = server.version !== session.server?.version || server.you.seat !== session.server.you.seat;
  return {
    ...session,
    server,
    log,
    chat: server.chat ?? session.chat,
    steps: server.steps.map(readStep),
    skew: Date.now() - server.now * 1000,
    busy: false,
    ...(fresh && { wanted: null, only: null, asking: null, refused: null, hint: null }),
  };
}

/** The effects that have not been shown yet, or null if the new state does not simply continue the old one. */
export function unseen(before: Session, after: Session): Effect[] | null {
  const [old, now] = [before.server, after.server];
  if (!old || !now || old.game !== now.game || old.you.seat !== now.you.seat || now.behind) return null;
  const grown = after.log.length - before.log.length;
  const turn = now.turn?.effects ?? [];
  const shown = old.turn?.effects.length ?? 0;
  if (grown < 0) return null;
  if (grown === 0) return turn.length >= shown ? turn.slice(shown).map(readEffect) : null;
  const entries = after.log.slice(before.log.length).flatMap((entry) => entry.effects);
  return [...entries.slice(shown), ...turn].map(readEffect);
}

export const seatInfo = (server: State, seat: number): Seat | undefined =>
  server.seats.find((info) => info.seat === seat);
export const isMine = (server: State, seat: number): boolean => server.you.seats.includes(seat);

/** Does the turn that waits to be confirmed lose the game? A step into one's own trap is legal. */
export function losesGame(server: State): boolean {
  if (server.awaits !== "confirm") return false;
  const sideOf = (seat: number | null): number | undefined => seatInfo(server, seat ?? 0)?.side;
  const own = sideOf(server.decider);
  return (server.turn?.effects ?? []).some(
    ({ kind, seat }) => (kind === "win" && sideOf(seat) !== own) || (kind === "lose" && sideOf(seat) === own),
  );
}

/** Is it up to this user to choose something now? */
export const deciding = (session: Session): boolean =>
  !!session.server &&
  session.server.status === "playing" &&
  session.server.awaits !== "nothing" &&
  !session.server.pass_to;

export interface Shown {
  coordinates: boolean;
  heights: boolean;
  motion: boolean;
  night: boolean;
}

export function sceneOf(session: Session, shown: Shown): Scene {
  const choices = choicesOf(session);
  const { server } = session;
  const hinted = session.hint ? session.steps.find((step) => step.text === session.hint!.steps[0]) : undefined;
  const pointed = session.hover ?? (session.keyboard ? session.focus : null);
  const only = pointed ? (choices.targets[pointed] ?? []) : [];
  const mover = server ? seatInfo(server, server.decider || server.board.to_move) : undefined;
  const last = session.log.at(-1);
  return {
    board: session.shown,
    beat: session.beat,
    beatId: session.beatId,
    sources: choices.sources,
    picked: choices.picked,
    targets: choices.targets,
    hover: session.hover,
    focus: session.keyboard ? session.focus : null,
    ghost: hinted ?? (only.length > 0 ? only[0]! : null),
    refused: session.refused?.square ?? null,
    ...lastTurn((session.hint?.effects ?? (session.server?.turn ? [] : (last?.effects ?? []))).map(readEffect)),
    wonAt: server?.outcome && !session.playing ? wonAt(session.log) : null,
    barred:
      session.playing || !server || server.outcome
        ? []
        : [...new Set(server.restrictions.flatMap((restriction) => restriction.squares ?? []))],
    side: (mover?.side ?? 1) - 1,
    ...shown,
  };
}

/** What the last turn did, for the marks on the board. */
export function lastTurn(effects: readonly Effect[]): Pick<Scene, "last" | "trail"> {
  const last: Record<Square, "from" | "build"> = {};
  const trail: [Square, Square][] = [];
  for (const { kind, at, to } of effects) {
    if (kind === "move" || kind === "force") {
      if (at) last[at] ??= "from";
      if (at && to && at !== to) trail.push([at, to]);
    }
    if ((kind === "build" || kind === "dome" || kind === "unbuild") && to) last[to] = "build";
  }
  return { last, trail };
}

/** Where the winner's last move ended. */
export function wonAt(log: readonly { effects: Entry["effects"] }[]): Square | null {
  const moves = (log.at(-1)?.effects ?? []).filter((effect) => effect.kind === "move");
  return moves.at(-1)?.to ?? null;
}
