import { expect } from 'expect';
import { afterAll, beforeAll, beforeEach, describe, it } from 'vitest';
import { type SignedIn, type TestConsole, testConsole } from '../kit/console.ts';
import { anyEngine, type DatabaseBench } from '../kit/databases.ts';

describe.each(anyEngine)('personal preferences on $engine', ({ start }) => {
  let bench: DatabaseBench;
  let app: TestConsole;
  let anna: SignedIn;
  let bob: SignedIn;

  beforeAll(async () => {
    bench = await start();
    app = await testConsole(await bench.open());
    anna = await app.signIn();
    bob = await app.signIn();
  });
  afterAll(() => bench.stop());
  beforeEach(async () => {
    await anna.renew();
    await bob.renew();
  });

  const path = '/preference/table.system.post';
  const put = (name: string, value: unknown) => anna.call('PUT', `/preference/${name}`, { body: { value } });

  it('are documents by name, separate for each user', async () => {
    expect((await anna.call('GET', path)).data).toBeNull();
    expect((await put('table.system.post', { order: ['a', 'b'] })).code).toBe(20001);
    await put('table.system.post', { order: ['b'] });
    expect((await anna.call('GET', path)).data).toEqual({ order: ['b'] });
    expect((await bob.call('GET', path)).data).toBeNull();
    await anna.call('DELETE', path);
    expect((await anna.call('GET', path)).data).toBeNull();
  });

  it('are limited: 16 KB, 200 names, and valid names only', async () => {
    expect((await put('big', 'x'.repeat(16 * 1024))).code).toBe(40000);
    expect((await put('__proto__', 1)).code).toBe(40000);
    expect((await put('a b', 1)).code).toBe(40000);
    for (let at = 0; at < 200; at += 1) await put(`n${at}`, at);
    expect((await put('one.more', 1)).code).toBe('U0200');
    expect((await put('n7', 'changed')).code).toBe(20001);
    await put('n8', null);
    expect((await put('one.more', 1)).code).toBe(20001);
  });

  const view = {
    name: '停用的',
    query: 'status=1',
    columns: null,
    sharedWith: [] as number[],
    isDefault: false,
  };
  const views = '/savedView/system.post';
  const save = (user: SignedIn, more: object = {}) =>
    user.call('POST', views, { body: { ...view, ...more } });
  const list = async (user: SignedIn) => (await user.call('GET', views)).data;

  it('include views of a list, overwritten by name', async () => {
    const { data } = await save(anna);
    const again = await save(anna, { query: 'status=0' });
    expect(again.data.id).toBe(data.id);
    expect(await list(anna)).toEqual([
      { ...view, id: data.id, query: 'status=0', isMine: true, owner: `用户${anna.username}` },
    ]);
    expect(await list(bob)).toEqual([]);
    expect((await anna.call('GET', '/savedView/system.user')).data).toEqual([]);
  });

  it('include views shared with holders of a role, who can neither change nor delete them', async () => {
    const carl = await app.signIn({ roles: [anna.roleId!] });
    const { data } = await save(anna, { name: '共享', sharedWith: [anna.roleId] });
    expect(await list(carl)).toMatchObject([{ id: data.id, name: '共享', isMine: false, isDefault: false }]);
    expect((await list(bob)).length).toBe(0);
    expect((await carl.call('DELETE', `${views}/${data.id}`)).code).toBe(404);
    expect((await anna.call('DELETE', `${views}/${data.id}`)).code).toBe(20001);
    expect(await list(carl)).toEqual([]);
  });

  it('cannot be shared with a role that the user does not have', async () => {
    expect((await save(anna, { sharedWith: [bob.roleId] })).code).toBe(40000);
  });

  it('have one default view', async () => {
    await save(bob, { name: 'first', isDefault: true });
    await save(bob, { name: 'second', isDefault: true });
    const own = await list(bob);
    expect(own.map(({ name, isDefault }: { name: string; isDefault: boolean }) => [name, isDefault])).toEqual(
      [
        ['first', false],
        ['second', true],
      ],
    );
  });
});
