// Import of 10,000 rows, all or nothing, new and then changed, on both databases: the longest wait of another writer in
// the same process, and its share of the whole import. ORIEL_BENCH_ROWS (10000).
// Needs: PostgreSQL.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DatabaseLocation, openDatabase } from '../../lib/db/client.ts';
import { testConsole } from '../kit/console.ts';
import { startPostgres } from '../kit/postgres.ts';

const rows = Number(process.env.ORIEL_BENCH_ROWS ?? 10_000);
const target = 1_000;
const pages = {
  post: {
    base: '/system/post',
    ptz: 'postCode,postName,postSort,status',
    row: (at: number) => `c${at},n${at},${at % 999},正常`,
  },
  user: {
    base: '/system/user',
    ptz: 'userName,nickName,phonenumber',
    row: (at: number) => `person_${at},n${at},${13_800_000_000 + at}`,
  },
  device: {
    base: '/iot/device',
    ptz: 'serial,name,manufacturer,validCode',
    row: (at: number) => `CAM${at},门口${at},某厂,code${at}`,
  },
};

async function waitedBeside(place: DatabaseLocation): Promise<number> {
  const database = await openDatabase(place);
  const app = await testConsole(database);
  const root = await app.root();
  let max = 0;
  for (const [name, { base, ptz, row }] of Object.entries(pages)) {
    for (const updateSupport of ['false', 'true']) {
      let worst = 0;
      let isOver = false;
      const other = (async () => {
        for (let at = 0; !isOver; at += 1) {
          const began = performance.now();
          const id = `${name}${updateSupport}${at}`;
          await database.db.insertInto('tenant').values({ id, name: id, enabled: 1, createdAt: 1 }).execute();
          worst = Math.max(worst, performance.now() - began);
          await new Promise((resolve) => setTimeout(resolve, 10));
        }
      })();
      const bytes = [ptz, ...Array.from({ length: rows }, (_, at) => row(at))].join('\n');
      await root.renew();
      const began = performance.now();
      const { data, text } = await root.call('POST', `${base}/importData`, {
        form: { dryRun: 'false', updateSupport, skipBad: 'false' },
        file: { name: 'rows.csv', bytes },
      });
      const totalMs = performance.now() - began;
      isOver = true;
      await other;
      if (data?.created + data?.updated !== rows) throw new Error(text.slice(0, 300));
      max = Math.max(max, worst);
      console.log(
        `${database.engine.padEnd(9)} ${name} ${updateSupport === 'true' ? 'changed' : 'new    '} whole ${totalMs.toFixed(0)} ms, another writer waited ${worst.toFixed(0)} ms, ratio ${(worst / totalMs).toFixed(2)}`,
      );
    }
  }
  app.adminConsole.stop();
  await database.close();
  return max;
}

const folder = mkdtempSync(join(tmpdir(), 'oriel-bench-'));
const cluster = await startPostgres();
try {
  const value = Math.round(await waitedBeside({ file: join(folder, 'bench.db') }));
  const postgres = Math.round(await waitedBeside({ url: await cluster.createDatabase() }));
  const ok = value <= target;
  console.log(
    JSON.stringify({ bench: 'console-import', value, unit: 'ms', target, ok, peers: { postgres } }),
  );
} finally {
  await cluster.stop();
  rmSync(folder, { recursive: true, force: true });
}
process.exit(0);
