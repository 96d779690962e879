// Lets Python ask the WebAssembly modules: a line of JSON in, a line of JSON out.
//   node tests/wasm/bridge.mjs MODULE HOST [NETWORK [THREADS]]
// {"ask": [..]} is answered by the rules, {"obey": [..]} by the lines the engine says, {"break": n} breaks a helper.
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";

const [, , file, host, network, threads] = process.argv;
const { Host, helper, sharedMemory } = await import(pathToFileURL(host).href);
if (!isMainThread) {
  const begin = helper(workerData.module, workerData.memory, workerData.place);
  parentPort.postMessage("ready");
  begin();
}

let said = [];
const around = { tell: (line) => said.push(line), shouldStop: () => false };
const module = new WebAssembly.Module(readFileSync(file));
const memory = threads && sharedMemory();
const core = new Host(module, around, memory);
if (network && !core.readNetwork(readFileSync(network))) throw new Error("the network does not fit");
const places = [];
for (let i = 1; i < Number(threads); i++) {
  const place = core.hire();
  places.push(place);
  const worker = new Worker(new URL(import.meta.url), { argv: process.argv.slice(2), workerData: { module, memory, place } });
  worker.on("error", () => {}); // a broken helper is noticed by the engine
  await new Promise((resolve) => worker.once("message", resolve));
}
if (threads) core.obey(`setoption name Threads value ${threads}`);

for await (const line of createInterface({ input: process.stdin })) {
  const request = JSON.parse(line);
  said = [];
  try {
    if (request.ask) said = JSON.parse(core.ask(request.ask));
    for (const one of request.obey ?? []) core.obey(one);
    if (request.break !== undefined) core.exports.give_up(places[request.break]);
  } catch (error) {
    said.push(`error ${error}`);
  }
  console.log(JSON.stringify(said));
}
process.exit(); // helpers never end
