// Loads the words of a language from the catalogues, as the server would answer.
import { parse } from "smol-toml";
import { vi } from "vitest";
import { loadWords } from "../src/words/words.ts";

export const languages = ["en", "nl", "fr", "it", "ru", "de"] as const;

const files = import.meta.glob<string>("../../src/santorini/locales/{,page/}*.toml", {
  query: "?raw",
  import: "default",
  eager: true,
});

type Table = { [name: string]: unknown };
const flatten = (table: Table, prefix = ""): [string, string][] =>
  Object.entries(table).flatMap(([name, value]) =>
    typeof value === "object" && value !== null
      ? flatten(value as Table, `${prefix}${name}.`)
      : [[prefix + name, String(value)]],
  );
const read = (file: string): [string, string][] => flatten(parse(files[`../../src/santorini/locales/${file}.toml`]!));

export async function speak(language: (typeof languages)[number]): Promise<void> {
  const texts = Object.fromEntries([...read(language), ...read(`page/${language}`)]);
  vi.stubGlobal("document", { documentElement: {} });
  vi.stubGlobal("fetch", async () => Response.json({ language, texts }));
  await loadWords(language);
}
