import { act, cleanup, fireEvent, screen as page, waitFor, within } from '@testing-library/react';
import { expect } from 'expect';
import { afterEach, beforeEach, describe, it } from 'vitest';
import { ApiError } from '../../app/_console/api/api-error.ts';
import type { systemRole } from '../../lib/contracts/admin/resources/system-role.resource.ts';
import type { RowOf } from '../../lib/contracts/admin/row-types.ts';
import { leavePages, pageOf, server, showConsolePage } from '../kit/console-page-view.tsx';

const { OneTimePassword } = await import('../../app/_console/pages/user/one-time-password.tsx');
const { BulkPasswordReset } = await import('../../app/_console/pages/user/bulk-password-reset.tsx');
const { default: UserPage } = await import('../../app/_console/pages/user/user-page.tsx');
const { UserRoles } = await import('../../app/_console/pages/user/user-roles.tsx');
const { default: RolePage } = await import('../../app/_console/pages/role/role-page.tsx');
const { RolePermissions } = await import('../../app/_console/pages/role/role-permissions.tsx');
const { default: AuthUserPage } = await import('../../app/_console/pages/role/auth-user-page.tsx');
const { DeptTree } = await import('../../app/_console/pages/parts/dept-tree.tsx');
const { default: DictPage } = await import('../../app/_console/pages/dict/dict-page.tsx');
const { default: NoticeFormPage } = await import('../../app/_console/pages/notice/notice-form-page.tsx');
const { default: OnlinePage } = await import('../../app/_console/pages/online/online-page.tsx');
const { default: LoginLogPage } = await import('../../app/_console/pages/logs/login-log-page.tsx');
const { default: OperationLogPage } = await import('../../app/_console/pages/logs/operation-log-page.tsx');

afterEach(leavePages);

const zhangSan = { name: '张三', since: '2024-05-06 09:03:20', isSelf: false };

const press = (name: string | RegExp, inside: HTMLElement = document.body) =>
  fireEvent.click(within(inside).getByRole('button', { name }));

const zhang = { userId: 7, userName: 'zhangsan', nickName: '张三', status: '0', version: 1 } as const;

describe('重置密码', () => {
  const canary = 'CANARY-once-77';

  it('shows the new password once and does not store it', async () => {
    server.on('PUT /system/user/resetPwd', () => ({ password: canary, validUntil: '2026-01-03 10:00:00' }));
    let isClosed = false;
    showConsolePage(<OneTimePassword user={zhang} onClose={() => (isClosed = true)} />);
    const dialog = await page.findByRole('dialog', { name: '一次性密码' });
    await within(dialog).findByText(canary);
    expect(within(dialog).getByText('只能登录一次，2026-01-03 10:00:00 前有效。')).toBeVisible();
    expect(
      within(dialog).getByText(/张三 \(zhangsan\) 下次登录时使用，登录后必须修改。仅显示一次。/),
    ).toBeTruthy();
    expect(server.to('PUT /system/user/resetPwd').map(({ body }) => body)).toEqual([{ id: 7 }]);
    fireEvent.keyDown(dialog, { key: 'Escape' });
    await within(dialog).findByText('关闭后无法再次查看，确定已经保存？');
    expect(isClosed).toBe(false);
    press('返回', dialog);
    fireEvent.click(within(dialog).getAllByRole('button', { name: '关闭' }).at(-1)!);
    press('已保存，关闭', dialog);
    expect(isClosed).toBe(true);
    expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain(canary);
  });

  it('closes when it is rejected', async () => {
    server.on('PUT /system/user/resetPwd', () => new ApiError('U0200', '不能重置'));
    let isClosed = false;
    showConsolePage(<OneTimePassword user={zhang} onClose={() => (isClosed = true)} />);
    await waitFor(() => expect(isClosed).toBe(true));
  });
});

