import { act, cleanup, fireEvent, screen as page, renderHook, waitFor, within } from '@testing-library/react';
import { expect } from 'expect';
import { afterEach, beforeEach, describe, it } from 'vitest';
import { ApiError, localCodes } from '../../app/_console/api/api-error.ts';
import { usePageActions } from '../../app/_console/shell/page/page-actions.ts';
import type { ResourceDef } from '../../lib/contracts/admin/define-resource.ts';
import { systemPost } from '../../lib/contracts/admin/resources/system-post.resource.ts';
import { closePages, type OpenedPage, openResourcePage, screen, world } from '../kit/resource-page.tsx';

const posts = Array.from({ length: 25 }, (_, index) => ({
  postId: index + 1,
  postCode: `code-${index + 1}`,
  postName: `岗位${index + 1}`,
  postSort: index + 1,
  status: index % 5 === 0 ? '1' : '0',
  remark: '',
  createTime: '2026-01-01 08:00:00',
}));

beforeEach(() => world.reset(systemPost, posts));
afterEach(() => {
  cleanup();
  closePages();
});

const rowOf = async (title: string) => (await page.findByText(title)).closest('tr')!;
const lastPage = () => world.callsTo('GET', '/system/post/page').at(-1)?.query;

describe('the list of a page', () => {
  it('shows the columns of the definition, and 共 25 条', async () => {
    openResourcePage();
    await rowOf('岗位1');
    const table = page.getByRole('table', { name: '岗位' });
    expect(
      within(table)
        .getAllByRole('columnheader')
        .map((cell) => cell.textContent),
    ).toEqual(['', '岗位编码', '岗位名称', '显示顺序', '状态', '创建时间', '操作']);
    await waitFor(() =>
      expect(page.getAllByRole('status').map(({ textContent }) => textContent)).toContain('共 25 条'),
    );
  });

  it('reads filters, sorting and page from the address and sends them', async () => {
    openResourcePage({
      query:
        'pageNum=2&pageSize=20&orderByColumn=createTime&isAsc=desc&keyword=岗位&status=0&params%5BbeginCreateTime%5D=2026-01-01+00%3A00%3A00',
    });
    await waitFor(() => expect(lastPage()).toBeDefined());
    expect(lastPage()).toEqual({
      pageNum: 2,
      pageSize: 20,
      orderByColumn: 'createTime',
      isAsc: 'desc',
      keyword: '岗位',
      status: '0',
      params: { beginCreateTime: '2026-01-01 00:00:00' },
    });
  });

  it('ignores parameters of the address that the definition does not have', async () => {
    openResourcePage({ query: 'pageSize=7&orderByColumn=remark&isAsc=asc&__proto__=x&pageNum=-1' });
    await waitFor(() => expect(lastPage()).toBeDefined());
    expect(lastPage()).toEqual({ pageNum: 1, pageSize: 10, orderByColumn: 'postSort', isAsc: 'asc' });
  });

  it('reloads when the same search is repeated', async () => {
    openResourcePage();
    await rowOf('岗位1');
    const before = world.callsTo('GET', '/system/post/page').length;
    fireEvent.submit(page.getByRole('search'));
    await waitFor(() => expect(world.callsTo('GET', '/system/post/page').length).toBe(before + 1));
  });

  it('shows the first page of other results: of a search, and of pages of another size', async () => {
    openResourcePage({ query: 'pageNum=3' });
    await rowOf('岗位21');
    fireEvent.change(page.getByLabelText('关键字'), { target: { value: '岗位' } });
    fireEvent.submit(page.getByRole('search'));
    await rowOf('岗位1');
    expect(lastPage()).toMatchObject({ keyword: '岗位', pageNum: 1 });
    fireEvent.click(page.getByRole('button', { name: '第 2 页' }));
    await rowOf('岗位11');
    fireEvent.change(page.getByLabelText('每页条数'), { target: { value: '20' } });
    await rowOf('岗位1');
    expect(lastPage()).toMatchObject({ keyword: '岗位', pageNum: 1, pageSize: 20 });
  });

  it('writes the search into the address, and supports going back', async () => {
    const view = openResourcePage();
    await rowOf('岗位1');
    fireEvent.change(page.getByLabelText('关键字'), { target: { value: '岗位2' } });
    fireEvent.submit(page.getByRole('search'));
    await waitFor(() => expect(lastPage()?.keyword).toBe('岗位2'));
    expect(view.query().get('keyword')).toBe('岗位2');
    act(() => view.back());
    await waitFor(() => expect(page.getByLabelText('关键字')).toHaveProperty('value', ''));
  });

  it('keeps the focus of a search, and 重置 empties what was not searched yet', async () => {
    openResourcePage();
    await rowOf('岗位1');
    const keyword = page.getByLabelText<HTMLInputElement>('关键字');
    keyword.focus();
    fireEvent.change(keyword, { target: { value: '岗位2' } });
    fireEvent.submit(page.getByRole('search'));
    await waitFor(() => expect(lastPage()?.keyword).toBe('岗位2'));
    expect(document.activeElement).toBe(keyword);
    fireEvent.click(page.getByRole('button', { name: '重置' }));
    await waitFor(() => expect(keyword.value).toBe(''));
    fireEvent.change(keyword, { target: { value: '写了一半' } });
    fireEvent.click(page.getByRole('button', { name: '重置' }));
    expect(keyword.value).toBe('');
  });

  it('shows each filter as a chip with a remove button', async () => {
    const view = openResourcePage({ query: 'keyword=岗位&status=1' });
    await rowOf('岗位1');
    const chips = page.getByRole('group', { name: '筛选条件' });
    expect(chips.textContent).toContain('状态：停用');
    fireEvent.click(within(chips).getByRole('button', { name: '移除筛选 状态：停用' }));
    expect(view.query().toString()).toBe(new URLSearchParams({ keyword: '岗位' }).toString());
  });

  it('sorts by a heading: ascending, descending, default', async () => {
    const view = openResourcePage();
    await rowOf('岗位1');
    const heading = () => page.getByRole('columnheader', { name: /创建时间/ });
    expect(heading()).toHaveAttribute('aria-sort', 'none');
    fireEvent.click(within(heading()).getByRole('button'));
    await waitFor(() => expect(heading()).toHaveAttribute('aria-sort', 'ascending'));
    fireEvent.click(within(heading()).getByRole('button'));
    await waitFor(() => expect(heading()).toHaveAttribute('aria-sort', 'descending'));
    expect(view.query().get('orderByColumn')).toBe('createTime');
    fireEvent.click(within(heading()).getByRole('button'));
    await waitFor(() => expect(heading()).toHaveAttribute('aria-sort', 'none'));
    expect(view.query().toString()).toBe('');
  });

  it('changes the page and keeps the selection: 已选 2 / 全部 25 条', async () => {
    const view = openResourcePage();
    await rowOf('岗位1');
    fireEvent.click(page.getByLabelText('选择 岗位1'));
    fireEvent.click(page.getByRole('button', { name: '第 2 页' }));
    await rowOf('岗位11');
    expect(view.query().get('pageNum')).toBe('2');
    fireEvent.click(page.getByLabelText('选择 岗位11'));
    expect(page.getByText('已选 2 / 全部 25 条')).toBeVisible();
  });

  it('names the selected rows that another filter does not show', async () => {
    openResourcePage();
    await rowOf('岗位1');
    for (const name of ['岗位1', '岗位2', '岗位3']) fireEvent.click(page.getByLabelText(`选择 ${name}`));
    await page.findByText('已选 3 / 全部 25 条');
    const keyword = page.getByLabelText('关键字');
    fireEvent.change(keyword, { target: { value: '岗位2' } });
    fireEvent.submit(keyword.closest('form')!);
    // 岗位2 is shown, and 20 to 25.
    await page.findByText('已选 3 / 全部 7 条，其中 2 条未显示');
    fireEvent.click(page.getByLabelText('选择 岗位2'));
    await page.findByText('已选 2 / 全部 7 条，其中 2 条未显示');
    fireEvent.click(page.getAllByRole('button', { name: '清除筛选' })[0]!);
    await page.findByText('已选 2 / 全部 25 条');
  });

  it('names accounts in questions, because names are not unique', async () => {
    const { unique: _unique, ...postName } = systemPost.fields.postName;
    const definition: ResourceDef = {
      ...systemPost,
      fields: { ...systemPost.fields, postName },
      restorable: false,
    };
    world.reset(definition, posts);
    openResourcePage();
    fireEvent.click(within(await rowOf('岗位2')).getByRole('button', { name: '删除 岗位2' }));
    const question = await page.findByRole('dialog', { name: '删除' });
    expect(
      within(question)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['岗位2 (code-2)']);
  });

  it('shows that there are no results, and offers to clear the filters', async () => {
    const view = openResourcePage({ query: 'keyword=没有' });
    await page.findByText('没有符合条件的数据');
    fireEvent.click(page.getAllByRole('button', { name: '清除筛选' })[0]!);
    await rowOf('岗位1');
    expect(view.query().toString()).toBe('');
  });

  it('shows the failure, and retries', async () => {
    const { ApiError } = await import('../../app/_console/api/api-error.ts');
    world.answers.set('GET /system/post/page', new ApiError('network', '后端接口连接异常'));
    openResourcePage();
    expect((await page.findByRole('alert')).textContent).toContain('后端接口连接异常');
    fireEvent.click(page.getByRole('button', { name: '重试' }));
    await rowOf('岗位1');
  });

  it('offers only permitted actions', async () => {
    openResourcePage({ permissions: ['system:post:list'] });
    await rowOf('岗位1');
    for (const name of ['新增', '导入', '导出', /修改/, /删除/, /详情/])
      expect(page.queryByRole('button', { name })).toBeNull();
    expect(page.queryByRole('switch')).toBeNull();
  });

  it('shows cards with the same values and actions in narrow windows', async () => {
    screen.isNarrow = true;
    openResourcePage();
    const list = await page.findByRole('list', { name: '岗位' });
    expect(page.queryByRole('table')).toBeNull();
    const card = within(list).getAllByRole('listitem')[0]!;
    expect(card.textContent).toContain('岗位编码');
    expect(within(card).getByRole('button', { name: '修改 岗位1' })).toBeVisible();
  });
});

