// Lets Python ask the WebAssembly modules: a line of JSON in, a line of JSON out.
//   node tests/wasm/bridge.mjs MODULE HOST [NETWORK]
// {"ask": [..]} is answered by the rules, {"obey": [..]} by the lines the engine says, {"time": [..]} by the seconds that
// carrying out the lines took.
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const [, , module, host, network] = process.argv;
const { Host } = await import(pathToFileURL(host).href);
let said = [];
const core = new Host(new WebAssembly.Module(readFileSync(module)), {
  tell: (line) => said.push(line),
  shouldStop: () => false,
});
if (network && !core.readNetwork(readFileSync(network))) throw new Error("the network does not fit");

for await (const line of createInterface({ input: process.stdin })) {
  const request = JSON.parse(line);
  if (request.ask) {
    console.log(core.ask(request.ask));
    continue;
  }
  said = [];
  for (const one of request.obey) core.obey(one);
  console.log(JSON.stringify(said));
}
