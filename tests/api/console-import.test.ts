import { expect } from 'expect';
import { it } from 'vitest';
import { openDatabase } from '../../lib/db/client.ts';
import { type TestConsole, testConsole } from '../kit/console.ts';
import { engines } from '../kit/databases.ts';
import { testSecrets } from '../kit/domain.ts';
import { describeSystemOnBoth, ok } from '../kit/system-console.ts';

// All or nothing: a dry run in short transactions, then all writes in one.

describeSystemOnBoth('a file of several batches', (testConsole) => {
  const send = async (rows: readonly (readonly string[])[], updateSupport = 'false', more = {}) =>
    ok(
      await testConsole().founder.call('POST', '/system/post/importData', {
        form: { dryRun: 'false', updateSupport, skipBad: 'false', ...more },
        file: {
          name: 'posts.csv',
          bytes: [['岗位编码', '岗位名称', '显示顺序', '状态', '备注'], ...rows]
            .map((row) => row.join(','))
            .join('\n'),
        },
      }),
    );
  const rows = Array.from({ length: 450 }, (_, at) => [
    `code_${at}`,
    `名${at}`,
    String(at),
    '正常',
    at % 3 === 0 ? '' : `第${at}行`,
  ]);

  it('reports an invalid row far from the row it conflicts with, and imports none', async () => {
    const twice = rows.map((row, at) => (at === 440 ? ['code_440', '名3', '1', '正常', ''] : row));
    const result = await send(twice);
    expect(result).toMatchObject({ created: 0, errors: [{ row: 442, message: '岗位名称已存在' }] });
    expect(await testConsole().db.selectFrom('post').select('id').execute()).toEqual([]);
  });

  it('is imported completely, and each row is logged under its own id', async () => {
    expect(await send(rows)).toMatchObject({ created: 450, errors: [] });
    const posts = await testConsole().db.selectFrom('post').select(['id', 'postCode', 'remark']).execute();
    expect(posts.length).toBe(450);
    const reported = await testConsole()
      .db.selectFrom('operationLog')
      .select(['bizKey', 'diff'])
      .where('bizKey', 'like', 'system.post:%')
      .execute();
    const codeOf = new Map(posts.map(({ id, postCode }) => [`system.post:${id}`, postCode]));
    const wrong = reported.filter(({ bizKey, diff }) => !diff?.includes(`"${codeOf.get(bizKey ?? '')}"`));
    expect([reported.length, wrong]).toEqual([450, []]);
  });

  it('updates existing rows, each with its own values', async () => {
    await send(rows);
    const others = rows.map(([code, name, ...rest], at) => [
      code!,
      `新${name}`,
      ...rest.slice(0, 2),
      `改${at}`,
    ]);
    expect(await send(others, 'true')).toMatchObject({ created: 0, updated: 450, errors: [] });
    const posts = await testConsole()
      .db.selectFrom('post')
      .select(['postCode', 'remark', 'version'])
      .execute();
    const remarks = new Map(others.map((row) => [row[0], row[4]]));
    const wrong = posts.filter((post) => post.remark !== remarks.get(post.postCode) || post.version !== 2);
    expect([posts.length, wrong]).toEqual([450, []]);
  });

  it('reports progress to the user who sent it', async () => {
    const { founder, signIn } = testConsole();
    const other = await signIn({ permissions: ['system:post:list', 'system:post:import'] });
    const runId = 'a'.repeat(32);
    const request = (client = founder, id = runId) =>
      client.call('GET', '/system/post/importProgress', { query: { runId: id } });
    expect(ok(await request())).toBeNull();
    expect((await request(founder, '../x')).code).toBe(40000);
    const many = Array.from({ length: 1_200 }, (_, at) => [`c_${at}`, `n${at}`, '1', '正常', '']);
    let isOver = false;
    const sent = send(many, 'false', { runId }).finally(() => {
      isOver = true;
    });
    const seen = [];
    while (!isOver) {
      const meter = ok(await request());
      if (meter) seen.push(meter);
      expect(ok(await request(other))).toBeNull();
    }
    expect(await sent).toMatchObject({ created: 1_200 });
    expect(seen.filter(({ done, total }) => done > 0 && total === 1_200)).not.toEqual([]);
    expect(ok(await request())).toBeNull();
  });

  it('reports progress while its transaction keeps all other statements waiting, to its own session only', async () => {
    const { founder, clock, signIn } = testConsole();
    const other = await signIn({ permissions: ['system:post:list', 'system:post:import'] });
    const runId = 'd'.repeat(32);
    const many = Array.from({ length: 2_000 }, (_, at) => [`d_${at}`, `m${at}`, '1', '正常', '']);
    let isOver = false;
    const sent = send(many, 'false', { runId }).finally(() => {
      isOver = true;
    });
    const seen: { phase: string; done: number; total: number }[] = [];
    const poll = async (client: typeof founder, meters: unknown[]) => {
      while (!isOver) {
        const meter = ok(await client.call('GET', '/system/post/importProgress', { query: { runId } }));
        if (meter) meters.push(meter);
      }
    };
    const foreign: unknown[] = [];
    const polling = [poll(founder, seen), poll(other, foreign)];
    // The request waits for the database for a while first. Sessions must not end, however long the import takes.
    for (let passedMs = 0; !isOver; passedMs += 200) {
      if (passedMs < 5 * 60_000) await clock.advance(200);
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(await sent).toMatchObject({ created: 2_000 });
    await Promise.all(polling);
    const written = seen.filter(({ phase, done, total }) => phase === 'writing' && done < total);
    expect(written.length).toBeGreaterThan(0);
    expect(foreign).toEqual([]);
  });

  it('imports the rows of two concurrent uploads once', async () => {
    const both = await Promise.all([send(rows), send([...rows].reverse())]);
    expect(both.map(({ created }) => created).sort()).toEqual([0, 450]);
    const refused = both.find(({ created }) => created === 0);
    expect(refused.errors.length).toBeGreaterThan(0);
    expect((await testConsole().db.selectFrom('post').select('id').execute()).length).toBe(450);
  });
});

it('shows its progress to a page that another process serves', async () => {
  const bench = await engines[1].start();
  const place = await bench.migrated();
  const secrets = testSecrets();
  const open = [await openDatabase(place), await openDatabase(place)];
  const apps: TestConsole[] = [];
  for (const [at, database] of open.entries()) {
    const process = { processId: `p${at}`, killedProcessId: null };
    apps.push(await testConsole(database, { secrets, process }));
  }
  const [importing, serving] = apps as [TestConsole, TestConsole];
  const admin = await importing.root();
  const page = serving.withBearer(admin.bearer);
  const request = async (runId = 'b'.repeat(32)) =>
    ok(await page.call('GET', '/system/post/importProgress', { query: { runId } }));
  expect(await request()).toBeNull();
  const rows = Array.from({ length: 1_000 }, (_, at) => `c_${at},n${at},1,正常,`);
  let isOver = false;
  const sent = admin
    .call('POST', '/system/post/importData', {
      form: { dryRun: 'false', updateSupport: 'false', skipBad: 'false', runId: 'b'.repeat(32) },
      file: {
        name: 'posts.csv',
        bytes: ['岗位编码,岗位名称,显示顺序,状态,备注', ...rows].join('\n'),
      },
    })
    .finally(() => {
      isOver = true;
    });
  const seen: { done: number; total: number }[] = [];
  while (!isOver) {
    // The clock of the test stands still: each part would be within the time of one notification.
    await importing.clock.advance(500);
    const meter = await request();
    if (meter) seen.push(meter);
    expect(await request('c'.repeat(32))).toBeNull();
  }
  expect(ok(await sent)).toMatchObject({ created: 1_000 });
  expect(seen.filter(({ done, total }) => done > 0 && total === 1_000)).not.toEqual([]);
  for (const app of apps) app.stop();
  for (const database of open) await database.close();
  await bench.stop();
});
