import { act, cleanup, fireEvent, screen as page, waitFor, within } from '@testing-library/react';
import { expect } from 'expect';
import { afterEach, beforeEach, describe, it } from 'vitest';
import { ApiError } from '../../app/_console/api/api-error.ts';
import type { ResourceDef } from '../../lib/contracts/admin/define-resource.ts';
import { iotApplication } from '../../lib/contracts/admin/resources/iot-application.resource.ts';
import { systemConfig } from '../../lib/contracts/admin/resources/system-config.resource.ts';
import { systemPost } from '../../lib/contracts/admin/resources/system-post.resource.ts';
import { closePages, openResourcePage, world } from '../kit/resource-page.tsx';

const posts = [
  { postId: 1, postCode: 'ceo', postName: '董事长', postSort: 1, status: '0', remark: '旧' },
  { postId: 2, postCode: 'se', postName: '项目经理', postSort: 2, status: '0', remark: '' },
];

beforeEach(() => world.reset(systemPost, posts));
afterEach(() => {
  cleanup();
  closePages();
});

const type = (label: string | RegExp, value: string) =>
  fireEvent.change(page.getByLabelText(label, { selector: 'form:not([role]) *' }), { target: { value } });
const save = () => fireEvent.click(page.getByRole('button', { name: '保存' }));
const openNew = async (userId = 1) => {
  const view = openResourcePage({ query: 'at=new', userId });
  await page.findByRole('button', { name: '保存' });
  return view;
};
const openEdit = async (id = 1) => {
  const view = openResourcePage({ query: `at=edit.${id}` });
  await page.findByRole('button', { name: '保存' });
  return view;
};
const lastBody = (method: string) => world.callsTo(method, '/system/post').at(-1)?.body;

