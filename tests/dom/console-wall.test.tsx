import { act, fireEvent, screen as page, waitFor, within } from '@testing-library/react';
import { expect } from 'expect';
import { afterEach, beforeEach, describe, it, vi } from 'vitest';
import { leavePages, server, showConsolePage } from '../kit/console-page-view.tsx';

// After the import above, which replaces the API.
const { default: WallPage } = await import('../../app/_console/pages/wall/wall-page.tsx');
const { RotationControls } = await import('../../app/_console/pages/wall/rotation-controls.tsx');
const { useRotation } = await import('../../app/_console/pages/wall/use-rotation.ts');

afterEach(leavePages);

const [gate, yard, hall] = ['a', 'b', 'c'].map((digit) => digit.repeat(32)) as [string, string, string];
const names: Record<string, string> = { [gate]: '大门', [yard]: '院子', [hall]: '大厅' };
let hasRecordings: boolean;
let permitted: string[];

beforeEach(() => {
  hasRecordings = true;
  permitted = [gate, yard, hall];
  server.on('GET /iot/camera/options', () => permitted.map((id) => ({ id, title: names[id]!, fields: {} })));
  server.on('POST /iot/wall/play', ({ body }) => ({
    accessToken: 'token',
    appKey: 'app',
    expireTime: 0,
    hasRecordings,
    cameras: (body as { ids: string[] }).ids
      .filter((id) => permitted.includes(id))
      .map((id) => ({ id, name: names[id]!, path: `${id[0]!.toUpperCase()}/1` })),
  }));
});

const show = (
  tiles: readonly (string | null)[] | null = [gate, yard, null, null],
  more: readonly string[] = [],
) => {
  server.on('GET /preference/wall.layout', () => tiles);
  showConsolePage(<WallPage />, { permissions: ['iot:camera:play', 'iot:camera:list', ...more] });
};
const asked = () => server.to('POST /iot/wall/play').map(({ body }) => (body as { ids: string[] }).ids);
const tile = (name: string) => page.findByRole('article', { name });

