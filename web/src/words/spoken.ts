// The game in sentences: for the bar, announcements, the labels of squares and the text view.
import { type Board, tokensAt, towerAt, workerAt } from "../model/board.ts";
import { type Choices, directionOf, drafts, type Step, type StepKind } from "../model/choices.ts";
import { choicesOf, type Hint, isMine, losesGame, type Phrase, type Session, seatInfo } from "../model/session.ts";
import { type Square, squares } from "../model/square.ts";
import type { Outcome, Said, State } from "../net/schema.gen.ts";
import { isYou, playerName, subject } from "./players.ts";
import { tellHint, told, toldSoFar } from "./telling.ts";
import { type Args, capital, either, hasText, powerName, said, t, together, word } from "./words.ts";

/** A sentence that the server sent as a key; ids of powers and seats in its values become names. */
export function sayFor(server: State | null, { key, args, squares = [] }: Phrase): string {
  return said(key, named(server, { squares, ...args }));
}
/** Why something is not possible. "The card forbids it" is left out where the next reason says what it forbids. */
export function reasonsFor(server: State | null, why: readonly Said[]): string {
  const explained = (at: number) =>
    why[at]?.key === "server.why.power" && why[at + 1]?.key.startsWith("server.restriction.");
  return why
    .filter((_, at) => !explained(at))
    .map((reason) => sayFor(server, reason))
    .join(" ");
}
function named(server: State | null, args: Args): Args {
  return Object.fromEntries(
    Object.entries(args).map(([name, value]) => {
      if (/power|^one$|^other$/.test(name) && typeof value === "string") return [name, powerName(value)];
      if (/seat/.test(name) && typeof value === "number" && server) return [name, playerName(server, value)];
      if (name === "direction" && typeof value === "string")
        return [name, word(`board.direction_${value}` as "board.direction_n")];
      if (Array.isArray(value)) return [name, value.join(", ")];
      return [name, value];
    }),
  );
}

/** The powers that a seat plays with: the one it holds now, its own, and the shared card while it is being set up. */
function powersOf({ board }: State, seat: number): string[] {
  const card = board.cards.find((other) => other.seat === seat);
  const shared = board.stage === "aim" ? board.shared : null;
  return [...(card ? [card.held, card.power] : []), ...(shared ? [shared.power] : [])];
}
/** What a kind of step is called by the power that allows it, if the power has a word of its own. */
function actKey(server: State | null, kind: string): string | undefined {
  if (!server) return undefined;
  return powersOf(server, server.decider)
    .map((power) => `page.act.${power}.${kind}`)
    .find(hasText);
}

/** The name of a step. */
export function stepName(step: Step, board: Board, server: State | null): string {
  const [from, to] = [step.at ?? "", step.to ?? ""];
  const own = server?.board.stage === "ram" ? undefined : actKey(server, `${step.kind}-step`);
  if (own) return said(own, { from, to });
  switch (step.kind) {
    case "move":
      return t("step.move", { to });
    case "build": {
      if (step.dome) return t("step.build-dome", { to });
      if (workerAt(board, to)) return t("step.build-under", { to });
      return t("step.build", { to, level: towerAt(board, to).level + 1 });
    }
    case "force":
      return t("step.force", { from, to });
    case "exchange":
      return t("step.exchange", { from, to });
    case "aim": {
      const direction = directionOf(step);
      return direction === "-"
        ? t("step.aim-none")
        : t("step.aim", { direction: word(`board.direction_${direction}`) });
    }
    case "place":
      return step.what === 1 ? t("step.place-woman", { to }) : t("step.place", { to });
    case "offer":
      return t("step.offer", { power: powerName(String(step.what)) });
    case "take":
      return t("step.take", { power: powerName(String(step.what)) });
    case "discard":
      return t("step.discard", { power: powerName(String(step.what)) });
    case "begin":
      if (server && isYou(server, Number(step.what))) return t("step.begin-you");
      return t("step.begin", { who: server ? playerName(server, Number(step.what)) : String(step.what) });
    case "dome":
    case "unbuild":
    case "slay":
    case "token":
    case "bind":
    case "secret":
      return t(`step.${step.kind}`, { to });
    case "use":
    case "pass":
    case "done":
    case "chance":
      return t(`step.${step.kind}`);
  }
}

