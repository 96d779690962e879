// The page's side of the engine: one search at a time in a worker, which is started when it is first needed and
// replaced if it dies or cannot be stopped in any other way.
import { type Judgement, type Review, reviewOf } from "../study/review.ts";
import type { Start } from "./engine.worker.ts";

/** A line that the engine found. */
export interface Line {
  /** For the side that decides, in hundredths. */
  score: number;
  chance: number;
  /** The chances of every side, where there are three. */
  chances: readonly number[];
  /** Proven: wins with its n-th turn; negative, loses after n. */
  winsIn: number | null;
  /** Turn texts, the first one included. */
  turns: readonly string[];
}
export interface Found {
  depth: number;
  nodes: number;
  rate: number;
  milliseconds: number;
  threads: number;
  lines: readonly Line[];
}

export interface Wish {
  position: string;
  lines: number;
  /** Milliseconds; without a limit it goes on until it is stopped. */
  time?: number;
  nodes?: number;
}

const split = (line: string): [string, string] => {
  const at = line.indexOf(" ");
  return at < 0 ? [line, ""] : [line.slice(0, at), line.slice(at + 1)];
};

const info =
  /^info depth (-?\d+)(?: line (\d+))? score (-?\d+)(?: win (-?\d+))? chance ([\d.]+)(?: chances ([\d. ]+?))? nodes (\d+) nps (\d+) time (\d+) pv (.*)$/;

/** Reads an `info` line: the index of the line it is about, from 0, and its contents. */
export function readInfo(
  text: string,
): { index: number; depth: number; nodes: number; rate: number; milliseconds: number; line: Line } | null {
  const found = info.exec(text);
  if (!found) return null;
  const [, depth, line, score, win, chance, chances, nodes, rate, time, pv] = found;
  return {
    index: Number(line ?? 1) - 1,
    depth: Number(depth),
    nodes: Number(nodes),
    rate: Number(rate),
    milliseconds: Number(time),
    line: {
      score: Number(score),
      chance: Number(chance),
      chances: chances ? chances.split(" ").map(Number) : [],
      winsIn: win === undefined ? null : Number(win),
      turns: (pv ?? "").split(", ").filter(Boolean),
    },
  };
}

/** Lines for the engine, what to do with each answer, and which answer is the last. */
interface Task {
  lines: readonly string[];
  hear: (line: string) => void;
  isLast: (line: string) => boolean;
  onDone: (failed: boolean) => void;
}

const nothing: Found = { depth: 0, nodes: 0, rate: 0, milliseconds: 0, threads: 1, lines: [] };

/** How many threads an analysis uses: enough to help, with a processor left for the page. */
export const manyThreads = (processors = navigator.hardwareConcurrency): number =>
  Math.max(1, Math.min((processors || 1) - 1, 4));

export class Engine {
  private worker: Worker | null = null;
  private stopFlag: Int32Array | null = null;
  private running: Task | null = null;
  private waiting: Task | null = null;
  /** The running search has been stopped: ignore what the engine still says about it. */
  private ending = false;

  /** Searches with the number of threads asked for, or with one where the browser does not allow more. */
  constructor(private readonly wished = 1) {}

  /** Searches; whatever was searched before is stopped. */
  go(wish: Wish, onFound: (found: Found) => void, onDone: (failed: boolean) => void = () => undefined): void {
    const limits = [wish.time ? ` movetime ${wish.time}` : "", wish.nodes ? ` nodes ${wish.nodes}` : ""].join("");
    let found = nothing;
    this.begin({
      lines: [`setoption name Lines value ${wish.lines}`, `position ${wish.position}`, `go${limits || " infinite"}`],
      hear: (text) => {
        const threads = /^info threads (\d+)$/.exec(text);
        if (threads) found = { ...nothing, threads: Number(threads[1]) };
        const read = readInfo(text);
        if (!read) return;
        const { index, line, ...rest } = read;
        const lines = index === 0 ? [line] : [...found.lines.slice(0, index), line];
        found = { ...rest, threads: found.threads, lines };
        onFound(found);
      },
      isLast: (line) => line.startsWith("bestturn"),
      onDone,
    });
  }

