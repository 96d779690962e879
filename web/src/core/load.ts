// Loads the rules: once, when they are first needed.
import rulesUrl from "../../../build/wasm/rules.wasm?url";
import { compiled } from "./compiled.ts";
import { Host } from "./host.js";
import { Rules } from "./rules.ts";

let loading: Promise<Rules> | null = null;

export function loadRules(): Promise<Rules> {
  loading ??= compiled(rulesUrl).then((module) => new Rules(new Host(module)));
  loading.catch(() => (loading = null)); // so that the next call tries again
  return loading;
}