describe('a form of a definition', () => {
  it('starts with the defaults, and marks missing required fields, the first one focused', async () => {
    await openNew();
    save();
    await page.findByText('岗位编码不能为空');
    expect(page.getByText('岗位名称不能为空')).toBeVisible();
    await waitFor(() =>
      expect(document.activeElement?.closest('[data-field]')?.getAttribute('data-field')).toBe('postCode'),
    );
    expect(lastBody('POST')).toBeUndefined();
  });

  it.each([
    ['岗位编码', 'a'.repeat(65), '岗位编码不能超过 64 个字符'],
    ['岗位名称', 'a'.repeat(51), '岗位名称不能超过 50 个字符'],
    ['显示顺序', '-1', '显示顺序不能小于 0'],
    ['显示顺序', '10000', '显示顺序不能大于 9999'],
    ['显示顺序', '1.5', '显示顺序必须是整数'],
  ])('%s %s: %s, when the field is left', async (label, value, message) => {
    await openNew();
    type(new RegExp(label), value);
    fireEvent.blur(page.getByLabelText(new RegExp(label), { selector: 'form:not([role]) *' }));
    await page.findByText(message);
  });

  it('sends the visible fields, closes, and reloads the list', async () => {
    const view = await openNew();
    type(/岗位编码/, 'hr');
    type(/岗位名称/, '人力资源');
    save();
    await waitFor(() => expect(lastBody('POST')).toBeDefined());
    expect(lastBody('POST')).toEqual({
      postCode: 'hr',
      postName: '人力资源',
      postSort: 0,
      status: '0',
      remark: null,
    });
    await page.findByText('人力资源');
    expect(view.query().get('at')).toBeNull();
    expect(view.isUnsaved()).toBe(false);
  });

  it('is saved by Ctrl+S, also from an input', async () => {
    await openEdit();
    type(/岗位名称/, '总裁');
    fireEvent.keyDown(page.getByLabelText(/岗位名称/, { selector: 'form:not([role]) *' }), {
      key: 's',
      ctrlKey: true,
    });
    await waitFor(() => expect(lastBody('PUT')).toMatchObject({ postName: '总裁' }));
  });

  it('is not saved by Ctrl+S behind a question', async () => {
    await openEdit();
    type(/岗位名称/, '总裁');
    fireEvent.click(page.getByRole('button', { name: '取消' }));
    await page.findByText('有未保存的修改，确定放弃吗？');
    fireEvent.keyDown(document.body, { key: 's', ctrlKey: true });
    expect(lastBody('PUT')).toBeUndefined();
  });

  it('sends only changed fields of a row, with its id and version', async () => {
    await openEdit();
    type(/岗位名称/, '总裁');
    save();
    await waitFor(() => expect(lastBody('PUT')).toEqual({ postId: 1, version: 1, postName: '总裁' }));
  });

  it("shows the server's messages at the fields", async () => {
    await openEdit();
    type(/岗位编码/, 'se');
    world.answers.set(
      'PUT /system/post',
      new ApiError('U0210', '岗位编码已存在', { errors: [{ path: 'postCode', message: '岗位编码已存在' }] }),
    );
    save();
    const field = await page.findByText('岗位编码已存在');
    expect(field.closest('[data-field]')?.getAttribute('data-field')).toBe('postCode');
  });

  it('shows which value of a list field is rejected', async () => {
    const id = 'a'.repeat(32);
    const allowedOrigins = ['https://a.example', 'https://b.example/', 'c.example'];
    world.reset(iotApplication, [{ id, name: '官网', allowedOrigins, capabilities: [], status: '0' }]);
    openResourcePage({ query: `at=edit.${id}` });
    await page.findByRole('button', { name: '保存' });
    type(/^名称|^应用名称/, '主页');
    const refusal = { message: '来源格式不正确' };
    world.answers.set(
      'PUT /iot/application',
      new ApiError('40000', '参数错误', {
        errors: [
          { path: 'allowedOrigins.1', ...refusal },
          { path: 'allowedOrigins.2', ...refusal },
        ],
      }),
    );
    save();
    const error = await page.findByText('https://b.example/：来源格式不正确；c.example：来源格式不正确');
    expect(error.closest('[data-field]')?.getAttribute('data-field')).toBe('allowedOrigins');
    expect(page.queryByRole('alert')).toBeNull();
  });

  it('shows errors of the whole form beside the buttons, without moving fields', async () => {
    await openEdit();
    type(/岗位名称/, '总裁');
    world.answers.set('PUT /system/post', new ApiError('U0200', '内置岗位不能修改'));
    save();
    const alert = await page.findByRole('alert');
    expect(alert.textContent).toContain('内置岗位不能修改');
    expect(alert.parentElement?.contains(page.getByRole('button', { name: '保存' }))).toBe(true);
  });

  it('links to the rows that stand in the way, without leaving the page', async () => {
    await openEdit();
    const links = [{ text: '用户（2）', address: '/system/user?postIds=1' }];
    world.answers.set('PUT /system/post', new ApiError('U0200', '正在使用中', { links }));
    type(/岗位名称/, '总经理');
    save();
    const link = await page.findByRole('link', { name: '用户（2）' });
    const moved: string[] = [];
    const follow = () => moved.push(location.pathname + location.search);
    window.addEventListener('popstate', follow);
    fireEvent.click(link);
    window.removeEventListener('popstate', follow);
    expect(moved).toEqual(['/system/user?postIds=1']);
  });

  it('focuses the first field, also after loading a row, so that Enter closes nothing', async () => {
    await openEdit();
    const isAt = (label: RegExp) =>
      expect(page.getByLabelText(label, { selector: 'form:not([role]) *' })).toHaveFocus();
    await waitFor(() => isAt(/岗位编码/));
    cleanup();
    const { postCode, ...fields } = systemPost.fields;
    world.reset({ ...systemPost, fields: { postCode: { ...postCode, immutable: true }, ...fields } }, posts);
    await openEdit();
    await waitFor(() => isAt(/岗位名称/));
  });

  it('asks for confirmation before it discards changes', async () => {
    const view = await openEdit();
    type(/岗位名称/, '总裁');
    await waitFor(() => expect(view.isUnsaved()).toBe(true));
    fireEvent.click(page.getByRole('button', { name: '取消' }));
    await page.findByText('有未保存的修改，确定放弃吗？');
    fireEvent.click(page.getByRole('button', { name: '确定' }));
    await waitFor(() => expect(view.query().get('at')).toBeNull());
    expect(view.isUnsaved()).toBe(false);
    expect(world.callsTo('PUT', '/system/post')).toEqual([]);
  });

  it('stores the latest input when navigating back, and restores it when navigating forward', async () => {
    const view = openResourcePage();
    fireEvent.click(await page.findByRole('button', { name: '修改 董事长' }));
    await page.findByRole('button', { name: '保存' });
    type(/岗位名称/, '总裁');
    act(() => view.back());
    await waitFor(() => expect(page.queryByRole('button', { name: '保存' })).toBeNull());
    expect(view.isUnsaved()).toBe(false);
    fireEvent.click(page.getByRole('button', { name: '修改 董事长' }));
    await page.findByText('已恢复草稿');
    expect(page.getByLabelText<HTMLInputElement>(/岗位名称/, { selector: 'form:not([role]) *' }).value).toBe(
      '总裁',
    );
  });

  it.each(['edit', 'show'])(
    'a missing row (at=%s.99) leads back to the list, without offering a retry',
    async (kind) => {
      const view = openResourcePage({ query: `at=${kind}.99` });
      const dialog = await page.findByRole('dialog');
      await within(dialog).findByText('访问资源不存在');
      expect(within(dialog).queryByRole('button', { name: '重试' })).toBeNull();
      fireEvent.click(within(dialog).getByRole('button', { name: '返回列表' }));
      await waitFor(() => expect(view.query().get('at')).toBeNull());
    },
  );

  it('offers to retry after a temporary failure', async () => {
    world.answers.set('GET /system/post/1', new ApiError('network', '后端接口连接异常'));
    openResourcePage({ query: 'at=show.1' });
    const dialog = await page.findByRole('dialog');
    fireEvent.click(await within(dialog).findByRole('button', { name: '重试' }));
    await within(dialog).findByText('董事长');
  });

  it('also asks when the drawer is closed by its close button or Escape', async () => {
    const view = await openEdit();
    type(/岗位名称/, '总裁');
    fireEvent.keyDown(page.getByRole('dialog'), { key: 'Escape' });
    await page.findByText('有未保存的修改，确定放弃吗？');
    expect(view.query().get('at')).toBe('edit.1');
  });
});