describe('the video wall', () => {
  it('shows the stored cameras, with one token for all of them', async () => {
    show();
    for (const name of ['画面 1：大门', '画面 2：院子'])
      expect(within(await tile(name)).getByTitle(name).tagName).toBe('IFRAME');
    expect(within(await tile('画面 3')).getByText('未选择摄像头')).toBeVisible();
    expect(asked()).toEqual([[gate, yard]]);
  });

  it('begins with the first cameras', async () => {
    show(null);
    await tile('画面 3：大厅');
    expect(asked()).toEqual([[gate, yard, hall]]);
  });

  it('says which tile may not be watched', async () => {
    permitted = [yard];
    show();
    await tile('画面 2：院子');
    expect(within(await tile('画面 1')).getByText('摄像头已停用或不可见')).toBeVisible();
  });

  it('keeps the other players when a tile gets another camera, and asks for a token of the new wall', async () => {
    show([gate, yard, hall, null]);
    const kept = within(await tile('画面 1：大门')).getByTitle('画面 1：大门');
    fireEvent.click(within(await tile('画面 2：院子')).getByRole('button', { name: '清空画面 2' }));
    expect(within(await tile('画面 2')).getByText('未选择摄像头')).toBeVisible();
    expect(within(await tile('画面 1：大门')).getByTitle('画面 1：大门')).toBe(kept);
    expect(asked()).toEqual([
      [gate, yard, hall],
      [gate, hall],
    ]);
  });

  it('keeps the cameras on fewer tiles, as far as they fit', async () => {
    show([null, gate, null, yard]);
    await tile('画面 2：大门');
    fireEvent.click(page.getByRole('radio', { name: '1 个画面' }));
    await tile('画面 1：大门');
    expect(page.getAllByRole('article')).toHaveLength(1);
  });

  it('has one timeline for the recordings of all tiles', async () => {
    show();
    await tile('画面 1：大门');
    fireEvent.click(page.getByRole('radio', { name: '回放' }));
    const timeline = await page.findByRole('region', { name: '所有画面的时间轴' });
    expect(within(timeline).getByTitle('所有画面的时间轴').tagName).toBe('IFRAME');
    const [first, second] = ['大门', '院子'].map((name) =>
      page.getByRole('button', { name: `时间轴显示 ${name}` }),
    );
    expect(first).toHaveAttribute('aria-pressed', 'true');
    act(() => void fireEvent.click(second!));
    expect([first, second].map((button) => button!.getAttribute('aria-pressed'))).toEqual(['false', 'true']);
    fireEvent.click(page.getByRole('radio', { name: '实时' }));
    expect(page.queryByRole('region', { name: '所有画面的时间轴' })).toBeNull();
  });

  it('has none without the permission to play recordings', async () => {
    hasRecordings = false;
    show();
    await tile('画面 1：大门');
    expect(page.queryByRole('radio', { name: '回放' })).toBeNull();
  });

  it('can be opened again after a failure', async () => {
    const { answers } = server;
    const play = answers.get('POST /iot/wall/play')!;
    server.on('POST /iot/wall/play', () => {
      throw new Error('down');
    });
    show();
    expect(await page.findByText('无法打开视频墙')).toBeVisible();
    server.on('POST /iot/wall/play', play);
    fireEvent.click(page.getByRole('button', { name: '重试' }));
    await tile('画面 1：大门');
  });

  it('does not say so any more when the same cameras are selected again', async () => {
    const play = server.answers.get('POST /iot/wall/play')!;
    server.on('POST /iot/wall/play', () => {
      throw new Error('down');
    });
    show();
    await page.findByText('无法打开视频墙');
    server.on('POST /iot/wall/play', play);
    fireEvent.click(page.getByRole('button', { name: '清空画面 2' }));
    await tile('画面 1：大门');
    fireEvent.click(page.getByRole('combobox', { name: '画面 2 的摄像头' }));
    fireEvent.click(await page.findByRole('option', { name: '院子' }));
    await tile('画面 2：院子');
    expect(page.queryByText('无法打开视频墙')).toBeNull();
  });

  it('frames the tile of a camera with a new alarm, and names it', async () => {
    server.on('GET /iot/alarm/page', () => ({
      records: [{ id: 'e'.repeat(32), channelId: yard, kind: 'intrusion', name: '翻墙', startTime: '' }],
    }));
    show([gate, yard, null, null], ['iot:alarm:list']);
    expect(await within(await tile('画面 2：院子')).findByText('报警：翻墙')).toBeVisible();
    expect(await tile('画面 2：院子')).toHaveAttribute('data-alarm', 'true');
    expect(await tile('画面 1：大门')).toHaveAttribute('data-alarm', 'false');
  });

  it('leads from each tile to the page of its camera, and to its recordings', async () => {
    show();
    const gateTile = within(await tile('画面 1：大门'));
    expect(gateTile.getByRole('link', { name: '大门 的完整页面' })).toHaveAttribute('href', '/watch/A/1');
    expect(gateTile.getByRole('button', { name: '大门 一分钟前的录像' })).toBeVisible();
  });

  it('is saved with its cameras, size and rotation', async () => {
    let saved: unknown;
    server.on('POST /iot/savedWall', ({ body }) => {
      saved = body;
      return { id: 1 };
    });
    show([gate, yard, null, null], ['iot:savedWall:add']);
    await tile('画面 1：大门');
    fireEvent.click(page.getByRole('button', { name: '保存视频墙' }));
    const dialog = within(await page.findByRole('dialog', { name: '保存视频墙' }));
    fireEvent.change(dialog.getByRole('textbox', { name: '名称' }), { target: { value: '夜班' } });
    fireEvent.click(dialog.getByRole('button', { name: '保存' }));
    await waitFor(() =>
      expect(saved).toEqual({ name: '夜班', cameras: [gate, yard], size: '4', rotateSec: '30' }),
    );
  });
});

describe('a wall with more cameras than tiles', () => {
  const all = ['a', 'b', 'c'];
  function Turning({ everySec }: { readonly everySec: number }) {
    const rotation = useRotation(all, 1, everySec);
    return (
      <>
        <RotationControls rotation={rotation} isTimed={everySec > 0} />
        <output>{rotation.tiles.join()}</output>
      </>
    );
  }
  const shown = () => page.getByRole('status').textContent;

  afterEach(() => {
    vi.useRealTimers();
  });

  it('shows them in turn until it is paused', () => {
    vi.useFakeTimers();
    showConsolePage(<Turning everySec={10} />, {});
    expect(shown()).toBe('a');
    act(() => void vi.advanceTimersByTime(10_000));
    expect(shown()).toBe('b');
    fireEvent.click(page.getByRole('button', { name: '暂停轮换' }));
    act(() => void vi.advanceTimersByTime(60_000));
    expect(shown()).toBe('b');
    fireEvent.click(page.getByRole('button', { name: '继续轮换' }));
    act(() => void vi.advanceTimersByTime(20_000));
    expect(shown()).toBe('a');
  });

  it('shows them by hand without rotation', () => {
    showConsolePage(<Turning everySec={0} />, {});
    fireEvent.click(page.getByRole('button', { name: '上一组' }));
    expect(shown()).toBe('c');
    expect(page.getByText('第 3 组，共 3 组')).toBeVisible();
    fireEvent.click(page.getByRole('button', { name: '下一组' }));
    expect(shown()).toBe('a');
    expect(page.queryByRole('button', { name: '暂停轮换' })).toBeNull();
  });
});
