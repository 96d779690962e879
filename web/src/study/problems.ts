// What is wrong with a text that the user opened, in words.
import { RulesError } from "../core/rules.ts";
import { capital, hasText, powerName, said, t } from "../words/words.ts";
import { RecordError } from "./record.ts";

export function problemText(error: unknown): string {
  if (error instanceof RecordError) return t(`study.bad-${error.code}`, { line: error.line, column: error.column });
  if (error instanceof RulesError) {
    const key = `error.${error.code.replaceAll("/", "-")}`;
    return t("study.bad-text", { what: error.what, why: hasText(key) ? said(key, { what: error.what }) : error.code });
  }
  return t("study.bad-link");
}

/** Why a position is impossible. The editor has its own words where the core's are about the position text. */
export function impossible({ code, what }: RulesError): string {
  const own = `page.edit.bad-${code}`;
  const key = hasText(own) ? own : `error.${code.replaceAll("/", "-")}`;
  const why = hasText(key) ? said(key, { what, power: powerName(what) }) : code;
  return t("edit.impossible", { why: capital(why) });
}