describe('the palette', () => {
  const titles = (permissions: readonly string[]) => {
    openResourcePage({ permissions });
    const offered = renderHook(() => usePageActions());
    return {
      all: () => offered.result.current.map(({ title }) => title),
      run: (title: string) =>
        act(() => offered.result.current.find((one) => one.title.startsWith(title))?.run()),
    };
  };

  it('offers the actions of the toolbar', async () => {
    const offered = titles(['*:*:*']);
    await rowOf('岗位1');
    expect(offered.all()).toEqual(
      ['新增', '导入', '导出', '搜索', '刷新'].map((action) => `${action} · 岗位`),
    );
    offered.run('新增');
    expect(await page.findByRole('dialog', { name: /新增/ })).toBeVisible();
  });

  it('offers no action without permission', async () => {
    const offered = titles(['system:post:list']);
    await rowOf('岗位1');
    expect(offered.all()).toEqual(['搜索 · 岗位', '刷新 · 岗位']);
  });
});

describe('keys', () => {
  it.each([
    ['/', () => expect(document.activeElement).toBe(page.getByLabelText('关键字'))],
    ['r', () => expect(world.callsTo('GET', '/system/post/page').length).toBeGreaterThan(1)],
  ] as const)('%s works outside inputs', async (key, works) => {
    openResourcePage();
    await rowOf('岗位1');
    fireEvent.keyDown(document.body, { key });
    await waitFor(works);
  });

  it('n opens the form of a new record', async () => {
    const view = openResourcePage();
    await rowOf('岗位1');
    fireEvent.keyDown(document.body, { key: 'n' });
    await page.findByRole('dialog', { name: '新增岗位' });
    expect(view.query().get('at')).toBe('new');
  });

  it('/ opens the search where it is folded', async () => {
    screen.isNarrow = true;
    openResourcePage();
    await page.findByRole('list', { name: '岗位' });
    fireEvent.keyDown(document.body, { key: '/' });
    expect(await page.findByLabelText('关键字')).toBeVisible();
  });

  it('are ignored while typing', async () => {
    const view = openResourcePage();
    await rowOf('岗位1');
    fireEvent.keyDown(page.getByLabelText('关键字'), { key: 'n' });
    expect(view.query().get('at')).toBeNull();
  });
});

