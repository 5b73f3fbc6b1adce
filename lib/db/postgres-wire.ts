/**
 * Changes told through PostgreSQL: NOTIFY inside the transaction that changes, LISTEN on one connection of its own,
 * which is opened anew whenever it breaks. It must reach the server itself: a pooler that lends connections for one
 * transaction takes LISTEN and delivers nothing, so that only looking from time to time is left.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { backoffDelay } from '../kernel/backoff.ts';
import { type Cancel, systemClock } from '../kernel/clock.ts';
import type { Logger } from '../kernel/logger.ts';
import type { Ms } from '../kernel/units.ts';
import type { Wire } from './changes.ts';

const channel = 'oriel';
const retry = { firstMs: 250, maxMs: 10_000, jitter: 0.5 };
/** A connection whose other end vanished says nothing: it is asked, and given up when it does not answer. */
const pollEveryMs: Ms = 15_000;
const responseTimeoutMs: Ms = 10_000;
/** Whoever does not answer a goodbye within this is left. */
const goodbyeMs: Ms = 1_000;

export function postgresWire(url: string, log: Logger): Wire {
  return {
    async send(transaction, texts) {
      await sql`select pg_notify(${channel}, text) from unnest(${texts}::text[]) as text`.execute(
        transaction,
      );
    },
    onNotification: (ears) => new Listener(url, log, ears),
  };
}

type Ears = Parameters<Wire['onNotification']>[0];

class Listener {
  readonly #url: string;
  readonly #log: Logger;
  readonly #ears: Ears;
  #client: pg.Client | null = null;
  #retries = 0;
  #cancelRetry: Cancel = () => {};
  #isClosed = false;

  constructor(url: string, log: Logger, ears: Ears) {
    this.#url = url;
    this.#log = log;
    this.#ears = ears;
    void this.#open();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#cancelRetry();
    await Promise.race([this.#client?.end(), delay(goodbyeMs, undefined, { ref: false })]);
  }

  /** Never rejects: what fails is tried again. */
  async #open(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#url,
      application_name: 'oriel-listen',
      connectionTimeoutMillis: responseTimeoutMs,
      query_timeout: responseTimeoutMs,
    });
    let cancelPoll: Cancel = () => {};
    const lost = (error?: Error) => {
      cancelPoll();
      if (this.#client !== client) return;
      this.#client = null;
      client.end().catch(() => {
        /* it is gone already */
      });
      if (!this.#isClosed) this.#retry(error);
    };
    this.#client = client;
    client.on('error', lost);
    client.on('end', () => lost());
    client.on('notification', ({ payload }) => this.#ears.onReceived(payload ?? ''));
    try {
      await client.connect();
      await client.query(`listen ${channel}`);
    } catch (error) {
      lost(error as Error);
      return;
    }
    if (this.#isClosed || this.#client !== client) return;
    if (this.#retries > 0) this.#log.info({}, 'changes of other processes are heard again');
    this.#retries = 0;
    cancelPoll = systemClock.every(pollEveryMs, () => void client.query('select 1').catch(lost));
    this.#ears.began();
  }

  #retry(error?: Error): void {
    const wait = backoffDelay(retry, this.#retries, Math.random);
    if (this.#retries === 0) {
      this.#log.warn({ err: error }, 'changes of other processes are not heard; trying again');
    }
    this.#retries += 1;
    this.#cancelRetry = systemClock.after(wait, () => void this.#open());
  }
}
