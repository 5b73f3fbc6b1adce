// Server memory for hostile connections: silent ones, slow heads and bodies, endless bodies, and thousands of pipelined
// requests. Environment: ORIEL_BENCH_SECONDS (20).
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { openSocket } from '../kit/raw-client.ts';
import { startOriel } from '../kit/start-oriel.ts';

const seconds = Number(process.env.ORIEL_BENCH_SECONDS ?? 20);
const targetMb = 150;

const oriel = await startOriel();
try {
  const residentMb = () =>
    Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${oriel.pid}/status`, 'utf8'))?.[1]) / 1_024;
  const head = 'GET / HTTP/1.1\r\nHost: a\r\n';
  const post =
    'POST /api/lapp/token/get HTTP/1.1\r\nHost: a\r\nContent-Type: application/x-www-form-urlencoded\r\n';
  /** Each kind with the bytes that it sends once, and those that it repeats. */
  const kinds = [
    { name: 'silent', count: 200, first: '', again: '' },
    { name: 'slow head', count: 100, first: `${head}X: `, again: 'a' },
    { name: 'slow body', count: 100, first: `${post}Content-Length: 1000\r\n\r\n`, again: 'a' },
    {
      name: 'endless body',
      count: 20,
      first: `${post}Transfer-Encoding: chunked\r\n\r\n`,
      again: `10000\r\n${'a'.repeat(65_536)}\r\n`,
    },
    { name: 'requests ahead', count: 20, first: `${head}\r\n`.repeat(2_000), again: '' },
  ];

  for (let round = 0; round < 20; round += 1) await fetch(oriel.origin);
  await delay(1_000);
  const before = residentMb();
  let most = before;
  let opened = 0;
  const open = ({ first }: (typeof kinds)[number]) => {
    const socket = openSocket(oriel.origin);
    socket.resume();
    socket.write(first);
    opened += 1;
    return socket;
  };
  const sockets = kinds.flatMap((kind) =>
    Array.from({ length: kind.count }, () => ({ kind, socket: open(kind) })),
  );
  for (const until = performance.now() + seconds * 1_000; performance.now() < until; await delay(50)) {
    most = Math.max(most, residentMb());
    for (const one of sockets) {
      // A closed connection is opened again.
      if (one.socket.destroyed) one.socket = open(one.kind);
      else if (one.kind.again && !one.socket.writableNeedDrain) one.socket.write(one.kind.again);
    }
  }
  const isHealthy = (await fetch(`${oriel.origin}/healthz`)).status === 200;
  for (const { socket } of sockets) socket.destroy();

  const grownMb = Math.round(most - before);
  for (const { name, count } of kinds) console.log(`${count} concurrent connections: ${name}`);
  console.log(
    `${opened} connections in ${seconds} s: from ${Math.round(before)} to ${Math.round(most)} MB, ${isHealthy ? 'healthy' : 'not healthy'}`,
  );
  const result = { bench: 'hostile-connections', value: grownMb, unit: 'MB more at most', target: targetMb };
  console.log(JSON.stringify({ ...result, ok: isHealthy && grownMb <= targetMb, peers: { opened } }));
} finally {
  await oriel.stop();
}
