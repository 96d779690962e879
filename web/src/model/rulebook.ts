// The rulebook in the reader's language, asked for once.
import { useEffect, useState } from "preact/hooks";
import { api } from "../net/api.ts";
import type { Rulebook } from "../net/schema.gen.ts";
import { currentLanguage } from "../words/words.ts";

const asked = new Map<string, Promise<Rulebook>>();

/** A language without a rulebook of its own reads the English one. */
function load(language: string): Promise<Rulebook> {
  const known = asked.get(language);
  if (known) return known;
  const coming = api.rulebook(language).catch((error: unknown) => {
    if (language === "en") throw error;
    return api.rulebook("en");
  });
  // What failed is asked for again the next time.
  coming.catch(() => asked.delete(language));
  asked.set(language, coming);
  return coming;
}

/** The rulebook, null while it is on its way, and whether it failed to come. */
export function useRulebook(): { book: Rulebook | null; failed: boolean; again: () => void } {
  const [book, setBook] = useState<Rulebook | null>(null);
  const [failed, setFailed] = useState(false);
  const language = currentLanguage();
  const again = (): void => {
    setFailed(false);
    load(language).then(setBook, () => setFailed(true));
  };
  useEffect(again, [language]);
  return { book, failed, again };
}
