// Players by name.
import { isMine, seatInfo } from "../model/session.ts";
import type { State } from "../net/schema.gen.ts";
import { levelName, t } from "./words.ts";

export function playerName(server: State, seat: number): string {
  const info = seatInfo(server, seat);
  if (!info) return t("log.luck");
  if (info.name) return info.name;
  if (info.kind === "computer") {
    const alone = server.seats.filter((other) => other.kind === "computer").length === 1;
    return alone ? t("player.computer-short") : t("player.computer", { name: levelName(info.level) });
  }
  if (isMine(server, seat) && server.you.seats.length === 1) return t("player.you");
  if (info.kind === "friend" && server.seats.length === 2 && !isMine(server, seat)) return t("player.friend");
  return t("player.seat", { seat });
}

/** Is this the one player at this device? Then sentences say "you". */
export const isYou = (server: State, seat: number): boolean =>
  isMine(server, seat) && server.you.seats.length === 1 && !seatInfo(server, seat)?.name;