describe('columns', () => {
  const headings = () =>
    page
      .getAllByRole('columnheader')
      .map((cell) => cell.textContent)
      .filter(Boolean);
  const openColumns = async () => {
    await rowOf('岗位1');
    fireEvent.click(page.getByRole('button', { name: '列设置' }));
    return page.findByRole('button', { name: '移动 岗位名称' });
  };

  it('move by Ctrl+← with an announcement, and keep the focus', async () => {
    openResourcePage();
    const handle = await openColumns();
    fireEvent.keyDown(handle, { key: 'ArrowLeft', ctrlKey: true });
    await waitFor(() => expect(headings().slice(0, 2)).toEqual(['岗位名称', '岗位编码']));
    await page.findByText(/岗位名称：第 \d+ 列，共 \d+ 列/);
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('移动 岗位名称'));
  });

  it('can be hidden and shown, and are stored on the server by list', async () => {
    openResourcePage();
    await openColumns();
    fireEvent.click(page.getByRole('checkbox', { name: '岗位编码' }));
    await waitFor(() => expect(headings()[0]).toBe('岗位名称'));
    await waitFor(() => expect(world.preferences.get('table.system.post')).toBeDefined(), {
      timeout: 2_000,
    });
    cleanup();
    openResourcePage();
    await rowOf('岗位1');
    expect(headings()[0]).toBe('岗位名称');
  });

  it('can be resized with the arrow keys', async () => {
    openResourcePage();
    await rowOf('岗位1');
    const rule = page.getByRole('separator', { name: '岗位编码列宽' });
    expect(rule).toHaveAttribute('aria-valuenow', '160');
    fireEvent.keyDown(rule, { key: 'ArrowRight' });
    await waitFor(() => expect(rule).toHaveAttribute('aria-valuenow', '176'));
  });
});

