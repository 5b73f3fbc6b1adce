import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { fireEvent, screen as page, waitFor, within } from '@testing-library/react';
import { leaveRooms, pageOf, server, showRoom } from '../kit/console-room.tsx';

const { default: MenuRoom } = await import('../../app/_console/rooms/menu/menu-room.tsx');

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
afterEach(leaveRooms);

async function openForm(query: string, name: string): Promise<HTMLElement> {
  showRoom(<MenuRoom />, { query });
  const form = await page.findByRole('dialog', { name });
  await waitFor(() => expect(server.to('GET /system/menu/options')).toHaveLength(1));
  await within(form).findByLabelText('上级菜单');
  return form;
}

/** What the picker of a parent offers, and what of it can be chosen. */
async function parents(form: HTMLElement, one = '系统管理') {
  const input = within(form).getByLabelText('上级菜单');
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
  it('is a directory, or the root, for directories and pages', async () => {
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

  it('is a page for buttons; directories lead there and cannot be chosen', async () => {
    const form = await openForm('at=new', '新增菜单');
    kind(form, '按钮');
    // What was chosen for a directory is none for a button, and that is said at once.
    await within(form).findByText('不能放在这里，请重新选择上级');
    expect((await parents(form)).filter(([name]) => name !== '顶级')).toEqual([
      ['系统管理', false],
      ['用户管理', true],
    ]);
  });

  it('is never the menu itself, nor what lies below it', async () => {
    const form = await openForm('at=edit.1', '修改菜单');
    expect(await parents(form, '开发工具')).toEqual([
      ['顶级', true],
      ['开发工具', true],
    ]);
    expect(within(form).queryByText('不能放在这里，请重新选择上级')).toBeNull();
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

  it('is found among the pages this console has, with the menus that show them already', async () => {
    const form = await openForm('at=new', '新增菜单');
    kind(form, '菜单');
    write(form, 'system/user');
    expect(await offered(form)).toEqual(['system/user/index用户管理']);
    expect(within(form).getByText(/由其他客户端显示的菜单可填写该客户端的组件/)).toBeTruthy();
  });

  it('is a container for directories', async () => {
    const form = await openForm('at=new', '新增菜单');
    expect(await offered(form)).toEqual(['Layout', 'ParentView', 'PageView', 'BlankLayout']);
  });

  it('that nobody has built is told of while it is written, and is taken for other clients', async () => {
    server.on('POST /system/menu', () => ({ menuId: 9 }));
    const form = await openForm('at=new', '新增菜单');
    kind(form, '菜单');
    write(form, 'mall/goods/index');
    await within(form).findByText(/本控制台没有页面「mall\/goods\/index」，打开此菜单会显示 404/);
    write(form, 'system/post/index');
    await waitFor(() => expect(within(form).queryByText(/本控制台没有页面/)).toBeNull());
    write(form, 'mall/goods/index');
    fireEvent.change(within(form).getByLabelText(/^菜单名称/), { target: { value: '商品' } });
    fireEvent.change(within(form).getByLabelText(/^路由地址/), { target: { value: 'goods' } });
    fireEvent.click(within(form).getByRole('button', { name: '保存' }));
    await waitFor(() => expect(server.to('POST /system/menu')).toHaveLength(1));
    expect(server.to('POST /system/menu')[0]?.body).toMatchObject({ component: 'mall/goods/index' });
  });

  it('of another site is nobody’s business, and one that is written wrongly is refused by its pattern', async () => {
    const form = await openForm('at=new', '新增菜单');
    kind(form, '菜单');
    write(form, '../x');
    fireEvent.blur(component(form));
    await within(form).findByText(/以字母开头，只含字母/);
    write(form, 'mall/goods/index');
    await within(form).findByText(/本控制台没有页面/);
    kind(form, '外链');
    await waitFor(() => expect(within(form).queryByText(/本控制台没有页面/)).toBeNull());
  });
});
