// Data that is requested once and kept: the cards, the lessons, the rulebook in a language.
import { useEffect, useState } from "preact/hooks";

export interface Asked<T> {
  /** Null until it has arrived. */
  value: T | null;
  failed: boolean;
  again: () => void;
}

export class AskedOnce<Key, T> {
  private readonly coming = new Map<Key, Promise<T>>();
  private readonly here = new Map<Key, T>();

  constructor(private readonly load: (key: Key) => Promise<T>) {}

  /** A failure is not cached: the next call tries again. */
  ask(key: Key): Promise<T> {
    const known = this.coming.get(key);
    if (known) return known;
    const answer = this.load(key);
    this.coming.set(key, answer);
    answer.then(
      (value) => this.here.set(key, value),
      () => this.coming.delete(key),
    );
    return answer;
  }

  /** A hook: renders again when the data has arrived. */
  use(key: Key): Asked<T> {
    const [, redraw] = useState({});
    const [failed, setFailed] = useState(false);
    const value = this.here.get(key) ?? null;
    const again = (): void => {
      setFailed(false);
      if (value !== null) return;
      this.ask(key).then(
        () => redraw({}),
        () => setFailed(true),
      );
    };
    useEffect(again, [key]);
    return { value, failed, again };
  }
}