  /** Judges the turns that lead from each position to the next (core/search/review.h). */
  review(
    positions: readonly string[],
    onJudged: (judgements: readonly (Judgement | null)[]) => void,
    onDone: (review: Review | null) => void,
  ): void {
    const judgements: (Judgement | null)[] = [];
    let review: Review | null = null;
    this.begin({
      lines: ["review", ...positions.slice(1).map((after, i) => `judge ${positions[i]} ${after}`), "reviewed"],
      hear: (line) => {
        const [word, json] = split(line);
        if (word === "judged") {
          judgements.push(JSON.parse(json) as Judgement | null);
          onJudged([...judgements]);
        } else if (word === "review") review = reviewOf(judgements, JSON.parse(json));
      },
      isLast: (line) => line.startsWith("review "),
      onDone: () => onDone(review),
    });
  }

  /** Asks the prover (`prove wins POSITION n`); null where it gives up. */
  prove(question: string, onProven: (proven: boolean | null) => void): void {
    let proven: boolean | null = null;
    this.begin({
      lines: [question],
      hear: (line) => (proven = line.endsWith("yes") ? true : line.endsWith("no") ? false : null),
      isLast: (line) => line.startsWith("proven"),
      onDone: () => onProven(proven),
    });
  }

  /** Sends the engine lines; resolves to what follows `word` in the answer that begins with it, or "" if it fails. */
  ask(lines: readonly string[], word: string): Promise<string> {
    let said = "";
    return new Promise((resolve) => {
      this.begin({
        lines,
        hear: (line) => (said = line.startsWith(word) ? line.slice(word.length).trim() : ""),
        isLast: (line) => line.startsWith(word),
        onDone: () => resolve(said),
      });
    });
  }

  private begin(task: Task): void {
    this.waiting = task;
    if (this.running) this.end();
    else this.next();
  }

  stop(): void {
    this.waiting = null;
    if (this.running) this.end();
  }

  /** Frees the worker and its memory. */
  close(): void {
    this.waiting = null;
    this.running = null;
    this.kill();
  }

  private next(): void {
    const task = this.waiting;
    if (!task) return;
    this.waiting = null;
    this.running = task;
    this.ending = false;
    const worker = this.made();
    if (this.stopFlag) Atomics.store(this.stopFlag, 0, 0);
    for (const line of task.lines) worker.postMessage(line);
  }

  private made(): Worker {
    if (this.worker) return this.worker;
    const worker = new Worker(new URL("./engine.worker.ts", import.meta.url), { type: "module" });
    const shared = globalThis.crossOriginIsolated ? new SharedArrayBuffer(4) : null;
    this.stopFlag = shared && new Int32Array(shared);
    worker.onmessage = (event: MessageEvent<string>) => this.hear(event.data);
    worker.onerror = () => this.finish(true);
    worker.postMessage({ stop: shared, threads: this.wished } satisfies Start);
    this.worker = worker;
    return worker;
  }

  private hear(line: string): void {
    const task = this.running;
    if (!task) return;
    if (!this.ending) task.hear(line);
    if (task.isLast(line) || line.startsWith("error")) this.finish(line.startsWith("error"));
  }

  private finish(failed: boolean): void {
    if (failed) this.kill(); // the next task starts a new worker
    const task = this.running;
    this.running = null;
    task?.onDone(failed);
    this.next();
  }

  /** Ends the running search: with the shared flag or, where there is none, by ending the worker. */
  private end(): void {
    this.ending = true;
    if (this.stopFlag) {
      Atomics.store(this.stopFlag, 0, 1);
      return; // the engine answers, and then the waiting task begins
    }
    this.kill();
    this.finish(false);
  }

  private kill(): void {
    this.worker?.terminate();
    this.worker = null;
    this.stopFlag = null;
  }
}
