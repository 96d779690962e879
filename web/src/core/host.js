// Runs the core's WebAssembly modules: texts in, texts out. Plain JavaScript, so that Node runs it as it is in the tests.

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
 */

/**
 * What the engine asks of its surroundings.
 * @typedef {object} Surroundings
 * @property {(line: string) => void} tell
 * @property {() => boolean} shouldStop
 */

const decoder = new TextDecoder();
const encoder = new TextEncoder();

export class Host {
  /**
   * @param {WebAssembly.Module} module
   * @param {Surroundings} [around]
   */
  constructor(module, around = { tell: () => undefined, shouldStop: () => false }) {
    const failed = () => 8; // EBADF: there are no files
    const instance = new WebAssembly.Instance(module, {
      wasi_snapshot_preview1: {
        fd_close: failed,
        fd_seek: failed,
        fd_write: failed,
        clock_time_get: (/** @type {number} */ _clock, /** @type {bigint} */ _precision, /** @type {number} */ at) => {
          const now = BigInt(Math.round(performance.now() * 1e6));
          new DataView(this.exports.memory.buffer).setBigUint64(at, now, true);
          return 0;
        },
      },
      page: {
        tell: (/** @type {number} */ at, /** @type {number} */ size) => around.tell(this.#text(at, size)),
        should_stop: () => (around.shouldStop() ? 1 : 0),
      },
    });
    this.exports = /** @type {Exports} */ (/** @type {unknown} */ (instance.exports));
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
    return this.#text(at, this.exports.answer_size());
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

  /**
   * @param {(size: number) => number} room
   * @param {Uint8Array} bytes
   */
  #write(room, bytes) {
    const at = room(bytes.length);
    new Uint8Array(this.exports.memory.buffer, at, bytes.length).set(bytes);
  }
  /**
   * @param {number} at
   * @param {number} size
   */
  #text(at, size) {
    return decoder.decode(new Uint8Array(this.exports.memory.buffer, at, size));
  }
}
