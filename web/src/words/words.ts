// The texts of the page, found by key. Code holds keys, never sentences; the keys are typed from the English catalogue.

import { store, stored } from "../model/settings.ts";
import { api, Refusal } from "../net/api.ts";
import type { CoreKey, PageTexts } from "./keys.gen.ts";

/** The values of a text's placeholders. */
export type Args = Readonly<Record<string, unknown>>;

let texts: Record<string, string> = {};
let language = "en";

export const currentLanguage = (): string => language;

/** Loads a language. The server fills in English where a translation is missing. */
export async function loadWords(wanted: string): Promise<void> {
  const answer = await api.words(wanted).catch((error: unknown) => {
    if (wanted === "en" || (error instanceof Refusal && error.code === "offline")) throw error;
    return api.words("en");
  });
  use(answer);
  store("santorini.words", answer);
}

/** Starts with the texts of the last visit: they are available at once, and offline. */
export function recallWords(wanted: string): boolean {
  const kept = stored<Catalogue | null>("santorini.words", null);
  if (kept?.language !== wanted) return false;
  use(kept);
  return true;
}

interface Catalogue {
  language: string;
  texts: Record<string, string>;
}
function use(catalogue: Catalogue): void {
  ({ texts, language } = catalogue);
  document.documentElement.lang = language;
  plurals = new Intl.PluralRules(language);
  numbers = new Intl.NumberFormat(language);
}

let plurals = new Intl.PluralRules("en");
let numbers = new Intl.NumberFormat("en");

type Values<Names extends string> = [Names] extends [never] ? [] : [values: Record<Names, string | number>];

/** A text of the page. */
export function t<Key extends keyof PageTexts>(key: Key, ...values: Values<PageTexts[Key]>): string {
  return fill(texts[`page.${key}`] ?? key, values[0] as Args | undefined);
}

/** A text of the game itself: cards, terms, reasons. */
export function word(key: CoreKey, values?: Args): string {
  return fill(texts[key] ?? key, values);
}

/** A text whose key came from the server. */
export function said(key: string, values?: Args): string {
  return fill(texts[key] ?? key, values);
}
export const hasText = (key: string): boolean => key in texts;

export const powerName = (power: string): string => texts[`power.${power}.name`] ?? power;
export const powerEpithet = (power: string): string => texts[`power.${power}.epithet`] ?? "";
export function powerText(power: string, rules: string): string {
  return texts[`power.${power}.text_${rules}`] ?? texts[`power.${power}.text`] ?? "";
}
/** Does the rule set of a game change the card's text? */
export const hasOtherText = (power: string, rules: string): boolean => `power.${power}.text_${rules}` in texts;
/** Answers to common questions about a power. A rule set with its own text has its own answers. */
export function powerNotes(power: string, rules: string): string[] {
  const field = `power.${power}.text_${rules}` in texts ? `notes_${rules}` : "notes";
  const notes: string[] = [];
  for (let i = 0; ; i++) {
    const note = texts[`power.${power}.${field}.${i}`];
    if (note === undefined) return notes;
    notes.push(note);
  }
}

/** The name of a level of the computer, and what to expect of it. */
export const levelName = (level: number | null | undefined): string => texts[`level.${level ?? 1}`] ?? "";
export const levelText = (level: number | null | undefined): string => texts[`page.level.${level ?? 1}`] ?? "";

/** The name of a category. Its key has underscores in place of spaces. */
export const categoryName = (category: string): string =>
  texts[`category.${category.replaceAll(" ", "_")}`] ?? category;

/** "move, build or end", as the language joins alternatives. */
export const either = (items: readonly string[]): string =>
  new Intl.ListFormat(language, { type: "disjunction" }).format(items);
export const together = (items: readonly string[]): string =>
  new Intl.ListFormat(language, { type: "conjunction" }).format(items);
export const percent = (share: number): string =>
  new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 0 }).format(share);
export const capital = (text: string): string => text.charAt(0).toLocaleUpperCase(language) + text.slice(1);

/** Fills {placeholders}; a doubled brace is a brace. The same rules as in santorini/words/catalogue.py. */
function fill(text: string, values: Args = {}): string {
  return text.replace(/\{\{|\}\}|\{(\w+)(?:![rsa])?(?::plural ([^}]*))?\}/g, (all, name?: string, forms?: string) => {
    if (name === undefined) return all[0]!;
    const value = values[name] ?? "";
    return forms === undefined ? String(value) : counted(forms, Number(value));
  });
}

/** The form that a number takes in "one=# power|other=# powers"; the last one also serves for categories not listed. */
function counted(forms: string, count: number): string {
  const listed = forms.split("|");
  const wanted = `${plurals.select(count)}=`;
  const form = listed.find((each) => each.startsWith(wanted)) ?? listed.at(-1)!;
  return form.slice(form.indexOf("=") + 1).replaceAll("#", numbers.format(count));
}