describe('批量重置密码', () => {
  it('resets one password after the other, reports failures by user, and confirms before the passwords are lost', async () => {
    server.on('PUT /system/user/resetPwd', ({ body }) => {
      const { id } = body as { id: number };
      return id === 2
        ? new ApiError('403', '当前操作没有权限')
        : {
            userName: `user_${id}`,
            nickName: `某人${id}`,
            password: `CANARY-${id}`,
            validUntil: `2026-01-0${id} 10:00:00`,
          };
    });
    let isClosed = false;
    const tab = showConsolePage(
      <BulkPasswordReset ids={[1, 2, 3]} nameOf={(id) => `第${id}人`} onClose={() => (isClosed = true)} />,
    );
    const dialog = await page.findByRole('dialog', { name: '生成一次性密码' });
    expect(server.to('PUT /system/user/resetPwd')).toEqual([]);
    const line = within(dialog).getByRole('button', { name: '生成一次性密码' }).parentElement;
    expect([...(line?.children ?? [])].map(({ textContent }) => textContent)).toEqual([
      '关闭',
      '生成一次性密码',
    ]);
    press('生成一次性密码', dialog);
    await within(dialog).findByText('CANARY-3');
    expect(tab.isUnsaved()).toBe(true);
    await within(dialog).findByText('成功 2 条，失败 1 条，未处理 0 条。');
    // The first of them that expires.
    expect(within(dialog).getByText('只能登录一次，2026-01-01 10:00:00 前有效。')).toBeVisible();
    expect(within(dialog).getByText('CANARY-1').closest('tr')?.textContent).toContain('某人1 (user_1)');
    expect(within(dialog).getByText('第2人').closest('tr')?.textContent).toContain('当前操作没有权限');
    fireEvent.keyDown(dialog, { key: 'Escape' });
    await within(dialog).findByText('关闭后无法再次查看，确定已经保存？');
    expect(isClosed).toBe(false);
    press('返回', dialog);
    const saved: Blob[] = [];
    Object.assign(URL, {
      createObjectURL(blob: Blob) {
        saved.push(blob);
        return 'blob:x';
      },
      revokeObjectURL() {},
    });
    HTMLAnchorElement.prototype.click = () => undefined;
    press('下载 CSV', dialog);
    expect(saved).toHaveLength(1);
    await waitFor(() => expect(tab.isUnsaved()).toBe(false));
    fireEvent.click(within(dialog).getAllByRole('button', { name: '关闭' }).at(-1)!);
    expect(isClosed).toBe(true);
    expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain('CANARY');
  });

  it('can be stopped between two users, keeps the results, and can be continued', async () => {
    const waiting = new Map<number, () => void>();
    server.on('PUT /system/user/resetPwd', ({ body }) => {
      const { id } = body as { id: number };
      const made = { userName: `user_${id}`, nickName: `某人${id}`, password: `CANARY-${id}` };
      return new Promise((resolve) => waiting.set(id, () => resolve(made)));
    });
    const answer = async (id: number) => {
      await waitFor(() => expect(waiting.has(id)).toBe(true));
      waiting.get(id)!();
    };
    showConsolePage(
      <BulkPasswordReset ids={[1, 2, 3, 4]} nameOf={(id) => `第${id}人`} onClose={() => undefined} />,
    );
    const dialog = await page.findByRole('dialog', { name: '生成一次性密码' });
    press('生成一次性密码', dialog);
    await answer(1);
    await within(dialog).findByText('已完成 1 / 4');
    press('停止', dialog);
    await answer(2);
    await within(dialog).findByText('成功 2 条，失败 0 条，未处理 2 条。');
    expect(within(dialog).getByText('CANARY-2')).toBeVisible();
    expect(within(dialog).getByRole('button', { name: '下载 CSV' })).toBeVisible();
    const sent = () => server.to('PUT /system/user/resetPwd').map(({ body }) => (body as { id: number }).id);
    expect(sent()).toEqual([1, 2]);
    press('生成一次性密码', dialog);
    await answer(3);
    await answer(4);
    await within(dialog).findByText('成功 4 条，失败 0 条，未处理 0 条。');
    expect(sent()).toEqual([1, 2, 3, 4]);
    expect(within(dialog).queryByRole('button', { name: '生成一次性密码' })).toBeNull();
  });

  it('stops after a call without a response', async () => {
    server.on('PUT /system/user/resetPwd', () => new ApiError('network', '后端接口连接异常'));
    showConsolePage(
      <BulkPasswordReset ids={[1, 2, 3]} nameOf={(id) => `第${id}人`} onClose={() => undefined} />,
    );
    const dialog = await page.findByRole('dialog', { name: '生成一次性密码' });
    press('生成一次性密码', dialog);
    await within(dialog).findByText('成功 0 条，失败 1 条，未处理 2 条。');
    expect(server.to('PUT /system/user/resetPwd')).toHaveLength(1);
  });
});

