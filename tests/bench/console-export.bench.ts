// Export of 100,000 rows as xlsx and csv, on both databases: time to the first byte, and growth of the server's memory
// while the file is read. ORIEL_BENCH_ROWS (100000), ORIEL_BENCH_ROUNDS (1).
// Needs: PostgreSQL.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ListServer, startListServer } from '../kit/console-list-server.ts';
import { startPostgres } from '../kit/postgres.ts';
import { median } from './statistics.ts';

const rows = Number(process.env.ORIEL_BENCH_ROWS ?? 100_000);
const rounds = Number(process.env.ORIEL_BENCH_ROUNDS ?? 1);
const targets = { firstByteMs: 1_000, growthMb: 80 };

interface Exported {
  readonly firstByteMs: number;
  readonly totalMs: number;
  readonly cpuMs: number;
  readonly growthMb: number;
  readonly megabytes: number;
}

async function exported(server: ListServer, format: 'xlsx' | 'csv'): Promise<Exported> {
  const before = await server.usage();
  let max = before.rssBytes;
  const start = performance.now();
  const answer = await fetch(`${server.origin}/api/admin/test/people/export`, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.bearer}`, origin: 'http://oriel.test' },
    body: new URLSearchParams({ format }),
  });
  if (!answer.headers.has('content-disposition')) throw new Error(await answer.text());
  let firstByteMs = 0;
  let bytes = 0;
  let requested = start;
  for await (const chunk of answer.body!) {
    const now = performance.now();
    firstByteMs ||= now - start;
    bytes += chunk.length;
    if (now - requested < 100) continue;
    requested = now;
    max = Math.max(max, (await server.usage()).rssBytes);
  }
  const totalMs = performance.now() - start;
  const after = await server.usage();
  max = Math.max(max, after.rssBytes);
  return {
    firstByteMs,
    totalMs,
    cpuMs: after.cpuMs - before.cpuMs,
    growthMb: (max - before.rssBytes) / 2 ** 20,
    megabytes: bytes / 2 ** 20,
  };
}

const folder = mkdtempSync(join(tmpdir(), 'oriel-bench-'));
const cluster = await startPostgres();
const results: (Exported & { readonly name: string })[] = [];
try {
  const places = { libsql: join(folder, 'bench.db'), postgres: await cluster.createDatabase() };
  for (const [engine, place] of Object.entries(places)) {
    await (await startListServer(rows, place)).stop();
    for (let round = 0; round < rounds; round += 1) {
      for (const format of ['xlsx', 'csv'] as const) {
        // A new process each time: memory that remains from creating the rows or from another export would hide growth.
        const server = await startListServer(rows, place);
        results.push({ name: `${engine} ${format}`, ...(await exported(server, format)) });
        await server.stop();
      }
    }
  }
} finally {
  await cluster.stop();
  rmSync(folder, { recursive: true, force: true });
}

const names = [...new Set(results.map(({ name }) => name))];
const of = (name: string, pick: keyof Exported) =>
  median(results.filter((each) => each.name === name).map((each) => each[pick]));
for (const name of names)
  console.log(
    `${name.padEnd(14)} first byte ${of(name, 'firstByteMs').toFixed(0)} ms, whole ${(of(name, 'totalMs') / 1_000).toFixed(1)} s, CPU ${(of(name, 'cpuMs') / 1_000).toFixed(1)} s, ${of(name, 'megabytes').toFixed(1)} MB, RSS +${of(name, 'growthMb').toFixed(0)} MB`,
  );
console.log(
  `target         first byte <= ${targets.firstByteMs} ms, RSS <= +${targets.growthMb} MB, ${rows} rows`,
);
const value = Number(Math.max(...names.map((name) => of(name, 'growthMb'))).toFixed(0));
const firstByteMs = Number(Math.max(...names.map((name) => of(name, 'firstByteMs'))).toFixed(0));
const ok = value <= targets.growthMb && firstByteMs <= targets.firstByteMs;
console.log(
  JSON.stringify({
    bench: 'console-export',
    value,
    unit: 'MB',
    target: targets.growthMb,
    ok,
    peers: { firstByteMs },
  }),
);
