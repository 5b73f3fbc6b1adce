import { fireEvent, screen as page, waitFor, within } from '@testing-library/react';
import { expect } from 'expect';
import { afterEach, beforeEach, describe, it } from 'vitest';
import { ApiError } from '../../app/_console/api/api-error.ts';
import { resourceKeys } from '../../lib/contracts/admin/resources/index.ts';
import { leavePages, pageOf, server, showConsolePage } from '../kit/console-page-view.tsx';

const { pagesOf } = await import('../../app/_console/pages/index.ts');
const { PageNamesContext } = await import('../../app/_console/shell/page-names.ts');
const { default: MenuPage } = await import('../../app/_console/pages/menu/menu-page.tsx');
const { default: DeptPage } = await import('../../app/_console/pages/dept/dept-page.tsx');

const menu = (menuId: number, parentId: number, menuType: string, menuName: string, more: object = {}) => ({
  menuId,
  parentId,
  menuType,
  menuName,
  orderNum: menuId,
  status: '0',
  isFrame: '1',
  path: `p${menuId}`,
  version: 1,
  ...more,
});
const rows = [
  menu(1, 0, 'M', '系统管理'),
  menu(2, 1, 'C', '用户管理', { component: 'system/user/index' }),
  menu(3, 2, 'F', '用户查询', { perms: 'system:user:query' }),
  menu(4, 1, 'M', '日志管理'),
  menu(5, 0, 'M', '开发工具'),
];

beforeEach(() => {
  server.on('GET /system/menu/list', () => pageOf(rows));
  server.on('GET /system/menu/options', () =>
    rows.map(({ menuId, menuName, parentId, menuType }) => ({
      id: menuId,
      title: menuName,
      parentId,
      kind: menuType,
    })),
  );
  for (const row of rows) server.on(`GET /system/menu/${row.menuId}`, () => row);
});
afterEach(leavePages);

async function openForm(query: string, name: string): Promise<HTMLElement> {
  showConsolePage(
    <PageNamesContext value={Object.keys(pagesOf(resourceKeys))}>
      <MenuPage />
    </PageNamesContext>,
    { query },
  );
  const form = await page.findByRole('dialog', { name });
  await waitFor(() => expect(server.to('GET /system/menu/options')).toHaveLength(1));
  await within(form).findByLabelText('上级菜单');
  return form;
}

/** The options of the parent field, each with whether it can be selected. */
async function parents(form: HTMLElement, one = '系统管理', label = '上级菜单') {
  const input = within(form).getByLabelText(label, { selector: 'input' });
  fireEvent.click(input);
  const list = await waitFor(() => document.getElementById(input.getAttribute('aria-controls')!)!);
  const options = await waitFor(() => {
    const found = [...list.querySelectorAll<HTMLElement>('[role=option]')];
    expect(found.map(({ textContent }) => textContent)).toContain(one);
    return found;
  });
  const isOpen = (option: HTMLElement) => !option.hasAttribute('data-combobox-disabled');
  const names = options.map((option) => [option.textContent, isOpen(option)] as const);
  fireEvent.keyDown(input, { key: 'Escape' });
  return names;
}
const kind = (form: HTMLElement, name: string) => fireEvent.click(within(form).getByLabelText(name));

describe('the parent of a menu', () => {
  it('is a directory or the root for directories and pages', async () => {
    const form = await openForm('at=new', '新增菜单');
    expect(await parents(form)).toEqual([
      ['顶级', true],
      ['系统管理', true],
      ['日志管理', true],
      ['开发工具', true],
    ]);
    kind(form, '菜单');
    expect((await parents(form)).map(([name]) => name)).toEqual(['顶级', '系统管理', '日志管理', '开发工具']);
  });

  it('is a page for buttons, and directories cannot be selected', async () => {
    const form = await openForm('at=new', '新增菜单');
    kind(form, '按钮');
    // The parent selected for a directory is not valid for a button; the error appears immediately.
    await within(form).findByText('不能放在这里，请重新选择上级');
    expect((await parents(form)).filter(([name]) => name !== '顶级')).toEqual([
      ['系统管理', false],
      ['用户管理', true],
    ]);
  });

  it('is never the menu itself or one of its descendants', async () => {
    const form = await openForm('at=edit.1', '修改菜单');
    expect(await parents(form, '开发工具')).toEqual([
      ['顶级', true],
      ['开发工具', true],
    ]);
    expect(within(form).queryByText('不能放在这里，请重新选择上级')).toBeNull();
  });
});

