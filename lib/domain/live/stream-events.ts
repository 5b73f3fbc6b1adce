/**
 * Failures and recoveries of streams, sent to the other processes on one PostgreSQL, so that the dashboard of each shows
 * those of all. Collected for a second: an outage of a network concerns many cameras at once.
 */
import type { OpenDatabase } from '../../db/client.ts';
import { transact } from '../../db/transact.ts';
import type { Cancel, Clock } from '../../kernel/clock.ts';
import type { Ms } from '../../kernel/units.ts';
import { type Entropy, newId } from '../crypto/entropy.ts';
import type { StreamEvent } from './live-ledger.ts';

const collectMs: Ms = 1_000;
/** In one second; further ones are counted by their own process only. */
const maxEvents = 1_000;

export interface StreamEvents {
  send(event: StreamEvent): void;
  /** Safe to call twice. */
  stop(): void;
}

export function streamEvents(
  deps: {
    readonly database: Pick<OpenDatabase, 'db' | 'engine' | 'changes'>;
    readonly clock: Clock;
    readonly entropy: Entropy;
  },
  onReceived: (event: StreamEvent) => void,
): StreamEvents {
  const { clock, entropy } = deps;
  const { db, engine, changes } = deps.database;
  if (engine !== 'postgres') return { send() {}, stop() {} };
  const own = newId(entropy, clock.now());
  let sent = 0;
  let collected: string[] = [];
  let cancel: Cancel | null = null;

  function flush(): void {
    cancel = null;
    const texts = collected;
    collected = [];
    // What cannot be sent is missing on the dashboards of the others: a database that is away shows that by itself.
    transact(db, (transaction) => changes.notify(transaction, 'streamEvent', texts)).catch(() => {});
  }

  const stopListening = changes.listen('streamEvent', {
    onReceived(text) {
      const [from, , stream, code] = JSON.parse(text) as readonly unknown[];
      if (from !== own && typeof stream === 'string' && typeof code === 'string')
        onReceived({ stream, code });
    },
    missed() {},
  });

  return {
    send({ stream, code }) {
      if (collected.length >= maxEvents) return;
      sent += 1;
      // The number keeps equal events apart.
      collected.push(JSON.stringify([own, sent, stream, code]));
      cancel ??= clock.after(collectMs, flush);
    },
    stop() {
      stopListening();
      cancel?.();
      cancel = null;
    },
  };
}