describe('optimistic changes', () => {
  it('shows a status before the server responds, and undoes it with 撤销', async () => {
    openResourcePage();
    const row = await rowOf('岗位2');
    fireEvent.click(within(row).getByRole('switch'));
    await waitFor(async () => expect((await rowOf('岗位2')).textContent).toContain('停用'));
    await page.findByText('「岗位2」已设为「停用」');
    expect(world.rows.find(({ postId }) => postId === 2)?.status).toBe('1');
    fireEvent.click(page.getByRole('button', { name: '撤销' }));
    await waitFor(() => expect(world.rows.find(({ postId }) => postId === 2)?.status).toBe('0'));
  });

  it('sends the version with a status, also when the switch is used again at once', async () => {
    openResourcePage();
    const row = await rowOf('岗位2');
    fireEvent.click(within(row).getByRole('switch'));
    await page.findByText('「岗位2」已设为「停用」');
    fireEvent.click(within(await rowOf('岗位2')).getByRole('switch'));
    await page.findByText('「岗位2」已设为「正常」');
    expect(world.callsTo('PUT', '/system/post/changeStatus').map(({ body }) => body)).toEqual([
      { postId: 2, status: '1', version: 1 },
      { postId: 2, status: '0', version: 2 },
    ]);
  });

  it('rolls back a status that the server rejects', async () => {
    const { ApiError } = await import('../../app/_console/api/api-error.ts');
    openResourcePage();
    const row = await rowOf('岗位2');
    world.answers.set('PUT /system/post/changeStatus', new ApiError('U0200', '不能停用'));
    fireEvent.click(within(row).getByRole('switch'));
    await waitFor(async () => expect((await rowOf('岗位2')).textContent).toContain('正常'));
    expect(page.queryByText('撤销')).toBeNull();
  });

  it('deletes immediately if the server can restore the record, and restores it with Ctrl+Z', async () => {
    openResourcePage();
    const row = await rowOf('岗位2');
    fireEvent.click(within(row).getByRole('button', { name: '删除 岗位2' }));
    await page.findByText('已删除「岗位2」');
    await waitFor(() => expect(page.queryByText('岗位2')).toBeNull());
    expect(world.rows.some(({ postId }) => postId === 2)).toBe(false);
    fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true });
    await waitFor(() => expect(world.rows.some(({ postId }) => postId === 2)).toBe(true));
    await rowOf('岗位2');
  });

  it('asks for confirmation if it cannot', async () => {
    world.reset({ ...systemPost, restorable: false }, posts);
    openResourcePage();
    const row = await rowOf('岗位2');
    fireEvent.click(within(row).getByRole('button', { name: '删除 岗位2' }));
    const question = await page.findByRole('dialog', { name: '删除' });
    expect(question.textContent).toContain('删除后无法恢复');
    expect(world.callsTo('DELETE', '/system/post/2')).toEqual([]);
    fireEvent.click(within(question).getByRole('button', { name: '确定' }));
    await waitFor(() => expect(world.rows.some(({ postId }) => postId === 2)).toBe(false));
  });

  const choose = async (...titles: readonly string[]) => {
    for (const title of titles) {
      await rowOf(title);
      fireEvent.click(page.getByLabelText(`选择 ${title}`));
    }
  };
  const confirmDisabling = async () => {
    const question = await page.findByRole('dialog', { name: '设为「停用」' });
    fireEvent.click(within(question).getByRole('button', { name: '确定' }));
    return question.textContent;
  };
  const statuses = (...ids: readonly number[]) =>
    ids.map((id) => world.rows.find(({ postId }) => postId === id)?.status);

  it('asks for confirmation before deleting several, and restores all of them', async () => {
    openResourcePage();
    await choose('岗位2', '岗位3');
    fireEvent.click(page.getByRole('button', { name: '删除所选' }));
    const question = await page.findByRole('dialog', { name: '删除' });
    expect(question.textContent).toContain('岗位2');
    expect(world.callsTo('DELETE', '/system/post/2,3')).toEqual([]);
    fireEvent.click(within(question).getByRole('button', { name: '确定' }));
    await page.findByText('已删除 2 条');
    expect(statuses(2, 3)).toEqual([undefined, undefined]);
    fireEvent.click(page.getByRole('button', { name: '撤销' }));
    await waitFor(() => expect(statuses(2, 3)).toEqual(['0', '0']));
  });

  it('sets the status of the selected rows, and undoes it with 撤销', async () => {
    openResourcePage();
    // The first row is disabled already, so no request is sent for it.
    await choose('岗位1', '岗位2', '岗位3');
    fireEvent.click(page.getByRole('button', { name: '设为「停用」' }));
    const question = await confirmDisabling();
    expect(question).toContain('确定将所选的 2 条岗位数据设为「停用」吗？');
    expect(question).toContain('已是「停用」，跳过：岗位1');
    const done = (await page.findByText('2 条数据已设为「停用」')).closest('[role=status]') as HTMLElement;
    expect(statuses(1, 2, 3)).toEqual(['1', '1', '1']);
    expect(world.callsTo('PUT', '/system/post/changeStatus/batch').map(({ body }) => body)).toEqual([
      [
        { postId: 2, status: '1', version: 1 },
        { postId: 3, status: '1', version: 1 },
      ],
    ]);
    expect(page.queryByRole('button', { name: '取消选择' })).toBeNull();
    // It stays until it is closed.
    expect(within(done).getByRole('button', { name: '关闭' })).toBeVisible();
    fireEvent.click(page.getByRole('button', { name: '撤销' }));
    await waitFor(() => expect(statuses(1, 2, 3)).toEqual(['1', '0', '0']));
  });

  it('asks what disabling the selected rows ends, and names protected rows, which it skips', async () => {
    const guarded: ResourceDef = {
      ...systemPost,
      disabling: { 'zh-CN': '所有画面会中断。', 'en-US': 'All video stops.' },
      stays: {
        when: { field: 'postCode', in: ['code-3'] },
        why: { 'zh-CN': '内置岗位', 'en-US': 'Built-in position' },
        also: ['status'],
      },
    };
    world.reset(guarded, posts);
    openResourcePage();
    await choose('岗位2', '岗位3');
    fireEvent.click(page.getByRole('button', { name: '设为「停用」' }));
    const question = await page.findByRole('dialog', { name: '设为「停用」' });
    expect(question.textContent).toContain('1 条岗位数据设为「停用」吗？\n所有画面会中断。');
    expect(question.textContent).toContain('受保护，状态不能更改，跳过：岗位3');
    fireEvent.click(within(question).getByRole('button', { name: '取消' }));
    await waitFor(() => expect(page.queryByRole('dialog')).toBeNull());
    expect(statuses(2, 3)).toEqual(['0', '0']);
  });

  it('enables without a question, and names the rows that were enabled already', async () => {
    openResourcePage();
    await choose('岗位1', '岗位2');
    fireEvent.click(page.getByRole('button', { name: '设为「正常」' }));
    const done = await page.findByText(/1 条数据已设为「正常」/);
    expect(done.textContent).toContain('已是「正常」，跳过：岗位2');
    expect(statuses(1)).toEqual(['0']);
  });

  it('says that nothing changes if all selected rows have the status', async () => {
    openResourcePage();
    await choose('岗位1');
    fireEvent.click(page.getByRole('button', { name: '设为「停用」' }));
    await page.findByText('已是「停用」，跳过：岗位1');
    expect(world.callsTo('PUT', '/system/post/changeStatus')).toEqual([]);
  });

  const sorts = () => world.rows.slice(0, 3).map(({ postSort }) => postSort);

  it('edits one field of the selected rows after a preview, reports rejected rows, and undoes it', async () => {
    const guarded: ResourceDef = {
      ...systemPost,
      stays: {
        when: { field: 'postCode', in: ['code-1'] },
        why: { 'zh-CN': '内置岗位', 'en-US': 'Built-in position' },
        also: ['edit'],
      },
    };
    world.reset(
      guarded,
      posts.map((post) => ({ ...post, postSort: post.postId })),
    );
    openResourcePage();
    await choose('岗位1', '岗位2', '岗位3', '岗位4');
    fireEvent.click(page.getByRole('button', { name: '批量修改' }));
    const dialog = await page.findByRole('dialog', { name: '批量修改岗位' });
    fireEvent.click(within(dialog).getByRole('combobox', { name: '字段' }));
    fireEvent.click(await page.findByRole('option', { name: '显示顺序' }));
    const input = await within(dialog).findByLabelText(/显示顺序/);
    fireEvent.change(input, { target: { value: '-1' } });
    fireEvent.click(within(dialog).getByRole('button', { name: '修改 3 条' }));
    await within(dialog).findByText(/显示顺序不能小于/);
    expect(world.callsTo('PUT', '/system/post/batch')).toEqual([]);
    fireEvent.change(input, { target: { value: '3' } });
    expect(within(dialog).getByRole('status').textContent).toBe(
      ['将修改 2 条数据：岗位2、岗位4', '已是该值，跳过：岗位3', '受保护，不能修改，跳过：岗位1'].join('\n'),
    );
    world.refusedRows.set('4', '不能修改');
    fireEvent.click(within(dialog).getByRole('button', { name: '修改 2 条' }));
    const report = await page.findByRole('dialog', { name: '批量设置结果' });
    expect(report.textContent).toContain('岗位4不能修改');
    expect(world.callsTo('PUT', '/system/post/batch').map(({ body }) => body)).toEqual([
      [
        { postId: 2, postSort: 3, version: 1 },
        { postId: 4, postSort: 3, version: 1 },
      ],
    ]);
    await page.findByText('已修改 1 条数据的「显示顺序」');
    expect(sorts()).toEqual([1, 3, 3]);
    fireEvent.click(page.getByRole('button', { name: '撤销' }));
    await waitFor(() => expect(sorts()).toEqual([1, 2, 3]));
  });

  it('replaces related rows of the selected rows, compares them without an order, and undoes it', async () => {
    const people: ResourceDef = {
      ...systemPost,
      fields: {
        ...systemPost.fields,
        roles: {
          label: { 'zh-CN': '角色', 'en-US': 'Roles' },
          kind: 'relation',
          relation: { resource: 'system.post', multiple: true },
          form: { widget: 'multiSelect' },
        },
      },
    };
    const roles = [[7], [9, 8], [8, 9]];
    world.reset(
      people,
      posts.slice(0, 3).map((post, at) => ({ ...post, roles: roles[at] })),
    );
    world.answers.set('GET /system/post/options', [
      { id: 8, title: '操作员' },
      { id: 9, title: '审计员' },
    ]);
    openResourcePage();
    await choose('岗位1', '岗位2', '岗位3');
    fireEvent.click(page.getByRole('button', { name: '批量修改' }));
    const dialog = await page.findByRole('dialog', { name: '批量修改岗位' });
    fireEvent.click(within(dialog).getByRole('combobox', { name: '字段' }));
    fireEvent.click(await page.findByRole('option', { name: '角色' }));
    const preview = () => within(dialog).getByRole('status').textContent;
    const replaces = '所选角色将替换这些数据原有的全部角色，不选则清空。';
    await waitFor(() => expect(preview()).toBe(`${replaces}\n将修改 3 条数据：岗位1、岗位2、岗位3`));
    fireEvent.click(within(dialog).getByLabelText('角色', { selector: 'input' }));
    fireEvent.click(await page.findByRole('option', { name: '操作员' }));
    fireEvent.click(await page.findByRole('option', { name: '审计员' }));
    await waitFor(() =>
      expect(preview()).toBe(`${replaces}\n将修改 1 条数据：岗位1\n已是该值，跳过：岗位2、岗位3`),
    );
    fireEvent.click(within(dialog).getByRole('button', { name: '修改 1 条' }));
    await page.findByText('已修改 1 条数据的「角色」');
    expect(world.callsTo('PUT', '/system/post/batch').map(({ body }) => body)).toEqual([
      [{ postId: 1, roles: [8, 9], version: 1 }],
    ]);
    fireEvent.click(page.getByRole('button', { name: '撤销' }));
    await waitFor(() => expect(world.rows[0]?.roles).toEqual([7]));
  });

  it('reports for which selected row the status was rejected, and sets the others', async () => {
    openResourcePage();
    await choose('岗位2', '岗位3');
    world.refusedRows.set('2', '不能停用');
    fireEvent.click(page.getByRole('button', { name: '设为「停用」' }));
    await confirmDisabling();
    const report = await page.findByRole('dialog', { name: '批量设置结果' });
    expect(
      within(report)
        .getAllByRole('row')
        .map(({ textContent }) => textContent),
    ).toEqual(['岗位2不能停用', '岗位3操作成功']);
    expect(statuses(2, 3)).toEqual(['0', '1']);
  });

  it('offers none of these without edit permission', async () => {
    openResourcePage({ permissions: ['system:post:list', 'system:post:query'] });
    await rowOf('岗位2');
    expect(page.queryByLabelText('选择 岗位2')).toBeNull();
  });

  it('deletes one by one if several are rejected together, and reports the result of each', async () => {
    const { ApiError } = await import('../../app/_console/api/api-error.ts');
    openResourcePage();
    await rowOf('岗位1');
    fireEvent.click(page.getByLabelText('选择 岗位1'));
    fireEvent.click(page.getByLabelText('选择 岗位2'));
    world.answers.set('DELETE /system/post/1,2', new ApiError('U0200', '岗位已分配，不能删除'));
    fireEvent.click(page.getByRole('button', { name: '删除所选' }));
    fireEvent.click(
      within(await page.findByRole('dialog', { name: '删除' })).getByRole('button', { name: '确定' }),
    );
    const report = await page.findByRole('dialog', { name: '批量删除结果' });
    world.answers.set('DELETE /system/post/1', new ApiError('U0200', '岗位已分配，不能删除'));
    fireEvent.click(within(report).getByRole('button', { name: '逐条删除' }));
    await waitFor(() =>
      expect(
        within(report)
          .getAllByRole('row')
          .map(({ textContent }) => textContent),
      ).toEqual(['岗位1岗位已分配，不能删除', '岗位2操作成功']),
    );
  });
});

