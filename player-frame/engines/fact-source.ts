import type { EngineFact } from './engine.ts';

/** The listeners of one engine. After `close` nothing is told any more. */
export class FactSource {
  readonly #listeners = new Set<(fact: EngineFact) => void>();
  #isClosed = false;

  listen(listener: (fact: EngineFact) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  emit(fact: EngineFact): void {
    if (this.#isClosed) return;
    for (const listener of [...this.#listeners]) listener(fact);
  }

  close(): void {
    this.#isClosed = true;
    this.#listeners.clear();
  }
}
