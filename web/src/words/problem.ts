// Why something was refused, in the language of the page. The library's own sentences are for programmers.
import { Refusal } from "../net/api.ts";
import { hasText, said, t } from "./words.ts";

export function problemText(error: unknown): string {
  if (!(error instanceof Refusal)) return t("error.unknown");
  const { code, key, args } = error;
  if (code === "setup" && args.reason) {
    const own = `page.problem.${args.reason}`;
    return hasText(own) ? said(own) : t("problem.setup");
  }
  if (code === "position") return t("problem.position");
  if (code === "record") {
    const [line, column] = [Number(args.line ?? 0), Number(args.column ?? 0)];
    return line > 0 ? t("problem.record", { line, column }) : t("problem.record-whole");
  }
  return said(key, args);
}