describe('a selection over several pages', () => {
  const many = (count: number) =>
    Array.from({ length: count }, (_, index) => ({
      ...posts[1]!,
      postId: index + 1,
      postName: `岗位${index + 1}`,
    }));
  let tab: OpenedPage;
  const open = async (count: number, definition: ResourceDef = systemPost) => {
    world.reset(definition, many(count));
    tab = openResourcePage();
    await rowOf('岗位1');
  };
  const chooseAll = async (count: number) => {
    fireEvent.click(page.getByLabelText('选择 岗位1'));
    fireEvent.click(await page.findByRole('button', { name: `选择全部 ${count} 条` }));
    await page.findByText(`已选 ${count} / 全部 ${count} 条`);
  };
  const press = (name: string) => fireEvent.click(page.getByRole('button', { name }));
  const sentIds = (method: string) =>
    world.calls
      .filter((call) => call.method === method && call.path.startsWith('/system/post/'))
      .map(({ path }) => path.slice('/system/post/'.length).split(','));
  const isIn = (box: string) => (page.getByLabelText(box) as HTMLInputElement).checked;
  const confirm = async (dialog: string, typed?: string) => {
    const question = await page.findByRole('dialog', { name: dialog });
    if (typed) fireEvent.change(within(question).getByRole('textbox'), { target: { value: typed } });
    await act(async () => {
      fireEvent.click(within(question).getByRole('button', { name: '确定' }));
    });
    return question.textContent;
  };

  it('选择全部 250 条 selects the results of every page, except deselected ones', async () => {
    await open(250);
    await chooseAll(250);
    expect(page.queryByRole('button', { name: '选择全部 250 条' })).toBeNull();
    press('第 2 页');
    await rowOf('岗位11');
    expect(isIn('选择 岗位11')).toBe(true);
    fireEvent.click(page.getByLabelText('选择 岗位11'));
    expect(page.getByText('已选 249 / 全部 250 条')).toBeVisible();
    press('第 1 页');
    await rowOf('岗位1');
    expect(isIn('选择 岗位1')).toBe(true);
    press('取消选择');
    expect(isIn('选择 岗位1')).toBe(false);
  });

  it('is cleared when the search changes', async () => {
    await open(250);
    await chooseAll(250);
    fireEvent.change(page.getByLabelText('关键字'), { target: { value: '岗位20' } });
    fireEvent.submit(page.getByRole('search'));
    await waitFor(() => expect(page.queryByText('岗位1')).toBeNull());
    expect(page.queryByRole('button', { name: '取消选择' })).toBeNull();
  });

  it('is not offered if one page holds all results', async () => {
    await open(10);
    fireEvent.click(page.getByLabelText('选择 岗位1'));
    expect(page.queryByRole('button', { name: /选择全部/ })).toBeNull();
  });

  it('exports all by the filters, and by ids if some are deselected', async () => {
    await open(250);
    await chooseAll(250);
    press('导出所选');
    fireEvent.click(await page.findByRole('menuitem', { name: '导出 CSV' }));
    await waitFor(() => expect(world.downloads).toHaveLength(1));
    expect(world.downloads[0]?.form).not.toHaveProperty('ids');
    fireEvent.click(page.getByLabelText('选择 岗位2'));
    press('导出所选');
    fireEvent.click(await page.findByRole('menuitem', { name: '导出 CSV' }));
    await waitFor(() => expect(world.downloads).toHaveLength(2));
    const ids = String(world.downloads[1]?.form.ids).split(',');
    expect(ids).toHaveLength(249);
    expect(ids).not.toContain('2');
  });

  it('deletes 250 in batches of 100 after a confirmation with the number, and restores all of them', async () => {
    await open(250);
    await chooseAll(250);
    press('删除所选');
    expect(await confirm('删除')).toContain('确定删除所选的 250 条岗位数据吗？');
    await page.findByText('已删除 250 条');
    expect(sentIds('DELETE').map(({ length }) => length)).toEqual([100, 100, 50]);
    expect(world.rows).toEqual([]);
    press('撤销');
    await waitFor(() => expect(world.rows).toHaveLength(250));
  });

  it('includes no other rows where the page shows a part of them', async () => {
    const rows = many(40).map((row, index) => ({ ...row, status: index % 2 === 0 ? '0' : '1' }));
    world.reset(systemPost, rows);
    openResourcePage({ fixed: { status: '0' } });
    await rowOf('岗位1');
    await chooseAll(20);
    press('删除所选');
    await confirm('删除');
    await page.findByText('已删除 20 条');
    expect(world.rows.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => '1'));
  });

  it('reports why each rejected row failed, and keeps it selected', async () => {
    const { ApiError } = await import('../../app/_console/api/api-error.ts');
    const refusal = () => new ApiError('U0200', '岗位已分配，不能删除');
    await open(250);
    await chooseAll(250);
    const second = Array.from({ length: 100 }, (_, index) => index + 101).join(',');
    world.answers.set(`DELETE /system/post/${second}`, refusal());
    world.answers.set('DELETE /system/post/150', refusal());
    press('删除所选');
    await confirm('删除');
    const report = await page.findByText('成功 249 条，失败 1 条，未处理 0 条。');
    const dialog = report.closest('[role=dialog]') as HTMLElement;
    expect(
      within(dialog)
        .getAllByRole('row')
        .map(({ textContent }) => textContent),
    ).toEqual(['岗位150岗位已分配，不能删除']);
    expect(world.rows.map(({ postId }) => postId)).toEqual([150]);
    fireEvent.click(within(dialog).getAllByRole('button', { name: '关闭' })[0]!);
    await page.findByText('已选 1 / 全部 1 条');
  });

  it('an irreversible deletion requires typing the number, and can be stopped between batches', async () => {
    await open(250, { ...systemPost, restorable: false });
    await chooseAll(250);
    press('删除所选');
    let go = () => {};
    world.answers.set(
      `DELETE /system/post/${Array.from({ length: 100 }, (_, index) => index + 1).join(',')}`,
      new Promise<null>((resolve) => {
        go = () => resolve(null);
      }),
    );
    expect(await confirm('删除', '250')).toContain('删除后无法恢复');
    fireEvent.click(await page.findByRole('button', { name: '停止' }));
    go();
    await page.findByText('成功 100 条，失败 0 条，未处理 150 条。');
    expect(sentIds('DELETE')).toHaveLength(1);
    expect(page.queryByRole('button', { name: '撤销' })).toBeNull();
  });

  it('stops after a call without a response, and reports the rest as not processed', async () => {
    const { ApiError } = await import('../../app/_console/api/api-error.ts');
    await open(250);
    await chooseAll(250);
    const second = Array.from({ length: 100 }, (_, index) => index + 101).join(',');
    world.answers.set(`DELETE /system/post/${second}`, new ApiError('network', '后端接口连接异常'));
    press('删除所选');
    await confirm('删除');
    await page.findByText('成功 100 条，失败 100 条，未处理 50 条。');
    expect(world.rows).toHaveLength(150);
    await page.findByText('已删除 100 条');
  });

  const statusCalls = () =>
    world
      .callsTo('PUT', '/system/post/changeStatus/batch')
      .map(({ body }) => (body as readonly unknown[]).length);

  it('sets the status of 250 after a confirmation, in batches of 100, reports rejections, and undoes it', async () => {
    await open(250);
    await chooseAll(250);
    world.refusedRows.set('150', '不能停用');
    press('设为「停用」');
    expect(await confirm('设为「停用」')).toContain('250 条');
    const report = await page.findByText('成功 249 条，失败 1 条，未处理 0 条。');
    const dialog = report.closest('[role=dialog]') as HTMLElement;
    expect(
      within(dialog)
        .getAllByRole('row')
        .map(({ textContent }) => textContent),
    ).toEqual(['岗位150不能停用']);
    expect(statusCalls()).toEqual([100, 100, 50]);
    expect(world.rows.filter(({ status }) => status === '1')).toHaveLength(249);
    await page.findByText('249 条数据已设为「停用」');
    press('撤销');
    await waitFor(() => expect(world.rows.filter(({ status }) => status === '1')).toEqual([]));
    expect(statusCalls()).toEqual([100, 100, 50, 100, 100, 49]);
  });

  it('goes on while its tab is hidden, which is not closed without a question', async () => {
    await open(250);
    await chooseAll(250);
    press('设为「停用」');
    let go = () => {};
    world.answers.set(
      'PUT /system/post/changeStatus/batch',
      new Promise((resolve) => {
        go = () => resolve({ done: Array.from({ length: 100 }, (_, index) => index + 1), refused: [] });
      }),
    );
    await confirm('设为「停用」');
    await page.findByRole('button', { name: '停止' });
    await tab.show(false);
    expect(tab.isUnsaved()).toBe(true);
    go();
    await page.findByText('250 条数据已设为「停用」');
    expect(statusCalls()).toEqual([100, 100, 50]);
    await waitFor(() => expect(tab.isUnsaved()).toBe(false));
  });

  it('a status change can be stopped between batches, and unprocessed rows remain selected', async () => {
    await open(250);
    await chooseAll(250);
    press('设为「停用」');
    let go = () => {};
    world.answers.set(
      'PUT /system/post/changeStatus/batch',
      new Promise((resolve) => {
        go = () => resolve({ done: Array.from({ length: 100 }, (_, index) => index + 1), refused: [] });
      }),
    );
    await confirm('设为「停用」');
    fireEvent.click(await page.findByRole('button', { name: '停止' }));
    go();
    await page.findByText('成功 100 条，失败 0 条，未处理 150 条。');
    expect(statusCalls()).toEqual([100]);
    await page.findByText('100 条数据已设为「停用」');
    await page.findByText('已选 150 / 全部 250 条');
  });

  it('changes each status separately if the server has no batch call', async () => {
    const { ApiError } = await import('../../app/_console/api/api-error.ts');
    await open(3);
    for (const name of ['岗位1', '岗位2', '岗位3']) fireEvent.click(page.getByLabelText(`选择 ${name}`));
    const unknown = new ApiError('http', '系统接口404异常', { status: 404 });
    world.answers.set('PUT /system/post/changeStatus/batch', unknown);
    press('设为「停用」');
    await confirm('设为「停用」');
    await page.findByText('3 条数据已设为「停用」');
    expect(world.callsTo('PUT', '/system/post/changeStatus')).toHaveLength(3);
    expect(world.rows.map(({ status }) => status)).toEqual(['1', '1', '1']);
  });

  it('processes no more than 10,000 rows, and asks to narrow the search', async () => {
    await open(250);
    await chooseAll(250);
    world.answers.set('GET /system/post/page', { records: [], total: 10_001, pageNum: 1, pageSize: 100 });
    press('删除所选');
    await page.findByText('一次最多处理 10000 条，请缩小查询范围');
    expect(sentIds('DELETE')).toEqual([]);
  });
});

