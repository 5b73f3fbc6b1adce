import { cleanup, fireEvent, screen as page, waitFor, within } from '@testing-library/react';
import { expect } from 'expect';
import { afterEach, beforeEach, describe, it, vi } from 'vitest';
import type { ResourceDef } from '../../lib/contracts/admin/define-resource.ts';
import { systemPost } from '../../lib/contracts/admin/resources/system-post.resource.ts';
import { closePages, type OpenedPage, openResourcePage, world } from '../kit/resource-page.tsx';

const posts = [
  { postId: 1, postCode: 'ceo', postName: '董事长', postSort: 1, status: '0', createTime: '' },
  { postId: 2, postCode: 'se', postName: '项目经理', postSort: 2, status: '1', createTime: '' },
];

beforeEach(() => world.reset(systemPost, posts));
afterEach(() => {
  cleanup();
  closePages();
});

describe('the details of a row', () => {
  const masked: ResourceDef = {
    ...systemPost,
    fields: {
      ...systemPost.fields,
      phone: { label: { 'zh-CN': '电话', 'en-US': 'Telephone' }, kind: 'string', mask: 'phone', list: {} },
    },
  };

  it('open by their address, and show fields hidden in the list', async () => {
    openResourcePage({ query: 'at=show.1' });
    const drawer = await page.findByRole('dialog', { name: '董事长 详情' });
    expect(await within(drawer).findByRole('rowheader', { name: '备注' })).toBeVisible();
  });

  it('show who changed which field', async () => {
    world.answers.set('GET /system/post/1/history', [
      {
        operId: 9,
        operName: '张三',
        operTime: '2026-01-02 10:00:00',
        businessType: 2,
        diff: [{ field: 'status', label: '状态', from: '0', to: '1' }],
      },
    ]);
    openResourcePage({ query: 'at=show.1' });
    fireEvent.click(await page.findByRole('tab', { name: '变更记录' }));
    const row = await page.findByRole('row', { name: '状态 正常 停用' });
    expect(row).toBeTruthy();
    expect(page.getByText('张三 · 修改')).toBeVisible();
  });

  it('reveal a masked value with permission, by a separate call', async () => {
    world.reset(masked, [{ ...posts[0]!, phone: '138****0000' }]);
    world.answers.set('POST /system/post/1/reveal', '13800000000');
    openResourcePage({ query: 'at=show.1' });
    fireEvent.click(await page.findByRole('button', { name: '查看电话明文' }));
    await page.findByText('13800000000');
    expect(world.callsTo('POST', '/system/post/1/reveal')[0]?.body).toEqual({ field: 'phone' });
    expect(page.queryByRole('button', { name: '查看电话明文' })).toBeNull();
  });

  it('offer no reveal without permission', async () => {
    world.reset(masked, [{ ...posts[0]!, phone: '138****0000' }]);
    openResourcePage({ query: 'at=show.1', permissions: ['system:post:list', 'system:post:query'] });
    const drawer = await page.findByRole('dialog', { name: '董事长 详情' });
    await within(drawer).findByText('138****0000');
    expect(page.queryByRole('button', { name: '查看电话明文' })).toBeNull();
  });
});

describe('the filter of a masked field', () => {
  const phones: ResourceDef = {
    ...systemPost,
    fields: {
      ...systemPost.fields,
      phone: {
        label: { 'zh-CN': '电话', 'en-US': 'Telephone' },
        kind: 'string',
        mask: 'phone',
        query: 'like',
        list: {},
      },
    },
  };
  const list = ['system:post:list', 'system:post:query'];

  it.each([
    ['is not offered, and ignored in the address', list, ['phone'], false],
    ['is offered with the permission to reveal it', [...list, 'system:post:reveal'], ['phone'], true],
    ['is offered to users who see the values', list, ['email'], true],
  ] as const)('%s', async (_what, permissions, masks, isOffered) => {
    world.reset(phones, [{ ...posts[0]!, phone: '13800000000' }]);
    openResourcePage({ query: 'phone=13800000000', permissions, masks });
    await page.findByText('董事长');
    const search = page.getByRole('search', { name: '岗位' });
    fireEvent.click(within(search).getByRole('button', { name: '展开' }));
    expect(within(search).queryByLabelText('电话') !== null).toBe(isOffered);
    const [call] = world.callsTo('GET', '/system/post/page');
    expect(call?.query?.phone).toBe(isOffered ? '13800000000' : undefined);
  });
});

