import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'expect';
import { afterEach, beforeEach, describe, it } from 'vitest';
import { WebSocket } from 'ws';
import { buildStale } from '../../scripts/build.mjs';
import { type OrielInstance, startOriel } from '../kit/start-oriel.ts';

let dataDir: string;
const running: OrielInstance[] = [];

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'oriel-e2e-'));
});
afterEach(async () => {
  for (const oriel of running.splice(0)) await oriel.stop();
  await rm(dataDir, { recursive: true, force: true });
});

async function start(hasSamplePage = false): Promise<OrielInstance> {
  const oriel = await startOriel({ dataDir, hasSamplePage });
  running.push(oriel);
  return oriel;
}

interface Ticket {
  readonly url: string;
  readonly token: string;
}

async function newToken(oriel: OrielInstance): Promise<string> {
  const [app] = (await oriel.oriel(['app', 'list'])) as { appKey: string }[];
  const issued = await oriel.oriel(['token', 'issue', '--app', app?.appKey ?? '', '--capabilities', 'live']);
  return (issued as { accessToken: string }).accessToken;
}

async function newTicket(oriel: OrielInstance, accessToken: string): Promise<Ticket> {
  const answer = await fetch(`${oriel.origin}/api/lapp/live/url/ezopen`, {
    method: 'POST',
    body: new URLSearchParams({ ezopen: 'ezopen://oriel/DEMO00001/1.live', accessToken }),
  });
  return ((await answer.json()) as { data: Ticket }).data;
}

/** A viewer that has received data; `end` resolves with the close code of the socket. */
async function watchBySocket({ url, token }: Ticket): Promise<{ end: Promise<number> }> {
  const socket = new WebSocket(url.replace(/^http/, 'ws'));
  const end = new Promise<number>((resolve) => socket.once('close', resolve));
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject);
    socket.once('message', () => resolve());
    socket.once('open', () => socket.send(JSON.stringify({ ticket: token })));
  });
  return { end };
}

async function watchByFetch({ url, token }: Ticket): Promise<{ end: Promise<void> }> {
  const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
  const reader = answer.body?.getReader();
  await reader?.read();
  const end = (async () => {
    for (;;) if ((await reader?.read())?.done !== false) return;
  })();
  return { end };
}

describe('stopping', () => {
  it('ends viewers cleanly and exits with 0', async () => {
    const oriel = await start(true);
    const accessToken = await newToken(oriel);
    const sockets = await Promise.all(
      Array.from({ length: 20 }, async () => watchBySocket(await newTicket(oriel, accessToken))),
    );
    const streams = await Promise.all(
      Array.from({ length: 5 }, async () => watchByFetch(await newTicket(oriel, accessToken))),
    );
    const code = await oriel.stop();
    expect(code).toBe(0);
    expect(await Promise.all(sockets.map(({ end }) => end))).toEqual(Array(20).fill(1001));
    await Promise.all(streams.map(({ end }) => end));
    expect(oriel.output()).not.toMatch(/"level":"(?:error|warn)"/);
    // Nothing remains that prevents the next start.
    expect((await fetch(`${(await start()).origin}/healthz`)).status).toBe(200);
  });
});