/** Like `actKey`, but with words for the moment: the rule set, the set-up, or a wind that does not blow yet. */
function wayKey(server: State | null, kind: StepKind): string | undefined {
  if (!server || kind !== "aim") return actKey(server, kind);
  const { cards, shared, rules, stage } = server.board;
  const blows = [...cards, shared].some((card) => card?.aim?.kind === "wind" && card.aim.direction !== null);
  const ways = [`aim-${rules}`, stage === "aim" ? "aim-setup" : blows ? "aim" : "aim-first", "aim"];
  return ways.map((way) => actKey(server, way)).find(Boolean);
}
const takesBack = (steps: readonly Step[]): boolean =>
  steps.every((step) => step.kind !== "aim" || directionOf(step) === "-");

/** What a kind of step does, as part of a sentence. */
export function kindPhrase(session: Session, kind: StepKind): string {
  const { server } = session;
  const done = server?.turn?.effects.map((effect) => effect.kind) ?? [];
  if (kind === "token" && server?.board.stage === "ram") return t("do.token-ram");
  if (kind === "aim" && takesBack(session.steps)) return t("learn.do.aim-none");
  const own = server?.board.stage === "place" ? undefined : wayKey(server, kind);
  if (own) return said(own);
  if (kind === "build" && done.some((did) => did === "build" || did === "dome")) return t("do.build-again");
  if (kind === "move" && done.includes("move")) return t("do.move-again");
  return t(`do.${kind}`);
}

/** What is to be chosen now, in one sentence. */
export function decision(session: Session, choices: Choices): string {
  const { server } = session;
  if (!server) return t("app.loading");
  if (session.playing) return happening(session, server);
  if (server.outcome) return t("bar.over");
  if (server.status === "waiting") return t("lobby.title");
  if (server.awaits === "confirm") return t(losesGame(server) ? "bar.confirm-loses" : "bar.confirm");
  if (server.awaits !== "step") return waiting(server);
  const asked = askedFor(session, server, choices);
  // The list of a draft covers the cards that show whose turn it is, so with several people here the bar has to say it.
  const shared = server.you.seats.length > 1 && choices.kinds.some((kind) => drafts.includes(kind));
  return shared ? t("bar.of-player", { who: playerName(server, server.decider), what: asked }) : asked;
}

/** What the player who is to choose may choose from. */
function askedFor(session: Session, server: State, choices: Choices): string {
  const kinds = choices.kinds.filter((kind) => kind !== "done" && (session.only === null || kind === session.only));
  // Domes need no mention where ordinary builds are possible.
  const phrases = kinds
    .filter((kind) => kind !== "dome" || !kinds.includes("build"))
    .map((kind) => kindPhrase(session, kind));
  if (phrases.length === 0) return choices.kinds.includes("done") ? t("bar.confirm") : t("bar.moment");
  const list = capital(either([...new Set(phrases)]));
  const what = t(choices.kinds.includes("done") ? "bar.may-end" : "bar.must", { what: list });
  const { turn } = server;
  if (turn && turn.seat !== server.decider)
    return t("bar.may-react", { power: heldName(server, server.decider), what });
  // Somebody else chose something within this turn.
  return turn?.text.includes("(") ? t("bar.goes-on", { what }) : what;
}

/** What the animation shows. */
function happening(session: Session, server: State): string {
  const seat = server.turn?.seat ?? session.log.at(-1)?.seat;
  const what = server.turn ? toldSoFar(server, session.log) : session.log.length ? told(server, session.log) : "";
  return what && seat !== undefined ? t("say.turn", { who: playerName(server, seat), what }) : t("bar.moment");
}
/** Who has to act before the user can. */
function waiting(server: State): string {
  if (server.decider <= 0) return t("bar.luck");
  const who = subject(server, server.decider);
  if (server.turn && server.turn.seat !== server.decider)
    return t("bar.reacts", { who, power: heldName(server, server.decider) });
  const info = seatInfo(server, server.decider);
  if (info?.queued) return t("bar.wait-queued", { who });
  return t(info?.kind === "computer" ? "bar.wait-thinking" : "bar.wait", { who });
}
const heldName = (server: State, seat: number): string =>
  powerName(server.board.cards.find((card) => card.seat === seat)?.held ?? "mortal");

/** A hint in words: what to play, and why. */
export function hintText(session: Session, hint: Hint): string {
  const { server, log } = session;
  if (!server) return "";
  const turn = tellHint(server, log, hint);
  return [t("bar.hint", { turn }), hint.because && sayFor(server, hint.because)].filter(Boolean).join(" ");
}

export function squareLabel(session: Session, choices: Choices, square: Square): string {
  const { server, shown } = session;
  const parts = [squareContent(server, shown, square)];
  const steps = choices.targets[square];
  if (choices.picked === square) parts.push(t("say.picked"));
  else if (choices.sources.includes(square)) parts.push(t("say.pick"));
  if (steps) parts.push(t("say.can", { steps: either(steps.map((step) => stepName(step, shown, server))) }));
  return t("say.square", { square, what: parts.join(", ") });
}