describe('saved views', () => {
  it('store filters, sorting and columns, and restore them', async () => {
    const view = openResourcePage({ query: 'status=1&orderByColumn=createTime&isAsc=desc' });
    await page.findByText('项目经理');
    fireEvent.click(page.getByRole('button', { name: '视图' }));
    fireEvent.click(await page.findByRole('menuitem', { name: '保存当前视图' }));
    fireEvent.change(await page.findByLabelText('视图名称'), { target: { value: '停用的' } });
    fireEvent.click(page.getByRole('button', { name: '保存' }));
    await waitFor(() =>
      expect(world.views).toMatchObject([
        {
          name: '停用的',
          query: 'orderByColumn=createTime&isAsc=desc&status=1',
          columns: null,
          sharedWith: [],
          isDefault: false,
        },
      ]),
    );
    fireEvent.click(page.getByRole('button', { name: '重置' }));
    await page.findByText('董事长');
    fireEvent.click(page.getByRole('button', { name: '视图' }));
    fireEvent.click(await page.findByRole('menuitem', { name: '停用的' }));
    await waitFor(() => expect(page.queryByText('董事长')).toBeNull());
    expect(view.query().get('status')).toBe('1');
  });

  const defaults = {
    id: 1,
    name: '停用的',
    query: 'status=1',
    columns: null,
    sharedWith: [],
    isDefault: true,
    isMine: true,
    owner: '我',
  };

  it('bring the usual columns back, except when they open with the page', async () => {
    world.views = [defaults];
    const columns = [{ field: 'postName' }, { field: 'postCode', isHidden: true }];
    world.preferences.set('table.system.post', { columns });
    const headings = () => page.getAllByRole('columnheader').map(({ textContent }) => textContent);
    openResourcePage();
    await waitFor(() => expect(page.queryByText('董事长')).toBeNull());
    await page.findByText('项目经理');
    expect(headings()).not.toContain('岗位编码');
    fireEvent.click(page.getByRole('button', { name: '视图' }));
    fireEvent.click(await page.findByRole('menuitem', { name: '停用的' }));
    await waitFor(() => expect(headings()).toContain('岗位编码'));
  });

  it('apply if they are the default, unless the address has a query', async () => {
    world.views = [defaults];
    const view = openResourcePage();
    await waitFor(() => expect(view.query().get('status')).toBe('1'));
    cleanup();
    const requested = openResourcePage({ query: 'keyword=董' });
    await page.findByText('董事长');
    expect(requested.query().get('status')).toBeNull();
  });

  it('of others are shown with their owner, and cannot be deleted', async () => {
    world.views = [{ ...defaults, isMine: false, sharedWith: [2], owner: '张三' }];
    openResourcePage();
    await page.findByText('董事长');
    fireEvent.click(page.getByRole('button', { name: '视图' }));
    await page.findByRole('menuitem', { name: /停用的 · 张三/ });
    expect(page.queryByRole('menuitem', { name: /删除视图/ })).toBeNull();
  });
});

