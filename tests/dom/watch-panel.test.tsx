import { fireEvent, screen as page, waitFor, within } from '@testing-library/react';
import { expect } from 'expect';
import { useState } from 'react';
import { afterEach, beforeEach, describe, it } from 'vitest';
import { zoneOf } from '../../lib/kernel/zone-time.ts';
import { leavePages, server, showConsolePage } from '../kit/console-page-view.tsx';

// After the import above, which replaces the API.
const { WatchPanel } = await import('../../app/watch/parts/watch-panel.tsx');
const { NoteDraftProvider } = await import('../../app/watch/parts/note-draft.tsx');

afterEach(leavePages);

const [id, deviceId] = ['a'.repeat(32), 'b'.repeat(32)];
const camera = {
  ...{ id, deviceId, name: '大门', path: 'DEMO00001/1', accessToken: 'token', appKey: 'app' },
  ...{ expireTime: 0, capabilities: ['live' as const] },
};
const address = {
  ...{ serial: 'DEMO00001', channelNo: 1, template: null, quality: 'hd' as const, language: null },
  moment: { kind: 'live' as const },
};
const zone = zoneOf('Asia/Shanghai');
const show = (permissions: readonly string[]) =>
  showConsolePage(
    <NoteDraftProvider>
      <WatchPanel camera={camera} address={address} zone={zone} state={null} stats={null} />
    </NoteDraftProvider>,
    { permissions },
  );
/** Mounts the panel anew, as a link to another moment of the camera does. */
function TwoMoments() {
  const [moment, setMoment] = useState(1);
  return (
    <NoteDraftProvider>
      <WatchPanel key={moment} camera={camera} address={address} zone={zone} state={null} stats={null} />
      <button type="button" onClick={() => setMoment(2)}>
        另一时刻
      </button>
    </NoteDraftProvider>
  );
}
const part = (name: string) => within(page.getByRole('region', { name }));

beforeEach(() => {
  server.on(`GET /iot/watch/${id}/notes`, () => []);
  server.on(`GET /iot/watch/${id}/online`, () => []);
  server.on(`GET /iot/watch/${id}/viewers`, () => []);
  server.on(`GET /iot/camera/${id}`, () => ({ id, onlineStatus: '1', address: '北门' }));
});

describe('the panel of a camera', () => {
  it('has the parts that the person has the permission for, and asks for no others', async () => {
    show([]);
    expect(page.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
      '播放',
    ]);
    expect(server.calls.filter(({ path }) => path.includes('watch') || path.includes('operlog'))).toEqual([]);
  });

  it('has all parts with all permissions, each with a text for nothing', async () => {
    show([
      ...['iot:camera:notes', 'iot:camera:query', 'iot:alarm:list', 'iot:camera:viewers'],
      'monitor:operlog:list',
    ]);
    for (const [name, text] of [
      ['备注', '还没有备注'],
      ['在线历史', '还没有记录到上线或离线'],
      ['报警', '没有报警'],
      ['正在观看', '没有人在观看'],
      ['操作日志', '没有操作记录'],
    ] as const)
      expect(await part(name).findByText(text)).toBeVisible();
    expect(await page.findByText('北门')).toBeVisible();
  });

  it('offers to load a part again that could not be loaded', async () => {
    server.on(`GET /iot/watch/${id}/online`, () => {
      throw new Error('down');
    });
    show(['iot:camera:query']);
    const retry = await part('在线历史').findByRole('button', { name: '重试' });
    server.on(`GET /iot/watch/${id}/online`, () => [
      { id: 2, time: '2026-11-27 10:00:00', isOnline: false, reason: '摄像机拒绝了登录' },
    ]);
    fireEvent.click(retry);
    expect(await part('在线历史').findByText('离线')).toBeVisible();
    expect(part('在线历史').getByText(/摄像机拒绝了登录/)).toBeVisible();
  });

  it('keeps the text of a note that could not be added', async () => {
    show(['iot:camera:notes', 'iot:camera:addNote']);
    const field = page.getByRole('textbox', { name: '添加备注' });
    fireEvent.change(field, { target: { value: '镜头有水汽' } });
    fireEvent.click(page.getByRole('button', { name: '添加备注' }));
    await waitFor(() => expect(server.to(`POST /iot/watch/${id}/notes`)).toHaveLength(1));
    expect(field).toHaveValue('镜头有水汽');
    server.on(`POST /iot/watch/${id}/notes`, () => ({ id: 1 }));
    fireEvent.click(page.getByRole('button', { name: '添加备注' }));
    await waitFor(() => expect(field).toHaveValue(''));
  });

  it('keeps the note that is being written while another moment is opened', async () => {
    showConsolePage(<TwoMoments />, { permissions: ['iot:camera:notes', 'iot:camera:addNote'] });
    const field = () => page.getByRole('textbox', { name: '添加备注' });
    fireEvent.change(field(), { target: { value: '镜头有水汽' } });
    fireEvent.click(page.getByRole('button', { name: '另一时刻' }));
    expect(field()).toHaveValue('镜头有水汽');
    const leaving = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(leaving);
    expect(leaving.defaultPrevented).toBe(true);
  });

  it('offers to delete the notes that the person may delete only', async () => {
    const note = { text: '已更换', time: '2026-11-27 10:00:00' };
    server.on(`GET /iot/watch/${id}/notes`, () => [
      { ...note, id: 1, author: '客服一', canRemove: true },
      { ...note, id: 2, author: '客服二', canRemove: false },
    ]);
    show(['iot:camera:notes']);
    await page.findAllByText('已更换');
    expect(
      page.getAllByRole('button', { name: /^删除/ }).map((one) => one.getAttribute('aria-label')),
    ).toEqual(['删除 客服一 2026-11-27 10:00:00 的备注']);
  });
});
