/**
 * Change notifications through PostgreSQL: NOTIFY inside the transaction, LISTEN on a dedicated connection, which is
 * reopened whenever it breaks. It needs a direct connection to the server: a pooler in transaction mode accepts LISTEN
 * but delivers nothing, so that only periodic checks remain.
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
/** A dead connection sends no error: it is polled, and closed when there is no response. */
const pollEveryMs: Ms = 15_000;
const responseTimeoutMs: Ms = 10_000;
/** Time limit for a graceful close. */
const goodbyeMs: Ms = 1_000;

export function postgresWire(url: string, log: Logger): Wire {
  return {
    async send(transaction, texts) {
      await sql`select pg_notify(${channel}, text) from unnest(${texts}::text[]) as text`.execute(
        transaction,
      );
    },
    onNotification: (handlers) => new Listener(url, log, handlers),
  };
}

type Handlers = Parameters<Wire['onNotification']>[0];

class Listener {
  readonly #url: string;
  readonly #log: Logger;
  readonly #handlers: Handlers;
  #client: pg.Client | null = null;
  #retries = 0;
  #cancelRetry: Cancel = () => {};
  #isClosed = false;

  constructor(url: string, log: Logger, handlers: Handlers) {
    this.#url = url;
    this.#log = log;
    this.#handlers = handlers;
    void this.#open();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#cancelRetry();
    await Promise.race([this.#client?.end(), delay(goodbyeMs, undefined, { ref: false })]);
  }

  /** Never rejects: failures are retried. */
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
        /* already closed */
      });
      if (!this.#isClosed) this.#retry(error);
    };
    this.#client = client;
    client.on('error', lost);
    client.on('end', () => lost());
    client.on('notification', ({ payload }) => this.#handlers.onReceived(payload ?? ''));
    try {
      await client.connect();
      await client.query(`listen ${channel}`);
    } catch (error) {
      lost(error as Error);
      return;
    }
    if (this.#isClosed || this.#client !== client) return;
    if (this.#retries > 0) this.#log.info({}, 'listening for change notifications again');
    this.#retries = 0;
    cancelPoll = systemClock.every(pollEveryMs, () => void client.query('select 1').catch(lost));
    this.#handlers.began();
  }

  #retry(error?: Error): void {
    const wait = backoffDelay(retry, this.#retries, Math.random);
    if (this.#retries === 0) {
      this.#log.warn({ err: error }, 'cannot listen for change notifications; retrying');
    }
    this.#retries += 1;
    this.#cancelRetry = systemClock.after(wait, () => void this.#open());
  }
}