describe('an import', () => {
  const result = {
    total: 2,
    created: 1,
    updated: 0,
    skipped: 0,
    errors: [],
    warnings: [],
    dryRun: true,
    repeated: false,
  };
  let tab: OpenedPage;
  const choose = async () => {
    tab = openResourcePage({ query: 'at=import' });
    const dialog = await page.findByRole('dialog', { name: '导入岗位' });
    const input = document.querySelector<HTMLInputElement>('input[type=file]')!;
    fireEvent.change(input, { target: { files: [new File(['x'], 'posts.csv')] } });
    return dialog;
  };

  it('is checked first, and shows errors by row and column', async () => {
    const dialog = await choose();
    world.answers.set('POST /system/post/importData', {
      ...result,
      errors: [{ row: 3, column: 'postCode', message: '岗位编码不能为空' }],
    });
    fireEvent.click(within(dialog).getByRole('button', { name: '检查文件' }));
    await within(dialog).findByText(/将新增 1 行，将更新 0 行，1 行有错误。尚未保存。/);
    expect(within(dialog).getByRole('row', { name: '3 岗位编码 岗位编码不能为空' })).toBeVisible();
    expect(world.callsTo('POST', '/system/post/importData')[0]?.body).toMatchObject({
      dryRun: 'true',
      updateSupport: 'false',
      skipBad: 'false',
    });
    expect(within(dialog).getByRole('button', { name: '导入 1 行' })).toHaveProperty('disabled', true);
    fireEvent.click(within(dialog).getByRole('button', { name: '下载标出错误的文件' }));
    await waitFor(() => expect(world.downloads).toHaveLength(1));
    expect(world.downloads[0]).toMatchObject({
      path: '/system/post/importErrors',
      fileName: 'posts - 错误.xlsx',
    });
  });

  it('shows what was guessed, converted or ignored before anything is stored', async () => {
    const dialog = await choose();
    world.answers.set('POST /system/post/importData', {
      ...result,
      warnings: [
        { column: '', message: '忽略了模板中没有的列：Order' },
        { column: '岗位编码', message: '1 个单元格是日期' },
      ],
    });
    fireEvent.click(within(dialog).getByRole('button', { name: '检查文件' }));
    await within(dialog).findByText('导入前请核对');
    // Announced with the counts.
    const status = within(dialog).getByRole('status');
    expect(
      within(status)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['忽略了模板中没有的列：Order', '岗位编码：1 个单元格是日期']);
    expect(within(dialog).getByRole('button', { name: '导入 1 行' })).toHaveProperty('disabled', false);
  });

  it('is saved on request, optionally without the rows with errors', async () => {
    const dialog = await choose();
    const errors = [{ row: 3, column: 'postCode', message: '岗位编码不能为空' }];
    world.answers.set('POST /system/post/importData', { ...result, skipped: 1, errors });
    fireEvent.click(within(dialog).getByRole('button', { name: '检查文件' }));
    const go = await within(dialog).findByRole('button', { name: '导入 1 行' });
    // The errors found apply to both settings, so the file is not checked again.
    fireEvent.click(within(dialog).getByLabelText('跳过有错误的行'));
    await waitFor(() => expect(go).toHaveProperty('disabled', false));
    world.answers.set('POST /system/post/importData', { ...result, dryRun: false, skipped: 1, errors });
    fireEvent.click(go);
    await within(dialog).findByText('导入完成：新增 1，更新 0，跳过 1');
    expect(world.callsTo('POST', '/system/post/importData')[1]?.body).toMatchObject({
      dryRun: 'false',
      skipBad: 'true',
    });
  });

  it('shows the progress while it is saved', async () => {
    const dialog = await choose();
    world.answers.set('POST /system/post/importData', result);
    fireEvent.click(within(dialog).getByRole('button', { name: '检查文件' }));
    const go = await within(dialog).findByRole('button', { name: '导入 1 行' });
    const removal = () => within(dialog).queryByRole('button', { name: '移除文件' });
    expect(removal()).not.toBeNull();
    let end = () => {};
    const answer = new Promise((resolve) => {
      end = () => resolve({ ...result, dryRun: false });
    });
    world.answers.set('POST /system/post/importData', answer);
    world.answers.set('GET /system/post/importProgress', { phase: 'writing', done: 200, total: 450 });
    fireEvent.click(go);
    await within(dialog).findByText('已保存 200 / 450 行');
    // Leaving a tab with unsaved work keeps its dialogs.
    expect(tab.isUnsaved()).toBe(true);
    // Removing the file is not possible during the upload.
    expect(removal()).toBeNull();
    expect(within(dialog).getByRole('progressbar', { name: '已保存 200 / 450 行' })).toBeVisible();
    const runs = world
      .callsTo('POST', '/system/post/importData')
      .map(({ body }) => (body as { runId: string }).runId);
    expect(world.callsTo('GET', '/system/post/importProgress').map(({ query }) => query?.runId)).toContain(
      runs[1],
    );
    end();
    await within(dialog).findByText(/^导入完成/);
    expect(within(dialog).queryByRole('progressbar')).toBeNull();
    expect(tab.isUnsaved()).toBe(false);
  });

  it('must be checked again after its options were changed', async () => {
    const dialog = await choose();
    world.answers.set('POST /system/post/importData', result);
    fireEvent.click(within(dialog).getByRole('button', { name: '检查文件' }));
    await within(dialog).findByText(/尚未保存/);
    fireEvent.click(within(dialog).getByLabelText('更新已存在的数据'));
    expect(within(dialog).getByRole('button', { name: '导入' })).toHaveProperty('disabled', true);
  });

  it('takes the same file again after it was corrected', async () => {
    const dialog = await choose();
    const input = document.querySelector<HTMLInputElement>('input[type=file]')!;
    const value = vi.spyOn(input, 'value', 'set');
    fireEvent.change(input, { target: { files: [new File(['y'], 'posts.csv')] } });
    // Browsers report no change from a file to itself.
    expect(value).toHaveBeenCalledWith('');
    expect(within(dialog).getByText('posts.csv')).toBeVisible();
  });

  it('offers a template', async () => {
    const dialog = await choose();
    fireEvent.click(within(dialog).getByRole('button', { name: '下载模板' }));
    await waitFor(() =>
      expect(world.downloads).toEqual([
        { path: '/system/post/importTemplate', form: {}, fileName: '岗位导入模板.xlsx' },
      ]),
    );
  });
});

