import { cleanup, fireEvent, screen as page, waitFor, within } from '@testing-library/react';
import { expect } from 'expect';
import { afterEach, beforeEach, describe, it } from 'vitest';
import { systemNotice } from '../../lib/contracts/admin/resources/system-notice.resource.ts';
import { systemPost } from '../../lib/contracts/admin/resources/system-post.resource.ts';
import { closePages, openResourcePage, world } from '../kit/resource-page.tsx';

beforeEach(() => world.reset(systemPost, [{ postId: 1, postCode: 'ceo', postName: '董事长', status: '0' }]));
afterEach(() => {
  cleanup();
  closePages();
});

const input = (name: string) => page.getByLabelText<HTMLInputElement>(name);
const type = (name: string, text: string) => fireEvent.change(input(name), { target: { value: text } });
const search = () => fireEvent.click(page.getByRole('button', { name: '搜索' }));
const calendar = (field: string) => page.findByRole('dialog', { name: `打开日历：${field}` });
const openCalendar = async (field: string) => {
  fireEvent.click(page.getByRole('button', { name: `打开日历：${field}` }));
  const dialog = await calendar(field);
  await within(dialog).findByRole('table');
  return dialog;
};
const pressIn = (dialog: HTMLElement, name: string | RegExp) =>
  fireEvent.click(within(dialog).getByRole('button', { name }));

describe('the date range of a search', () => {
  const from = '创建时间 从';
  const to = '创建时间 到';
  const requested = (view: ReturnType<typeof openResourcePage>) => [
    view.query().get('params[beginCreateTime]'),
    view.query().get('params[endCreateTime]'),
  ];
  const open = async (query = '') => {
    const view = openResourcePage({ query });
    await page.findByText('董事长');
    return view;
  };

  it('can be typed as whole days or to the second', async () => {
    const view = await open();
    type(from, '2026/1/2');
    type(to, '2026-01-03 12:30');
    fireEvent.blur(input(from));
    expect(input(from)).toHaveValue('2026-01-02 00:00:00');
    search();
    await waitFor(() => expect(requested(view)).toEqual(['2026-01-02 00:00:00', '2026-01-03 12:30:59']));
    expect((await page.findByRole('group', { name: '筛选条件' })).textContent).toContain(
      '2026-01-02 – 2026-01-03 12:30:59',
    );
  });

  it('reports an invalid date and does not search', async () => {
    const view = await open();
    type(from, '2026-02-30');
    expect(page.queryByText(/请按 yyyy-MM-dd/)).toBeNull();
    fireEvent.blur(input(from));
    expect(page.getByText('格式：yyyy-MM-dd 或 yyyy-MM-dd HH:mm:ss')).toBeVisible();
    expect(input(from).checkValidity()).toBe(false);
    search();
    expect(requested(view)).toEqual([null, null]);
    type(from, '');
    expect(input(from).checkValidity()).toBe(true);
  });

  it('reports a date without a leading year at once, because 1/2 is ambiguous', async () => {
    await open();
    type(from, '1/2');
    expect(page.getByText('格式：yyyy-MM-dd 或 yyyy-MM-dd HH:mm:ss')).toBeVisible();
    type(from, '2026/1/2 3:4');
    expect(page.queryByText(/请按 yyyy-MM-dd/)).toBeNull();
    fireEvent.blur(input(from));
    expect(input(from)).toHaveValue('2026-01-02 03:04:00');
  });

  it('accepts the ends in reverse order', async () => {
    const view = await open();
    type(from, '2026-01-03');
    type(to, '2026-01-02');
    search();
    await waitFor(() => expect(requested(view)).toEqual(['2026-01-02 00:00:00', '2026-01-03 23:59:59']));
  });

  it('can be selected in a calendar in the language of the console', async () => {
    const view = await open(
      'params[beginCreateTime]=2026-01-02 00:00:00&params[endCreateTime]=2026-01-03 00:00:00',
    );
    const dialog = await openCalendar(from);
    expect(dialog.textContent).toContain('2026年1月');
    expect(
      within(dialog)
        .getAllByRole('columnheader')
        .map((day) => day.textContent),
    ).toEqual(['一', '二', '三', '四', '五', '六', '日']);
    pressIn(dialog, '2026年1月12日星期一');
    pressIn(dialog, '2026年1月20日星期二');
    await waitFor(() => expect(page.queryByRole('dialog')).toBeNull());
    expect([input(from).value, input(to).value]).toEqual(['2026-01-12 00:00:00', '2026-01-20 23:59:59']);
    search();
    await waitFor(() => expect(requested(view)).toEqual(['2026-01-12 00:00:00', '2026-01-20 23:59:59']));
  });

  it('has presets', async () => {
    await open();
    const dialog = await openCalendar(to);
    const names = ['今天', '近 7 天', '近 30 天', '本月'];
    for (const name of names) expect(within(dialog).getByRole('button', { name })).toBeVisible();
    pressIn(dialog, '近 7 天');
    const days =
      (Date.parse(`${input(to).value}Z`) - Date.parse(`${input(from).value}Z`) + 1_000) / 86_400_000;
    expect(days).toBe(7);
    const again = await openCalendar(to);
    expect(
      names.map((name) => within(again).getByRole('button', { name }).getAttribute('aria-pressed')),
    ).toEqual(['false', 'true', 'false', 'false']);
  });

  it('is accessible by keyboard: the focus starts at the selected day, and Escape closes only the calendar', async () => {
    await open('params[beginCreateTime]=2026-01-02 00:00:00');
    fireEvent.keyDown(input(from), { key: 'ArrowDown' });
    const dialog = await calendar(from);
    await waitFor(() =>
      expect(document.activeElement?.getAttribute('aria-label')).toBe('2026年1月2日星期五'),
    );
    fireEvent.keyDown(document.activeElement!, { key: 'ArrowRight' });
    await waitFor(() =>
      expect(document.activeElement?.getAttribute('aria-label')).toBe('2026年1月3日星期六'),
    );
    fireEvent.keyDown(document.activeElement!, { key: 'Escape' });
    await waitFor(() => expect(dialog.isConnected).toBe(false));
  });
});

describe('a time field of a form', () => {
  const label = '过期时间';
  const open = async () => {
    world.reset(systemNotice, []);
    openResourcePage({ query: 'at=new' });
    await page.findByRole('button', { name: '保存' });
  };

  it("can be typed, and an invalid time is rejected with the server's message", async () => {
    await open();
    type(label, '2031-5-6 7:08');
    fireEvent.blur(input(label));
    expect(input(label)).toHaveValue('2031-05-06 07:08:00');
    type(label, 'morgen');
    fireEvent.blur(input(label));
    await page.findByText(`${label}的格式应为 yyyy-MM-dd HH:mm:ss`);
  });

  it('consists of a calendar day, hours, minutes and seconds', async () => {
    await open();
    type(label, '2031-05-06');
    const dialog = await openCalendar(label);
    pressIn(dialog, '2031年5月9日星期五');
    fireEvent.change(within(dialog).getByLabelText('时'), { target: { value: '18' } });
    fireEvent.change(within(dialog).getByLabelText('分'), { target: { value: '30' } });
    expect(input(label)).toHaveValue('2031-05-09 18:30:00');
    pressIn(dialog, '确定');
    await waitFor(() => expect(dialog.isConnected).toBe(false));
    expect(input(label)).toHaveValue('2031-05-09 18:30:00');
  });
});
