import { expect } from 'expect';
import { afterAll, beforeAll, beforeEach, describe, it } from 'vitest';
import { editingBeatMs, editingEndsMs } from '../../lib/contracts/admin/editing.ts';
import {
  type ConsoleAnswer,
  type ConsoleClient,
  type SignedIn,
  type TestConsole,
  testConsole,
} from '../kit/console.ts';
import { anyEngine, type DatabaseBench } from '../kit/databases.ts';

const permissions = ['query', 'edit', 'add', 'remove'].map((verb) => `system:post:${verb}`);

describe.each(anyEngine)('editing presence on $engine', ({ start }) => {
  let bench: DatabaseBench;
  let app: TestConsole;
  let anna: SignedIn;
  let bob: SignedIn;
  let posts = 0;
  let id: number;

  beforeAll(async () => {
    bench = await start();
    app = await testConsole(await bench.open());
    anna = await app.signIn({ permissions });
    bob = await app.signIn({ permissions });
  });
  afterAll(async () => {
    app.stop();
    await bench.stop();
  });
  beforeEach(async () => {
    await anna.renew();
    await bob.renew();
    id = await newPost();
  });

  async function newPost(): Promise<number> {
    posts += 1;
    const body = { postCode: `p${posts}`, postName: `岗位${posts}`, postSort: posts, status: '0' };
    return (await anna.call('POST', '/system/post', { body })).data.postId;
  }
  /** The same user in another browser. */
  async function another({ userId }: SignedIn): Promise<ConsoleClient & { readonly sessionId: string }> {
    const from = { address: '192.0.2.77', userAgent: 'jest', isRemembered: true };
    const opened = await app.adminConsole.sessions.open({ tenantId: 'default', userId, ...from });
    return { ...app.withBearer(opened.token), sessionId: opened.sessionId };
  }
  const path = (row: number) => `/system/post/${row}/editing`;
  const edit = (client: ConsoleClient, row = id) => client.call('PUT', path(row));
  const watch = (client: ConsoleClient, row = id) => client.call('GET', path(row));
  const leave = (client: ConsoleClient, row = id) => client.call('DELETE', path(row));
  /** A request from one of the user's windows. */
  const from = (window: string) => (client: ConsoleClient, method: 'GET' | 'PUT' | 'DELETE') =>
    client.call(method, `${path(id)}?window=${window}`);
  const names = ({ code, data }: ConsoleAnswer) => {
    expect(code).toBe(20001);
    return (data as { name: string }[]).map(({ name }) => name);
  };
  const nameOf = ({ username }: SignedIn) => `用户${username}`;
  const entries = () => app.database.db.selectFrom('rowEditor').selectAll().execute();

  it('names other editors and when they started, but not the user', async () => {
    expect((await edit(anna)).data).toEqual([]);
    const [seen] = (await watch(bob)).data;
    expect(seen).toEqual({ name: nameOf(anna), since: expect.any(String), isSelf: false });
    expect(seen.since).toMatch(/^2025-10-09 \d\d:\d\d:\d\d$/);
    expect((await watch(anna)).data).toEqual([]);
    // Repeating the report keeps the start time.
    await app.clock.advance(editingBeatMs);
    await edit(anna);
    expect((await edit(bob)).data).toEqual([seen]);
    expect(names(await edit(anna))).toEqual([nameOf(bob)]);
  });

  it('names several, the first one first, for this row only', async () => {
    const carl = await app.signIn({ permissions });
    const other = await newPost();
    for (const client of [carl, anna]) await edit(client);
    await edit(anna, other);
    expect(names(await edit(bob))).toEqual([nameOf(carl), nameOf(anna)]);
    expect(names(await watch(bob, other))).toEqual([nameOf(anna)]);
    const root = await app.root();
    // The same id in another resource is a different row.
    expect((await root.call('GET', `/system/role/1/editing`)).data).toEqual([]);
  });

  it('marks the same user in another browser, and names each user once', async () => {
    const phone = await another(anna);
    expect((await edit(phone)).data).toEqual([]);
    expect((await edit(anna)).data).toEqual([
      { name: nameOf(anna), since: expect.any(String), isSelf: true },
    ]);
    expect((await watch(bob)).data).toEqual([
      { name: nameOf(anna), since: expect.any(String), isSelf: false },
    ]);
  });

  it('is tracked by window: closing one of two does not hide the other', async () => {
    const [left, right] = [from('left'), from('right')];
    const self = [{ name: nameOf(anna), since: expect.any(String), isSelf: true }];
    expect((await left(anna, 'PUT')).data).toEqual([]);
    const [{ since }] = (await watch(bob)).data;
    await app.clock.advance(5_000);
    expect((await right(anna, 'PUT')).data).toEqual(self);
    expect((await left(anna, 'PUT')).data).toEqual(self);
    // A third window that only watches gets one entry for the other two.
    expect((await from('third')(anna, 'GET')).data).toEqual(self);
    // A user with two windows is listed once, with the start time of the first.
    expect((await watch(bob)).data).toEqual([{ name: nameOf(anna), since, isSelf: false }]);
    await left(anna, 'DELETE');
    expect(names(await watch(bob))).toEqual([nameOf(anna)]);
    expect((await right(anna, 'PUT')).data).toEqual([]);
    await right(anna, 'DELETE');
    expect(names(await watch(bob))).toEqual([]);
  });

  it('rejects an invalid window name', async () => {
    for (const window of ['', 'x'.repeat(41), 'a b', "a'--"])
      expect([window, (await from(encodeURIComponent(window))(anna, 'PUT')).code]).toEqual([window, 40000]);
  });

  it('names other users even if one user opened the row in very many windows', async () => {
    const busy = await another(bob);
    for (let at = 0; at < 25; at += 1) expect((await from(`w${at}`)(busy, 'PUT')).code).toBe(20001);
    await edit(anna);
    const carl = await app.signIn({ permissions });
    expect(names(await watch(carl))).toEqual([nameOf(bob), nameOf(anna)]);
  });

  it('ends when a user leaves, and only for that user', async () => {
    await edit(anna);
    expect((await leave(bob)).code).toBe(20001);
    expect(names(await watch(bob))).toEqual([nameOf(anna)]);
    expect((await leave(anna)).data).toBeNull();
    expect(names(await watch(bob))).toEqual([]);
    expect((await leave(anna)).code).toBe(20001);
  });

  it('expires 90 s after the last call, and starts again with the next', async () => {
    await edit(anna);
    const [before] = (await watch(bob)).data;
    await app.clock.advance(editingEndsMs - 1_000);
    expect(names(await watch(bob))).toEqual([nameOf(anna)]);
    await app.clock.advance(1_000);
    expect(names(await watch(bob))).toEqual([]);
    await edit(anna);
    const [after] = (await watch(bob)).data;
    expect(after.since > before.since).toBe(true);
  });

  it('ends with the session, and when the account is disabled', async () => {
    const carl = await app.signIn({ permissions });
    const dora = await app.signIn({ permissions });
    for (const client of [carl, dora]) await edit(client);
    await carl.call('POST', '/logout');
    expect(names(await watch(bob))).toEqual([nameOf(dora)]);
    await app.database.db.updateTable('user').set({ status: '1' }).where('id', '=', dora.userId).execute();
    expect(names(await watch(bob))).toEqual([]);
  });

  it('locks nothing: a later editor can save, and the version detects the conflict', async () => {
    await edit(anna);
    await edit(bob);
    const change = (client: SignedIn, postName: string) =>
      client.call('PUT', '/system/post', { body: { postId: id, version: 1, postName } });
    expect((await change(bob, `鲍勃${id}`)).code).toBe(20001);
    expect((await change(anna, `安娜${id}`)).code).toBe('U0210');
  });

  it('requires the permission to edit, or to read for queries only', async () => {
    const reader = await app.signIn({ permissions: ['system:post:query', 'system:post:list'] });
    const editor = await app.signIn({ permissions: ['system:post:edit'] });
    await edit(anna);
    expect(names(await watch(reader))).toEqual([nameOf(anna)]);
    expect([(await edit(reader)).code, (await leave(reader)).code]).toEqual([403, 403]);
    expect(names(await edit(editor))).toEqual([nameOf(anna)]);
    expect((await watch(editor)).code).toBe(403);
  });

  it('returns 404 for a row that is outside the data scope, deleted or of another organisation', async () => {
    const users = ['query', 'edit'].map((verb) => `system:user:${verb}`);
    const root = await app.root();
    const dept = async (deptName: string) => {
      const body = { parentId: 0, deptName, orderNum: 1, status: '0' };
      return Number((await root.call('POST', '/system/dept', { body })).data.deptId);
    };
    const [here, otherWindow] = [await dept('这里'), await dept('那里')];
    const clerk = await app.signIn({ permissions: users, dataScope: 3, deptId: here });
    const colleague = await app.signIn({ deptId: here });
    const foreign = await app.signIn({ deptId: otherWindow });
    const stranger = await app.signIn({ permissions: users, tenantId: 'elsewhere' });
    const requested = async (client: ConsoleClient, userId: number) => {
      const codes: unknown[] = [];
      for (const method of ['GET', 'PUT', 'DELETE'])
        codes.push((await client.call(method, `/system/user/${userId}/editing`)).code);
      return codes;
    };
    const [fine, gone] = [
      [20001, 20001, 20001],
      [404, 404, 404],
    ];
    expect(await requested(clerk, colleague.userId)).toEqual(fine);
    expect(await requested(clerk, foreign.userId)).toEqual(gone);
    expect(await requested(stranger, colleague.userId)).toEqual(gone);
    expect(await requested(clerk, 999_999)).toEqual(gone);
    expect(await entries()).not.toContainEqual(
      expect.objectContaining({ sessionId: clerk.sessionId, rowId: String(foreign.userId) }),
    );
    expect(await entries()).not.toContainEqual(expect.objectContaining({ sessionId: stranger.sessionId }));
    // Users of another tenant are not listed, even for the same row id.
    await app.database.db
      .insertInto('rowEditor')
      .values({
        tenantId: 'elsewhere',
        sessionId: stranger.sessionId,
        resource: 'system.post',
        rowId: String(id),
        windowId: '',
        since: app.clock.now(),
        lastSeenAt: app.clock.now(),
      })
      .execute();
    expect(names(await watch(bob))).toEqual([]);
  });

  it('masks names as the list of users does', async () => {
    const masked = await app.signIn({
      permissions: [...permissions, 'system:user:query', 'system:user:list'],
      maskScope: 3,
    });
    await edit(anna);
    const { data: shown } = await masked.call('GET', `/system/user/${anna.userId}`);
    expect(names(await watch(masked))).toEqual([shown.nickName]);
  });

  it('writes nothing to the operation log', async () => {
    const logged = () => app.database.db.selectFrom('operationLog').select('id').execute();
    const before = await logged();
    await edit(anna);
    await watch(bob);
    await leave(anna);
    expect(await logged()).toEqual(before);
  });

  it('is limited to one call per 10 s, above which it returns 429', async () => {
    await edit(bob);
    const [first] = (await entries()).filter(({ sessionId }) => sessionId === bob.sessionId);
    await edit(bob);
    expect(await entries()).toContainEqual(first);
    const flood = await another(bob);
    const codes = new Set<unknown>();
    for (let at = 0; at < 130; at += 1)
      codes.add((await flood.call('DELETE', path(id), { atOnce: true })).code);
    expect([...codes]).toEqual([20001, 429]);
    // Other users are not limited, and the limit ends after a minute.
    expect((await edit(anna)).code).toBe(20001);
    await app.clock.advance(60_000);
    expect((await edit(flood)).code).toBe(20001);
  });

  it('keeps at most 30 rows of a session, and drops the least recently used', async () => {
    const busy = await another(bob);
    const rows: number[] = [];
    for (let at = 0; at < 31; at += 1) {
      const row = await newPost();
      rows.push(row);
      expect((await busy.call('PUT', path(row))).code).toBe(20001);
    }
    const kept = (await entries()).filter(({ sessionId }) => sessionId === busy.sessionId);
    expect(kept.map(({ rowId }) => Number(rowId)).sort((one, other) => one - other)).toEqual(rows.slice(1));
  });

  it('is cleaned up, and deleted with its session', async () => {
    await edit(anna);
    await app.clock.advance(editingEndsMs);
    await edit(bob);
    await app.adminConsole.forgetEnded();
    const left = await entries();
    expect(left.map(({ sessionId }) => sessionId)).toEqual([bob.sessionId]);
    const gone = await another(bob);
    await edit(gone);
    await app.database.db.deleteFrom('session').where('id', '=', gone.sessionId).execute();
    expect(await entries()).toEqual(left);
  });

  it('is shared by all processes on the database', async () => {
    const second = await testConsole({ ...app.database }, { secrets: app.secrets });
    try {
      const carl = await second.signIn({ permissions });
      await edit(anna);
      expect(names(await edit(carl))).toEqual([nameOf(anna)]);
    } finally {
      second.stop();
    }
  });
});
