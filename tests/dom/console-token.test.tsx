import { fireEvent, screen as page, waitFor, within } from '@testing-library/react';
import { expect } from 'expect';
import { afterEach, beforeEach, describe, it } from 'vitest';
import { leavePages, server, showConsolePage } from '../kit/console-page-view.tsx';

const { default: TokenPage } = await import('../../app/_console/pages/token/token-page.tsx');

const hex = (letter: string) => letter.repeat(32);
const portal = { id: hex('a'), title: '门户', fields: { maxTokenSeconds: 604_800, capabilities: [] } };
const guest = {
  id: hex('b'),
  title: '访客',
  fields: { maxTokenSeconds: 7_200, capabilities: ['live', 'ptz'] },
};
const yard = { id: hex('1'), title: '院内录像机', detail: 'YARD1', fields: { serial: 'YARD1' } };
const camera = (id: string, title: string, deviceId: string, deviceSerial: string, channelNo: number) => ({
  id: hex(id),
  title,
  detail: deviceSerial,
  fields: { deviceId, deviceSerial, channelNo },
});
const eastGate = camera('5', '东门', yard.id, 'YARD1', 2);
const northGate = camera('6', '北门', yard.id, 'YARD1', 1);
const lone = camera('7', '仓库', hex('2'), 'STORE9', 1);

beforeEach(() => {
  server.on('GET /iot/application/options', ({ query }) =>
    [portal, guest].filter(({ id }) => !query.ids || query.ids === id),
  );
  server.on('GET /iot/device/options', ({ query: { keyword, ids } }) => {
    if (ids) return [{ id: hex('2'), title: '仓库机' }];
    return !keyword || '院内录像机YARD1'.includes(String(keyword)) ? [yard] : [];
  });
  server.on('GET /iot/camera/options', ({ query: { keyword = '' } }) =>
    [eastGate, northGate, lone].filter(({ title, detail }) => `${title} ${detail}`.includes(String(keyword))),
  );
  server.on('POST /iot/token', () => ({
    id: hex('f'),
    accessToken: 'at.CANARY-TOKEN',
    expireTime: Date.UTC(2026, 10, 21, 0, 0, 0),
  }));
});
afterEach(leavePages);

const open = async () => {
  const view = showConsolePage(<TokenPage />, { query: 'at=new' });
  await page.findByRole('button', { name: '保存' });
  return view;
};
const save = () => fireEvent.click(page.getByRole('button', { name: '保存' }));
const form = () => within(page.getByRole('dialog', { name: '新增访问令牌' }));
/** Opens the dropdown of a form field and returns it. */
const drop = async (name: string) => {
  const box = form().getByRole('combobox', { name });
  if (box.getAttribute('aria-expanded') !== 'true') fireEvent.click(box);
  await waitFor(() => expect(document.getElementById(box.getAttribute('aria-controls') ?? '')).toBeTruthy());
  return within(document.getElementById(box.getAttribute('aria-controls') ?? '')!);
};
const choose = async (box: string, option: string | RegExp) =>
  fireEvent.click(await (await drop(box)).findByRole('option', { name: option }));
const select = (name: string) => fireEvent.click(page.getByRole('radio', { name }));
const meaning = () => page.getByText('此令牌的权限').closest<HTMLElement>('[role="alert"]')!;
const line = (name: string) =>
  within(within(meaning()).getByRole('rowheader', { name }).closest('tr')!).getByRole('cell').textContent ??
  '';
const sent = () => server.to('POST /iot/token').at(-1)?.body;
const cameras = '选择摄像头';

describe('cameras of a token', () => {
  it('are devices and their channels by name, with their serial numbers', async () => {
    await open();
    const list = await drop(cameras);
    await list.findByRole('option', { name: /^仓库（/ });
    await list.findByRole('option', { name: '仓库机：全部通道' });
    expect(list.getAllByRole('option').map((option) => option.textContent)).toEqual([
      '院内录像机：全部通道',
      '北门（通道 1）YARD1:1',
      '东门（通道 2）YARD1:2',
      '仓库机：全部通道',
      '仓库（通道 1）STORE9:1',
    ]);
    expect(page.getByText('院内录像机（YARD1）')).toBeVisible();
  });

  it('are searched on the server, and a device found by name shows its channels', async () => {
    await open();
    const box = form().getByRole('combobox', { name: cameras });
    fireEvent.click(box);
    fireEvent.change(box, { target: { value: '录像机' } });
    await waitFor(() =>
      expect(server.to('GET /iot/camera/options').map(({ query }) => query.keyword)).toContain('YARD1'),
    );
    const list = await drop(cameras);
    await list.findByRole('option', { name: /^东门/ });
    expect(list.queryByRole('option', { name: /^仓库/ })).toBeNull();
  });

  it('a selected device replaces its channels', async () => {
    await open();
    await choose('应用', '门户');
    await choose(cameras, /^东门/);
    await choose(cameras, /^仓库（/);
    await choose(cameras, '院内录像机：全部通道');
    const eastGate = (await drop(cameras)).getByRole('option', { name: /^东门/ });
    expect(eastGate.hasAttribute('data-combobox-disabled')).toBe(true);
    expect(line('摄像头')).toBe('仓库（通道 1）、院内录像机：全部通道');
    save();
    await waitFor(() => expect(sent()).toMatchObject({ cameras: ['STORE9:1', 'YARD1'] }));
    // A token has no name: the toast shows its number.
    await page.findByText(`已新增访问令牌「${hex('f')}」`);
  });

  it('are required: every camera is a selection of its own', async () => {
    await open();
    await choose('应用', '门户');
    save();
    await page.findByText('摄像头不能为空');
    expect(sent()).toBeUndefined();
    select('全部摄像头');
    expect(page.getByText(/包括以后新增的/)).toBeVisible();
    expect(line('摄像头')).toBe('全部摄像头');
    save();
    await waitFor(() => expect(sent()).toMatchObject({ cameras: null, expireSeconds: 86_400 }));
  });
});

