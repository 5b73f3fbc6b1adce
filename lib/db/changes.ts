/**
 * What processes on one database tell each other: that something changed, and never what it is now. Whoever keeps
 * something in memory listens and reads it anew. Start reading at `Changes`.
 */
import { randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { Logger } from '../kernel/logger.ts';
import type { Database } from './schema.ts';
import { afterCommit } from './transact.ts';

/** What changed, and behind it what an id of it is. A process of another version may know other topics. */
export type Topic =
  /** `cameraId`: the source of a channel, or whether it may be watched. */
  | 'camera'
  /** `cameraId`: only the way to its pan-tilt head. */
  | 'head'
  /** Of a grant that ended. */
  | 'grant'
  /** Of an organisation, some of whose sessions ended. */
  | 'session'
  /** Of an organisation. */
  | 'setting'
  /** Of an organisation. */
  | 'dictionary';

export interface ChangeListener {
  onReceived(id: string): void;
  /** For a while nothing could be heard: whatever is kept may be stale. */
  missed(): void;
}

export interface Changes {
  /**
   * Heard by everybody when the transaction has gone through, and by nobody when it has not: in this process before
   * `transact` returns, in others soon after. Ids are no secrets, and shorter than 500 characters.
   */
  notify(transaction: Transaction<Database>, topic: Topic, ids: readonly string[]): Promise<void>;
  listen(topic: Topic, listener: ChangeListener): () => void;
}

/** How other processes are reached. */
export interface Wire {
  /** Each text arrives when the transaction has gone through, at this process too. */
  send(transaction: Transaction<Database>, texts: readonly string[]): Promise<void>;
  /** Hears until it is closed. `began`: from now on, again or for the first time. */
  onNotification(ears: { readonly onReceived: (text: string) => void; readonly began: () => void }): {
    close(): Promise<void>;
  };
}

export interface OpenChanges extends Changes {
  /** Safe to call twice. */
  close(): Promise<void>;
}

/** Bounded, because PostgreSQL carries 8,000 bytes. */
const maxIdLength = 500;

/** Without a wire there is no other process. */
export function createChanges(log: Logger, wire: Wire | null): OpenChanges {
  const own = randomUUID();
  const listeners = new Map<string, Set<ChangeListener>>();
  let listening: { close(): Promise<void> } | null = null;

  function each(topic: string, run: (listener: ChangeListener) => void): void {
    for (const listener of [...(listeners.get(topic) ?? [])]) {
      try {
        run(listener);
      } catch (error) {
        // What changed has changed: the others must hear of it.
        log.error({ err: error, topic }, 'a change could not be heeded');
      }
    }
  }

  function onReceived(text: string): void {
    const notified = parse(text);
    // What this process told, it has heard already.
    if (notified && notified.from !== own)
      each(notified.topic, (listener) => listener.onReceived(notified.id));
  }

  function began(): void {
    for (const topic of listeners.keys()) each(topic, (listener) => listener.missed());
  }

  return {
    async notify(transaction, topic, given) {
      const ids = [...new Set(given)];
      if (ids.length === 0) return;
      if (ids.some((id) => id.length > maxIdLength)) throw new RangeError(`an id of ${topic} is too long`);
      afterCommit(transaction, () => {
        for (const id of ids) each(topic, (listener) => listener.onReceived(id));
      });
      await wire?.send(
        transaction,
        ids.map((id) => JSON.stringify({ from: own, topic, id })),
      );
    },

    listen(topic, listener) {
      const known = listeners.get(topic) ?? new Set();
      listeners.set(topic, known.add(listener));
      listening ??= wire?.onNotification({ onReceived, began }) ?? null;
      return () => known.delete(listener);
    },

    async close() {
      await listening?.close();
    },
  };
}

/** Null for what is none of ours: whoever may use the database may say anything there. */
function parse(text: string): { from: string; topic: string; id: string } | null {
  try {
    const { from, topic, id } = JSON.parse(text) as Record<string, unknown>;
    const isOurs = typeof from === 'string' && typeof topic === 'string' && typeof id === 'string';
    return isOurs ? { from, topic, id } : null;
  } catch {
    return null; // No JSON, or null itself.
  }
}