describe('a draft', () => {
  const withSecret: ResourceDef = {
    ...systemPost,
    fields: {
      ...systemPost.fields,
      pin: { label: { 'zh-CN': '口令', 'en-US': 'Pin' }, kind: 'secret' },
    },
  };

  it('is restored when the form is opened again, without secrets', async () => {
    world.reset(withSecret, posts);
    await openNew();
    type(/岗位名称/, '未完');
    type(/口令/, 'hunter2');
    await waitFor(() => expect(sessionStorage.length).toBe(1));
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('hunter2');
    cleanup();
    await openNew();
    await page.findByText('已恢复草稿');
    expect(page.getByLabelText(/岗位名称/, { selector: 'form:not([role]) *' })).toHaveProperty(
      'value',
      '未完',
    );
    fireEvent.click(page.getByRole('button', { name: '放弃草稿' }));
    expect(sessionStorage.length).toBe(0);
  });

  it('belongs to one user, and another user starts with an empty form', async () => {
    await openNew();
    type(/岗位名称/, '未完');
    await waitFor(() => expect(sessionStorage.length).toBe(1));
    cleanup();
    await openNew(2);
    expect(page.queryByText('已恢复草稿')).toBeNull();
    expect(page.getByLabelText(/岗位名称/, { selector: 'form:not([role]) *' })).toHaveProperty('value', '');
    cleanup();
    await openNew();
    await page.findByText('已恢复草稿');
  });

  it('is not applied to a newer version of the row', async () => {
    await openEdit();
    type(/岗位名称/, '草稿');
    await waitFor(() => expect(sessionStorage.length).toBe(1));
    cleanup();
    world.rows[0]!.version = 2;
    await openEdit();
    expect(page.queryByText('已恢复草稿')).toBeNull();
  });
});

