// The settings of a game that is about to be created.
import { firstLevel } from "../model/ladder.ts";
import type { AtRandom, NewGame, PowerChoice } from "../net/schema.gen.ts";

export const anyPower: Required<Omit<AtRandom, "choose">> = {
  hidden: true,
  luck: true,
  heroes: true,
  simple_only: false,
  without: [],
};
/** For a first game with powers: simple gods need no explanation. */
export const simplePowers: PowerChoice = {
  choose: "random",
  ...anyPower,
  hidden: false,
  luck: false,
  heroes: false,
  simple_only: true,
};

/** The level of the computer in the last game against it. */
export function lastLevel(last: NewGame | null): number {
  const computer = last?.seats.find((seat) => seat.kind === "computer");
  return computer?.kind === "computer" ? (computer.level ?? firstLevel) : firstLevel;
}

/** One person here against the computer, with the settings of the last such game. */
export function quickGame(last: NewGame | null, name: string): NewGame {
  const computer = last?.seats.find((seat) => seat.kind === "computer");
  const alike = last?.seats.length === 2 && computer !== undefined && last.seats.some((seat) => seat.kind === "here");
  return {
    seats: [name ? { kind: "here", name } : { kind: "here" }, { kind: "computer", level: lastLevel(last) }],
    powers: alike && last.powers ? last.powers : simplePowers,
    ...(alike && { rules: last.rules, fleece: last.fleece, settings: last.settings, any_pair: last.any_pair }),
  };
}

export type Way = "computer" | "friend" | "here";

/** The initial values of the form. */
export function firstWish(way: Way, last: NewGame | null, name: string): NewGame {
  const me: NewGame["seats"][number] = name ? { kind: "here", name } : { kind: "here" };
  const other: NewGame["seats"][number] =
    way === "friend"
      ? { kind: "friend" }
      : way === "here"
        ? { kind: "here" }
        : { kind: "computer", level: lastLevel(last) };
  const matches = last?.seats.some(
    (seat) => seat.kind === other.kind && (way !== "here" || last.seats.every((each) => each.kind === "here")),
  );
  if (last && matches) return { ...last };
  return {
    ...last,
    seats: [me, other],
    powers: last?.powers ?? simplePowers,
    rules: last?.rules ?? "printed",
    fleece: null,
    clock: null,
    settings: last?.settings ?? [],
  };
}
