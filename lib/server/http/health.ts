import type { ServerResponse } from 'node:http';
import type { StreamStatus } from '../../media/ports.ts';

export interface HealthParts {
  readonly version: string;
  /** Rejects when the database does not answer. */
  readonly pingDatabase: () => Promise<void>;
  readonly streams: () => readonly StreamStatus[];
  readonly isStopping: () => boolean;
}

export interface Health {
  readonly status: 'ok' | 'failing' | 'stopping';
  readonly version: string;
  readonly uptimeS: number;
  readonly database: 'ok' | 'failing';
  /** Numbers only: names of cameras are not for everybody who can reach the port. */
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

/** 200 when requests can be served, 503 when not, so that a load balancer needs no more than the status. */
export async function answerHealth(parts: HealthParts, response: ServerResponse): Promise<void> {
  const health = await readHealth(parts);
  response.writeHead(health.status === 'ok' ? 200 : 503, {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
  });
  response.end(`${JSON.stringify(health)}\n`);
}
