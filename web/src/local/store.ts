// The games of this browser, in its database. Where there is none, or it is full, a game goes on in memory.
import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import type { Created, Dated } from "./events.ts";

export interface StoredGame {
  id: string;
  at: number;
  created: Created;
  events: Dated[];
}

interface Shelf extends DBSchema {
  games: { key: string; value: StoredGame };
}

const memory = new Map<string, StoredGame>();

let opening: Promise<IDBPDatabase<Shelf>> | null = null;
function shelf(): Promise<IDBPDatabase<Shelf>> {
  opening ??= openDB<Shelf>("santorini", 1, {
    upgrade: (database) => void database.createObjectStore("games", { keyPath: "id" }),
  });
  opening.catch(() => (opening = null));
  return opening;
}

export async function readGame(id: string): Promise<StoredGame | null> {
  try {
    return (await (await shelf()).get("games", id)) ?? memory.get(id) ?? null;
  } catch {
    return memory.get(id) ?? null;
  }
}

/** False if the browser would not store it: then the game lasts until the page is closed. */
export async function keepGame(game: StoredGame): Promise<boolean> {
  try {
    await (await shelf()).put("games", game);
    memory.delete(game.id);
    return true;
  } catch {
    memory.set(game.id, game);
    return false;
  }
}

export async function forgetGame(id: string): Promise<void> {
  memory.delete(id);
  await shelf()
    .then((database) => database.delete("games", id))
    .catch(() => undefined);
}