export function squareContent(server: State | null, board: Board, square: Square): string {
  const tower = towerAt(board, square);
  const parts = [
    tower.dome
      ? tower.level === 3
        ? word("board.complete")
        : word(`board.dome_on_${tower.level}`)
      : word(`board.level_${tower.level}`),
  ];
  const worker = workerAt(board, square);
  if (worker) {
    const own = server?.seats.some((info) => info.side - 1 === worker.side && isYou(server, info.seat));
    const who = server ? ownerOf(server, worker.seat, worker.side) : String(worker.seat);
    if (own) parts.push(t(worker.woman ? "say.woman-own" : "say.worker-own"));
    else parts.push(t(worker.woman ? "say.woman" : "say.worker", { who }));
  }
  for (const token of tokensAt(board, square)) parts.push(word(`term.${token.kind}`));
  return parts.join(", ");
}
function ownerOf(server: State, seat: number, side: number): string {
  const team = server.seats.filter((info) => info.side - 1 === side);
  return team.length > 1
    ? together(team.map((info) => playerName(server, info.seat)))
    : playerName(server, seat || (team[0]?.seat ?? 0));
}

export function outcomeTitle(server: State): string {
  const winners = server.outcome?.winners ?? [];
  if (server.outcome?.reason === "called-off") return t("end.called-off");
  if (winners.some((seat) => isMine(server, seat)) && server.you.seats.length === 1) return t("end.you-won");
  if (winners.length > 1) return t("end.won-team", { who: together(winners.map((seat) => playerName(server, seat))) });
  return t("end.won", { who: subject(server, winners[0] ?? 0) });
}
const ofTheLoser = ["abyss", "stuck", "resigned", "time"];
/** Why the game ended. `nameOf` names a seat; `you` is the seat that is addressed. */
export function endedBecause(
  { winners, reason }: Outcome,
  seats: readonly number[],
  nameOf: (seat: number) => string,
  you = 0,
): string {
  if (reason === "called-off") return "";
  const losers = seats.filter((seat) => !winners.includes(seat));
  const whose = ofTheLoser.includes(reason) ? losers : winners;
  if (whose.length === 1 && whose[0] === you) return t(`ended-you.${reason}`);
  const who = together(whose.map(nameOf));
  return whose.length > 1 && reason !== "towers"
    ? t("end.why", { who, reason: word(`reason.${reason}`) })
    : said(`page.ended.${reason}`, { who });
}
export function outcomeWhy(server: State): string {
  if (!server.outcome) return "";
  const seats = server.seats.map((info) => info.seat);
  return endedBecause(
    server.outcome,
    seats,
    (seat) => subject(server, seat),
    seats.find((seat) => isYou(server, seat)),
  );
}

/** The whole position to be read aloud, a line for each fact. */
export function position(session: Session): string[] {
  const { server, shown } = session;
  if (!server) return [];
  const lines: string[] = [];
  for (const rank of "54321") {
    const built = squares.filter(
      (square) => square[1] === rank && (towerAt(shown, square).level > 0 || towerAt(shown, square).dome),
    );
    const what = built.map((square) =>
      word("board.spoken_square", {
        square,
        what: squareContent(server, { ...shown, workers: [], tokens: [] }, square),
      }),
    );
    if (what.length) lines.push(word("board.spoken_rank", { rank, what: what.join(", ") }));
  }
  lines.push(word(lines.length ? "board.spoken_rest" : "board.spoken_empty"));
  for (const token of shown.tokens)
    lines.push(word("board.spoken_token", { token: word(`term.${token.kind}`), squares: token.square }));
  for (const info of server.seats) {
    const workers = shown.workers.filter((worker) => worker.seat === info.seat);
    const standing = workers.map((worker) =>
      word(worker.woman ? "board.spoken_woman" : "board.spoken_worker", {
        square: worker.square,
        level: word(`board.level_${towerAt(shown, worker.square).level}`),
      }),
    );
    const card = server.board.cards.find((other) => other.seat === info.seat);
    const what =
      server.board.hidden.includes(info.seat) && !workers.length
        ? word("board.hidden")
        : word("board.spoken_workers", { squares: standing.join(", ") });
    const power = card?.dealt ? powerName(card.power) : word("board.no_power_yet");
    const who = playerName(server, info.seat);
    lines.push(
      standing.length || server.board.hidden.includes(info.seat)
        ? word("board.spoken_seat", { who, power, what })
        : word("board.spoken_seat_only", { who, power }),
    );
  }
  lines.push(decision(session, choicesOf(session)));
  return lines;
}
