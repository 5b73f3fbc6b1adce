// CPU-ms of the server for an authorised list of 20 of 10,000 rows (session, permission, data scope, masks), on both
// databases, against a bare handler in the same process. PostgreSQL's own processes are not counted.
// Nothing is written meanwhile, so the embedded database counts the rows once (`lib/db/count-cache.ts`).
// Also the first requests of a console page: the menu and the user information, for the first administrator.
// ORIEL_BENCH_ROUNDS (9), ORIEL_BENCH_CALLS (60) calls of each contender per round, interleaved: many short rounds,
// because CPU time increases when other processes share the core. The minimum is the cost of the work itself.
// Needs: PostgreSQL.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ListServer, startListServer } from '../kit/console-list-server.ts';
import { startPostgres } from '../kit/postgres.ts';
import { median } from './statistics.ts';

const rounds = Number(process.env.ORIEL_BENCH_ROUNDS ?? 9);
const calls = Number(process.env.ORIEL_BENCH_CALLS ?? 60);
const rows = 10_000;
/** Relative to the bare handler in the same run. */
const targets = { libsql: 3, postgres: 3.5 };
const listPath = '/api/admin/test/people/page?pageNum=3&pageSize=20';
/** By a column without an index, through a filter: every row is read. */
const sortedPath = `${listPath}&orderByColumn=nickName&isAsc=asc&status=0`;

async function measure(server: ListServer, path: string, count: number): Promise<number> {
  const headers = { authorization: `Bearer ${server.bearer}` };
  const before = await server.usage();
  for (let at = 0; at < count; at += 1) {
    const answer = await fetch(server.origin + path, { headers });
    const text = await answer.text();
    if (at === 0 && path === listPath) check(text);
  }
  return ((await server.usage()).cpuMs - before.cpuMs) / count;
}

/** A rejected or unmasked list would be cheap. */
function check(text: string): void {
  const { code, data } = JSON.parse(text);
  const isComplete = code === 20001 && data.records.length === 20 && data.total === rows;
  const isMasked = data?.records.every(
    (row: { phone: string | null }) => row.phone === null || row.phone.includes('*'),
  );
  if (!isComplete || !isMasked) throw new Error(`not the expected list: ${text.slice(0, 300)}`);
}

async function measureStart(server: ListServer, count: number): Promise<number> {
  const headers = { authorization: `Bearer ${server.rootBearer}` };
  const request = async (path: string) =>
    (await fetch(`${server.origin}/api/admin${path}`, { headers })).json();
  const before = await server.usage();
  for (let at = 0; at < count; at += 1) {
    const [menus, info] = await Promise.all([request('/getRouters'), request('/get-user-info')]);
    if (at === 0 && !(menus.data.length > 0 && info.code === 20001))
      throw new Error('the menu is incomplete');
  }
  return ((await server.usage()).cpuMs - before.cpuMs) / count;
}

const folder = mkdtempSync(join(tmpdir(), 'oriel-bench-'));
const cluster = await startPostgres();
const servers = {
  libsql: await startListServer(rows, join(folder, 'bench.db')),
  postgres: await startListServer(rows, await cluster.createDatabase()),
};
const engines = ['libsql', 'postgres'] as const;
const times = {
  libsql: [] as number[],
  postgres: [] as number[],
  libsqlSorted: [] as number[],
  postgresSorted: [] as number[],
  libsqlStart: [] as number[],
  postgresStart: [] as number[],
  bare: [] as number[],
};
for (const engine of engines) {
  await measure(servers[engine], listPath, calls * 4); // warm-up
  await measureStart(servers[engine], calls);
}
await measure(servers.libsql, '/bare', calls * 4);
for (let round = 0; round < rounds; round += 1) {
  for (const engine of engines) {
    times[engine].push(await measure(servers[engine], listPath, calls));
    times[`${engine}Sorted`].push(await measure(servers[engine], sortedPath, Math.ceil(calls / 4)));
    times[`${engine}Start`].push(await measureStart(servers[engine], Math.ceil(calls / 4)));
  }
  times.bare.push(await measure(servers.libsql, '/bare', calls));
}
for (const engine of engines) await servers[engine].stop();
await cluster.stop();
rmSync(folder, { recursive: true, force: true });

for (const name of Object.keys(times) as (keyof typeof times)[]) {
  const own = times[name];
  const [min, max] = [Math.min(...own), Math.max(...own)];
  console.log(
    `${name.padEnd(14)} median ${median(own).toFixed(2)} CPU-ms per call (${min.toFixed(2)} to ${max.toFixed(2)})`,
  );
}
const ratio = (name: keyof typeof times) => Number((median(times[name]) / median(times.bare)).toFixed(2));
for (const engine of engines)
  console.log(
    `${engine.padEnd(14)} ${ratio(engine)} x the bare handler, sorted ${ratio(`${engine}Sorted`)} x (target ${targets[engine]})`,
  );
const ok = engines.every((engine) => Math.max(ratio(engine), ratio(`${engine}Sorted`)) <= targets[engine]);
const peers = Object.fromEntries(
  Object.entries(times).flatMap(([name, own]) => [
    [name, Number(median(own).toFixed(2))],
    [`${name}Least`, Number(Math.min(...own).toFixed(2))],
  ]),
);
console.log(
  JSON.stringify({
    bench: 'console-api',
    value: ratio('libsql'),
    unit: 'x the bare handler',
    target: targets.libsql,
    ok,
    peers,
  }),
);
