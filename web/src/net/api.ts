// Requests over HTTP, typed by the server's own description: a route, a parameter or a field that the server does not
// have does not compile. Where there is no server, or it cannot be reached, requests that do not need one are answered
// in the page, and games are kept in this browser (net/local.ts).
import { loadRules } from "../core/load.ts";
import { matched } from "../local/create.ts";
import { data } from "../local/data.ts";
import { attempt } from "../local/lessons.ts";
import { Opponent } from "../local/opponent.ts";
import { positionOf, recordOf, replayOf, replayOfRecord } from "../local/record.ts";
import type { Table } from "../local/table.ts";
import { createLocal, isLocal, openLocal } from "./local.ts";
import { Refusal } from "./refusal.ts";
import type { MatchWish, NewGame, Problem, paths, Try } from "./schema.gen.ts";

export { Refusal };

/** A site of plain files has no server; friends cannot be invited there. */
export const hasServer = import.meta.env.MODE !== "site";

/** A token that nobody can guess, chosen here: repeating a request with it gets the same answer. */
export const newToken = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

type Method = "get" | "post";
type Route<M extends Method> = { [P in keyof paths]: paths[P] extends Record<M, object> ? P : never }[keyof paths];
type Operation<M extends Method, P extends Route<M>> = paths[P] extends Record<M, infer O> ? O : never;
type Content<R> = R extends { content: infer C } ? C[keyof C] : never;
type Answer<O> = O extends { responses: infer R } ? Content<R[keyof R & (200 | 201)]> : never;
type PathParameters<O> = O extends { parameters: { path: infer P } } ? P : Record<string, never>;
type Query<O> = O extends { parameters: { query?: infer Q } } ? Q : never;

interface Asked<O> {
  in?: PathParameters<O>;
  query?: Query<O>;
  token?: string;
}

async function ask<T>(method: Method, route: string, { in: values, query, token }: Asked<unknown>, body?: unknown) {
  const filled = route.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String((values as Record<string, string | number>)[name])),
  );
  const wanted = Object.entries((query ?? {}) as Record<string, number | null | undefined>).filter(
    ([, value]) => value,
  );
  const search = new URLSearchParams(wanted.map(([name, value]) => [name, String(value)])).toString();
  const headers: Record<string, string> = {};
  if (token) headers.Authorization = `Bearer ${token}`;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  let response: Response;
  try {
    response = await fetch(search ? `${filled}?${search}` : filled, {
      method: method.toUpperCase(),
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  } catch {
    throw new Refusal("offline", "page.error.offline", {});
  }
  if (response.ok) {
    return (response.headers.get("content-type")?.includes("json") ? response.json() : response.text()) as Promise<T>;
  }
  const said: unknown = await response.json().catch(() => null);
  const { code, message_key, args } = (said ?? {}) as Partial<Problem>;
  throw new Refusal(code ?? String(response.status), message_key ?? "page.error.unknown", args ?? {});
}

const get = <P extends Route<"get">>(route: P, asked: Asked<Operation<"get", P>> = {}) =>
  ask<Answer<Operation<"get", P>>>("get", route, asked);

type Body<O> = O extends { requestBody: { content: { "application/json": infer B } } } ? B : undefined;
const post = <P extends Route<"post">>(
  route: P,
  body: Body<Operation<"post", P>>,
  asked: Asked<Operation<"post", P>> = {},
) => ask<Answer<Operation<"post", P>>>("post", route, asked, body);

/** Asks the server, or answers in the page if there is none or it cannot be reached. */
async function orHere<T>(server: () => Promise<T>, here: () => Promise<T>): Promise<T> {
  if (!hasServer) return here();
  try {
    return await server();
  } catch (error) {
    if (error instanceof Refusal && error.code === "offline") return here();
    throw error;
  }
}

async function tableOf(game: string): Promise<Table> {
  const opened = await openLocal(game);
  if (!opened) throw new Refusal("unknown-game");
  return opened.table;
}

async function tryHere(lesson: string, task: number, tried: Try) {
  const rules = await loadRules();
  const opponent = new Opponent(rules);
  try {
    const choose = (view: string, seat: number, level: number) => opponent.play(view, seat, level);
    return await attempt(rules, await data.task(lesson), task, tried, choose);
  } finally {
    opponent.close();
  }
}

export const api = {
  languages: () => orHere(() => get("/api/words"), data.languages),
  words: (language: string) =>
    orHere(
      () => get("/api/words/{language}", { in: { language } }),
      () => data.words(language),
    ),
  powers: () => orHere(() => get("/api/powers"), data.powers),
  rulebook: (language: string) =>
    orHere(
      () => get("/api/rulebook/{language}", { in: { language } }),
      () => data.rulebook(language),
    ),
  lessons: () => orHere(() => get("/api/lessons"), data.lessons),
  lesson: (lesson: string) =>
    orHere(
      () => get("/api/lessons/{lesson}", { in: { lesson } }),
      () => data.lesson(lesson),
    ),
  tryTask: (lesson: string, task: number, tried: Try) =>
    orHere(
      () => post("/api/lessons/{lesson}/{task}", tried, { in: { lesson, task } }),
      () => tryHere(lesson, task, tried),
    ),
  match: (wish: MatchWish) =>
    orHere(
      () => post("/api/matches", wish),
      async () => matched(await loadRules(), await data.powers(), wish),
    ),
  create: (wanted: NewGame) =>
    orHere(
      () => post("/api/games", wanted),
      () => createLocal(wanted),
    ),
  lobby: (game: string, token: string) => get("/api/games/{game}/lobby", { in: { game }, token }),
  join: (game: string, invite: string, name: string, token: string) =>
    post("/api/games/{game}/join", { token, ...(name && { name }) }, { in: { game }, token: invite }),
  invite: (game: string, seat: number, token: string) =>
    post("/api/games/{game}/invites/{seat}", undefined, { in: { game, seat }, token }),
  record: async (game: string, token: string, seat?: number) =>
    isLocal(game)
      ? recordOf(await tableOf(game), seat ?? 0)
      : get("/api/games/{game}/record", { in: { game }, query: { seat }, token }),
  replay: async (game: string, token: string, seat?: number) =>
    isLocal(game)
      ? replayOf(await tableOf(game), seat ?? 0)
      : get("/api/games/{game}/replay", { in: { game }, query: { seat }, token }),
  openRecord: (record: string) =>
    orHere(
      () => post("/api/replays", { record }),
      async () => replayOfRecord(await loadRules(), record),
    ),
  position: (position: string) =>
    orHere(
      () => post("/api/positions", { position }),
      async () => positionOf(await loadRules(), position),
    ),
};
