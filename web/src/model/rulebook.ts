// The rulebook in the reader's language.
import { api } from "../net/api.ts";
import type { Rulebook } from "../net/schema.gen.ts";
import { currentLanguage } from "../words/words.ts";
import { type Asked, AskedOnce } from "./asked.ts";

/** A language without a rulebook of its own gets the English one. */
const books = new AskedOnce<string, Rulebook>((language) =>
  api.rulebook(language).catch((error: unknown) => {
    if (language === "en") throw error;
    return api.rulebook("en");
  }),
);

export const useRulebook = (): Asked<Rulebook> => books.use(currentLanguage());
