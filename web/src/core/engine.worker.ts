// The engine in a worker of its own: lines in, lines out, as `santorini engine` has them (docs/engine.md). The network is
// fetched when the worker starts, that is, when somebody first analyses.
import engineUrl from "../../../build/wasm/engine.wasm?url";
import networkUrl from "../../../src/santorini/data/network.bin?url";
import { compiled } from "./compiled.ts";
import { Host } from "./host.js";

/** The first message: memory that is shared with the page, where browsers allow it. Anything but 0 stops a search. */
export interface Start {
  stop: SharedArrayBuffer | null;
}

let stop: Int32Array | null = null;
let host: Promise<Host> | null = null;

async function start(shared: SharedArrayBuffer | null): Promise<Host> {
  stop = shared && new Int32Array(shared);
  const [module, weights] = await Promise.all([
    compiled(engineUrl),
    fetch(networkUrl).then((answer) => answer.arrayBuffer()),
  ]);
  const made = new Host(module, {
    tell: (line) => postMessage(line),
    shouldStop: () => stop !== null && Atomics.load(stop, 0) !== 0,
  });
  if (!made.readNetwork(new Uint8Array(weights))) throw new Error("the network does not fit the engine");
  return made;
}

// A message that arrives while the engine is loading waits for it; the order is kept.
addEventListener("message", (event: MessageEvent<Start | string>) => {
  const { data } = event;
  if (typeof data !== "string") {
    host = start(data.stop);
    host.catch(() => undefined); // the line that waits for it says so
  } else {
    void host?.then((made) => made.obey(data)).catch((error: unknown) => postMessage(`error ${String(error)}`));
  }
});