describe('the parent of a department', () => {
  const dept = (deptId: number, parentId: number, deptName: string) => ({
    deptId,
    parentId,
    deptName,
    orderNum: deptId,
    status: '0',
    version: 1,
  });
  const depts = [dept(1, 0, '总部'), dept(2, 1, '华东')];

  async function open(query: string, allData?: boolean): Promise<HTMLElement> {
    server.on('GET /system/dept/list', () => pageOf(depts));
    server.on('GET /system/dept/options', () =>
      depts.map(({ deptId, parentId, deptName }) => ({ id: deptId, parentId, title: deptName })),
    );
    for (const row of depts) server.on(`GET /system/dept/${row.deptId}`, () => row);
    showConsolePage(<DeptPage />, { query, user: allData === undefined ? {} : { allData } });
    const form = await page.findByRole('dialog', { name: query === 'at=new' ? '新增部门' : '修改部门' });
    await waitFor(() => expect(server.to('GET /system/dept/options')).toHaveLength(1));
    await within(form).findByLabelText('上级部门', { selector: 'input' });
    return form;
  }
  const offered = async (form: HTMLElement) =>
    (await parents(form, '总部', '上级部门')).map(([name, isOpen]) => (isOpen ? name : `(${name})`));

  it.each([true, undefined])('can be the root if allData is %s', async (allData) => {
    expect(await offered(await open('at=new', allData))).toEqual(['顶级', '总部', '华东']);
  });

  it('cannot be the root without access to all data', async () => {
    expect(await offered(await open('at=new', false))).toEqual(['总部', '华东']);
  });

  it('remains the root, but others cannot be moved there', async () => {
    const form = await open('at=edit.1', false);
    expect(within(form).queryByText('不能放在这里，请重新选择上级')).toBeNull();
    leavePages();
    server.on('GET /system/dept/list', () => pageOf(depts));
    showConsolePage(<DeptPage />, { user: { allData: false } });
    const handle = await page.findByRole('button', { name: '移动 华东' });
    fireEvent.keyDown(handle, { key: 'ArrowLeft', ctrlKey: true });
    await waitFor(() =>
      expect(page.getAllByRole('status').map((one) => one.textContent)).toContain('「华东」不能移到那里'),
    );
    expect(server.to('PUT /system/dept/updateSort')).toEqual([]);
  });
});

describe('the side menu', () => {
  it('is reloaded after each change of a menu, and only then', async () => {
    server.on('PUT /system/menu', () => null);
    server.on('PUT /system/menu/updateSort', () => null);
    const form = await openForm('at=edit.5', '修改菜单');
    expect(server.menuReloads).toBe(0);
    fireEvent.change(within(form).getByLabelText(/^菜单名称/), { target: { value: '工具' } });
    fireEvent.click(within(form).getByRole('button', { name: '保存' }));
    await waitFor(() => expect(server.menuReloads).toBe(1));
    expect(server.to('PUT /system/menu')).toHaveLength(1);
    await waitFor(() => expect(page.queryByRole('dialog')).toBeNull());
    fireEvent.keyDown(page.getByRole('button', { name: '移动 开发工具' }), { key: 'ArrowUp', ctrlKey: true });
    await waitFor(() => expect(server.menuReloads).toBe(2));
    expect(server.to('PUT /system/menu/updateSort')).toHaveLength(1);
    // The move changes no permissions, so user and permissions are not reloaded.
    expect(server.reloads).toBe(0);
  });
});