describe('用户管理', () => {
  it('presets the department selected beside the list, which has no separate filter', async () => {
    const depts = [{ id: 4, label: '华东大区', children: [] }];
    server.on('GET /system/user/deptTree', () => depts);
    server.on('GET /system/dept/options', () => [{ id: 4, title: '华东大区', parentId: 0 }]);
    server.on('POST /system/user', () => ({ userId: 9, password: 'CANARY-new' }));
    showConsolePage(<UserPage />, { query: 'deptId=4&at=new' });
    const form = await page.findByRole('dialog', { name: '新增用户' });
    const type = (label: RegExp, value: string) =>
      fireEvent.change(within(form).getByLabelText(label), { target: { value } });
    await within(form).findByLabelText(/用户账号/);
    type(/用户账号/, 'lilei');
    type(/用户昵称/, '李雷');
    press('保存', form);
    await waitFor(() => expect(server.to('POST /system/user')).toHaveLength(1));
    expect(server.to('POST /system/user')[0]?.body).toMatchObject({ deptId: 4, userName: 'lilei' });
    const once = await page.findByRole('dialog', { name: '一次性密码' });
    expect(within(once).getByText(/李雷 \(lilei\) 下次登录时使用/)).toBeVisible();
    expect(within(page.getByRole('search', { hidden: true })).queryByLabelText('所属部门')).toBeNull();
  });

  it('disables the two-step verification of a user after the name was typed', async () => {
    const person = { userName: 'zhangsan', status: '0', isRoot: false, version: 1 };
    server.on('GET /system/user/deptTree', () => []);
    server.on('GET /system/user/page', () =>
      pageOf([
        { ...person, userId: 7, nickName: '张三', totpEnabled: true },
        { ...person, userId: 8, nickName: '李四', userName: 'lisi1', totpEnabled: false },
      ]),
    );
    server.on('PUT /system/user/resetTotp', () => null);
    showConsolePage(<UserPage />);
    await page.findAllByText('张三');
    const more = page.getAllByRole('button', { name: /更多/, hidden: true });
    fireEvent.click(more.at(-2)!);
    fireEvent.click(await page.findByRole('menuitem', { name: '停用两步验证', hidden: true }));
    const dialog = await page.findByRole('dialog', { name: '停用两步验证' });
    expect(server.to('PUT /system/user/resetTotp')).toEqual([]);
    fireEvent.change(within(dialog).getByRole('textbox'), { target: { value: '张三' } });
    fireEvent.click(within(dialog).getAllByRole('button').at(-1)!);
    await waitFor(() =>
      expect(server.to('PUT /system/user/resetTotp').map(({ body }) => body)).toEqual([{ id: 7 }]),
    );
  });
});

describe('分配角色', () => {
  const role = (roleId: number, roleName: string, flag: boolean, assignable = true) => ({
    roleId,
    roleName,
    roleKey: `key${roleId}`,
    status: '0',
    flag,
    assignable,
  });

  it("sends the selected roles, and roles beyond the user's own permissions cannot be selected", async () => {
    server.on('GET /system/user/authRole/7', () => ({
      user: { version: 5 },
      roles: [role(2, '编辑', true), role(3, '访客', false), role(4, '运维', false, false)],
    }));
    server.on('PUT /system/user/authRole/7', () => null);
    showConsolePage(<UserRoles user={zhang} onClose={() => undefined} />);
    const editor = (await page.findByLabelText('编辑 (key2)')) as HTMLInputElement;
    expect(editor).toBeChecked();
    expect(page.getByLabelText('运维 (key4)')).toBeDisabled();
    expect(page.getByText('超出您的权限，不能分配')).toBeVisible();
    fireEvent.click(page.getByLabelText('访客 (key3)'));
    press('保存');
    await waitFor(() => expect(server.to('PUT /system/user/authRole/7')).toHaveLength(1));
    expect(server.to('PUT /system/user/authRole/7')[0]?.body).toEqual({ roleIds: [2, 3], version: 5 });
  });

  it('offers no disabled role, shows those that the user has, and reads them again if another save came first', async () => {
    const off = { status: '1' as const };
    let roles = [
      { ...role(2, '编辑', true), ...off },
      { ...role(3, '访客', false), ...off },
      role(4, '运维', false),
    ];
    server.on('GET /system/user/authRole/7', () => ({ user: { version: 5 }, roles }));
    server.on('PUT /system/user/authRole/7', () => new ApiError('U0210', '数据已被他人修改，请刷新后重试'));
    showConsolePage(<UserRoles user={zhang} onClose={() => undefined} />);
    expect(await page.findByLabelText('编辑 (key2) · 停用')).toBeChecked();
    expect(page.queryByLabelText(/访客/)).toBeNull();
    fireEvent.click(page.getByLabelText('编辑 (key2) · 停用'));
    roles = [role(4, '运维', true)];
    press('保存');
    await waitFor(() => expect(page.getByLabelText('运维 (key4)')).toBeChecked());
    expect(page.queryByLabelText(/编辑/)).toBeNull();
  });

  it('shows other editors, and that the first save wins', async () => {
    server.on('GET /system/user/authRole/7', () => ({
      user: { version: 5 },
      roles: [role(2, '编辑', true)],
    }));
    server.on('PUT /system/user/7/editing', () => [zhangSan]);
    server.on('DELETE /system/user/7/editing', () => null);
    showConsolePage(<UserRoles user={zhang} onClose={() => undefined} />);
    await page.findByText(/张三正在编辑/);
    expect(page.getByText('您可以继续修改：以先保存的为准，后保存的会被拒绝。')).toBeVisible();
    cleanup();
    await waitFor(() => expect(server.to('DELETE /system/user/7/editing')).toHaveLength(1));
  });

  it('explains why loading failed, and retries', async () => {
    server.on('GET /system/user/authRole/7', () => new ApiError('timeout', '系统接口请求超时'));
    showConsolePage(<UserRoles user={zhang} onClose={() => undefined} />);
    await page.findByText('系统接口请求超时');
    server.on('GET /system/user/authRole/7', () => ({
      user: { version: 5 },
      roles: [role(2, '编辑', true)],
    }));
    press('重试');
    await page.findByLabelText('编辑 (key2)');
  });
});

