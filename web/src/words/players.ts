// Players by name.
import { isMine, seatInfo } from "../model/session.ts";
import type { State } from "../net/schema.gen.ts";
import { levelName, powerName, t } from "./words.ts";

export function playerName(server: State, seat: number): string {
  const info = seatInfo(server, seat);
  if (!info) return t("log.luck");
  if (info.name) return info.name;
  if (info.kind === "computer") {
    if (isOnlyComputer(server, seat)) return t("player.computer-short");
    // Several computers are told apart by their powers, which no two share; two may have the same level.
    const power = server.board.cards.find((card) => card.seat === seat)?.power ?? "mortal";
    return power === "mortal" ? t("player.computer", { name: levelName(info.level) }) : powerName(power);
  }
  if (isMine(server, seat) && server.you.seats.length === 1) return t("player.you");
  if (info.kind === "friend" && server.seats.length === 2 && !isMine(server, seat)) return t("player.friend");
  return t("player.seat", { seat });
}

/** A player's name at the start of a sentence, where the computer is called "The computer". */
export const subject = (server: State, seat: number): string =>
  isOnlyComputer(server, seat) ? t("player.the-computer") : playerName(server, seat);

export const isOnlyComputer = (server: State, seat: number): boolean => {
  const computers = server.seats.filter((info) => info.kind === "computer" && !info.name);
  return computers.length === 1 && computers[0]?.seat === seat;
};

/** Is this the only player at this device? Then sentences say "you". */
export const isYou = (server: State, seat: number): boolean =>
  isMine(server, seat) && server.you.seats.length === 1 && !seatInfo(server, seat)?.name;

/** A player's name in a record. */
export function recordedName(headers: Readonly<Record<string, string>>, seat: number): string {
  const level = headers[`Level${seat}`];
  const kind = level ? t("player.computer", { name: levelName(Number(level)) }) : t("player.seat", { seat });
  return headers[`Seat${seat}`] || kind;
}
