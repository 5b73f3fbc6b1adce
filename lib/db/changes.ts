/**
 * Change notifications between processes on one database: that something changed, not its new value. Code that caches
 * data subscribes and reads it again. Start reading at `Changes`.
 */
import { randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { Logger } from '../kernel/logger.ts';
import type { Database } from './schema.ts';
import { afterCommit } from './transact.ts';

/** What changed; the comments give the id. Processes of another version may use other topics. */
export type Topic =
  /** `cameraId`: the source of a channel, or whether it may be watched. */
  | 'camera'
  /** `cameraId`: only the ONVIF address. */
  | 'ptz'
  /** Id of an organisation, one of whose record plans changed. */
  | 'recordPlan'
  /** Id of an organisation: alarm options of a channel changed. */
  | 'alarmOptions'
  /** `tenantId/channelId/at` (epoch ms): what a channel shows at this time is wanted as recording of an alarm. */
  | 'alarm'
  /** Id of a grant that ended. */
  | 'grant'
  /** Id of an organisation, some of whose sessions ended. */
  | 'session'
  /** Id of an organisation: a job was changed, or is to run now. */
  | 'job'
  /** How far an import is, as `import-meters.ts` writes it. Like `streamEvent` a value, because nothing is stored. */
  | 'importProgress'
  /** A failure or recovery of a stream, as `stream-events.ts` writes it. */
  | 'streamEvent'
  /** Id of an organisation. */
  | 'setting'
  /** Id of an organisation. */
  | 'dictionary';

export interface ChangeListener {
  onReceived(id: string): void;
  /** Notifications were lost for a while: cached data may be stale. */
  missed(): void;
}

export interface Changes {
  /**
   * Delivered when the transaction commits, and not at all otherwise: in this process before `transact` returns, in
   * others soon after. Ids are no secrets, and shorter than 500 characters.
   */
  notify(transaction: Transaction<Database>, topic: Topic, ids: readonly string[]): Promise<void>;
  listen(topic: Topic, listener: ChangeListener): () => void;
}

/** Connection to other processes. */
export interface Wire {
  /** Each text is delivered when the transaction commits, to this process too. */
  send(transaction: Transaction<Database>, texts: readonly string[]): Promise<void>;
  /** Listens until it is closed. `began`: listening has started, for the first time or again. */
  onNotification(handlers: { readonly onReceived: (text: string) => void; readonly began: () => void }): {
    close(): Promise<void>;
  };
}

export interface OpenChanges extends Changes {
  /** Safe to call twice. */
  close(): Promise<void>;
}

/** Bounded, because a PostgreSQL notification carries at most 8,000 bytes. */
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
        // The change is committed, so the other listeners must still be called.
        log.error({ err: error, topic }, 'could not apply a change notification');
      }
    }
  }

  function onReceived(text: string): void {
    const notified = parse(text);
    // This process has already handled its own notifications.
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

/** Null for a text that is not ours: every user of the database can send notifications. */
function parse(text: string): { from: string; topic: string; id: string } | null {
  try {
    const { from, topic, id } = JSON.parse(text) as Record<string, unknown>;
    const isOurs = typeof from === 'string' && typeof topic === 'string' && typeof id === 'string';
    return isOurs ? { from, topic, id } : null;
  } catch {
    return null; // Not JSON, or null.
  }
}