describe('a new role', () => {
  const tree = (id: number, label: string, children: unknown[] = []) => ({
    id,
    label,
    parentId: 0,
    children,
  });

  it('is saved with its menus, data scope and masking in one call', async () => {
    server.on('GET /system/menu/treeselect', () => [
      tree(1, '系统管理', [tree(2, '用户管理'), tree(3, '岗位管理')]),
    ]);
    server.on('GET /system/dept/treeselect', () => [tree(10, '总公司', [tree(11, '研发部')])]);
    server.on('POST /system/role', () => ({ roleId: 9 }));
    showConsolePage(<RolePage />, { query: 'at=new' });
    const dialog = await page.findByRole('dialog');
    const type = (label: RegExp, value: string) =>
      fireEvent.change(within(dialog).getByLabelText(label), { target: { value } });
    await within(dialog).findByRole('tab', { name: '菜单权限' });
    type(/角色名称/, '值班');
    type(/权限字符/, 'watch');
    fireEvent.click(await within(dialog).findByLabelText('系统管理'));
    fireEvent.click(within(dialog).getByRole('tab', { name: '数据权限' }));
    fireEvent.click(await within(dialog).findByLabelText('自定数据'));
    fireEvent.click(await within(dialog).findByLabelText('研发部'));
    fireEvent.click(within(dialog).getByRole('tab', { name: '脱敏权限' }));
    fireEvent.click(await within(dialog).findByLabelText('自定'));
    fireEvent.click(within(dialog).getByLabelText('手机号'));
    press('保存', dialog);
    await waitFor(() => expect(server.to('POST /system/role')).toHaveLength(1));
    expect(server.to('POST /system/role')[0]?.body).toMatchObject({
      roleName: '值班',
      roleKey: 'watch',
      menuIds: [1, 2, 3],
      menuCheckStrictly: true,
      dataScope: '2',
      deptIds: [11],
      maskScope: '2',
      maskFields: ['phone'],
    });
    expect(server.calls.filter(({ method }) => method === 'PUT').map(({ path }) => path)).not.toContain(
      '/system/role/dataScope',
    );
  });

  it('has its permissions in a drawer of their own afterwards', async () => {
    const stored = { roleId: 5, roleName: '编辑', roleKey: 'editor', roleSort: 1, status: '0', version: 3 };
    server.on('GET /system/role/5', () => ({ ...stored, dataScope: '2', menuIds: [2] }));
    server.on('PUT /system/role', () => null);
    showConsolePage(<RolePage />, { query: 'at=edit.5' });
    const dialog = await page.findByRole('dialog');
    const name = await within(dialog).findByLabelText(/角色名称/);
    expect(within(dialog).queryByRole('tab')).toBeNull();
    fireEvent.change(name, { target: { value: '改名' } });
    press('保存', dialog);
    await waitFor(() => expect(server.to('PUT /system/role')).toHaveLength(1));
    expect(server.to('PUT /system/role')[0]?.body).toEqual({ roleId: 5, version: 3, roleName: '改名' });
  });
});

