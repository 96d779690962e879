// Loads the rules: once, when they are first needed.
import rulesUrl from "../../../build/wasm/rules.wasm?url";
import { Refusal } from "../net/refusal.ts";
import { compiled } from "./compiled.ts";
import { Host } from "./host.js";
import { Rules } from "./rules.ts";

let loading: Promise<Rules> | null = null;

/** For the first game the page is built before its core is compiled, and needs the server until it is. */
export const hasCore = import.meta.env.MODE !== "early";

export function loadRules(): Promise<Rules> {
  if (!hasCore) return Promise.reject(new Refusal("offline", "page.error.offline"));
  loading ??= compiled(rulesUrl).then((module) => new Rules(new Host(module)));
  loading.catch(() => (loading = null)); // so that the next call tries again
  return loading;
}