describe('the component of a menu', () => {
  const component = (form: HTMLElement) =>
    within(form).getByLabelText(/^组件路径/, { selector: 'input' }) as HTMLInputElement;
  const write = (form: HTMLElement, text: string) =>
    fireEvent.change(component(form), { target: { value: text } });
  const offered = async (form: HTMLElement) => {
    const input = component(form);
    fireEvent.click(input);
    return waitFor(() => {
      const list = document.getElementById(input.getAttribute('aria-controls') ?? '');
      const names = [...(list?.querySelectorAll('[role=option]') ?? [])].map((one) => one.textContent);
      expect(names.length).toBeGreaterThan(0);
      return names;
    });
  };

  it('is suggested from the pages of this console, with the menus that already use them', async () => {
    const form = await openForm('at=new', '新增菜单');
    kind(form, '菜单');
    write(form, 'system/user');
    expect(await offered(form)).toEqual(['system/user/index用户管理']);
    expect(within(form).getByText(/如果菜单由其他客户端显示，请填写该客户端的组件/)).toBeVisible();
  });

  it('is a container for directories', async () => {
    const form = await openForm('at=new', '新增菜单');
    expect(await offered(form)).toEqual(['Layout', 'ParentView', 'PageView', 'BlankLayout']);
  });

  it('shows a warning if it is unknown, and is accepted for other clients', async () => {
    server.on('POST /system/menu', () => ({ menuId: 9 }));
    const form = await openForm('at=new', '新增菜单');
    kind(form, '菜单');
    write(form, 'mall/goods/index');
    await within(form).findByText(/本平台没有页面「mall\/goods\/index」，打开此菜单会显示 404/);
    write(form, 'system/post/index');
    await waitFor(() => expect(within(form).queryByText(/本平台没有页面/)).toBeNull());
    write(form, 'mall/goods/index');
    fireEvent.change(within(form).getByLabelText(/^菜单名称/), { target: { value: '商品' } });
    fireEvent.change(within(form).getByLabelText(/^路由地址/), { target: { value: 'goods' } });
    fireEvent.click(within(form).getByRole('button', { name: '保存' }));
    await waitFor(() => expect(server.to('POST /system/menu')).toHaveLength(1));
    expect(server.to('POST /system/menu')[0]?.body).toMatchObject({ component: 'mall/goods/index' });
  });

  it('is not checked for external links, and is rejected by its pattern if malformed', async () => {
    const form = await openForm('at=new', '新增菜单');
    kind(form, '菜单');
    write(form, '../x');
    fireEvent.blur(component(form));
    await within(form).findByText(/以字母开头，只含字母/);
    write(form, 'mall/goods/index');
    await within(form).findByText(/本平台没有页面/);
    kind(form, '外链');
    await waitFor(() => expect(within(form).queryByText(/本平台没有页面/)).toBeNull());
  });
});

