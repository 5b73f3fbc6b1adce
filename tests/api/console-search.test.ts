import { expect } from 'expect';
import { it } from 'vitest';
import { describeSystem, get, ok } from '../kit/system-console.ts';

describeSystem('the search for records of every kind', (testConsole) => {
  interface Kind {
    readonly resource: string;
    readonly records: readonly { readonly title: string }[];
  }
  const search = async (keyword: string, by = testConsole().founder) =>
    ((await get(by, '/search', { keyword })) as readonly Kind[]).map(({ resource, records }) => ({
      resource,
      titles: records.map(({ title }) => title),
    }));

  it('is one call, by title and pinyin, with at most five records of each kind', async () => {
    const { founder, dept, user } = testConsole();
    await dept('站务部');
    await user({ nickName: '站长' });
    for (const at of [1, 2, 3, 4, 5, 6])
      ok(
        await founder.call('POST', '/system/post', {
          body: { postCode: `p${at}`, postName: `站岗${at}`, postSort: at, status: '0' },
        }),
      );
    const posts = ['站岗1', '站岗2', '站岗3', '站岗4', '站岗5'];
    const found = await search('站');
    expect(found).toContainEqual({ resource: 'system.dept', titles: ['站务部'] });
    expect(found).toContainEqual({ resource: 'system.user', titles: ['站长'] });
    expect(found).toContainEqual({ resource: 'system.post', titles: posts });
    expect(await search('zhanzhang')).toContainEqual({ resource: 'system.user', titles: ['站长'] });
    expect(await search('没有这样的记录')).toEqual([]);
  });

  it('returns what the caller may list, within the data scope', async () => {
    const { dept, user, signIn } = testConsole();
    const [north, south] = [await dept('北站'), await dept('南站')];
    await user({ nickName: '北站长', deptId: north });
    await user({ nickName: '南站长', deptId: south });
    const clerk = await signIn({ permissions: ['system:user:list'], dataScope: 3, deptId: north });
    expect(await search('站', clerk)).toEqual([{ resource: 'system.user', titles: ['北站长'] }]);
    expect(await search('站', await signIn({ noRole: true }))).toEqual([]);
  });

  it('needs a keyword', async () => {
    const { founder } = testConsole();
    for (const query of [{}, { keyword: ' ' }, { keyword: 'x'.repeat(201) }, { keyword: 'x', kind: 'y' }])
      expect((await founder.call('GET', '/search', { query })).code).toBe(40000);
  });
});
