// Game records as text (docs/notation.md): read into turns with comments and variations, and written again. It knows the
// grammar, not the rules: whether a turn can be played is for the core to say.

export interface Turn {
  text: string;
  comment: string;
  variations: Turn[][];
}
export interface GameRecord {
  headers: Record<string, string>;
  turns: Turn[];
}

/** Why a text is not a record, and where; `code` is the last part of a key of the catalogue. */
export class RecordError extends Error {
  constructor(
    readonly code: "header" | "comment" | "variation" | "word",
    readonly line: number,
    readonly column: number,
  ) {
    super(`${code} at ${line}:${column}`);
  }
}

const header = /\[\s*([A-Za-z][A-Za-z0-9_]*)\s*"((?:[^"\\\n]|\\.)*)"\s*\]/y;
const number = /\d+\.+/y;
const result = /(?:\*|\d(?:\+\d)*)(?=\s|\[|$)/y;
const word = /\([^\s()]*\)\??|[^\s;{}()[\]]+/y;
const deepest = 64;

const unescaped = (text: string): string =>
  text.replace(/\\(?:u\(([0-9a-f]{1,6})\)|(.))/gi, (_, code: string | undefined, char: string) =>
    code ? String.fromCodePoint(Number.parseInt(code, 16)) : char === "n" ? "\n" : char,
  );

class Reader {
  private at = 0;
  constructor(private readonly text: string) {}

  record(): GameRecord {
    const headers: Record<string, string> = {};
    while (this.more() && this.text[this.at] === "[") {
      const [, name, value] = this.match(header) ?? this.fail("header");
      headers[name!] = unescaped(value!);
    }
    return { headers, turns: this.line(0) };
  }

  private line(depth: number): Turn[] {
    const turns: Turn[] = [];
    let words: string[] | null = null;
    const end = (): void => {
      if (words) turns.push({ text: words.join(" "), comment: "", variations: [] });
      words = null;
    };
    while (this.more()) {
      const char = this.text[this.at]!;
      if (char === "{") this.comment(turns.at(-1));
      else if (char === ";") {
        if (!words) this.fail("word");
        end();
        this.at++;
      } else if (char === ")") {
        if (!depth) this.fail("variation");
        break;
      } else if (char === "(" && !words) {
        const before = turns.at(-1);
        if (!before || depth === deepest) this.fail("variation");
        this.at++;
        before.variations.push(this.line(depth + 1));
        if (this.text[this.at] !== ")") this.fail("variation");
        this.at++;
      } else if (!words && this.match(number)) {
        // Numbers only help the reader.
      } else if (!depth && (char === "[" || this.match(result))) {
        break; // the next record, or the result
      } else {
        const found = this.match(word) ?? this.fail("word");
        (words ??= []).push(found[0]);
      }
    }
    // A turn in progress at the end of the main line is left out: it is not a turn yet.
    if (depth) end();
    return turns;
  }

  private comment(turn: Turn | undefined): void {
    const found = this.match(/\{((?:[^}\\]|\\.)*)\}/sy) ?? this.fail("comment");
    const said = unescaped(found[1]!).split(/\s+/).filter(Boolean).join(" ");
    if (turn && said) turn.comment = turn.comment ? `${turn.comment} ${said}` : said;
  }

  private more(): boolean {
    while (this.at < this.text.length && /\s/.test(this.text[this.at]!)) this.at++;
    return this.at < this.text.length;
  }
  private match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text);
    if (found) this.at += found[0].length;
    return found;
  }
  private fail(code: RecordError["code"]): never {
    const before = this.text.slice(0, this.at).split("\n");
    throw new RecordError(code, before.length, before.at(-1)!.length + 1);
  }
}

export const readRecord = (text: string): GameRecord =>
  new Reader(text.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n")).record();

const escaped = (text: string, special: RegExp): string =>
  text
    .replace(special, "\\$&")
    .replace(/\p{Cc}/gu, (c) => (c === "\n" ? "\\n" : `\\u(${c.codePointAt(0)!.toString(16)})`));

function* words(turns: readonly Turn[], before: number): Generator<string> {
  for (const [i, turn] of turns.entries()) {
    yield `${before + i + 1}. ${turn.text} ;`;
    if (turn.comment) yield `{${escaped(turn.comment, /[\\}]/g)}}`;
    for (const variation of turn.variations) {
      yield "(";
      yield* words(variation, before + i);
      yield ")";
    }
  }
}

export function writeRecord({ headers, turns }: GameRecord): string {
  const rows: string[] = [];
  for (const part of [...words(turns, 0), headers.Result ?? "*"]) {
    const last = rows.at(-1);
    if (last !== undefined && last.length + 1 + part.length <= 100) rows[rows.length - 1] = `${last} ${part}`;
    else rows.push(part);
  }
  const heads = Object.entries(headers).map(([name, value]) => `[${name} "${escaped(value, /[\\"]/g)}"]`);
  return [...heads, "", ...rows, ""].join("\n");
}

/** The headers that say who played, when, where and with how much time: what a study keeps of a record. */
export const aboutGame = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).filter(([name]) => /^(Seat\d|Level\d|Clock|Date|Site|Event|Title)$/.test(name)),
  );

/** The text of the starting position that the headers describe. */
export function startOf(headers: Readonly<Record<string, string>>): string {
  if (headers.Position) return headers.Position;
  const named = [4, 3, 2, 1].find((seat) => headers[`Power${seat}`] !== undefined) ?? 0;
  const count = Number(headers.Players ?? 0) || Math.max(named, 2);
  const powers = Array.from({ length: count }, (_, i) => headers[`Power${i + 1}`] ?? "mortal");
  const first = headers.First ?? "1";
  const fields = [
    headers.Rules && headers.Rules !== "printed" ? `rules=${headers.Rules}` : "",
    headers.Fleece ? `fleece=${headers.Fleece}@-` : "",
    headers.Settings ? `set=${headers.Settings}` : "",
    headers.Setup === "draft" ? "setup=offer" : headers.Setup === "passing" ? "setup=deal" : "",
    first !== "1" ? `first=${first}` : "",
  ].filter(Boolean);
  return ["0".repeat(25), first, ...powers, ...fields].join("/");
}
