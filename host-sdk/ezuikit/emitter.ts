import { warn } from './logger.ts';

// biome-ignore lint/suspicious/noExplicitAny: pages annotate the payload with types of their own
export type Listener = (payload: any) => unknown;

/** `player.eventEmitter`: a subset of Node's EventEmitter. An error in a listener does not affect the others. */
export class Emitter {
  /** Vue must not wrap it in a proxy: a reactive copy of a player is of no use. */
  protected readonly __v_skip = true;
  private readonly entries = new Map<string, { readonly listener: Listener; readonly isOnce: boolean }[]>();

  on(name: string, listener: Listener): this {
    return this.add(name, listener, false);
  }

  once(name: string, listener: Listener): this {
    return this.add(name, listener, true);
  }

  addListener(name: string, listener: Listener): this {
    return this.on(name, listener);
  }

  removeListener(name: string, listener?: Listener): this {
    return this.off(name, listener);
  }

  /** Without a listener: removes all listeners of this name. */
  off(name: string, listener?: Listener): this {
    const left = (this.entries.get(name) ?? []).filter(
      (entry) => listener !== undefined && entry.listener !== listener,
    );
    this.entries.set(name, left);
    return this;
  }

  emit(name: string, payload?: unknown): boolean {
    const entries = this.entries.get(name) ?? [];
    for (const entry of entries) {
      if (!this.entries.get(name)?.includes(entry)) continue; // removed by an earlier listener
      if (entry.isOnce) this.off(name, entry.listener);
      try {
        entry.listener(payload);
      } catch (error) {
        reportError(error);
      }
    }
    return entries.length > 0;
  }

  /** Without a name: of all names. */
  listenerCount(name?: string): number {
    const lists = name === undefined ? [...this.entries.values()] : [this.entries.get(name) ?? []];
    return lists.flat().length;
  }

  /** In the order in which they are called. */
  listeners(name: string): Listener[] {
    return (this.entries.get(name) ?? []).map(({ listener }) => listener);
  }

  /** Names with listeners. */
  eventNames(): string[] {
    return [...this.entries].filter(([, list]) => list.length > 0).map(([name]) => name);
  }

  removeAllListeners(name?: string): this {
    if (name === undefined) this.entries.clear();
    else this.entries.delete(name);
    return this;
  }

  private add(name: string, listener: Listener, isOnce: boolean): this {
    // Often a key of EVENTS that does not exist: its listener would silently never be called.
    if (typeof name !== 'string') warn(`on(${String(name)}): the name of an event must be a string`);
    if (typeof listener === 'function')
      this.entries.set(name, [...(this.entries.get(name) ?? []), { listener, isOnce }]);
    return this;
  }
}
