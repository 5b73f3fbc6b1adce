import { act, fireEvent, screen as page, waitFor, within } from '@testing-library/react';
import { expect } from 'expect';
import { afterEach, beforeEach, describe, it, vi } from 'vitest';
import { ApiError } from '../../app/_console/api/api-error.ts';
import type { OrielPlayerProps } from '../../host-sdk/react/index.tsx';
import { leavePages, pageOf, server, showConsolePage } from '../kit/console-page-view.tsx';

const shown: OrielPlayerProps[] = [];
// The player itself needs a server; its SDK has tests of its own.
vi.doMock('../../host-sdk/react/index.tsx', () => ({
  OrielPlayer: (props: OrielPlayerProps) => {
    shown.push(props);
    return <div data-testid="player" />;
  },
}));
const { default: AlarmPage } = await import('../../app/_console/pages/alarm/alarm-page.tsx');
await import('../../app/_console/pages/alarm/alarm-recording.tsx');

const alarm = {
  id: 'a'.repeat(32),
  cameraName: '大门',
  channelId: 'c'.repeat(32),
  deviceSerial: 'GATE',
  channelNo: 1,
  kind: 'person',
  name: null,
  startTime: '2026-01-01 07:59:30',
  endTime: '2026-01-01 07:59:40',
  state: '0',
  source: 'onvif',
  hasImage: false,
};
const smoke = { ...alarm, id: 'b'.repeat(32), cameraName: '仓库', kind: 'external', name: '烟雾' };

beforeEach(() => {
  shown.length = 0;
  server.on('GET /iot/alarm/page', () => pageOf([alarm, smoke]));
  let issued = 0;
  server.on('POST /iot/recording/play', () => {
    issued += 1;
    return {
      accessToken: `at.${issued}`,
      appKey: 'console',
      expireTime: Date.now() + 600_000,
      path: 'GATE/1',
    };
  });
});
afterEach(leavePages);

const show = (permissions: readonly string[]) => showConsolePage(<AlarmPage />, { permissions });
const open = async (name: string) =>
  fireEvent.click(await page.findByRole('button', { name: `查看录像 ${name} 2026-01-01 07:59:30` }));

describe('the page of alarms', () => {
  it('names the buttons of several alarms of one camera by their times', async () => {
    const later = { ...alarm, id: 'd'.repeat(32), startTime: '2026-01-01 08:10:00' };
    server.on('GET /iot/alarm/page', () => pageOf([alarm, later]));
    show(['iot:alarm:list', 'iot:alarm:query', 'iot:recording:play']);
    for (const { startTime } of [alarm, later])
      for (const action of ['详情', '查看录像'])
        expect(await page.findByRole('button', { name: `${action} 大门 ${startTime}` })).toBeVisible();
  });

  it('has a button to acknowledge in each row, until that is done', async () => {
    const done = { ...alarm, id: 'd'.repeat(32), state: '1', startTime: '2026-01-01 08:10:00' };
    server.on('GET /iot/alarm/page', () => pageOf([alarm, done]));
    server.on('PUT /iot/alarm/acknowledgeOne', () => null);
    show(['iot:alarm:list', 'iot:alarm:query', 'iot:alarm:acknowledge', 'iot:recording:play']);
    fireEvent.click(await page.findByRole('button', { name: `处理 大门 ${alarm.startTime}` }));
    await waitFor(() =>
      expect(server.to('PUT /iot/alarm/acknowledgeOne')[0]?.body).toEqual({ id: alarm.id }),
    );
    expect(page.queryByRole('button', { name: `处理 大门 ${done.startTime}` })).toBeNull();
  });

  it('shows a lock for the picture of an encrypted camera, and nothing where there is none', async () => {
    server.on('GET /iot/alarm/page', () => pageOf([{ ...alarm, hasImage: true }, smoke]));
    server.on(`GET /iot/alarm/${alarm.id}/picture`, () => ({ content: 'AAAA', isEncrypted: true }));
    show(['iot:alarm:list', 'iot:alarm:query']);
    expect(await page.findByRole('img', { name: '画面已加密，请在录像中输入验证码查看' })).toBeVisible();
    expect(server.calls.filter(({ path }) => path.endsWith('/picture'))).toHaveLength(1);
  });

  it('says that a picture could not be loaded', async () => {
    server.on('GET /iot/alarm/page', () => pageOf([{ ...alarm, hasImage: true }]));
    server.on(`GET /iot/alarm/${alarm.id}/picture`, () => new ApiError('500', '系统错误'));
    show(['iot:alarm:list', 'iot:alarm:query']);
    expect(await page.findByRole('img', { name: '画面加载失败' })).toBeVisible();
  });

  it('asks for no pictures for somebody who may not see the details', async () => {
    server.on('GET /iot/alarm/page', () => pageOf([{ ...alarm, hasImage: true }]));
    show(['iot:alarm:list']);
    await page.findByText('大门');
    expect(server.calls.filter(({ path }) => path.endsWith('/picture'))).toEqual([]);
  });

  it('plays the recording of an alarm in the player with the template pcRec', async () => {
    show(['iot:alarm:list', 'iot:recording:play']);
    await open('大门');
    const drawer = await page.findByRole('dialog', { name: '大门 的报警录像' });
    expect(within(drawer).getByText('人形检测 · 2026-01-01 07:59:30')).toBeVisible();
    await within(drawer).findByTestId('player');
    expect(server.to('POST /iot/recording/play').map(({ body }) => body)).toEqual([{ id: alarm.channelId }]);
    const props = shown.at(-1)!;
    expect(props).toMatchObject({
      url: `ezopen://oriel/GATE/1.cloud.rec?alarmId=${alarm.id}`,
      template: 'pcRec',
      app: 'console',
      title: '大门',
    });
    // The first token is available; a later one is issued for the same camera.
    expect([await props.getToken('start'), await props.getToken('renewal')]).toEqual(['at.1', 'at.2']);
  });

  it('names an alarm of an outside system as that system does, and tells why nothing plays', async () => {
    show(['iot:alarm:list', 'iot:recording:play']);
    await open('仓库');
    const drawer = await page.findByRole('dialog', { name: '仓库 的报警录像' });
    expect(within(drawer).getByText('烟雾 · 2026-01-01 07:59:30')).toBeVisible();
    await within(drawer).findByTestId('player');
    act(() => shown.at(-1)!.onError?.({ message: '找不到该报警消息' } as never));
    expect(await within(drawer).findByText('找不到该报警消息')).toBeVisible();
    fireEvent.click(within(drawer).getByRole('button', { name: '关闭' }));
    await waitFor(() => expect(page.queryByTestId('player')).toBeNull());
  });

  it('has no recordings for users who may not play them', async () => {
    show(['iot:alarm:list']);
    expect((await page.findAllByText('大门')).length).toBeGreaterThan(0);
    expect(page.queryByRole('button', { name: /查看录像/ })).toBeNull();
  });
});
