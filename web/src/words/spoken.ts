// The game in sentences: for the bar, announcements, the labels of squares and the text view.
import { type Board, tokensAt, towerAt, workerAt } from "../model/board.ts";
import { type Choices, directionOf, type Step } from "../model/choices.ts";
import type { Effect } from "../model/effects.ts";
import { readEffect } from "../model/read.ts";
import { choicesOf, isMine, type Phrase, type Session, seatInfo } from "../model/session.ts";
import { type Square, squares } from "../model/square.ts";
import type { Entry, Said, State } from "../net/schema.gen.ts";
import { type Args, capital, either, powerName, said, t, together, word } from "./words.ts";

export function playerName(server: State, seat: number): string {
  const info = seatInfo(server, seat);
  if (!info) return t("log.luck");
  if (info.name) return info.name;
  if (info.kind === "computer") {
    const alone = server.seats.filter((other) => other.kind === "computer").length === 1;
    return alone ? t("player.computer-short") : t("player.computer", { level: info.level ?? 0 });
  }
  if (isMine(server, seat) && server.you.seats.length === 1) return t("player.you");
  if (info.kind === "friend" && server.seats.length === 2 && !isMine(server, seat)) return t("player.friend");
  return t("player.seat", { seat });
}

/** A sentence that the server sent as a key; ids of powers and seats in its values become names. */
export function sayFor(server: State | null, { key, args }: Phrase): string {
  return said(key, named(server, args));
}
/** Why something is not possible. A card is not named where what it says follows. */
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

/** The name of a step. */
export function stepName(step: Step, board: Board, server: State | null): string {
  const [from, to] = [step.at ?? "", step.to ?? ""];
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

/** What is to be chosen now, in one sentence. */
export function decision(session: Session, choices: Choices): string {
  const { server } = session;
  if (!server) return t("app.loading");
  if (server.outcome) return t("bar.over");
  if (server.status === "waiting") return t("lobby.title");
  if (server.awaits === "confirm") return server.turn?.wins ? t("bar.confirm-win") : t("bar.confirm");
  if (server.awaits !== "step") {
    if (server.decider <= 0) return t("bar.luck");
    const who = playerName(server, server.decider);
    const info = seatInfo(server, server.decider);
    if (info?.queued) return t("bar.wait-queued", { who });
    return info?.kind === "computer" ? t("bar.wait-thinking", { who }) : t("bar.wait", { who });
  }
  const done = server.turn?.effects.map((effect) => effect.kind) ?? [];
  const kinds = choices.kinds.filter((kind) => kind !== "done" && (session.only === null || kind === session.only));
  // Domes need no mention where ordinary builds are possible.
  const phrases = kinds
    .filter((kind) => kind !== "dome" || !kinds.includes("build"))
    .map((kind) => {
      if (kind === "build" && done.some((did) => did === "build" || did === "dome")) return t("do.build-again");
      if (kind === "move" && done.includes("move")) return t("do.move-again");
      if (kind === "token" && server.board.stage === "ram") return t("do.token-ram");
      return t(`do.${kind}`);
    });
  const what = capital(either([...new Set(phrases)]));
  return choices.kinds.includes("done") && phrases.length > 0 ? t("bar.may-end", { what }) : t("bar.must", { what });
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
    const who = server ? ownerOf(server, worker.seat, worker.side) : String(worker.seat);
    parts.push(worker.woman ? t("say.woman", { who }) : t("say.worker", { who }));
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

/** What a turn did, from its effects. */
export function told(effects: readonly Effect[]): string {
  const parts = effects.flatMap(({ kind, at, to }) => {
    const [from, there] = [at ?? "?", to ?? at ?? "?"];
    switch (kind) {
      case "move":
        return [t("say.move", { from, to: there })];
      case "force":
        return [t("say.force", { from, to: there })];
      case "build":
      case "dome":
      case "unbuild":
      case "remove":
      case "place":
      case "token":
      case "conflict":
        return [t(`say.${kind}`, { to: there })];
      default:
        return [];
    }
  });
  return parts.join(", ");
}
export function toldEntry(server: State, entry: Entry): string {
  const who = playerName(server, entry.seat);
  if (entry.event) return t("say.turn", { who, what: t(`log.${entry.event}`) });
  return t("say.turn", { who, what: told(entry.effects.map(readEffect)) || entry.text });
}

export function outcomeTitle(server: State): string {
  const winners = server.outcome?.winners ?? [];
  if (server.outcome?.reason === "called-off") return t("end.called-off");
  if (winners.some((seat) => isMine(server, seat)) && server.you.seats.length === 1) return t("end.you-won");
  if (winners.length > 1) return t("end.won-team", { who: together(winners.map((seat) => playerName(server, seat))) });
  return t("end.won", { who: playerName(server, winners[0] ?? 0) });
}
const ofTheLoser = ["abyss", "stuck", "resigned", "time"];
export function outcomeWhy(server: State): string {
  const { winners, reason } = server.outcome ?? { winners: [], reason: "" };
  if (!reason || reason === "called-off") return "";
  const text = word(`reason.${reason}`);
  if (reason === "towers" || reason === "eliminated") return t("end.why-plain", { reason: capital(text) });
  const losers = server.seats.filter((info) => !winners.includes(info.seat)).map((info) => info.seat);
  const whose = ofTheLoser.includes(reason) ? losers : winners;
  return t("end.why", { who: together(whose.map((seat) => playerName(server, seat))), reason: text });
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
