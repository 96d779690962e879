// Data that the server serves and that never changes (words, cards, rulebook, lessons), as files beside the page
// (tools/page_data.py): for a site without a server, and for when the server cannot be reached.
import { Refusal } from "../net/refusal.ts";
import type { Languages, Lesson, Lessons, Powers, Rulebook, Texts } from "../net/schema.gen.ts";
import type { Pairings } from "./draft.ts";
import type { LocalLesson } from "./lessons.ts";

const kept = new Map<string, Promise<unknown>>();

async function load<T>(name: string): Promise<T> {
  const answer = await fetch(`${import.meta.env.BASE_URL}data/${name}.json`).catch(() => null);
  if (!answer) throw new Refusal("offline", "page.error.offline");
  // Some hosts answer with a page of their own instead of an error for a missing file: that is not JSON.
  if (!answer.ok || !answer.headers.get("content-type")?.includes("json")) throw new Refusal("unknown");
  return answer.json() as Promise<T>;
}

function file<T>(name: string): Promise<T> {
  const known = kept.get(name) as Promise<T> | undefined;
  if (known) return known;
  const coming = load<T>(name);
  kept.set(name, coming);
  coming.catch(() => kept.delete(name));
  return coming;
}

/** How each level of the computer plays; the keys are the field names of src/santorini/engine/levels.py. */
export type LevelTable = Record<string, number>[];

const plain = (id: string): string => id.replace(/[^a-z0-9_-]/gi, "");

export const data = {
  languages: () => file<Languages>("languages"),
  words: (language: string) => file<Texts>(`words/${plain(language)}`),
  powers: () => file<Powers>("powers"),
  rulebook: (language: string) => file<Rulebook>(`rulebook/${plain(language)}`),
  lessons: () => file<Lessons>("lessons"),
  task: (id: string) => file<LocalLesson>(`lessons/${plain(id)}`),
  lesson: async (id: string): Promise<Lesson> => (await data.task(id)).lesson,
  levels: () => file<LevelTable>("levels"),
  pairings: () => file<Record<string, Pairings>>("pairings"),
};