describe('a field that another field turns into a secret', () => {
  const settings = [
    { configId: 1, configName: '网关口令', configKey: 'a.pin', valueType: 'secret', configValue: '******' },
    {
      configId: 2,
      configName: '网关地址',
      configKey: 'a.url',
      valueType: 'string',
      configValue: 'old-canary',
    },
  ].map((row) => ({ ...row, configType: 'N', visible: '0', category: null, remark: null }));
  const value = () => page.getByLabelText<HTMLInputElement>('参数键值', { selector: 'input, textarea' });
  const lastChange = () => world.callsTo('PUT', '/system/config').at(-1)?.body;
  beforeEach(() => world.reset(systemConfig, settings));

  it('is typed hidden, and not stored in a draft', async () => {
    await openEdit();
    expect([value().type, value().value]).toEqual(['password', '']);
    page.getByText('机密只写不读，不填则保持不变');
    page.getByRole('button', { name: '显示或隐藏密码', hidden: true });
    type(/参数名称/, '网关');
    type('参数键值', 'CANARY-7');
    await waitFor(() => expect(JSON.stringify({ ...sessionStorage })).toContain('网关'));
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('CANARY-7');
    save();
    await waitFor(() =>
      expect(lastChange()).toEqual({ configId: 1, version: 1, configName: '网关', configValue: 'CANARY-7' }),
    );
  });

  it('is not sent if left blank', async () => {
    await openEdit();
    type('参数键值', 'CANARY-7');
    type('参数键值', '');
    type(/参数名称/, '网关');
    save();
    await waitFor(() => expect(lastChange()).toEqual({ configId: 1, version: 1, configName: '网关' }));
  });

  it('becomes a secret immediately, and its stored draft is deleted', async () => {
    await openNew();
    type('参数键值', 'CANARY-7');
    expect(value().tagName).toBe('TEXTAREA');
    await waitFor(() => expect(JSON.stringify({ ...sessionStorage })).toContain('CANARY-7'));
    fireEvent.click(within(page.getByRole('dialog')).getByRole('combobox', { name: '参数类型' }));
    // The last match: the search form has an option with the same text.
    fireEvent.click((await page.findAllByRole('option', { name: '机密' })).at(-1)!);
    expect([value().type, value().value]).toEqual(['password', 'CANARY-7']);
    await waitFor(() => expect(JSON.stringify({ ...sessionStorage })).not.toContain('CANARY-7'));
    expect(JSON.stringify({ ...sessionStorage })).toContain('secret');
  });

  it('is not compared in an edit conflict', async () => {
    await openEdit(2);
    type('参数键值', 'my-canary');
    Object.assign(world.rows[1]!, { valueType: 'secret', configValue: '******', version: 2 });
    save();
    const dialog = await page.findByRole('dialog', { name: '解决冲突' });
    within(dialog).getByRole('row', { name: /参数类型/ });
    expect(dialog.textContent).not.toMatch(/canary/);
  });
});

