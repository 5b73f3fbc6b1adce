import type { EngineFact } from './engine.ts';

/** Event listeners of one engine. No events are emitted after `close`. */
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