describe('the permissions of a role', () => {
  const node = (id: number, label: string, children: unknown[] = []) => ({
    id,
    label,
    parentId: 0,
    children,
  });
  let row: RowOf<typeof systemRole>;
  beforeEach(() => {
    row = {
      ...{ roleId: 5, roleName: '编辑', roleKey: 'editor', roleSort: 1, status: '0', version: 3 },
      ...{ dataScope: '5', maskScope: '3', maskFields: [] },
    };
    server.on('GET /system/role/5', () => ({ ...row }));
    server.on('GET /system/menu/roleMenuTreeselect/5', () => ({
      menus: [node(1, '系统管理', [node(2, '用户管理'), node(3, '岗位管理')])],
      checkedKeys: [1, 2],
    }));
    server.on('GET /system/role/deptTree/5', () => ({
      depts: [node(10, '总公司', [node(11, '研发部')])],
      checkedKeys: [],
    }));
    for (const path of ['/system/role', '/system/role/dataScope', '/system/role/maskScope']) {
      server.on(`PUT ${path}`, ({ body }) => {
        if ((body as Record<string, unknown>).version !== row.version) {
          return new ApiError('U0210', '数据已被他人修改，请刷新后重试');
        }
        row = { ...row, version: row.version + 1 };
        return null;
      });
    }
  });

  const open = async () => {
    let isClosed = false;
    const shown = showConsolePage(<RolePermissions role={row} onClose={() => (isClosed = true)} />);
    await page.findByRole('tab', { name: '菜单权限' });
    return { ...shown, isLeft: () => isClosed };
  };
  const tab = (name: string | RegExp) => fireEvent.click(page.getByRole('tab', { name }));
  const panel = () => page.getByRole('tabpanel');
  const save = () => press('保存', panel());
  const bodies = (call: string) => server.to(call).map(({ body }) => body);

  it('show other editors of the role', async () => {
    server.on('PUT /system/role/5/editing', () => [zhangSan]);
    await open();
    await page.findByText(/张三正在编辑/);
  });

  it('are saved in three parts, each over the version created by the previous one', async () => {
    await open();
    fireEvent.click(within(panel()).getByLabelText('岗位管理'));
    tab('数据权限');
    fireEvent.click(page.getByLabelText('自定数据'));
    fireEvent.click(within(panel()).getByLabelText('研发部'));
    tab('脱敏权限');
    fireEvent.click(page.getByLabelText('自定'));
    fireEvent.click(page.getByLabelText('手机号'));
    save();
    await waitFor(() => expect(bodies('PUT /system/role/maskScope')).toHaveLength(1));
    expect(bodies('PUT /system/role/maskScope')).toEqual([
      { roleId: 5, version: 3, maskScope: '2', maskFields: ['phone'] },
    ]);
    // The other tabs keep their unsaved changes, and the selected tab stays selected.
    await waitFor(() => expect(page.getByRole('tab', { name: '脱敏权限' })).toBeVisible());
    expect(page.getByRole('tab', { selected: true }).textContent).toBe('脱敏权限');
    tab(/数据权限/);
    await waitFor(() =>
      expect((within(panel()).getByRole('button', { name: '保存' }) as HTMLButtonElement).disabled).toBe(
        false,
      ),
    );
    save();
    await waitFor(() => expect(bodies('PUT /system/role/dataScope')).toHaveLength(1));
    expect(bodies('PUT /system/role/dataScope')).toEqual([
      { roleId: 5, version: 4, dataScope: '2', deptIds: [11], deptCheckStrictly: true },
    ]);
    tab(/菜单权限/);
    await waitFor(() =>
      expect((within(panel()).getByRole('button', { name: '保存' }) as HTMLButtonElement).disabled).toBe(
        false,
      ),
    );
    save();
    await waitFor(() => expect(bodies('PUT /system/role')).toHaveLength(1));
    expect(bodies('PUT /system/role')).toEqual([
      { roleId: 5, version: 5, menuIds: [1, 2, 3], menuCheckStrictly: true },
    ]);
    await waitFor(() => expect(server.reloads).toBe(3));
  });

  it('are reloaded on an edit conflict', async () => {
    await open();
    row = { ...row, version: 9 };
    tab('脱敏权限');
    fireEvent.click(page.getByLabelText('明文'));
    save();
    await waitFor(() => expect(server.to('GET /system/role/5').length).toBeGreaterThan(1));
    tab('脱敏权限');
    await waitFor(() => expect(page.getByLabelText('全部脱敏')).toBeChecked());
    fireEvent.click(page.getByLabelText('明文'));
    save();
    await waitFor(() =>
      expect(bodies('PUT /system/role/maskScope').at(-1)).toEqual({
        roleId: 5,
        version: 9,
        maskScope: '1',
        maskFields: [],
      }),
    );
  });

  it('ask for confirmation before unsaved changes are lost', async () => {
    const view = await open();
    fireEvent.click(within(panel()).getByLabelText('岗位管理'));
    expect(view.isUnsaved()).toBe(true);
    expect(page.getByRole('tab', { name: '菜单权限 · 未保存' })).toBeVisible();
    press('关闭');
    const question = await page.findByText('有未保存的修改，确定放弃吗？');
    expect(view.isLeft()).toBe(false);
    press('确定', question.closest('[role="dialog"]') as HTMLElement);
    await waitFor(() => expect(view.isLeft()).toBe(true));
  });

  it('can be navigated and checked by keyboard', async () => {
    await open();
    const tree = within(panel()).getByRole('tree', { name: '菜单权限' });
    const root = within(tree).getByRole('treeitem', { name: /系统管理/ });
    root.focus();
    fireEvent.keyDown(root, { key: 'ArrowDown', code: 'ArrowDown' });
    expect(document.activeElement?.getAttribute('data-value')).toBe('2');
    fireEvent.keyDown(document.activeElement!, { key: ' ', code: 'Space' });
    expect(within(tree).getByLabelText('用户管理')).not.toBeChecked();
    expect(within(panel()).getByText('已选 1 项')).toBeVisible();
    expect(within(tree).getByRole('treeitem', { name: '用户管理' }).getAttribute('aria-selected')).toBe(
      'false',
    );
  });
});

