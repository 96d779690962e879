// Runs the core's WebAssembly modules: texts in, texts out. Plain JavaScript, so that Node runs it unchanged in tests.

/**
 * @typedef {object} Exports
 * @property {WebAssembly.Memory} memory
 * @property {() => void} _initialize
 * @property {(size: number) => number} room
 * @property {() => number} answer
 * @property {() => number} answer_size
 * @property {(size: number) => number} [line_room]
 * @property {() => void} [obey_line]
 * @property {() => number} [read_network]
 * @property {() => number} [hire]
 * @property {(place: number) => void} [help]
 * @property {(place: number) => void} [give_up]
 * @property {WebAssembly.Global} [__stack_pointer]
 */

/**
 * What the engine needs from its surroundings.
 * @typedef {object} Surroundings
 * @property {(line: string) => void} tell
 * @property {() => boolean} shouldStop
 */

const decoder = new TextDecoder();
const encoder = new TextEncoder();

/** @type {Surroundings} */
const alone = { tell: () => undefined, shouldStop: () => false };

/** Memory for `engine_threads.wasm`: the size that it asks for (wasm/CMakeLists.txt). Only what is used takes room. */
export const sharedMemory = () => new WebAssembly.Memory({ initial: 8192, maximum: 8192, shared: true });

/**
 * @param {WebAssembly.Memory} memory
 * @param {number} at
 * @param {number} size
 */
const text = ({ buffer }, at, size) => decoder.decode(new Uint8Array(buffer, at, size).slice()); // not shared

/**
 * @param {WebAssembly.Module} module
 * @param {Surroundings} around
 * @param {WebAssembly.Memory} [memory] shared with other instances; without it the instance has its own
 */
function instance(module, around, memory) {
  const failed = () => 8; // EBADF: there are no files
  const { exports } = new WebAssembly.Instance(module, {
    wasi_snapshot_preview1: {
      fd_close: failed,
      fd_seek: failed,
      fd_write: failed,
      clock_time_get: (/** @type {number} */ _clock, /** @type {bigint} */ _precision, /** @type {number} */ at) => {
        const now = BigInt(Math.round((performance.timeOrigin + performance.now()) * 1e6)); // the same in all workers
        new DataView(made.memory.buffer).setBigUint64(at, now, true);
        return 0;
      },
    },
    page: {
      tell: (/** @type {number} */ at, /** @type {number} */ size) => around.tell(text(made.memory, at, size)),
      should_stop: () => (around.shouldStop() ? 1 : 0),
    },
    ...(memory && { env: { memory } }),
  });
  const made = /** @type {Exports} */ (/** @type {unknown} */ (exports));
  return made;
}

/**
 * Prepares this thread to search for a host in another thread, at a `place` that the host got from `hire`. The function
 * it gives back starts the work and never returns.
 * @param {WebAssembly.Module} module
 * @param {WebAssembly.Memory} memory
 * @param {number} place
 * @returns {() => void}
 */
export function helper(module, memory, place) {
  const exports = instance(module, alone, memory);
  const stack = /** @type {WebAssembly.Global<"i32">} */ (exports.__stack_pointer);
  stack.value = place; // before anything else: until now it points to the host's stack
  return () => {
    try {
      exports.help?.(place);
    } finally {
      stack.value = place;
      exports.give_up?.(place);
    }
  };
}

export class Host {
  /**
   * @param {WebAssembly.Module} module
   * @param {Surroundings} [around]
   * @param {WebAssembly.Memory} [memory] shared, for several threads
   */
  constructor(module, around = alone, memory = undefined) {
    this.exports = instance(module, around, memory);
    this.exports._initialize();
  }

  /**
   * Asks a question about the rules (wasm/rules.h). The answer is the text of a JSON document.
   * @param {readonly (string | number)[]} lines
   * @returns {string}
   */
  ask(lines) {
    this.#write(this.exports.room, encoder.encode(lines.map((line) => String(line).replaceAll("\n", " ")).join("\n")));
    const at = this.exports.answer();
    return text(this.exports.memory, at, this.exports.answer_size());
  }

  /**
   * Gives the engine a line of its protocol (docs/engine.md). Returns when it has been carried out.
   * @param {string} line
   */
  obey(line) {
    this.#write(/** @type {Exports["room"]} */ (this.exports.line_room), encoder.encode(line));
    this.exports.obey_line?.();
  }

  /**
   * @param {Uint8Array} bytes
   * @returns {boolean} whether they are a network that fits
   */
  readNetwork(bytes) {
    this.#write(/** @type {Exports["room"]} */ (this.exports.line_room), bytes);
    return this.exports.read_network?.() === 1;
  }

  /** @returns {number} a place for another thread (`helper`) */
  hire() {
    return /** @type {() => number} */ (this.exports.hire)();
  }

  /**
   * @param {(size: number) => number} room
   * @param {Uint8Array} bytes
   */
  #write(room, bytes) {
    const at = room(bytes.length);
    new Uint8Array(this.exports.memory.buffer, at, bytes.length).set(bytes);
  }
}