describe('offline', () => {
  const goOnline = (isOnline: boolean) => {
    Object.defineProperty(navigator, 'onLine', { value: isOnline, configurable: true });
    window.dispatchEvent(new Event(isOnline ? 'online' : 'offline'));
  };
  afterEach(() => goOnline(true));

  it('a list shows that it is offline, and loads when the network is back', async () => {
    goOnline(false);
    openResourcePage();
    await page.findByText('网络连接已断开，恢复后将自动加载');
    expect(lastPage()).toBeUndefined();
    act(() => goOnline(true));
    await rowOf('岗位1');
  });
});

describe('while the server does not respond', () => {
  const outage = new ApiError(localCodes.network, '网络异常');

  it('a list says that it retries', async () => {
    world.answers.set('GET /system/post/page', outage);
    openResourcePage();
    await page.findByText('正在自动重试，服务器恢复后会自动加载。');
  });

  it('rows remain as they are when a refresh fails', async () => {
    openResourcePage();
    await rowOf('岗位1');
    world.answers.set('GET /system/post/page', outage);
    fireEvent.click(page.getByRole('button', { name: '刷新' }));
    await waitFor(() => expect(world.callsTo('GET', '/system/post/page').length).toBe(2));
    await rowOf('岗位1');
    expect(page.queryByRole('alert')).toBeNull();
  });
});

