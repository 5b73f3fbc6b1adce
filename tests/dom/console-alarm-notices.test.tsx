import { fireEvent, screen as page, waitFor } from '@testing-library/react';
import { expect } from 'expect';
import { afterEach, beforeEach, describe, it } from 'vitest';
import type { TabHost } from '../../app/_console/shell/tab-host.ts';
import { leavePages, server, showConsolePage } from '../kit/console-page-view.tsx';

const { AlarmNotices } = await import('../../app/_console/shell/notices/alarm-notices.tsx');
const { HostContext } = await import('../../app/_console/shell/shell-context.ts');

const idOf = (number: number) => String(number).padStart(32, '0');
const newest = { cameraName: '大门', title: '人形检测', time: '2026-01-01 07:59:30' };
let opened: string[];
/** Alarms since the start, which the fake server counts. */
let raised: number;
let setting: unknown;

beforeEach(() => {
  opened = [];
  raised = 0;
  setting = null;
  server.on('GET /preference/alarm.notice', () => setting);
  server.on('GET /iot/alarm/news', ({ query }) => {
    const known = query.after === undefined ? raised : Number(query.after);
    const count = raised - known;
    return { last: raised, count, newest: count > 0 ? { ...newest, id: idOf(raised) } : null };
  });
});
afterEach(leavePages);

function show(permissions = ['iot:alarm:list']): void {
  const host = { open: async (path: string) => void opened.push(path) } as unknown as TabHost;
  showConsolePage(
    <HostContext value={host}>
      <AlarmNotices />
    </HostContext>,
    { permissions },
  );
}
const asked = () => server.to('GET /iot/alarm/news');

describe('new alarms', () => {
  it('are one message that counts them, and opens the page of alarms', async () => {
    raised = 7;
    show();
    await waitFor(() => expect(asked()).toHaveLength(1));
    // Those before the console was opened are not new.
    expect(page.queryByRole('alert')).toBeNull();
    raised = 8;
    expect(await page.findByText('新报警', {}, { timeout: 8_000 })).toBeVisible();
    expect(page.getByText(/大门 · 人形检测/)).toBeVisible();
    raised = 11;
    expect(await page.findByText('4 条新报警', {}, { timeout: 8_000 })).toBeVisible();
    expect(page.getAllByRole('alert')).toHaveLength(1);
    expect(asked().map(({ query }) => query.after)).toEqual([undefined, 7, 8]);
    fireEvent.click(page.getByRole('button', { name: '查看' }));
    expect(opened).toEqual(['/iot/alarm']);
    await waitFor(() => expect(page.queryByRole('alert')).toBeNull());
  });

  it('are those of the kinds that this person wants', async () => {
    setting = { isOn: true, kinds: ['tamper', 'unknown', 'person'] };
    show();
    await waitFor(() => expect(asked()).toHaveLength(1));
    expect(asked()[0]!.query).toEqual({ kinds: 'tamper,person' });
  });

  it.each([
    ['who turned them off', { isOn: false, kinds: null }, ['iot:alarm:list']],
    ['who may not list alarms', null, ['iot:camera:list']],
  ])('are not asked for, for somebody %s', async (_who, stored, permissions) => {
    setting = stored;
    show(permissions);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(asked()).toEqual([]);
  });
});
