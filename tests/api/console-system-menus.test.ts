import { expect } from 'expect';
import { it } from 'vitest';
import { describeSystem, get, ok, outcome, withVersions } from '../kit/system-console.ts';

describeSystem('menus', (testConsole) => {
  const add = (values: object) =>
    testConsole().founder.call('POST', '/system/menu', {
      body: { parentId: 0, menuName: '甲', menuType: 'M', orderNum: 1, path: 'jia', status: '0', ...values },
    });
  const made = async (values: object): Promise<number> => ok(await add(values)).menuId;
  const edit = async (menuId: number, values: object) => {
    const { version } = await get(testConsole().founder, `/system/menu/${menuId}`);
    return testConsole().founder.call('PUT', '/system/menu', { body: { menuId, version, ...values } });
  };
  const page = (parentId: number, values: object = {}) => ({
    parentId,
    menuName: '页',
    menuType: 'C',
    path: 'ye',
    component: 'x/index',
    ...values,
  });

  it('with children or assigned to a role cannot be deleted: 存在子菜单，不允许删除 · 菜单已分配，不允许删除', async () => {
    const { founder, role } = testConsole();
    const parent = await made({});
    const child = await made(page(parent));
    expect(outcome(await founder.call('DELETE', `/system/menu/${parent}`))).toEqual([
      'U0200',
      '存在子菜单，不允许删除',
    ]);
    await role({ menuIds: [child] });
    expect(outcome(await founder.call('DELETE', `/system/menu/${child}`))).toEqual([
      'U0200',
      '菜单已分配，不允许删除',
    ]);
  });

  it('have at most 4 levels, buttons below pages only, and no cycles', async () => {
    const one = await made({ menuName: '一', path: 'one' });
    const two = await made({ menuName: '二', path: 'two', parentId: one });
    const three = await made({ menuName: '三', path: 'three', parentId: two });
    const four = await made(page(three));
    const answers = [
      await add(page(four, { menuType: 'F', perms: 'x:y:z' })),
      await add({ menuType: 'F', perms: 'x:y:z', path: '' }),
      await add(page(four, { menuName: '别' })),
      await edit(one, { parentId: three }),
      await edit(one, { parentId: one }),
      await add({ menuName: '深', path: 'deep', parentId: 999_999 }),
    ];
    expect(answers.map(outcome)).toEqual([
      [40000, '菜单最多 4 级'],
      [40000, '按钮只能放在菜单下'],
      [40000, '目录和菜单只能放在目录下'],
      [40000, '上级菜单不能选择自己或自己的下级'],
      [40000, '上级菜单不能选择自己或自己的下级'],
      [40000, '关联的数据不存在'],
    ]);
  });

  it('have unique names below a parent, and unique full paths', async () => {
    const parent = await made({ menuName: '一', path: 'one' });
    await made(page(parent));
    expect(outcome(await add(page(parent, { path: 'other' })))).toEqual(['U0210', '菜单名称已存在']);
    expect(outcome(await add(page(parent, { menuName: '又' })))).toEqual([40000, '路由地址已存在']);
    expect(outcome(await add({ menuName: '绕', path: '/one/ye' }))).toEqual([40000, '路由地址已存在']);
  });

  it('link to other sites by http and https only', async () => {
    for (const path of [
      'javascript:alert(1)',
      'data:text/html,x',
      '//evil.example',
      'ftp://x',
      'http://',
      'https://a:b@c',
      'evil',
    ]) {
      const answer = await add({ menuName: '外', menuType: 'C', isFrame: '0', path });
      expect([path, outcome(answer)]).toEqual([path, [40000, '地址必须以 http(s):// 开头']]);
    }
    for (const path of ['javascript:alert(1)', 'a//b', '../x', '/a/../b', 'a?b', 'https://x']) {
      const answer = await add({ menuName: '内', menuType: 'C', component: 'x', path });
      expect([path, outcome(answer)]).toEqual([path, [40000, '路由地址格式不正确']]);
    }
    await made({ menuName: '外', menuType: 'C', isFrame: '0', path: 'https://example.com/a?b=1' });
    const routers = await get(testConsole().founder, '/getRouters');
    expect(routers.find((item: { isFrame: boolean }) => item.isFrame)).toMatchObject({
      path: 'https://example.com/a?b=1',
      meta: { title: '外', target: '_blank' },
    });
  });

  it('that are built in keep permission and type, and cannot be deleted', async () => {
    const { founder, menus } = testConsole();
    const [menuId] = await menus('system:user:unlock');
    expect(outcome(await edit(menuId!, { perms: 'a:b:c' }))).toEqual([
      'U0200',
      '内置菜单的权限标识、路由名称和类型不允许修改',
    ]);
    expect(outcome(await founder.call('DELETE', `/system/menu/${menuId}`))).toEqual([
      'U0200',
      '内置菜单不允许删除，可以停用',
    ]);
    expect((await edit(menuId!, { menuName: '解锁', status: '1' })).code).toBe(20001);
  });

  it('are moved and sorted in one call, all or none', async () => {
    const { founder } = testConsole();
    const one = await made({ menuName: '一', path: 'one' });
    const two = await made({ menuName: '二', path: 'two' });
    const inside = await made(page(one));
    const wrong = await sort([
      { menuId: inside, orderNum: 5, parentId: two },
      { menuId: two, orderNum: 1, parentId: inside },
    ]);
    expect(wrong.code).toBe(40000);
    expect(await get(founder, `/system/menu/${inside}`)).toMatchObject({ parentId: one, orderNum: 1 });
    ok(
      await sort([
        { menuId: inside, orderNum: 5, parentId: two },
        { menuId: one, orderNum: 9 },
      ]),
    );
    expect(await get(founder, `/system/menu/${inside}`)).toMatchObject({ parentId: two, orderNum: 5 });
  });

  const sort = async (moves: readonly object[], by = testConsole().founder) =>
    by.call('PUT', '/system/menu/updateSort', { body: await withVersions(testConsole().db, 'menu', moves) });

  it('are sorted by the rules of the form: types, depth, cycles, unique names below a parent, existing ids', async () => {
    const one = await made({ menuName: '一', path: 'one' });
    const two = await made({ menuName: '二', path: 'two', parentId: one });
    const three = await made({ menuName: '三', path: 'three', parentId: two });
    const other = await made({ menuName: '别', path: 'other' });
    const below = await made({ menuName: '下', path: 'below', parentId: other });
    const leaf = await made(page(below));
    const twin = await made(page(three));
    const stray = await made({ menuName: '游', menuType: 'C', path: 'stray', component: 'x/index' });
    const button = await made({ parentId: leaf, menuName: '钮', menuType: 'F', perms: 'x:y:z', path: '' });
    const answers = [
      await sort([{ menuId: one, orderNum: 1, parentId: three }]),
      await sort([{ menuId: one, orderNum: 1, parentId: one }]),
      await sort([{ menuId: button, orderNum: 1, parentId: below }]),
      await sort([{ menuId: stray, orderNum: 1, parentId: leaf }]),
      await sort([{ menuId: below, orderNum: 1, parentId: three }]),
      await sort([{ menuId: leaf, orderNum: 1, parentId: three }]),
      await sort([{ menuId: twin, orderNum: 1, parentId: 999_999 }]),
      await sort([{ menuId: twin, orderNum: 10_000 }]),
      await sort([{ menuId: twin }]),
      await sort([
        { menuId: twin, orderNum: 7 },
        { menuId: 999_999, orderNum: 1 },
      ]),
    ];
    expect(answers.map(outcome)).toEqual([
      [40000, '上级菜单不能选择自己或自己的下级'],
      [40000, '上级菜单不能选择自己或自己的下级'],
      [40000, '按钮只能放在菜单下'],
      [40000, '目录和菜单只能放在目录下'],
      [40000, '菜单最多 4 级'],
      [40000, '菜单最多 4 级'],
      [40000, '关联的数据不存在'],
      [40000, '显示顺序不能大于 9999'],
      [40000, '显示顺序必须是整数'],
      [404, '访问资源不存在'],
    ]);
    expect(await get(testConsole().founder, `/system/menu/${twin}`)).toMatchObject({
      orderNum: 1,
      version: 1,
    });
    const same = await made(page(other, { path: 'same' }));
    expect(outcome(await sort([{ menuId: same, orderNum: 1, parentId: below }]))).toEqual([
      'U0210',
      '菜单名称已存在',
    ]);
  });

  it('are sorted with a history entry for each row, and newer changes are not overwritten', async () => {
    const { founder } = testConsole();
    const one = await made({ menuName: '一', path: 'one' });
    const leaf = await made(page(one));
    ok(await sort([{ menuId: leaf, orderNum: 8, parentId: 0, version: 1 }]));
    const [change] = await get(founder, `/system/menu/${leaf}/history`);
    expect(change).toMatchObject({
      businessType: 2,
      diff: [
        { field: 'parentId', label: '上级菜单', from: one, to: 0 },
        { field: 'orderNum', label: '显示顺序', from: 1, to: 8 },
      ],
    });
    expect(
      outcome(
        await sort([
          { menuId: one, orderNum: 3, version: 1 },
          { menuId: leaf, orderNum: 9, version: 1 },
        ]),
      ),
    ).toEqual(['U0210', '您已在其他窗口修改了此数据，请刷新后重试']);
    expect(await get(founder, `/system/menu/${one}`)).toMatchObject({ orderNum: 1, version: 1 });
  });

  it('are sorted with edit permission and the permission of the moved menu', async () => {
    const { signIn, menus } = testConsole();
    const [held, foreign] = [(await menus('system:post:list'))[0]!, (await menus('system:user:list'))[0]!];
    const clerk = await signIn({ permissions: ['system:menu:edit', 'system:post:list'] });
    ok(await sort([{ menuId: held, orderNum: 3 }], clerk));
    expect((await sort([{ menuId: foreign, orderNum: 3 }], clerk)).code).toBe(403);
    const reader = await signIn({ permissions: ['system:menu:list', 'system:post:list'] });
    expect((await sort([{ menuId: held, orderNum: 4 }], reader)).code).toBe(403);
  });

  it('offer options with their type, to choose a parent', async () => {
    const one = await made({ menuName: '一', path: 'one' });
    const leaf = await made(page(one));
    expect(await get(testConsole().founder, `/system/menu/options?ids=${one},${leaf}`)).toEqual([
      { id: one, title: '一', parentId: 0, kind: 'M' },
      { id: leaf, title: '页', parentId: one, kind: 'C' },
    ]);
  });

  it('return the routes of the user: permitted pages, empty directories removed, in the language of the user', async () => {
    const { founder, signIn } = testConsole();
    const all = await get(founder, '/getRouters');
    expect(all.map((item: { path: string }) => item.path)).toEqual([
      '/index',
      '/iot',
      '/mall',
      '/stat',
      '/system',
      '/feedback',
      '/monitor',
      '/tool',
    ]);
    const clerk = await signIn({ permissions: ['system:post:list', 'system:notice:edit'] });
    const own = await get(clerk, '/getRouters');
    expect(own).toHaveLength(2);
    expect(own[0]).toMatchObject({
      path: '/index',
      component: 'index',
      meta: { title: '首页', icon: 'IconHome' },
    });
    expect(own[1]).toMatchObject({
      path: '/system',
      component: 'Layout',
      redirect: '/system/post',
      meta: { title: '系统管理', show: true, hidden: false },
      children: [
        {
          path: '/system/post',
          name: 'SystemPost',
          component: 'system/post/index',
          permissions: ['system:post:list'],
          meta: { title: '岗位管理', icon: 'IconId', noCache: false },
        },
        { path: '/system/notice/form', component: 'NoticeForm', meta: { show: false, hidden: true } },
      ],
    });
    const english = ok(await clerk.call('GET', '/getRouters', { headers: { 'accept-language': 'en-US' } }));
    expect(english[1].meta.title).toBe('System');
    expect(own[1].children[0].children).toEqual([]);
    const unprivileged = await signIn({ noRole: true });
    expect((await get(unprivileged, '/getRouters')).map((item: { path: string }) => item.path)).toEqual([
      '/index',
    ]);
  });

  it('are removed at once when disabled', async () => {
    const { signIn, menus } = testConsole();
    const clerk = await signIn({ permissions: ['system:post:list'] });
    const [menuId] = await menus('system:post:list');
    ok(await edit(menuId!, { status: '1' }));
    expect((await get(clerk, '/getRouters')).map((item: { path: string }) => item.path)).toEqual(['/index']);
    expect((await clerk.call('GET', '/system/post/page')).code).toBe(403);
  });

  it('are shown as disabled if the user cannot assign them', async () => {
    const { signIn } = testConsole();
    const clerk = await signIn({ permissions: ['system:menu:list', 'system:post:list'] });
    const flat = (
      nodes: { label: string; disabled?: boolean; children: never[] }[],
    ): { label: string; disabled?: boolean }[] => nodes.flatMap((node) => [node, ...flat(node.children)]);
    const nodes = flat(await get(clerk, '/system/menu/treeselect'));
    expect(nodes.find(({ label }) => label === '岗位管理')?.disabled).toBeUndefined();
    expect(nodes.find(({ label }) => label === '用户管理')?.disabled).toBe(true);
  });
});