describe('on a phone', () => {
  beforeEach(() => {
    screen.isNarrow = true;
  });

  it('the list is first, and search and department tree are collapsed', async () => {
    openResourcePage({ slots: { aside: { title: '部门', content: () => '一棵树' } } });
    await page.findByText('岗位1');
    expect(page.queryByLabelText('关键字')).toBeNull();
    expect(page.queryByText('一棵树')).toBeNull();
    fireEvent.click(page.getByRole('button', { name: '部门' }));
    expect(page.getByText('一棵树')).toBeVisible();
    fireEvent.click(page.getByRole('button', { name: '搜索与筛选' }));
    fireEvent.change(page.getByLabelText('关键字'), { target: { value: '岗位7' } });
    fireEvent.click(page.getByRole('button', { name: '搜索' }));
    await waitFor(() => expect(page.queryByText('岗位1')).toBeNull());
  });

  it('a card shows four fields with a value, and the others on request', async () => {
    const many = Object.fromEntries(
      ['一', '二', '三', '四'].map((name) => [`更多${name}`, { ...systemPost.fields.remark, list: {} }]),
    );
    world.reset({ ...systemPost, fields: { ...systemPost.fields, ...many } }, posts.slice(0, 1));
    openResourcePage();
    const card = (await page.findByText('岗位1')).closest('li')!;
    expect(within(card).getAllByRole('term')).toHaveLength(4);
    fireEvent.click(within(card).getByRole('button', { name: '其余 4 项' }));
    expect(within(card).getAllByRole('term')).toHaveLength(8);
  });
});

