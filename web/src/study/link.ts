// Links to a study: the fragment holds a position as it is, or a whole record, compressed.
import type { Replay } from "../net/schema.gen.ts";
import { aboutGame, writeRecord } from "./record.ts";

async function through(
  bytes: Uint8Array<ArrayBuffer>,
  stream: CompressionStream | DecompressionStream,
): Promise<Uint8Array> {
  const blob = new Blob([bytes]).stream().pipeThrough(stream);
  return new Uint8Array(await new Response(blob).arrayBuffer());
}

export async function packed(text: string): Promise<string> {
  const bytes = await through(new TextEncoder().encode(text), new CompressionStream("deflate-raw"));
  const chars = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(chars).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

export async function unpacked(code: string): Promise<string> {
  const chars = atob(code.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(chars, (c) => c.charCodeAt(0));
  return new TextDecoder("utf-8", { fatal: true }).decode(await through(bytes, new DecompressionStream("deflate-raw")));
}

/** The path of a study, after the #. */
export const positionPath = (position: string): string => `study/p/${position}`;
export const recordPath = async (record: string, review = false): Promise<string> =>
  `study/${review ? "v" : "r"}/${await packed(record)}`;

const hidden = /(^|\s)(\?{1,2}|\*\?|~\?|discard:\?|take:\?)(\s|$)/;

/** The path of a game as a study. Where turns are hidden from the reader, only the position that is shown can be studied. */
export async function replayPath(replay: Replay, shown: string, review = false): Promise<string> {
  if (replay.turns.some((turn) => hidden.test(turn.text))) return positionPath(shown);
  const headers = { ...aboutGame(replay.headers), Position: replay.start.position };
  const turns = replay.turns.map((turn) => ({ text: turn.text, comment: turn.comment, variations: [] }));
  return recordPath(writeRecord({ headers, turns }), review);
}

/** What a fragment asks for: `#/study/p/POSITION`, `#/study/r/CODE`, or `#/study/v/CODE` for a game to be reviewed at once. */
export function asked(hash: string): { kind: "position" | "record" | "nothing"; text: string; review: boolean } {
  const found = /^#\/study\/([prv])\/(.+)$/.exec(hash);
  if (!found) return { kind: "nothing", text: "", review: false };
  const review = found[1] === "v";
  const text = found[2]!.replaceAll("%20", " ").replaceAll("%7C", "|").replaceAll("%5B", "[").replaceAll("%5D", "]");
  return found[1] === "p"
    ? { kind: "position", text: text.replaceAll("%5E", "^"), review }
    : { kind: "record", text, review };
}