describe('starting', () => {
  it('rejects a data folder in use, naming the process', async () => {
    const first = await start();
    const second = await startOriel({ dataDir }).catch((error: Error) => error);
    expect(String(second)).toContain(`is in use by process ${first.pid} (server)`);
    expect(await first.oriel(['status'])).toMatchObject({ server: { pid: first.pid } });
    expect((await fetch(`${first.origin}/healthz`)).status).toBe(200);
  });

  it('creates no data folder if its port is in use', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const unused = join(dataDir, 'unused');
    try {
      const error = await startOriel({ dataDir: unused, env: { ORIEL_PORT: String(port) } }).then(
        String,
        String,
      );
      expect(error).toContain(`Cannot listen on 127.0.0.1 port ${port}: the port is in use`);
      await expect(stat(unused)).rejects.toThrow('ENOENT');
    } finally {
      other.close();
    }
  });

  it('reports that the port of the sample page is in use', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const env = { ORIEL_SAMPLE_PORT: String(port) };
    const error = await startOriel({ dataDir, env, hasSamplePage: true }).catch((problem: Error) => problem);
    other.close();
    expect(String(error)).toContain(`cannot listen on 127.0.0.1 port ${port}: the port is in use`);
    expect(String(error)).not.toMatch(/^\s+at /m);
  });

  // Each start takes seconds, so one test with two starts covers all of this.
  it('prints the setup code at the first start only, keeps all data after kill -9, and recreates the application of the sample page', async () => {
    const first = await start(true);
    const code = first.setupCode?.code ?? '';
    expect(code).toMatch(/^[0-9A-Z-]{24}$/);
    expect(first.output()).not.toContain(code);
    expect(await readFile(join(dataDir, 'secrets/setup-code.json'), 'utf8')).not.toContain(code);
    await expectClosedToOthers(first);
    await first.oriel(['camera', 'add', '--demo', 'harbour', '--serial', 'KEPT00001', '--name', 'Kept']);
    const [app] = (await first.oriel(['app', 'list'])) as { appKey: string }[];
    await first.oriel(['app', 'remove', app?.appKey ?? '', '--yes']);
    await first.kill();

    const second = await start(true);
    expect(second.setupCode).toBeNull();
    const cameras = (await second.oriel(['camera', 'list'])) as { serial: string }[];
    expect(cameras.map(({ serial }) => serial)).toContain('KEPT00001');
    expect((await fetch(`${second.sampleOrigin}/token`, { method: 'POST' })).status).toBe(200);
  });

  /** Expects that no other user of the machine can read the data folder. */
  async function expectClosedToOthers(oriel: OrielInstance): Promise<void> {
    expect((await stat(dataDir)).mode & 0o777).toBe(0o700);
    for (const name of [
      'secrets/master',
      'secrets/media',
      'secrets/session',
      'control.sock',
      'oriel.db',
      'oriel.lock',
      'oriel.reserve',
      'sample-host.json',
    ]) {
      expect([name, (await stat(join(dataDir, name))).mode & 0o077]).toEqual([name, 0]);
    }
    const { appSecret } = JSON.parse(await readFile(join(dataDir, 'sample-host.json'), 'utf8'));
    expect(oriel.output()).not.toContain(appSecret);
  }

  it.each([
    ['ORIEL_PORT', 'seven', 'ORIEL_PORT must be a whole number'],
    ['ORIEL_DATA_DIR', '/proc/x', 'The data folder /proc/x cannot be used'],
    ['ORIEL_FFMPEG', '/bin/true', 'ORIEL_FFMPEG: the program does not answer like ffmpeg'],
    ['DATABASE_URL', 'postgres://u:hunter2@127.0.0.1:1/none', 'Cannot open the database: '],
  ])('with an invalid %s exits with a clear message', async (name, value, sentence) => {
    const error = await startOriel({ dataDir, env: { [name]: value } }).catch((problem: Error) => problem);
    expect(String(error)).toContain(sentence);
    expect(String(error)).not.toContain('hunter2');
  });
});

describe('npm run up', () => {
  it.each(['SIGINT', 'SIGTERM', 'SIGKILL'] as const)(
    'leaves no server behind when it receives %s during the start',
    async (signal) => {
      await buildStale({ log: () => {} });
      const up = spawn(process.execPath, ['scripts/up.mjs'], {
        env: {
          NODE_ENV: 'production',
          PATH: process.env.PATH,
          ORIEL_DATA_DIR: dataDir,
          ORIEL_PORT: '0',
          ORIEL_SAMPLE_PORT: '0',
        },
      });
      let printed = '';
      for (const stream of [up.stdout, up.stderr]) stream.on('data', (chunk) => (printed += chunk));
      const exited = once(up, 'exit');
      const server = await serverPid();
      up.kill(signal);
      const [code] = await exited;
      // When `up` itself is killed, nothing stops the server: it has to detect that by itself.
      await expect(endsWithin(server, 30_000)).resolves.toBe(true);
      if (signal !== 'SIGKILL')
        expect([code, printed]).toEqual([1, expect.stringContaining('during startup')]);
      expect(printed).not.toContain('Oriel started');
    },
  );

  /** Known as soon as the server has locked the data folder, long before it listens. */
  async function serverPid(): Promise<number> {
    for (;;) {
      const note = await readFile(join(dataDir, 'oriel.pid'), 'utf8').catch(() => '');
      if (note.endsWith('}')) return (JSON.parse(note) as { pid: number }).pid;
      await delay(5);
    }
  }

  async function endsWithin(pid: number, ms: number): Promise<boolean> {
    for (const until = performance.now() + ms; performance.now() < until; await delay(20)) {
      try {
        process.kill(pid, 0);
      } catch {
        return true;
      }
    }
    return false;
  }
});
