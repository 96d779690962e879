// An observable value. State lives in plain objects; this only notifies those who watch it.
import { useEffect, useState } from "preact/hooks";

export class Store<T> {
  private readonly watchers = new Set<() => void>();
  constructor(public value: T) {}

  set(value: T): void {
    if (value === this.value) return;
    this.value = value;
    for (const watcher of [...this.watchers]) watcher();
  }
  update(change: Partial<T>): void {
    this.set({ ...this.value, ...change });
  }
  watch(watcher: () => void): () => void {
    this.watchers.add(watcher);
    return () => this.watchers.delete(watcher);
  }
}

export function useStore<T>(store: Store<T>): T {
  const [, again] = useState(0);
  const { value } = store;
  useEffect(() => {
    const look = (): void => again((n) => n + 1);
    if (store.value !== value) look(); // it changed between rendering and watching
    return store.watch(look);
  }, [store]);
  return value;
}
