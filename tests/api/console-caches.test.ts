import { expect } from 'expect';
import { it } from 'vitest';
import { describeSystem, get, ok, outcome } from '../kit/system-console.ts';

describeSystem('the page of caches', (testConsole) => {
  const info = () => get(testConsole().founder, '/monitor/cache');
  const keys = (name: string) => get(testConsole().founder, `/monitor/cache/getKeys/${name}`);
  const value = (name: string, key: string) =>
    testConsole().founder.call('GET', `/monitor/cache/getValue/${name}/${encodeURIComponent(key)}`);

  it('names the caches of this organisation, with their entries and reads', async () => {
    await get(testConsole().founder, '/system/dict/data/type/sys_yes_no');
    const { info: about, dbSize, caches, commandStats } = await info();
    expect(about).toEqual({ process: 'server-1' });
    expect(caches.map(({ cacheName, remark }: Record<string, string>) => [cacheName, remark])).toEqual([
      ['setting', '参数'],
      ['dictionary', '字典'],
      ['zone', '时区'],
    ]);
    expect(caches[1]).toMatchObject({ size: 1, misses: 1 });
    expect(dbSize).toBe(caches.reduce((sum: number, { size }: { size: number }) => sum + size, 0));
    expect(commandStats.map(({ name }: { name: string }) => name)).toEqual(['hits', 'misses']);
    expect(await get(testConsole().founder, '/monitor/cache/getNames')).toHaveLength(3);
  });

  it('shows keys and values', async () => {
    await get(testConsole().founder, '/system/dict/data/type/sys_yes_no');
    expect(await keys('dictionary')).toEqual(['dictionary:sys_yes_no']);
    const { cacheValue } = ok(await value('dictionary', 'dictionary:sys_yes_no'));
    expect(JSON.parse(cacheValue)).toMatchObject([{ dictValue: 'Y' }, { dictValue: 'N' }]);
  });

  it('never shows secrets, and lists no cache of sessions, captchas or tokens', async () => {
    const body = { configName: '密钥', configKey: 'my.secret', configValue: 'hunter2', valueType: 'secret' };
    ok(await testConsole().founder.call('POST', '/system/config', { body: { ...body, visible: '0' } }));
    await testConsole().anonymous.call('GET', '/captchaImage');
    await get(testConsole().founder, '/system/config/configKey/site.title');
    expect(await keys('setting')).toContain('setting:my.secret');
    const answer = await value('setting', 'setting:my.secret');
    expect(JSON.parse(ok(answer).cacheValue)).toBe('******');
    for (const name of ['session', 'captcha', 'token', 'login', 'permission']) {
      expect((await testConsole().founder.call('GET', `/monitor/cache/getKeys/${name}`)).code).toBe(404);
    }
    expect(JSON.stringify(await info())).not.toMatch(/session|captcha|token/i);
  });

  it.each([
    ['clearCacheName/dictionary', 0],
    ['clearCacheKey/dictionary:sys_yes_no', 0],
    ['clearCacheAll', 0],
    ['clearCacheName/setting', 1],
  ])('DELETE %s leaves %i dictionaries, and is logged', async (path, left) => {
    await get(testConsole().founder, '/system/dict/data/type/sys_yes_no');
    ok(await testConsole().founder.call('DELETE', `/monitor/cache/${path}`));
    expect(await keys('dictionary')).toHaveLength(left);
    const { records } = await get(testConsole().founder, '/monitor/operlog/page', { title: '缓存' });
    expect(records).toMatchObject([{ title: '缓存', businessType: '9' }]);
  });

  it('applies a change made in the database after clearing', async () => {
    const label = async () =>
      (await get(testConsole().founder, '/system/dict/data/type/sys_yes_no'))[0].dictLabel;
    expect(await label()).toBe('是');
    const { db } = testConsole().database;
    await db.updateTable('dictData').set({ dictLabel: '对' }).where('dictValue', '=', 'Y').execute();
    ok(await testConsole().founder.call('DELETE', '/monitor/cache/clearCacheName/dictionary'));
    expect(await label()).toBe('对');
  });

  it('requires a permission to see, and another one to clear', async () => {
    const reader = await testConsole().signIn({ permissions: ['monitor:cache:list'] });
    const other = await testConsole().signIn({ permissions: ['monitor:server:list'] });
    expect((await reader.call('GET', '/monitor/cache')).code).toBe(20001);
    expect((await reader.call('DELETE', '/monitor/cache/clearCacheAll')).code).toBe(403);
    expect((await other.call('GET', '/monitor/cache')).code).toBe(403);
    expect((await other.call('GET', '/monitor/cache/getKeys/setting')).code).toBe(403);
  });

  it('shows and clears nothing of other organisations', async () => {
    await get(testConsole().founder, '/system/dict/data/type/sys_yes_no');
    const guest = await testConsole().signIn({
      ...{ permissions: ['monitor:cache:list', 'monitor:cache:clear'], tenantId: 'guests' },
    });
    expect(await get(guest, '/monitor/cache/getKeys/dictionary')).toEqual([]);
    ok(await guest.call('DELETE', '/monitor/cache/clearCacheAll'));
    expect(await keys('dictionary')).toHaveLength(1);
  });

  it.each([
    'getKeys/../operlog',
    'getKeys/Setting',
    'getValue/setting/dictionary:sys_yes_no',
    'getKeys/nothing',
  ])('GET %s finds nothing', async (path) => {
    const [code] = outcome(await testConsole().founder.call('GET', `/monitor/cache/${path}`));
    expect([404, 40_000]).toContain(code);
  });
});
