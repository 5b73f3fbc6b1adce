import type { EngineEvent } from './engine.ts';

/** Event listeners of one engine. No events are emitted after `close`. */
export class EngineEvents {
  readonly #listeners = new Set<(event: EngineEvent) => void>();
  #isClosed = false;

  listen(listener: (event: EngineEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  emit(event: EngineEvent): void {
    if (this.#isClosed) return;
    for (const listener of [...this.#listeners]) listener(event);
  }

  close(): void {
    this.#isClosed = true;
    this.#listeners.clear();
  }
}