describe('分配用户', () => {
  const person = (userId: number, nickName: string) => ({
    userId,
    userName: `user${userId}`,
    nickName,
    deptName: '研发部',
  });

  it('moves users between the assigned and the unassigned list', async () => {
    const has = [person(1, '甲')];
    const lacks = [person(2, '乙'), person(3, '丙')];
    server.on('GET /system/role/5', () => ({ roleId: 5, roleName: '编辑' }));
    server.on('GET /system/role/authUser/allocatedList', () => pageOf([...has]));
    server.on('GET /system/role/authUser/unallocatedList', () => pageOf([...lacks]));
    server.on('PUT /system/role/authUser/selectAll', () => {
      has.push(...lacks.splice(0));
      return null;
    });
    const view = showConsolePage(<AuthUserPage />, { query: 'roleId=5' });
    const others = await page.findByRole('region', { name: '未分配用户' });
    await within(others).findByText('乙');
    expect(view.title()).toBe('编辑 的用户');
    fireEvent.click(within(others).getByLabelText('全选'));
    press('分配选中的 2 个用户', others);
    const holders = page.getByRole('region', { name: '已分配用户' });
    await within(holders).findByText('丙');
    await waitFor(() => expect(within(others).queryByText('乙')).toBeNull());
    expect(server.to('PUT /system/role/authUser/selectAll')[0]?.body).toEqual({ roleId: 5, userIds: [2, 3] });
  });

  it('searches users by account on the server', async () => {
    server.on('GET /system/role/5', () => ({ roleName: '编辑' }));
    server.on('GET /system/role/authUser/allocatedList', () => pageOf([]));
    server.on('GET /system/role/authUser/unallocatedList', () => pageOf([]));
    showConsolePage(<AuthUserPage />, { query: 'roleId=5' });
    const holders = await page.findByRole('region', { name: '已分配用户' });
    await within(holders).findByText('还没有用户拥有此角色');
    fireEvent.change(within(holders).getByLabelText('按用户账号搜索'), { target: { value: 'zhang' } });
    await waitFor(() =>
      expect(server.to('GET /system/role/authUser/allocatedList').at(-1)?.query).toMatchObject({
        roleId: 5,
        userName: 'zhang',
        pageNum: 1,
      }),
    );
    // One request for the word, not one for each letter.
    expect(server.to('GET /system/role/authUser/allocatedList')).toHaveLength(2);
  });

  it('links to the roles page if no role is given', () => {
    const view = showConsolePage(<AuthUserPage />);
    press('去角色管理');
    expect(view.opened).toEqual(['/system/role']);
  });
});

