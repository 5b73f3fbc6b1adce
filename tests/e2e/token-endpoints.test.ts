import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'expect';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { scratchFolder } from '../kit/scratch-folder.ts';
import { isSoak } from '../kit/soak.ts';
import { type SharedOriel, sharedOriel } from '../kit/start-oriel.ts';

// The programs of docs/guide/token-endpoints.md, as they are there.

const guide = readFileSync(join(import.meta.dirname, '../../docs/guide/token-endpoints.md'), 'utf8');
const programs = new Map(
  [...guide.matchAll(/^```\w+ new (\S+)\n([\s\S]*?)^```$/gm)].map(([, name = '', text = '']) => [name, text]),
);

interface Language {
  readonly name: string;
  readonly file: string;
  /** Returns the command that runs it, after compiling it if needed. */
  readonly command: (folder: string, port: number) => readonly [string, ...string[]];
  /** False: a missing setting is reported by the first request, not at the start. */
  readonly checksSettingsAtStart: boolean;
}

const inShort: readonly Language[] = [
  {
    name: 'Node',
    file: 'token-endpoint.mjs',
    command: (folder) => [process.execPath, join(folder, 'token-endpoint.mjs')],
    checksSettingsAtStart: true,
  },
  {
    name: 'Python',
    file: 'token_endpoint.py',
    command: (folder) => ['python3', join(folder, 'token_endpoint.py')],
    checksSettingsAtStart: true,
  },
  {
    name: 'PHP',
    file: 'token-endpoint.php',
    command: (folder, port) => ['php', '-S', `127.0.0.1:${port}`, join(folder, 'token-endpoint.php')],
    checksSettingsAtStart: false,
  },
];

/** Their compilers are 200 MB and take a minute; the long form of the tests installs them. */
const compiled: readonly Language[] = [
  {
    name: 'Java',
    file: 'TokenEndpoint.java',
    command: (folder) => ['java', join(folder, 'TokenEndpoint.java')],
    checksSettingsAtStart: true,
  },
  {
    name: 'Go',
    file: 'token_endpoint.go',
    command(folder) {
      const program = join(folder, 'token_endpoint');
      execFileSync('go', ['build', '-o', program, `${program}.go`]);
      return [program];
    },
    checksSettingsAtStart: true,
  },
];

let folder: string;
let oriel: SharedOriel;
let app: { appKey: string; appSecret: string };

beforeAll(async () => {
  folder = scratchFolder('oriel-endpoints-');
  for (const [name, text] of programs) writeFileSync(join(folder, name), text);
  oriel = await sharedOriel();
  app = (await oriel.oriel(['app', 'create', '--name', 'Endpoints'])) as typeof app;
}, 120_000);
afterAll(async () => {
  await oriel?.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

interface Answer {
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
}

interface Endpoint {
  call(options?: { method?: string; cookie?: string }): Promise<Answer>;
  output(): string;
}

type Settings = Partial<Record<'ORIEL_SERVER' | 'ORIEL_APP_KEY' | 'ORIEL_APP_SECRET', string>>;

/** Runs the program with these settings until `use` has finished, or until it exits by itself. */
async function run({ command }: Language, settings: Settings, use: (endpoint: Endpoint) => Promise<void>) {
  const port = await freePort();
  const [program, ...args] = command(folder, port);
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(program, args, {
    env: { NODE_ENV: 'production', PATH, HOME, ...settings, PORT: String(port) },
    cwd: folder,
  });
  const printed: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => printed.push(chunk));
  const closed = new Promise<number | null>((resolve) => child.once('close', resolve));
  const output = () => Buffer.concat(printed).toString();
  const endpoint: Endpoint = {
    async call({ method = 'POST', cookie = 'a=b; session=demo' } = {}) {
      const response = await fetch(`http://127.0.0.1:${port}/token`, { method, headers: { cookie } });
      return { status: response.status, text: await response.text(), headers: response.headers };
    },
    output,
  };
  try {
    while (child.exitCode === null && !(await isListening(port))) await delay(50);
    await use(endpoint);
  } finally {
    child.kill();
    await closed;
  }
  return { output: output() };
}

const isListening = (port: number) =>
  fetch(`http://127.0.0.1:${port}/`).then(
    () => true,
    () => false,
  );

async function deviceCode(accessToken: string, deviceSerial: string): Promise<string> {
  const body = new URLSearchParams({ accessToken, deviceSerial });
  const answer = await fetch(`${oriel.origin}/api/lapp/device/info`, { method: 'POST', body });
  return ((await answer.json()) as { code: string }).code;
}

const settings = (): Settings => ({
  ORIEL_SERVER: oriel.origin,
  ORIEL_APP_KEY: app.appKey,
  ORIEL_APP_SECRET: app.appSecret,
});

it('the guide has a program for each language', () => {
  expect([...programs.keys()]).toEqual([...inShort, ...compiled].map(({ file }) => file));
});

describe.each(isSoak ? [...inShort, ...compiled] : inShort)('the token endpoint for $name', (language) => {
  it('issues a token for the cameras of the visitor, to signed-in visitors only', async () => {
    await run(language, settings(), async (endpoint) => {
      const issued = await endpoint.call();
      expect([issued.status, issued.headers.get('cache-control')]).toEqual([200, 'no-store']);
      expect(issued.headers.get('access-control-allow-origin')).toBeNull();
      expect(await deviceCode(issued.text, 'DEMO00001')).toBe('200');
      expect(await deviceCode(issued.text, 'DEMO00002')).toBe('10031');

      expect(await endpoint.call({ cookie: 'session=other' })).toMatchObject({ status: 401 });
      expect(await endpoint.call({ cookie: 'a=b' })).toMatchObject({ status: 401 });
      expect(await endpoint.call({ method: 'GET' })).toMatchObject({ status: 405 });
      expect(endpoint.output()).not.toContain(app.appSecret);
      expect(endpoint.output()).not.toContain(issued.text);
    });
  });

  it.each([
    ['that rejects the secret', () => ({ ORIEL_APP_SECRET: 'Canary-secret-1' }), '10030'],
    ['that does not respond', () => ({ ORIEL_SERVER: 'http://127.0.0.1:9' }), 'No access token'],
  ])('reports a server %s in its log only', async (_, wrong, logged) => {
    await run(language, { ...settings(), ...wrong() }, async (endpoint) => {
      expect(await endpoint.call()).toMatchObject({ status: 502, text: 'No access token' });
      // The response may arrive before the line of the log.
      while (!endpoint.output().includes(logged)) await delay(20);
      expect(endpoint.output()).not.toMatch(new RegExp(`Canary-secret-1|${app.appSecret}`));
    });
  });

  it('names a setting that is missing', async () => {
    const { ORIEL_APP_SECRET: _, ...incomplete } = settings();
    const { output } = await run(language, incomplete, async (endpoint) => {
      if (!language.checksSettingsAtStart) expect(await endpoint.call()).toMatchObject({ status: 502 });
    });
    expect(output).toContain('ORIEL_APP_SECRET');
  });
});
