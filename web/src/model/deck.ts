// The cards of the box.
import { api } from "../net/api.ts";
import type { Powers, Timing } from "../net/schema.gen.ts";
import { type Asked, AskedOnce } from "./asked.ts";

const decks = new AskedOnce<"deck", Powers>(() => api.powers());

/** Called when the page opens, so that cards are complete when they are first drawn. */
export const fetchDeck = (): void => void decks.ask("deck").catch(() => null);

export const useDeck = (): Asked<Powers> => decks.use("deck");

/** When a power acts: the timing words printed on its card. */
export const useTiming = (power: string): readonly Timing[] =>
  useDeck().value?.powers.find((card) => card.id === power)?.timing ?? [];