describe('the department tree beside a list', () => {
  const tree = [
    {
      id: 10,
      label: '总公司',
      parentId: 0,
      children: [{ id: 11, label: '研发部', parentId: 10, children: [] }],
    },
  ];

  it('filters the list by click and by Enter only', async () => {
    server.on('GET /system/user/deptTree', () => tree);
    const chosen: (number | null)[] = [];
    showConsolePage(
      <DeptTree path="/system/user/deptTree" chosen={null} onChoose={(id) => chosen.push(id)} />,
    );
    fireEvent.click(await page.findByText('研发部'));
    const item = page.getByRole('treeitem', { name: '研发部' });
    item.focus();
    fireEvent.keyDown(item, { key: 'Enter', code: 'Enter' });
    press('全部部门');
    expect(chosen).toEqual([11, 11, null]);
  });

  it('can be searched, and shows the ancestors of matches', async () => {
    server.on('GET /system/user/deptTree', () => tree);
    showConsolePage(<DeptTree path="/system/user/deptTree" chosen={11} onChoose={() => undefined} />);
    await page.findByText('研发部');
    fireEvent.change(page.getByLabelText('搜索'), { target: { value: '研发' } });
    expect(page.getByText('总公司')).toBeVisible();
    fireEvent.change(page.getByLabelText('搜索'), { target: { value: '财务' } });
    expect(page.queryByText('总公司')).toBeNull();
  });
});

describe('字典', () => {
  it('shows the entries of a dictionary, and returns to the list in its previous state', async () => {
    server.on('GET /system/dict/type/page', () =>
      pageOf([{ dictId: 1, dictName: '用户性别', dictType: 'sys_user_sex', status: '0' }]),
    );
    server.on('GET /system/dict/data/page', () => pageOf([]));
    const view = showConsolePage(<DictPage />, { query: 'pageNum=1&dictName=性别' });
    fireEvent.click(await page.findByRole('button', { name: '字典项 用户性别' }));
    await page.findByText('用户性别 (sys_user_sex) 的字典项');
    await waitFor(() =>
      expect(server.to('GET /system/dict/data/page').at(-1)?.query).toMatchObject({
        dictType: 'sys_user_sex',
      }),
    );
    press('字典类型');
    await page.findByText('用户性别');
    expect(view.query().get('dictName')).toBe('性别');
    expect(view.query().get('type')).toBeNull();
  });
});

describe('the recipients of a notice', () => {
  const notice = {
    noticeId: 4,
    noticeTitle: '停机',
    noticeType: '1',
    status: '0',
    isTop: '0',
    targetType: '2',
    targetIds: [3],
    noticeContent: '<p>今晚</p>',
    version: 1,
  };
  beforeEach(() => {
    server.on('GET /system/notice/4', () => notice);
    server.on('GET /system/dict/data/type/sys_notice_type', () => [{ dictLabel: '通知', dictValue: '1' }]);
    server.on('GET /system/dept/treeselect', () => [{ id: 10, label: '总公司', parentId: 0, children: [] }]);
    server.on('PUT /system/notice', () => null);
  });

  it('are in a form that shows other editors, on a separate page too', async () => {
    server.on('PUT /system/notice/4/editing', () => [zhangSan]);
    showConsolePage(<NoticeFormPage />, { query: 'noticeId=4' });
    await page.findByText(/张三正在编辑/);
  });

  it('are cleared when the type of recipients changes', async () => {
    const view = showConsolePage(<NoticeFormPage />, { query: 'noticeId=4' });
    await page.findByDisplayValue('停机');
    await waitFor(() => expect(view.title()).toBe('停机'));
    fireEvent.click(page.getByLabelText('部门'));
    fireEvent.click(await page.findByLabelText('总公司'));
    expect(view.isUnsaved()).toBe(true);
    press('保存');
    await waitFor(() => expect(server.to('PUT /system/notice')).toHaveLength(1));
    expect(server.to('PUT /system/notice')[0]?.body).toEqual({
      noticeId: 4,
      version: 1,
      targetType: '1',
      targetIds: [10],
    });
    await waitFor(() => expect(view.isClosed()).toBe(true));
  });

  it('remain if nothing was changed', async () => {
    const view = showConsolePage(<NoticeFormPage />, { query: 'noticeId=4' });
    await page.findByDisplayValue('停机');
    expect(view.isUnsaved()).toBe(false);
    press('取消');
    await waitFor(() => expect(view.isClosed()).toBe(true));
    expect(server.to('PUT /system/notice')).toEqual([]);
  });
});