describe('a tree', () => {
  const places: ResourceDef = {
    key: 'system.post',
    title: { 'zh-CN': '地点', 'en-US': 'Places' },
    icon: 'IconMap',
    base: '/place',
    style: 'rest',
    permission: 'place',
    id: { field: 'id', kind: 'integer' },
    titleField: 'name',
    tree: { parentField: 'parentId' },
    can: ['add', 'edit', 'remove'],
    defaultSort: { field: 'id', order: 'asc' },
    fields: {
      id: { label: { 'zh-CN': '编号', 'en-US': 'No.' }, kind: 'integer', readOnly: true },
      parentId: {
        label: { 'zh-CN': '上级', 'en-US': 'Above' },
        kind: 'relation',
        relation: { resource: 'system.post' },
        form: { widget: 'treeSelect' },
      },
      name: { label: { 'zh-CN': '名称', 'en-US': 'Name' }, kind: 'string', list: {} },
    },
  };
  beforeEach(() =>
    world.reset(places, [
      { id: 1, parentId: 0, name: '总部' },
      { id: 2, parentId: 1, name: '一楼' },
      { id: 3, parentId: 2, name: '门厅' },
      { id: 4, parentId: 99, name: '孤儿' },
    ]),
  );

  it('shows levels, and rows without a parent at the root', async () => {
    openResourcePage();
    await page.findByText('门厅');
    const rows = within(page.getByRole('treegrid')).getAllByRole('row').slice(1);
    expect(rows.map((row) => [row.getAttribute('aria-level'), row.getAttribute('aria-expanded')])).toEqual([
      ['1', 'true'],
      ['2', 'true'],
      ['3', null],
      ['1', null],
    ]);
  });

  it('expands and collapses single rows and all rows', async () => {
    openResourcePage();
    await page.findByText('门厅');
    fireEvent.click(page.getByRole('button', { name: '收起 一楼' }));
    expect(page.queryByText('门厅')).toBeNull();
    fireEvent.click(page.getByRole('button', { name: '全部收起' }));
    expect(page.queryByText('一楼')).toBeNull();
    fireEvent.click(page.getByRole('button', { name: '全部展开' }));
    expect(page.getByText('门厅')).toBeVisible();
  });
});

describe('tabs and actions of a definition', () => {
  const parcels: ResourceDef = {
    ...systemPost,
    tabs: 'status',
    actions: [
      {
        key: 'seal',
        label: { 'zh-CN': '封存', 'en-US': 'Seal' },
        icon: 'IconLock',
        on: 'row',
        isDangerous: true,
        confirm: { 'zh-CN': '封存后不能再改', 'en-US': 'Nobody can change it afterwards' },
        when: { field: 'status', in: ['0'] },
      },
      {
        key: 'elsewhere',
        label: { 'zh-CN': '另行处理', 'en-US': 'Elsewhere' },
        icon: 'IconX',
        on: 'row',
        opens: 'nobody.knows',
      },
    ],
  };
  beforeEach(() => world.reset(parcels, posts));

  it('tabs filter the list, with the number of rows per value', async () => {
    world.answers.set('GET /system/post/page', {
      records: posts,
      total: 2,
      pageNum: 1,
      pageSize: 10,
      counts: { 0: 1, 1: 1 },
    });
    const view = openResourcePage();
    fireEvent.click(await page.findByRole('button', { name: '停用 1' }));
    expect(view.query().get('status')).toBe('1');
    await waitFor(() => expect(page.queryByText('董事长')).toBeNull());
  });

  it('a dangerous action requires typing the name, and sends the id', async () => {
    openResourcePage();
    const row = (await page.findByText('董事长')).closest('tr')!;
    fireEvent.click(within(row).getByRole('button', { name: /更多/ }));
    fireEvent.click(await page.findByRole('menuitem', { name: '封存' }));
    const question = await page.findByRole('dialog', { name: '封存' });
    expect(question.textContent).toContain('封存后不能再改');
    const go = within(question).getByRole('button', { name: '确定' });
    expect(go).toHaveProperty('disabled', true);
    fireEvent.change(within(question).getByLabelText('输入「董事长」以确认'), {
      target: { value: '董事长' },
    });
    world.answers.set('PUT /system/post/seal', { sealCode: 'ONCE-1' });
    fireEvent.click(go);
    const once = await page.findByRole('dialog', { name: '封存：董事长' });
    expect(once.textContent).toContain('仅显示这一次，请立即保存');
    expect(within(once).getByDisplayValue('ONCE-1')).toBeVisible();
    expect(world.callsTo('PUT', '/system/post/seal')[0]?.body).toEqual({ id: 1 });
  });

  it('an action is offered only where it applies and is implemented', async () => {
    openResourcePage();
    const row = (await page.findByText('项目经理')).closest('tr')!;
    expect(within(row).queryByRole('button', { name: /更多/ })).toBeNull();
    expect(page.queryByText('另行处理')).toBeNull();
  });
});
