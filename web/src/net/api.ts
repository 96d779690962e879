// Requests over HTTP, typed by the server's own description: a route, a parameter or a field that the server does not
// have does not compile. A refusal carries a key of the catalogue, so that the caller can say it in words.
import type { MatchWish, NewGame, Problem, paths, Try } from "./schema.gen.ts";

export class Refusal extends Error {
  constructor(
    readonly code: string,
    readonly key: string,
    readonly args: Problem["args"],
  ) {
    super(code);
  }
}

/** A token that nobody can guess, chosen here: asking again with it gets the same answer. */
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

export const api = {
  languages: () => get("/api/words"),
  words: (language: string) => get("/api/words/{language}", { in: { language } }),
  powers: () => get("/api/powers"),
  rulebook: (language: string) => get("/api/rulebook/{language}", { in: { language } }),
  lessons: () => get("/api/lessons"),
  lesson: (lesson: string) => get("/api/lessons/{lesson}", { in: { lesson } }),
  tryTask: (lesson: string, task: number, tried: Try) =>
    post("/api/lessons/{lesson}/{task}", tried, { in: { lesson, task } }),
  match: (wish: MatchWish) => post("/api/matches", wish),
  create: (wanted: NewGame) => post("/api/games", wanted),
  lobby: (game: string, token: string) => get("/api/games/{game}/lobby", { in: { game }, token }),
  join: (game: string, invite: string, name: string, token: string) =>
    post("/api/games/{game}/join", { token, ...(name && { name }) }, { in: { game }, token: invite }),
  invite: (game: string, seat: number, token: string) =>
    post("/api/games/{game}/invites/{seat}", undefined, { in: { game, seat }, token }),
  record: (game: string, token: string, seat?: number) =>
    get("/api/games/{game}/record", { in: { game }, query: { seat }, token }),
  replay: (game: string, token: string, seat?: number) =>
    get("/api/games/{game}/replay", { in: { game }, query: { seat }, token }),
  openRecord: (record: string) => post("/api/replays", { record }),
  position: (position: string) => post("/api/positions", { position }),
};