describe('在线用户', () => {
  it('ends the selected session after a confirmation', async () => {
    const tokenId = 'a'.repeat(32);
    server.on('GET /monitor/online/page', () => pageOf([{ tokenId, userName: 'zhang', current: false }]));
    server.on(`DELETE /monitor/online/${tokenId}`, () => null);
    showConsolePage(<OnlinePage />);
    fireEvent.click(await page.findByRole('button', { name: /^强退/ }));
    const dialog = await page.findByRole('dialog');
    const typed = within(dialog).queryByRole('textbox');
    if (typed) fireEvent.change(typed, { target: { value: 'zhang' } });
    press('确定', dialog);
    await waitFor(() => expect(server.to(`DELETE /monitor/online/${tokenId}`)).toHaveLength(1));
    await page.findByText('「zhang」强退成功');
  });

  const tokens = (count: number) =>
    Array.from({ length: count }, (_, at) => ({
      tokenId: String(at + 1).padStart(32, '0'),
      userName: `user_${at + 1}`,
      current: at === 1,
    }));
  const sentIds = () =>
    server.to('DELETE /monitor/online/batch').map(({ body }) => (body as { ids: readonly string[] }).ids);
  const signOut = async () => {
    fireEvent.click(await page.findByRole('button', { name: '批量强退' }));
    const question = await page.findByRole('dialog', { name: '批量强退' });
    await act(async () => press('确定', question));
  };

  it('signs out all others if one of the selected sessions is rejected, and reports which', async () => {
    const rows = tokens(3);
    server.on('GET /monitor/online/page', () => pageOf(rows));
    server.on('DELETE /monitor/online/batch', ({ body }) =>
      (body as { ids: readonly string[] }).ids.includes(rows[1]!.tokenId)
        ? new ApiError('U0200', '不能强退当前会话')
        : null,
    );
    showConsolePage(<OnlinePage />);
    for (const { userName } of rows) fireEvent.click(await page.findByLabelText(`选择 ${userName}`));
    await signOut();
    await page.findByText('成功 2 条，失败 1 条，未处理 0 条。');
    expect(page.getByText('不能强退当前会话').closest('tr')?.textContent).toContain('user_2');
    expect(sentIds().map(({ length }) => length)).toEqual([3, 1, 1, 1]);
    await page.findByText('已选 1 / 全部 3 条');
  });

  it('signs out many users in batches of 100, shows the progress, and can be stopped between batches', async () => {
    const rows = tokens(250);
    server.on('GET /monitor/online/page', ({ query }) => {
      const { pageNum = 1, pageSize = 10 } = query as { pageNum?: number; pageSize?: number };
      const records = rows.slice((pageNum - 1) * pageSize, pageNum * pageSize);
      return { records, total: rows.length, pageNum, pageSize };
    });
    let go = () => {};
    server.on('DELETE /monitor/online/batch', () => new Promise((resolve) => (go = () => resolve(null))));
    showConsolePage(<OnlinePage />);
    fireEvent.click(await page.findByLabelText('选择 user_1'));
    fireEvent.click(page.getByRole('button', { name: '选择全部 250 条' }));
    await signOut();
    await page.findByText('已完成 0 / 250');
    press('停止');
    go();
    await page.findByText('成功 100 条，失败 0 条，未处理 150 条。');
    expect(sentIds().map(({ length }) => length)).toEqual([100]);
    await page.findByText('已选 150 / 全部 250 条');
  });
});

describe('操作日志', () => {
  it('shows whether the log is intact, and where it is not', async () => {
    server.on('GET /monitor/operlog/verify', () => ({ isIntact: true, checked: 12, brokenAt: null }));
    showConsolePage(<OperationLogPage />);
    fireEvent.click(await page.findByRole('button', { name: '校验完整性' }));
    await page.findByText('日志完整，已校验 12 条');
    server.on('GET /monitor/operlog/verify', () => ({ isIntact: false, checked: 12, brokenAt: 7 }));
    press('校验完整性');
    await page.findByText('日志的第 7 条已被篡改！');
  });
});

describe('登录日志', () => {
  const failed = { infoId: 1, userName: 'zhangsan', status: '1', loginTime: '2026-01-03 10:00:00' };

  it.each([
    ['with the permission to unlock', ['monitor:logininfor:list', 'monitor:logininfor:unlock'], true],
    ['without it', ['monitor:logininfor:list'], false],
  ])('has a column of actions %s: %j', async (_, permissions, isShown) => {
    server.on('GET /monitor/logininfor/page', () => pageOf([failed]));
    showConsolePage(<LoginLogPage />, { permissions });
    await page.findByText('zhangsan');
    expect(page.queryAllByRole('columnheader', { name: '操作' })).toHaveLength(isShown ? 1 : 0);
  });
});
