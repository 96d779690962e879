// What is wrong with a text that somebody brought, in words.
import { RulesError } from "../core/rules.ts";
import { hasText, said, t } from "../words/words.ts";
import { RecordError } from "./record.ts";

export function problemText(error: unknown): string {
  if (error instanceof RecordError) return t(`study.bad-${error.code}`, { line: error.line, column: error.column });
  if (error instanceof RulesError) {
    const key = `error.${error.code.replaceAll("/", "-")}`;
    return t("study.bad-text", { what: error.what, why: hasText(key) ? said(key, { what: error.what }) : error.code });
  }
  return t("study.bad-link");
}
