import type { ServerResponse } from 'node:http';
import type { StreamStatus } from '../../media/ports.ts';

export interface HealthParts {
  readonly version: string;
  /** Rejects if the database does not respond. */
  readonly pingDatabase: () => Promise<void>;
  readonly streams: () => readonly StreamStatus[];
  readonly isStopping: () => boolean;
}

export interface Health {
  readonly status: 'ok' | 'failing' | 'stopping';
  readonly version: string;
  readonly uptimeS: number;
  readonly database: 'ok' | 'failing';
  /** Numbers only: anyone who can reach the port can read them. */
  readonly streams: { readonly live: number; readonly retrying: number; readonly viewers: number };
}

const pingTimeoutMs = 2_000;

async function answers(ping: () => Promise<void>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), pingTimeoutMs);
  });
  const done = ping().then(
    () => true,
    () => false,
  );
  return Promise.race([done, late]).finally(() => clearTimeout(timer));
}

export async function readHealth(parts: HealthParts): Promise<Health> {
  const isDatabaseUp = await answers(parts.pingDatabase);
  const streams = parts.streams();
  return {
    status: parts.isStopping() ? 'stopping' : isDatabaseUp ? 'ok' : 'failing',
    version: parts.version,
    uptimeS: Math.round(process.uptime()),
    database: isDatabaseUp ? 'ok' : 'failing',
    streams: {
      live: streams.filter(({ state }) => state === 'live').length,
      retrying: streams.filter(({ state }) => state === 'retrying').length,
      viewers: streams.reduce((sum, { viewers }) => sum + viewers, 0),
    },
  };
}

/** 200 if requests can be served, else 503, for load balancers. */
export async function answerHealth(parts: HealthParts, response: ServerResponse): Promise<void> {
  const health = await readHealth(parts);
  response.writeHead(health.status === 'ok' ? 200 : 503, {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
  });
  response.end(`${JSON.stringify(health)}\n`);
}
