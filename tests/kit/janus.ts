/** Debian's Janus on loopback, with its NoSIP plugin and WebSocket API only. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import { eventually } from './host-page.ts';
import { freePort } from './nginx.ts';

const plugins = '/usr/lib/x86_64-linux-gnu/janus/plugins';
const transports = '/usr/lib/x86_64-linux-gnu/janus/transports';

export interface JanusOptions {
  readonly apiSecret?: string;
  readonly tokenSecret?: string;
}

export interface RunningJanus {
  readonly url: string;
  stop(): Promise<void>;
}

export async function startJanus({ apiSecret, tokenSecret }: JanusOptions = {}): Promise<RunningJanus> {
  const folder = mkdtempSync(join(tmpdir(), 'oriel-janus-'));
  const port = await freePort();
  const write = (name: string, lines: readonly string[]) =>
    writeFileSync(join(folder, name), `${lines.join('\n')}\n`);
  mkdirSync(join(folder, 'loggers'));
  write('janus.jcfg', [
    'general: {',
    `  configs_folder = "${folder}"`,
    `  plugins_folder = "${plugins}"`,
    `  transports_folder = "${transports}"`,
    `  events_folder = "${join(folder, 'loggers')}"`,
    `  loggers_folder = "${join(folder, 'loggers')}"`,
    '  debug_level = 3',
    ...(apiSecret ? [`  api_secret = "${apiSecret}"`] : []),
    ...(tokenSecret ? ['  token_auth = true', `  token_auth_secret = "${tokenSecret}"`] : []),
    '}',
    // Otherwise it waits for a STUN server to tell it its address.
    'nat: {',
    '  nice_debug = false',
    '  ice_ignore_list = "vmnet"',
    '}',
    `plugins: { disable = "${others('libjanus_', '.so', ['audiobridge', 'duktape', 'echotest', 'lua', 'recordplay', 'sip', 'streaming', 'textroom', 'videocall', 'videoroom', 'voicemail'])}" }`,
    `transports: { disable = "${others('libjanus_', '.so', ['http', 'mqtt', 'nanomsg', 'pfunix', 'rabbitmq'])}" }`,
  ]);
  write('janus.transport.websockets.jcfg', [
    `general: { ws = true, ws_port = ${port}, ws_ip = "127.0.0.1", wss = false }`,
    'admin: { admin_ws = false }',
  ]);
  write('janus.plugin.nosip.jcfg', ['general: { local_ip = "127.0.0.1", rtp_port_range = "20000-40000" }']);
  const child = spawn('janus', ['-F', folder, '-C', join(folder, 'janus.jcfg'), '-o'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let log = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (bytes) => {
      log = `${log}${bytes}`.slice(-4_000);
    });
  }
  const url = `ws://127.0.0.1:${port}`;
  const stop = async () => {
    await ended(child);
    rmSync(folder, { recursive: true, force: true });
  };
  await eventually('Janus', () => accepts(url, child), 20_000).catch(async (error) => {
    await stop();
    throw new Error(`${error}\n${log}`);
  });
  return { url, stop };
}

const others = (start: string, end: string, names: readonly string[]): string =>
  names.map((name) => `${start}${name}${end}`).join(',');

function accepts(url: string, child: ChildProcess): Promise<boolean> {
  if (child.exitCode !== null) throw new Error(`Janus has exited with ${child.exitCode}`);
  return new Promise((resolve) => {
    const socket = new WebSocket(url, 'janus-protocol');
    socket.once('open', () => {
      socket.close();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = new Promise<void>((done) => child.once('exit', () => done()));
  // It needs a second for a polite stop, and has nothing to save.
  child.kill('SIGKILL');
  await exit;
}
