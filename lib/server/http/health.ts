import type { ServerResponse } from 'node:http';
import type { StorageState } from '../../db/storage-fault.ts';
import type { RecorderCondition, StreamStatus } from '../../media/ports.ts';

export interface HealthParts {
  readonly version: string;
  /** Rejects if the database does not respond. */
  readonly pingDatabase: () => Promise<void>;
  readonly storage: () => StorageState;
  readonly streams: () => readonly StreamStatus[];
  readonly recorders: () => readonly Pick<RecorderCondition, 'state'>[];
  readonly isStopping: () => boolean;
}

export interface Health {
  readonly status: 'ok' | 'failing' | 'stopping';
  readonly version: string;
  readonly uptimeS: number;
  readonly database: 'ok' | 'failing';
  readonly storage: StorageState;
  /** Numbers only: anyone who can reach the port can read them. */
  readonly streams: { readonly live: number; readonly retrying: number; readonly viewers: number };
  /** `waiting`: for a camera or an alarm; `failing`: what arrives cannot be stored. */
  readonly recordings: Readonly<Record<RecorderCondition['state'], number>>;
}

const pingTimeoutMs = 2_000;
/** Changes cannot be saved. */
const failingStates: ReadonlySet<StorageState> = new Set(['full', 'readOnly', 'failed']);

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
  const storage = parts.storage();
  const recorders = parts.recorders();
  const recordersThatAre = (wanted: RecorderCondition['state']): number =>
    recorders.filter(({ state }) => state === wanted).length;
  const isReady = isDatabaseUp && !failingStates.has(storage);
  return {
    status: parts.isStopping() ? 'stopping' : isReady ? 'ok' : 'failing',
    version: parts.version,
    uptimeS: Math.round(process.uptime()),
    database: isDatabaseUp ? 'ok' : 'failing',
    storage,
    streams: {
      live: streams.filter(({ state }) => state === 'live').length,
      retrying: streams.filter(({ state }) => state === 'retrying').length,
      viewers: streams.reduce((sum, { viewers }) => sum + viewers, 0),
    },
    recordings: {
      recording: recordersThatAre('recording'),
      waiting: recordersThatAre('waiting'),
      failing: recordersThatAre('failing'),
    },
  };
}

/** Readiness, for load balancers: 200 if requests can be served and changes saved, else 503. */
export async function answerHealth(parts: HealthParts, response: ServerResponse): Promise<void> {
  const health = await readHealth(parts);
  response.writeHead(health.status === 'ok' ? 200 : 503, {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
  });
  response.end(`${JSON.stringify(health)}\n`);
}
