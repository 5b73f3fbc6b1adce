import { cleanup, fireEvent, screen as page, waitFor, within } from '@testing-library/react';
import { expect } from 'expect';
import { afterEach, beforeEach, describe, it } from 'vitest';
import { resources } from '../../lib/contracts/admin/resources/index.ts';
import { systemPost } from '../../lib/contracts/admin/resources/system-post.resource.ts';
import { closePages, openResourcePage, screen, world } from '../kit/resource-page.tsx';

beforeEach(() => world.reset(systemPost, []));
afterEach(() => {
  cleanup();
  closePages();
});

describe('an empty list', () => {
  it.each([false, true])(
    'explains its rows and offers what the user may do (narrow: %s)',
    async (isNarrow) => {
      screen.isNarrow = isNarrow;
      const tab = openResourcePage();
      await page.findByText('还没有岗位');
      page.getByText(systemPost.purpose['zh-CN']);
      page.getByRole('button', { name: '导入岗位' });
      fireEvent.click(page.getByRole('button', { name: '新增岗位' }));
      await page.findByRole('dialog', { name: '新增岗位' });
      expect(tab.query().get('at')).toBe('new');
    },
  );

  it('says who may add rows if the user may not', async () => {
    openResourcePage({ permissions: ['system:post:list'] });
    await page.findByText('您没有新增岗位的权限。如有需要，请联系管理员。');
    expect(page.queryByRole('button', { name: /岗位$/ })).toBeNull();
  });

  it('offers to clear a search without results instead', async () => {
    const tab = openResourcePage({ query: 'keyword=x' });
    await page.findByText('没有符合条件的数据');
    expect(page.queryByText('还没有岗位')).toBeNull();
    fireEvent.click(page.getAllByRole('button', { name: '清除筛选' }).at(-1)!);
    await page.findByText('还没有岗位');
    expect(tab.query().get('keyword')).toBeNull();
  });

  it('has an explanation in both languages for every resource', () => {
    const missing = Object.values(resources).filter(
      ({ purpose }) => !purpose['zh-CN'].endsWith('。') || !purpose['en-US'].endsWith('.'),
    );
    expect(missing.map(({ key }) => key)).toEqual([]);
  });
});

describe('the toast after a change', () => {
  const post = { postId: 7, postCode: 'seven', postName: '门卫', postSort: 1, status: '0', remark: '' };

  it('names a new record and links to it', async () => {
    const tab = openResourcePage();
    fireEvent.click(await page.findByRole('button', { name: '新增岗位' }));
    const dialog = await page.findByRole('dialog', { name: '新增岗位' });
    const type = (label: RegExp, value: string) =>
      fireEvent.change(within(dialog).getByLabelText(label), { target: { value } });
    type(/岗位编码/, 'eight');
    type(/岗位名称/, '巡逻');
    fireEvent.click(within(dialog).getByRole('button', { name: '保存' }));
    const link = await page.findByRole('link', { name: '已新增岗位「巡逻」' });
    expect(link.getAttribute('href')).toMatch(/^\/system\/post\?at=show\.\d+$/);
    await waitFor(() => expect(page.queryByRole('dialog')).toBeNull());
    fireEvent.click(link);
    await waitFor(() => expect(tab.query().get('at')).toMatch(/^show\.\d+$/));
    await within(await page.findByRole('dialog')).findByText('巡逻');
  });

  it('links to a record whose status was switched', async () => {
    world.reset(systemPost, [post]);
    openResourcePage();
    fireEvent.click(await page.findByRole('switch'));
    const link = await page.findByRole('link', { name: '「门卫」已设为「停用」' });
    expect(link.getAttribute('href')).toBe('/system/post?at=show.7');
    page.getByRole('button', { name: '撤销' });
  });

  it('is plain text for users who may not open the record', async () => {
    world.reset(systemPost, [post]);
    openResourcePage({ permissions: ['system:post:list', 'system:post:edit'], query: 'at=edit.7' });
    const dialog = await page.findByRole('dialog');
    fireEvent.change(await within(dialog).findByLabelText(/岗位名称/), { target: { value: '保安' } });
    fireEvent.click(within(dialog).getByRole('button', { name: '保存' }));
    await page.findByText('已修改岗位「保安」');
    expect(page.queryByRole('link')).toBeNull();
  });
});
