// A study: positions in a tree. The first child of a node is the main line, the others are variations. Plain data;
// every change makes a new study, so that undo means going back to the old one.
import type { Played, Rules } from "../core/rules.ts";
import type { Board, Effect } from "../net/schema.gen.ts";
import { aboutGame, type GameRecord, readRecord, startOf, type Turn, writeRecord } from "./record.ts";

/** The marks that can follow a turn: !, ?, !?, ?!, !!, ??. */
export const glyphs = ["!!", "!", "!?", "?!", "?", "??"] as const;
export type Glyph = (typeof glyphs)[number];

export interface Node {
  id: number;
  parent: number | null;
  children: readonly number[];
  /** The turn that led here; empty at the root. */
  turn: string;
  seat: number;
  effects: readonly Effect[];
  board: Board;
  comment: string;
  glyph: Glyph | null;
}

export interface Study {
  nodes: ReadonlyMap<number, Node>;
  root: number;
  at: number;
  headers: Readonly<Record<string, string>>;
}

let ids = 0;

export const nodeAt = (study: Study, id = study.at): Node => study.nodes.get(id)!;

export function newStudy(rules: Rules, position: string, headers: Readonly<Record<string, string>> = {}): Study {
  const { board } = rules.look(position);
  const root: Node = {
    id: ++ids,
    parent: null,
    children: [],
    turn: "",
    seat: 0,
    effects: [],
    board,
    comment: "",
    glyph: null,
  };
  return { nodes: new Map([[root.id, root]]), root: root.id, at: root.id, headers };
}

const changed = (study: Study, ...nodes: Node[]): Study => {
  const all = new Map(study.nodes);
  for (const node of nodes) all.set(node.id, node);
  return { ...study, nodes: all };
};

/** The study after a turn at the current node. A turn that is already there is only selected. */
export function played(study: Study, turn: Played): Study {
  const here = nodeAt(study);
  const known = here.children.find((id) => nodeAt(study, id).board.position === turn.board.position);
  if (known !== undefined) return { ...study, at: known };
  const node: Node = {
    id: ++ids,
    parent: here.id,
    children: [],
    turn: turn.text,
    seat: here.board.decider,
    effects: turn.effects,
    board: turn.board,
    comment: "",
    glyph: null,
  };
  return { ...changed(study, node, { ...here, children: [...here.children, node.id] }), at: node.id };
}

export const moved = (study: Study, to: number | null | undefined): Study =>
  to === null || to === undefined || !study.nodes.has(to) ? study : { ...study, at: to };
export const back = (study: Study): Study => moved(study, nodeAt(study).parent);
export const forward = (study: Study): Study => moved(study, nodeAt(study).children[0]);

/** The next or previous of the turns that were tried in the same position. */
export function beside(study: Study, by: 1 | -1): Study {
  const { parent, id } = nodeAt(study);
  if (parent === null) return study;
  const siblings = nodeAt(study, parent).children;
  return moved(study, siblings[siblings.indexOf(id) + by]);
}
export function last(study: Study): Study {
  let now = study;
  while (nodeAt(now).children.length) now = forward(now);
  return now;
}

/** The nodes from the root to here. */
export function lineTo(study: Study, id = study.at): Node[] {
  const line: Node[] = [];
  for (let at: number | null = id; at !== null; at = nodeAt(study, at).parent) line.unshift(nodeAt(study, at));
  return line;
}

/** Removes a node and everything after it. */
export function removed(study: Study, id = study.at): Study {
  const node = nodeAt(study, id);
  if (node.parent === null) return study;
  const parent = nodeAt(study, node.parent);
  const all = new Map(study.nodes);
  const drop = (one: number): void => {
    for (const child of nodeAt(study, one).children) drop(child);
    all.delete(one);
  };
  drop(id);
  all.set(parent.id, { ...parent, children: parent.children.filter((child) => child !== id) });
  return { ...study, nodes: all, at: all.has(study.at) ? study.at : parent.id };
}

/** Makes the line through a node the main one. */
export function promoted(study: Study, id = study.at): Study {
  let now = study;
  for (const node of lineTo(study, id)) {
    if (node.parent === null) continue;
    const parent = nodeAt(now, node.parent);
    now = changed(now, { ...parent, children: [node.id, ...parent.children.filter((child) => child !== node.id)] });
  }
  return now;
}

export const commented = (study: Study, comment: string): Study => changed(study, { ...nodeAt(study), comment });
export const marked = (study: Study, glyph: Glyph | null): Study => changed(study, { ...nodeAt(study), glyph });

// -- records -----------------------------------------------------------------------------------------------------------

const tag = /\[%mark ([!?]{1,2})\]/;

const toTurn = (study: Study, id: number): Turn => {
  const { turn, comment, glyph } = nodeAt(study, id);
  return { text: turn, comment: [glyph ? `[%mark ${glyph}]` : "", comment].filter(Boolean).join(" "), variations: [] };
};

/** The line that begins with a child of a node, with the other children as variations of its first turn. */
function toTurns(study: Study, children: readonly number[]): Turn[] {
  const turns: Turn[] = [];
  let next = children;
  while (next.length) {
    const [main, ...others] = next;
    const turn = toTurn(study, main!);
    turn.variations = others.map((id) => [toTurn(study, id), ...toTurns(study, nodeAt(study, id).children)]);
    turns.push(turn);
    next = nodeAt(study, main!).children;
  }
  return turns;
}

export function toRecord(study: Study): string {
  const root = nodeAt(study, study.root);
  const headers = { Game: "Santorini", ...study.headers, Position: root.board.position, Result: "*" };
  return writeRecord({ headers, turns: toTurns(study, root.children) });
}

/** A study from the text of a record. The turn that cannot be played is named in the error that the rules throw. */
export function fromRecord(rules: Rules, text: string): Study {
  const record: GameRecord = readRecord(text);
  const start = newStudy(rules, startOf(record.headers), aboutGame(record.headers));
  return { ...grown(rules, start, record.turns), at: start.root };
}

function grown(rules: Rules, study: Study, turns: readonly Turn[]): Study {
  let now = study;
  for (const turn of turns) {
    const before = now.at;
    now = withTurn(rules, now, turn);
    const after = now.at;
    for (const variation of turn.variations) now = grown(rules, { ...now, at: before }, variation);
    now = { ...now, at: after };
  }
  return now;
}

function withTurn(rules: Rules, study: Study, turn: Turn): Study {
  const { position } = nodeAt(study).board;
  const given = /^(resign|time):(\d)$/.exec(turn.text);
  if (given) {
    const moment = rules.giveUp(position, Number(given[2]), given[1] === "time" ? "time" : "resigned");
    return played(study, { ...moment, text: turn.text, steps_played: [], effects: [], over: true });
  }
  const now = played(study, rules.turn(position, turn.text));
  const glyph = tag.exec(turn.comment)?.[1] as Glyph | undefined;
  const said = marked(commented(now, turn.comment.replace(tag, "").trim()), glyph ?? null);
  return said;
}