describe('files', () => {
  it('exports the selected rows', async () => {
    openResourcePage({ query: 'status=0' });
    await rowOf('岗位2');
    fireEvent.click(page.getByLabelText('选择 岗位2'));
    fireEvent.click(page.getByLabelText('选择 岗位3'));
    fireEvent.click(page.getByRole('button', { name: '导出所选' }));
    fireEvent.click(await page.findByRole('menuitem', { name: '导出 CSV' }));
    await waitFor(() => expect(world.downloads[0]?.form).toMatchObject({ ids: '2,3', format: 'csv' }));
    expect(world.downloads[0]?.form).not.toHaveProperty('status');
  });

  it('exports the filtered and visible data in the order of the columns', async () => {
    openResourcePage({ query: 'status=0' });
    await rowOf('岗位2');
    fireEvent.keyDown(document.body, { key: 'e' });
    fireEvent.click(await page.findByRole('menuitem', { name: '导出 CSV' }));
    await waitFor(() =>
      expect(world.downloads).toEqual([
        {
          path: '/system/post/export',
          form: {
            status: '0',
            orderByColumn: 'postSort',
            isAsc: 'asc',
            columns: ['postCode', 'postName', 'postSort', 'status', 'createTime'],
            format: 'csv',
          },
          fileName: expect.stringMatching(/^岗位 \d{4}-\d\d-\d\d \d{4}\.csv$/),
        },
      ]),
    );
  });
});
