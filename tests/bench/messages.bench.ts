// A message to 100,000 people on the embedded database: time of the call that sends it, of all receipts,
// and the longest that another user's call takes meanwhile. ORIEL_BENCH_ROWS (100000).
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { openDatabase } from '../../lib/db/client.ts';
import { testConsole } from '../kit/console.ts';

const rows = Number(process.env.ORIEL_BENCH_ROWS ?? 100_000);
const targets = { sendMs: 500, otherCallMs: 500 };
const folder = mkdtempSync(join(tmpdir(), 'oriel-bench-'));
const file = join(folder, 'bench.db');
const database = await openDatabase({ file });
try {
  const { db } = database;
  const app = await testConsole(database);
  const [sender, reader] = [await app.root(), await app.signIn({ noRole: true })];
  for (let at = 0; at < rows; at += 500) {
    await db
      .insertInto('user')
      .values(
        Array.from({ length: Math.min(500, rows - at) }, (_, index) => ({
          ...{ tenantId: 'default', username: `many_${at + index}`, displayName: '众', sex: '2' },
          ...{ status: '0', isRoot: 0 as const, mustChangePassword: 0 as const },
          ...{ version: 1, createdBy: '', createdAt: 1, updatedBy: '', updatedAt: 1 },
        })),
      )
      .execute();
  }
  const start = performance.now();
  const body = { title: '停机', type: '1', content: '<p>今晚</p>', status: '1' };
  const { code, text } = await sender.call('POST', '/feedback/message', { body });
  if (code !== 20001) throw new Error(text);
  const sendMs = performance.now() - start;
  let isDone = false;
  const done = app.adminConsole.messages.look().then(() => {
    isDone = true;
  });
  let otherCallMs = 0;
  while (!isDone) {
    const asked = performance.now();
    await reader.call('GET', '/system/notice/unreadCount');
    otherCallMs = Math.max(otherCallMs, performance.now() - asked);
    // The embedded database answers without a turn of the event loop, which the server has between two requests.
    await nextTurn();
  }
  await done;
  const allMs = performance.now() - start;
  const { count } = await db
    .selectFrom('messageReceipt')
    .select((build) => build.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  await app.stop();
  const result = { receipts: Number(count), sendMs, allMs, otherCallMs };
  console.log(
    `${count} receipts: the call that sends took ${sendMs.toFixed(0)} ms (target ${targets.sendMs}), all of them ` +
      `${allMs.toFixed(0)} ms; the slowest other call meanwhile ${otherCallMs.toFixed(0)} ms (target ` +
      `${targets.otherCallMs})`,
  );
  console.log(JSON.stringify(result));
} finally {
  await database.close();
  rmSync(folder, { recursive: true, force: true });
}
