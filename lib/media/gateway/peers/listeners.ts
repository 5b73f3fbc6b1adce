export interface Listeners<Value> {
  /** Returns its removal. */
  add(listener: (value: Value) => void): () => void;
  emit(value: Value): void;
  clear(): void;
}

export function createListeners<Value>(): Listeners<Value> {
  const all = new Set<(value: Value) => void>();
  return {
    add(listener) {
      // A function of its own, so that the same listener may be added twice.
      const entry = (value: Value) => listener(value);
      all.add(entry);
      return () => all.delete(entry);
    },
    emit(value) {
      for (const listener of [...all]) listener(value);
    },
    clear: () => all.clear(),
  };
}