describe('the order of menus', () => {
  const sent = () => server.to('PUT /system/menu/updateSort').map(({ body }) => body);
  const names = () =>
    page
      .getAllByRole('button', { name: /^移动 / })
      .map((handle) => handle.getAttribute('aria-label')?.replace('移动 ', ''));
  const handle = (name: string) => page.getByRole('button', { name: `移动 ${name}` });
  const press = (name: string, key: string) => fireEvent.keyDown(handle(name), { key, ctrlKey: true });
  const announced = (text: string) =>
    waitFor(() => expect(page.getAllByRole('status').map((one) => one.textContent)).toContain(text));

  /** Answers like a server that stores what it receives. */
  function keep() {
    let stored: Record<string, unknown>[] = rows.map((row) => ({ ...row }));
    server.on('GET /system/menu/list', () =>
      pageOf([...stored].sort((one, other) => Number(one.orderNum) - Number(other.orderNum))),
    );
    server.on('PUT /system/menu/updateSort', ({ body }) => {
      for (const { menuId, version, ...values } of body as Record<string, unknown>[]) {
        const row = stored.find((one) => one.menuId === menuId)!;
        if (row.version !== version) return new ApiError('U0210', '数据已被他人修改，请刷新后重试');
        stored = stored.map((one) =>
          one === row ? { ...one, ...values, version: Number(version) + 1 } : one,
        );
      }
      return null;
    });
    return () => stored;
  }
  const open = async (options: Parameters<typeof showConsolePage>[1] = {}) => {
    showConsolePage(<MenuPage />, options);
    await page.findByRole('button', { name: '移动 系统管理' });
  };

  it('changes immediately by keyboard, is announced, keeps the focus, and is undone by 撤销', async () => {
    const storedRows = keep();
    await open();
    expect(names()).toEqual(['系统管理', '用户管理', '用户查询', '日志管理', '开发工具']);
    handle('开发工具').focus();
    press('开发工具', 'ArrowUp');
    await announced('「开发工具」已移到 顶级：第 1 项，共 2 项');
    await waitFor(() =>
      expect(names()).toEqual(['开发工具', '系统管理', '用户管理', '用户查询', '日志管理']),
    );
    await waitFor(() => expect(document.activeElement).toBe(handle('开发工具')));
    await waitFor(() => expect(sent()).toEqual([[{ menuId: 5, orderNum: 0, version: 1 }]]));
    fireEvent.click(await page.findByRole('button', { name: '撤销' }));
    await announced('已恢复原来的顺序');
    expect(storedRows().find(({ menuId }) => menuId === 5)).toMatchObject({ orderNum: 5, version: 3 });
    await waitFor(() => expect(names().at(-1)).toBe('开发工具'));
  });

  it('moves into the row above and out again, one call after the other, with one undo for all', async () => {
    const storedRows = keep();
    await open();
    press('开发工具', 'ArrowRight');
    press('开发工具', 'ArrowUp');
    press('开发工具', 'ArrowUp');
    await waitFor(() => expect(sent()).toHaveLength(3));
    expect(sent()[0]).toEqual([{ menuId: 5, orderNum: 5, parentId: 1, version: 1 }]);
    expect(sent()[1]).toEqual([{ menuId: 5, orderNum: 3, version: 2 }]);
    await announced('「开发工具」已移到 系统管理：第 1 项，共 3 项');
    await waitFor(() =>
      expect(names()).toEqual(['系统管理', '开发工具', '用户管理', '用户查询', '日志管理']),
    );
    fireEvent.click(await page.findByRole('button', { name: '撤销' }));
    await waitFor(() =>
      expect(storedRows().find(({ menuId }) => menuId === 5)).toMatchObject({ parentId: 0, orderNum: 5 }),
    );
    await waitFor(() => expect(page.queryAllByRole('button', { name: '撤销' })).toEqual([]));
  });

  it('reports an impossible move and sends nothing', async () => {
    keep();
    await open();
    press('用户查询', 'ArrowLeft');
    await announced('「用户查询」不能移到那里');
    press('系统管理', 'ArrowUp');
    await announced('「系统管理」不能移到那里');
    expect(sent()).toEqual([]);
  });

  it('is rolled back and reloaded on an edit conflict', async () => {
    keep();
    await open();
    server.on('PUT /system/menu/updateSort', () => new ApiError('U0210', '数据已被他人修改，请刷新后重试'));
    press('开发工具', 'ArrowUp');
    press('日志管理', 'ArrowUp');
    await announced('「日志管理」未移动');
    // The moves after the rejected one were not sent.
    expect(sent()).toHaveLength(1);
    await waitFor(() =>
      expect(names()).toEqual(['系统管理', '用户管理', '用户查询', '日志管理', '开发工具']),
    );
    expect(server.to('GET /system/menu/list').length).toBeGreaterThan(1);
    expect(page.queryAllByRole('button', { name: '撤销' })).toEqual([]);
  });

  it("changes from a row's action menu, which offers only possible moves", async () => {
    keep();
    await open();
    fireEvent.click(page.getByRole('button', { name: '更多 开发工具' }));
    await page.findByRole('menuitem', { name: '上移' });
    expect(page.queryByRole('menuitem', { name: '下移' })).toBeNull();
    fireEvent.click(page.getByRole('menuitem', { name: '移入「系统管理」' }));
    await waitFor(() => expect(sent()).toEqual([[{ menuId: 5, orderNum: 5, parentId: 1, version: 1 }]]));
  });

  it('requires edit permission and an unfiltered list in default order', async () => {
    keep();
    showConsolePage(<MenuPage />, { query: 'menuName=x' });
    await page.findByText('清除筛选并恢复默认排序后可以调整顺序');
    expect(page.queryAllByRole('button', { name: /^移动 / })).toEqual([]);
    leavePages();
    keep();
    showConsolePage(<MenuPage />, { permissions: ['system:menu:list'] });
    await page.findByText('系统管理');
    expect(page.queryAllByRole('button', { name: /^移动 / })).toEqual([]);
    expect(page.queryByText(/调整顺序/)).toBeNull();
  });

  it('applies to departments as well', async () => {
    const dept = (deptId: number, deptName: string, orderNum: number) => ({
      deptId,
      deptName,
      orderNum,
      parentId: 0,
      status: '0',
      version: 1,
    });
    server.on('GET /system/dept/list', () => pageOf([dept(1, '总部', 1), dept(2, '华东', 2)]));
    server.on('PUT /system/dept/updateSort', () => null);
    showConsolePage(<DeptPage />);
    await page.findByRole('button', { name: '移动 华东' });
    press('华东', 'ArrowRight');
    await waitFor(() =>
      expect(server.to('PUT /system/dept/updateSort')[0]?.body).toEqual([
        { deptId: 2, orderNum: 1, parentId: 1, version: 1 },
      ]),
    );
  });
});