describe('the lifetime of a token', () => {
  const untilSeconds = () => {
    const [, time = ''] = /^(\S+ \S+)（/.exec(line('到期时间')) ?? [];
    return (Date.parse(time.replace(' ', 'T')) - Date.now()) / 1_000;
  };
  const near = (seconds: number) => expect(Math.abs(untilSeconds() - seconds)).toBeLessThan(30);

  it('is one day by default, and its end is shown', async () => {
    await open();
    expect(page.getByRole<HTMLInputElement>('radio', { name: '1 天' })).toBeChecked();
    expect(line('到期时间')).toContain('（1 天后）');
    near(86_400);
    select('7 天');
    near(604_800);
    select('1 小时');
    near(3_600);
  });

  it('can be a number of minutes, hours or days within the limits', async () => {
    await open();
    await choose('应用', '门户');
    select('全部摄像头');
    select('自定义');
    const amount = page.getByRole('textbox', { name: '时长' });
    const unit = page.getByRole('combobox', { name: '单位' });
    fireEvent.change(amount, { target: { value: '3' } });
    fireEvent.change(unit, { target: { value: '3600' } });
    expect(line('到期时间')).toContain('（3 小时后）');
    near(3 * 3_600);
    fireEvent.change(amount, { target: { value: '200' } });
    save();
    await waitFor(() => expect(page.getAllByText('1 分钟至 7 天')).toHaveLength(1));
    expect(line('到期时间')).toBe('尚未设置有效期');
    expect(sent()).toBeUndefined();
    fireEvent.change(amount, { target: { value: '' } });
    save();
    expect(sent()).toBeUndefined();
    fireEvent.change(amount, { target: { value: '90' } });
    fireEvent.change(unit, { target: { value: '60' } });
    save();
    await waitFor(() => expect(sent()).toMatchObject({ expireSeconds: 5_400 }));
  });

  it('and the capabilities are limited to those of the application', async () => {
    await open();
    expect(line('能力')).toBe('尚未选择应用');
    await choose('应用', '访客');
    await waitFor(() => expect(line('能力')).toBe('直播、云台'));
    near(7_200);
    expect(meaning().textContent).toContain('所选应用的令牌有效期最长 2 小时');
    const offered = (await drop('能力')).getAllByRole('option');
    expect(offered.map((option) => option.textContent)).toEqual(['直播', '云台']);
    fireEvent.click(offered[0]!);
    expect(line('能力')).toBe('直播');
  });
});

describe('a new token', () => {
  it('is shown once, with its expiry, and can be copied', async () => {
    await open();
    await choose('应用', '门户');
    await choose(cameras, /^东门/);
    save();
    const dialog = await page.findByRole('dialog', { name: '访问令牌已签发' });
    expect(within(dialog).getByLabelText<HTMLInputElement>('访问令牌')).toHaveValue('at.CANARY-TOKEN');
    expect(dialog.textContent).toMatch(/有效至 2026-11-2[01] \d\d:00:00/);
    expect(within(dialog).getByRole('button', { name: '复制' })).toBeVisible();
    fireEvent.click(within(dialog).getAllByRole('button', { name: '关闭' }).at(-1)!);
    fireEvent.click(await within(dialog).findByRole('button', { name: '已保存，关闭' }));
    await waitFor(() => expect(document.body.innerHTML).not.toContain('CANARY'));
    expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain('CANARY');
  });

  it('counts as saved only if it was copied, which browsers refuse on pages over plain HTTP', async () => {
    await open();
    await choose('应用', '门户');
    await choose(cameras, /^东门/);
    save();
    const dialog = await page.findByRole('dialog', { name: '访问令牌已签发' });
    const press = (name: string) => fireEvent.click(within(dialog).getAllByRole('button', { name }).at(-1)!);
    press('复制');
    expect(await within(dialog).findByText(/请按 Ctrl\+C/)).toBeVisible();
    const { selectionStart, selectionEnd } = within(dialog).getByLabelText<HTMLInputElement>('访问令牌');
    expect([selectionStart, selectionEnd]).toEqual([0, 'at.CANARY-TOKEN'.length]);
    press('关闭');
    press('返回');

    const written: string[] = [];
    const clipboard = { writeText: async (text: string) => void written.push(text) };
    Object.defineProperty(navigator, 'clipboard', { value: clipboard, configurable: true });
    press('复制');
    expect(await within(dialog).findByRole('button', { name: '已复制' })).toBeVisible();
    Reflect.deleteProperty(navigator, 'clipboard');
    press('关闭');
    await waitFor(() => expect(document.body.innerHTML).not.toContain('CANARY'));
    expect(written).toEqual(['at.CANARY-TOKEN']);
  });
});
