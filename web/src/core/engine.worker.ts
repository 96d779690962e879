// The engine in a worker of its own: lines in, lines out, as with `santorini engine` (docs/engine.md). The network is
// fetched when the worker starts, that is, when the engine is first needed.
import engineUrl from "../../../build/wasm/engine.wasm?url";
import threadsUrl from "../../../build/wasm/engine_threads.wasm?url";
import networkUrl from "../../../src/santorini/data/network.bin?url";
import { compiled } from "./compiled.ts";
import type { Hired } from "./engine.helper.ts";
import { Host, sharedMemory } from "./host.js";

/** The first message. */
export interface Start {
  /** Shared with the page, where browsers allow it. Anything but 0 stops a search. */
  stop: SharedArrayBuffer | null;
  /** How many are wanted; more than one needs shared memory. */
  threads: number;
}

let stop: Int32Array | null = null;
let host: Promise<Host> | null = null;

const around = {
  tell: (line: string) => postMessage(line),
  shouldStop: () => stop !== null && Atomics.load(stop, 0) !== 0,
};

const alone = async (): Promise<Host> => new Host(await compiled(engineUrl), around);

async function withHelpers(threads: number): Promise<Host> {
  const memory = sharedMemory();
  const module = await compiled(threadsUrl);
  const made = new Host(module, around, memory);
  const helpers: Worker[] = [];
  try {
    const ready = Array.from({ length: threads - 1 }, () => {
      const worker = new Worker(new URL("./engine.helper.ts", import.meta.url), { type: "module" });
      helpers.push(worker);
      worker.postMessage({ module, memory, place: made.hire() } satisfies Hired);
      return new Promise((resolve, reject) => {
        worker.onmessage = resolve;
        worker.onerror = reject;
      });
    });
    await Promise.all(ready);
  } catch (error) {
    for (const helper of helpers) helper.terminate();
    throw error;
  }
  made.obey(`setoption name Threads value ${threads}`);
  return made;
}

async function start({ stop: shared, threads }: Start): Promise<Host> {
  stop = shared && new Int32Array(shared);
  const [made, weights] = await Promise.all([
    // One thread if there is no shared memory, no worker can start another, or the file cannot be fetched.
    shared && threads > 1 ? withHelpers(threads).catch(alone) : alone(),
    fetch(networkUrl).then((answer) => answer.arrayBuffer()),
  ]);
  if (!made.readNetwork(new Uint8Array(weights))) throw new Error("the network does not fit the engine");
  return made;
}

// A message that arrives while the engine is loading waits for it; the order is kept.
addEventListener("message", (event: MessageEvent<Start | string>) => {
  const { data } = event;
  if (typeof data !== "string") {
    host = start(data);
    host.catch(() => undefined); // reported for the line that waits for it
  } else {
    void host?.then((made) => made.obey(data)).catch((error: unknown) => postMessage(`error ${String(error)}`));
  }
});
