// A turn in words: what happened on the board, with squares and levels, and what was chosen beside it.
import { type Direction, type Square, squares } from "../model/square.ts";
import type { Board, Effect, Entry, State } from "../net/schema.gen.ts";
import { isYou, playerName } from "./players.ts";
import { capital, hasText, powerName, said, t, word } from "./words.ts";

type Heights = Readonly<Record<Square, number>>;

/** The heights of a position text, which lists them from a5 to e1; a dome counts as a level. */
export function heightsOf(position: string): Heights {
  return Object.fromEntries(squares.map((square, i) => [square, heights[position[i] ?? "0"] ?? 0]));
}
const heights: Record<string, number> = { 0: 0, 1: 1, 2: 2, 3: 3, 4: 4, x: 4, y: 4, z: 4 };

/** What is needed to describe a turn: the cards and tokens, the players' names, and the seat that is called "you". */
export interface Around {
  board: Board;
  nameOf: (seat: number) => string;
  you: number;
}
const around = (server: State): Around => ({
  board: server.board,
  nameOf: (seat) => playerName(server, seat),
  you: server.seats.find(({ seat }) => isYou(server, seat))?.seat ?? 0,
});

type Told = Pick<Entry, "seat" | "text" | "effects"> & Partial<Pick<Entry, "event">>;

/** What a player did in a turn; `before` is the position before it. */
export function tellTurn(table: Around, turn: Told, before: string): string {
  if (turn.event) return t(`log.${turn.event}`);
  const chosen = turn.text.split(" ").map((step) => ({ step, said: tellChoice(table, turn, step) }));
  // Choices that touch no piece come before or after what happens on the board.
  const first = chosen.findIndex(({ step, said }) => said === null && step !== "");
  const early = chosen.slice(0, first < 0 ? chosen.length : first);
  const late = first < 0 ? [] : chosen.slice(first);
  const parts = [
    ...early.map(({ said }) => said),
    ...tellEffects(table, turn.seat, turn.effects, heightsOf(before)),
    ...late.map(({ said }) => said),
  ].filter((said): said is string => !!said);
  const text = parts.join(", ");
  return text === "" ? turn.text : /^[a-e][1-5]/.test(text) ? text : capital(text);
}

/** A turn of a log, the last one unless another is asked for. */
export const told = (server: State, log: readonly Entry[], at = log.length - 1): string =>
  tellTurn(around(server), log[at]!, log[at - 1]?.position ?? "");
export const toldBy = (server: State, log: readonly Entry[], at: number): string =>
  t("say.turn", { who: playerName(server, log[at]!.seat), what: told(server, log, at) });

/** The turn in progress. */
export const toldSoFar = (server: State, log: readonly Entry[]): string =>
  server.turn ? tellTurn(around(server), server.turn, log.at(-1)?.position ?? "") : "";

/** What a hint would do. */
export const tellHint = (server: State, log: readonly Entry[], hint: { steps: readonly string[]; effects: Effect[] }) =>
  tellTurn(
    around(server),
    { seat: server.decider, text: hint.steps.join(" "), effects: hint.effects },
    log.at(-1)?.position ?? server.board.position,
  );

function tellEffects({ board }: Around, seat: number, effects: readonly Effect[], before: Heights): string[] {
  const now: Record<Square, number> = { ...before };
  return effects.flatMap((effect) => {
    const [from, to] = [effect.from ?? "?", effect.to ?? effect.from ?? "?"];
    const [low, high] = [now[from] ?? 0, now[to] ?? 0];
    switch (effect.kind) {
      case "move":
        if (from === "?" || low === high) return [t("say.move", { from, to })];
        return [t(high > low ? "say.move-up" : "say.move-down", { from, to, level: high })];
      case "force":
        return [t("say.force", { from, to })];
      case "build":
        now[to] = high + 1;
        return [high >= 3 ? t("say.dome", { to }) : t("say.build", { to, level: high + 1 })];
      case "unbuild":
        now[to] = high - 1;
        return [t("say.unbuild", { to })];
      case "dome":
      case "remove":
      case "place":
      case "conflict":
        return [t(`say.${effect.kind}`, { to })];
      case "token":
        return [t("say.token", { to, token: tokenName(board, seat, to) })];
      case "draw":
        return effect.power ? [t("say.draw", { power: powerName(effect.power) })] : [];
      case "win":
        return effect.seat === seat ? [t("say.wins")] : [];
      default:
        return [];
    }
  });
}

function tokenName({ tokens }: Board, seat: number, square: Square): string {
  const token = tokens.find((one) => one.square === square) ?? tokens.find((one) => one.seat === seat);
  return word(token ? `term.${token.kind}` : "term.token");
}

/** A choice that the board does not show; null for a step that it does. */
function tellChoice(table: Around, turn: Told, step: string): string | null {
  const [kind, what] = step.split(":");
  if (what !== undefined && !step.startsWith("!")) {
    if (what === "?") return kind === "take" || kind === "discard" ? t(`say.${kind}-hidden`) : null;
    if (kind === "offer" || kind === "take" || kind === "discard") return t(`say.${kind}`, { power: powerName(what) });
    if (kind === "begin") return begins(table, Number(what));
    return null;
  }
  const aim = /^@(n|ne|e|se|s|sw|w|nw)$/.exec(step);
  if (aim) return tellAim(table.board, turn.seat, aim[1] as Direction);
  const secret = /^\?([a-e][1-5])$/.exec(step);
  if (secret) return tellSecret(table.board, turn.seat, secret[1]!);
  const bound = /^!([a-e][1-5])/.exec(step);
  if (bound) return t("say.bind", { to: bound[1]! });
  const drawn = /^~(\w+)$/.exec(step);
  if (drawn)
    return turn.effects.some(({ kind }) => kind === "draw") ? null : t("say.draw", { power: powerName(drawn[1]!) });
  switch (step) {
    case "@-":
      return t("say.aim-none");
    case "??":
      return t("say.secret-hidden");
    case "~?":
      return t("say.draw-hidden");
    case "*?":
      return t("say.place-hidden");
    case "?":
      return t("say.unseen");
    case "!":
      return t("say.use");
    case "pass":
    case "(-)":
      return t("say.pass");
    default:
      return null;
  }
}

const begins = ({ you, nameOf }: Around, seat: number): string =>
  seat === you ? t("say.begin-you") : t("say.begin", { who: nameOf(seat) });

/** A power that hides more than one square has words of its own for it. */
function tellSecret({ cards }: Board, seat: number, to: Square): string {
  const own = `page.act.${cards.find((card) => card.seat === seat)?.power}.secret-told`;
  return hasText(own) ? said(own, { to }) : t("say.secret", { to });
}

function tellAim({ cards, shared }: Board, seat: number, direction: Direction): string {
  const kind = cards.find((card) => card.seat === seat)?.aim?.kind ?? shared?.aim?.kind;
  return t(kind === "song" ? "say.song" : "say.wind", { direction: word(`board.direction_${direction}`) });
}
