// Another thread of the engine: a worker that `engine.worker.ts` starts where memory can be shared.
import { helper } from "./host.js";

/** The only message. */
export interface Hired {
  module: WebAssembly.Module;
  memory: WebAssembly.Memory;
  place: number;
}

addEventListener("message", ({ data }: MessageEvent<Hired>) => {
  const begin = helper(data.module, data.memory, data.place);
  postMessage("ready");
  begin();
});
