// Requests over HTTP. A refusal is a value with a key of the catalogue, so that whoever asked can say it in words.
import type {
  Args,
  Created,
  Deck,
  Lesson,
  LessonName,
  Lobby,
  Match,
  NewGame,
  PositionView,
  Replay,
  Rulebook,
  Tried,
  Try,
} from "./protocol.ts";

export class Refusal extends Error {
  constructor(
    readonly code: string,
    readonly key: string,
    readonly args: Args,
  ) {
    super(code);
  }
}

async function ask<T>(path: string, { token, body }: { token?: string; body?: unknown } = {}): Promise<T> {
  const headers: Record<string, string> = {};
  if (token) headers.Authorization = `Bearer ${token}`;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  let response: Response;
  try {
    response = await fetch(
      path,
      body === undefined ? { headers } : { method: "POST", headers, body: JSON.stringify(body) },
    );
  } catch {
    throw new Refusal("offline", "page.error.offline", {});
  }
  if (response.ok) {
    return (response.headers.get("content-type")?.includes("json") ? response.json() : response.text()) as Promise<T>;
  }
  const said: unknown = await response.json().catch(() => null);
  const { code, message_key, args } = (said ?? {}) as { code?: string; message_key?: string; args?: Args };
  throw new Refusal(code ?? String(response.status), message_key ?? "page.error.unknown", args ?? {});
}

const game = (id: string): string => `/api/games/${encodeURIComponent(id)}`;
const bySeat = (seat?: number): string => (seat ? `?seat=${seat}` : "");

export const api = {
  languages: () => ask<{ languages: string[] }>("/api/words"),
  words: (language: string) => ask<{ language: string; texts: Record<string, string> }>(`/api/words/${language}`),
  powers: () => ask<Deck>("/api/powers"),
  rulebook: (language: string) => ask<Rulebook>(`/api/rulebook/${language}`),
  lessons: () => ask<{ lessons: LessonName[] }>("/api/lessons"),
  lesson: (id: string) => ask<Lesson>(`/api/lessons/${encodeURIComponent(id)}`),
  tryTask: (id: string, task: number, tried: Try) =>
    ask<Tried>(`/api/lessons/${encodeURIComponent(id)}/${task}`, { body: tried }),
  match: (powers: (string | null)[], filter: { rules: string; hidden: boolean; luck: boolean }) =>
    ask<Match>("/api/matches", { body: { powers, ...filter } }),
  create: (wanted: NewGame) => ask<Created>("/api/games", { body: wanted }),
  lobby: (id: string, token: string) => ask<Lobby>(`${game(id)}/lobby`, { token }),
  join: (id: string, invite: string, name: string) =>
    ask<{ game: string; token: string; seats: number[] }>(`${game(id)}/join`, {
      token: invite,
      body: name ? { name } : {},
    }),
  invite: (id: string, seat: number, token: string) =>
    ask<{ seat: number; invite: string }>(`${game(id)}/invites/${seat}`, { token, body: {} }),
  record: (id: string, token: string, seat?: number) => ask<string>(`${game(id)}/record${bySeat(seat)}`, { token }),
  replay: (id: string, token: string, seat?: number) => ask<Replay>(`${game(id)}/replay${bySeat(seat)}`, { token }),
  openRecord: (record: string) => ask<Replay>("/api/replays", { body: { record } }),
  position: (position: string) => ask<PositionView>("/api/positions", { body: { position } }),
};