describe('an edit conflict', () => {
  const conflict = async (updateBy = '张三') => {
    await openEdit();
    type(/岗位名称/, '我的名称');
    Object.assign(world.rows[0]!, {
      postName: '他的名称',
      remark: '他的备注',
      version: 2,
      updateBy,
    });
    save();
    return page.findByRole('dialog', { name: '解决冲突' });
  };

  it('shows three values: 原值, 他人的修改, 我的修改', async () => {
    const dialog = await conflict();
    expect(dialog.textContent).toContain('数据已被他人修改（张三）');
    const row = within(dialog).getByRole('row', { name: /岗位名称/ });
    expect(
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    ).toEqual(['董事长', '他的名称', '我的名称']);
    expect(within(dialog).getByRole('row', { name: /备注/ }).textContent).toContain('他的备注');
  });

  it('names the related rows', async () => {
    const people: ResourceDef = {
      ...systemPost,
      fields: {
        ...systemPost.fields,
        deptId: {
          label: { 'zh-CN': '部门', 'en-US': 'Department' },
          kind: 'relation',
          relation: { resource: 'system.post' },
          form: { widget: 'select' },
        },
      },
    };
    world.reset(people, [{ ...posts[0], deptId: 7 }]);
    const options = 'GET /system/post/options';
    world.answers.set(options, [{ id: 7, title: '研发部' }]);
    await openEdit();
    await waitFor(() => expect(world.answers.has(options)).toBe(false));
    world.answers.set(options, [{ id: 8, title: '市场部' }]);
    type(/岗位名称/, '我的名称');
    Object.assign(world.rows[0]!, { deptId: 8, version: 2, updateBy: '张三' });
    save();
    const dialog = await page.findByRole('dialog', { name: '解决冲突' });
    const row = within(dialog).getByRole('row', { name: /部门/ });
    await waitFor(() =>
      expect(
        within(row)
          .getAllByRole('cell')
          .map(({ textContent }) => textContent),
      ).toEqual(['研发部', '市场部', '研发部']),
    );
  });

  it('with the same user says that the change was made in another window', async () => {
    const dialog = await conflict('admin');
    expect(dialog.textContent).toContain('您已在其他窗口修改了此数据');
    expect(dialog.textContent).not.toContain('他人');
    within(dialog).getByRole('columnheader', { name: '其他窗口的修改' });
    within(dialog).getByRole('radio', { name: '备注：其他窗口的修改' });
  });

  it('names no user if the change was not made in the console', async () => {
    expect((await conflict('')).textContent).toContain('数据已被他人修改（—）');
  });

  it('saves the selected values over the current row', async () => {
    const dialog = await conflict();
    expect(within(dialog).getByRole('radio', { name: '备注：他人的修改' })).toHaveProperty('checked', true);
    fireEvent.click(within(dialog).getByRole('button', { name: '按所选保存' }));
    await waitFor(() => expect(world.rows[0]!.postName).toBe('我的名称'));
    expect(lastBody('PUT')).toEqual({ postId: 1, version: 2, postName: '我的名称' });
    expect(world.rows[0]!.remark).toBe('他的备注');
  });

  it('sends nothing if their values are kept', async () => {
    const dialog = await conflict();
    fireEvent.click(within(dialog).getByRole('radio', { name: '岗位名称：他人的修改' }));
    const before = world.callsTo('PUT', '/system/post').length;
    fireEvent.click(within(dialog).getByRole('button', { name: '按所选保存' }));
    await waitFor(() => expect(page.queryByRole('dialog', { name: '解决冲突' })).toBeNull());
    expect(world.callsTo('PUT', '/system/post').length).toBe(before);
    expect(world.rows[0]!.postName).toBe('他的名称');
  });

  it('sends an own value that was selected again over the new version', async () => {
    const dialog = await conflict();
    fireEvent.click(within(dialog).getByRole('radio', { name: '备注：我的修改' }));
    fireEvent.click(within(dialog).getByRole('button', { name: '按所选保存' }));
    await waitFor(() =>
      expect(lastBody('PUT')).toEqual({ postId: 1, version: 2, postName: '我的名称', remark: '旧' }),
    );
  });
});

