// A refusal carries a key of the catalogue, so that the caller can say it in words.
import type { Problem } from "./schema.gen.ts";

export class Refusal extends Error {
  readonly code: string;
  readonly key: string;
  readonly args: Problem["args"];

  constructor(code: string, key = `server.error.${code}`, args: Problem["args"] = {}) {
    super(code);
    this.code = code;
    this.key = key;
    this.args = args;
  }
}
