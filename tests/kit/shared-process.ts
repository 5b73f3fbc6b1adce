// Runs what the files of a test run share, until its standard input ends, which also happens when the run is killed.
// Each part starts when a file asks for it, and again if it has ended. Prints its address.
import { rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { makeConsoleData } from './console-data.ts';
import type { SharedThing } from './shared.ts';
import { type OrielInstance, startOriel } from './start-oriel.ts';

let data: Promise<string> | null = null;
let oriel: Promise<OrielInstance> | null = null;

function template(): Promise<string> {
  data ??= makeConsoleData();
  return data;
}

async function server(): Promise<OrielInstance> {
  const running = await oriel?.catch(() => null);
  if (running && isAlive(running.pid)) return running;
  await running?.stop();
  oriel = startOriel({ hasSamplePage: true });
  return oriel;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

const things: Readonly<Record<SharedThing, () => Promise<string>>> = {
  data: template,
  oriel: async () => {
    const { origin, sampleOrigin, dataDir, pid, env } = await server();
    return JSON.stringify({ origin, sampleOrigin, dataDir, pid, env });
  },
};

const http = createServer((request, response) => {
  things[request.url?.slice(1) as SharedThing]().then(
    (text) => response.end(text),
    (error) => response.writeHead(500).end(String(error)),
  );
});
http.listen(0, '127.0.0.1', () => {
  const { port } = http.address() as AddressInfo;
  // The shared server starts with a copy of the data too.
  process.env.ORIEL_TEST_SHARED = `http://127.0.0.1:${port}`;
  process.stdout.write(`${process.env.ORIEL_TEST_SHARED}\n`);
});

process.stdin.on('end', stop).resume();

async function stop(): Promise<void> {
  http.close();
  http.closeAllConnections();
  await (await oriel?.catch(() => null))?.stop();
  const folder = await data?.catch(() => null);
  if (folder) rmSync(folder, { recursive: true, force: true });
}