describe('field types', () => {
  const goods: ResourceDef = {
    ...systemPost,
    fields: {
      postId: systemPost.fields.postId,
      postName: systemPost.fields.postName,
      price: {
        label: { 'zh-CN': '价格', 'en-US': 'Price' },
        kind: 'money',
        required: true,
        max: 10_000,
        list: {},
      },
      phone: {
        label: { 'zh-CN': '电话', 'en-US': 'Telephone' },
        kind: 'string',
        max: 11,
        pattern: '\\d{11}',
        mask: 'phone',
        list: {},
      },
      kind: {
        label: { 'zh-CN': '种类', 'en-US': 'Kind' },
        kind: 'enum',
        options: [
          { value: 'a', label: { 'zh-CN': '甲', 'en-US': 'A' } },
          { value: 'b', label: { 'zh-CN': '乙', 'en-US': 'B' } },
        ],
        default: 'a',
        form: { widget: 'radio' },
      },
      extra: {
        label: { 'zh-CN': '附注', 'en-US': 'Extra' },
        kind: 'string',
        required: true,
        form: { visibleWhen: { field: 'kind', in: ['b'] } },
      },
    },
    defaultSort: { field: 'postId', order: 'asc' },
  };
  const rows = [{ postId: 1, postName: '一', price: 1_999, phone: '138****0000', kind: 'a', extra: null }];

  it('money is in yuan in the form and in fen in the API', async () => {
    world.reset(goods, rows);
    await openEdit();
    const price = page.getByLabelText(/价格/, { selector: 'form:not([role]) *' });
    expect(price).toHaveProperty('value', '19.99');
    type(/价格/, '0.29');
    save();
    await waitFor(() => expect(lastBody('PUT')).toEqual({ postId: 1, version: 1, price: 29 }));
  });

  it.each(['1.999', '12x', '-'])('%s is not an amount', async (amount) => {
    world.reset(goods, rows);
    await openEdit();
    type(/价格/, amount);
    save();
    await page.findByText('价格必须是整数');
  });

  it('an untouched masked value is neither validated nor sent', async () => {
    world.reset(goods, rows);
    await openEdit();
    type(/岗位名称/, '二');
    save();
    await waitFor(() => expect(lastBody('PUT')).toEqual({ postId: 1, version: 1, postName: '二' }));
  });

  it('a field is required only while it is visible', async () => {
    world.reset(goods, []);
    await openNew();
    type(/岗位名称/, '三');
    type(/价格/, '1');
    expect(page.queryByLabelText(/附注/)).toBeNull();
    fireEvent.click(page.getByRole('radio', { name: '乙' }));
    save();
    await page.findByText('附注不能为空');
    fireEvent.click(page.getByRole('radio', { name: '甲' }));
    await act(async () => save());
    await waitFor(() =>
      expect(lastBody('POST')).toEqual({ postName: '三', price: 100, phone: null, kind: 'a' }),
    );
  });
});

describe('relation fields', () => {
  const people: ResourceDef = {
    ...systemPost,
    fields: {
      ...systemPost.fields,
      roles: {
        label: { 'zh-CN': '角色', 'en-US': 'Roles' },
        kind: 'relation',
        relation: { resource: 'system.role', multiple: true },
      },
      dept: {
        label: { 'zh-CN': '部门', 'en-US': 'Department' },
        kind: 'relation',
        relation: { resource: 'system.dept' },
        form: { widget: 'treeSelect' },
      },
    },
  };
  const row = {
    postId: 1,
    postCode: 'ceo',
    postName: '董事长',
    postSort: 1,
    status: '0',
    roles: [7, 8],
    dept: 4,
    titles: { roles: [{ id: 7, title: '操作员' }], dept: [{ id: 4, title: '华东大区' }] },
  };
  it('show the titles that came with the row, never bare ids', async () => {
    world.reset(people, [row]);
    await openEdit();
    await page.findAllByText('操作员');
    await waitFor(() => expect(page.getByLabelText('部门')).toHaveProperty('value', '华东大区'));
    await page.findAllByText('超出数据权限范围');
    expect(page.queryByText('8')).toBeNull();
  });

  it('show that the options are not permitted, instead of an empty list', async () => {
    world.reset(people, [{ ...row, roles: [], dept: null }]);
    world.refused.add('GET /system/post/options');
    await openEdit();
    fireEvent.click(page.getByLabelText('角色', { selector: 'input' }));
    await page.findAllByText('没有权限查看可选项');
    expect(page.queryByText('没有符合条件的数据')).toBeNull();
  });
});
