// Runs web/tests/table_bridge.ts, bundled: a line of JSON in, a line of JSON out.
//   node tests/wasm/table.mjs BUNDLE RULES_WASM
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const [, , bundle, module] = process.argv;
const { open, answer } = await import(pathToFileURL(bundle).href);
open(new WebAssembly.Module(readFileSync(module)));
for await (const line of createInterface({ input: process.stdin })) console.log(answer(line));
