import { webcrypto } from 'node:crypto';
import { TextDecoder, TextEncoder } from 'node:util';
import { act, fireEvent, screen as page, waitFor, within } from '@testing-library/react';
import { expect } from 'expect';
import { Activity, useState } from 'react';
import { afterEach, beforeEach, describe, it, vi } from 'vitest';
import { ApiError } from '../../app/_console/api/api-error.ts';
import { readKeyTerms } from '../../lib/codec/mp4/encryption.ts';
import { initSegment } from '../../lib/codec/mp4/init-segment.ts';
import { AppError } from '../../lib/kernel/app-error.ts';
import { deriveMediaKey } from '../../lib/kernel/media-key.ts';
import { zoneOf } from '../../lib/kernel/zone-time.ts';
import { leavePages, server, showConsolePage } from '../kit/console-page-view.tsx';

// After the import above, which replaces the API.
const { default: RecordingPage } = await import('../../app/_console/pages/recording/recording-page.tsx');
await import('../../app/_console/pages/recording/camera-recordings.tsx');
const { DayParts } = await import('../../app/_console/pages/recording/day-parts.tsx');
await import('../../app/_console/pages/recording/export-dialog.tsx');
const { instantOf, LocalTimeField, localTimeOf } = await import(
  '../../app/_console/pages/recording/local-time-field.tsx'
);

afterEach(leavePages);

const id = 'c'.repeat(32);
const hour = 60 * 60_000;
const recording = {
  id,
  name: '大门',
  serial: 'GATE',
  channelNo: 1,
  store: 'cloud',
  bytes: 3 * 2 ** 30,
  bytesPerDay: 2 ** 30,
  firstTime: '2026-01-01 08:00:00',
  lastTime: '2026-01-03 09:30:00',
  keepDays: 30,
  maxBytes: null,
  limitInDays: null,
};
const show = (usage: object) => {
  server.on('GET /iot/recording/usage', () => usage);
  showConsolePage(<RecordingPage />, { permissions: ['iot:recording:list'] });
};

describe('the page of recordings', () => {
  it('says when the disk is full, and what each camera uses', async () => {
    const limited = { ...recording, store: 'device', maxBytes: 5 * 2 ** 30, limitInDays: 2.4 };
    show({ fullInDays: 6.9, recordings: [recording, limited] });
    expect(await page.findByText('6 天后写满')).toBeVisible();
    expect(page.getByText('6.0 GB')).toBeVisible();
    const [, cloud, card] = page.getAllByRole('row');
    expect(cloud!.textContent).toBe('大门云存储3.0 GB1.0 GB30 天2026-01-01 08:002026-01-03 09:30查看');
    expect(card!.textContent).toContain('5.0 GB · 2 天后写满');
  });

  it('shows the recordings of the cameras that are looked for', async () => {
    const others = ['仓库', '停车场'].map((name, at) => ({
      ...recording,
      id: String(at),
      name,
      serial: `CAM${at}`,
    }));
    show({ fullInDays: null, recordings: [recording, ...others] });
    const names = () => page.getAllByRole('button', { name: /查看/ }).length;
    const box = await page.findByRole('searchbox', { name: '按摄像头名称或序列号筛选' });
    expect(names()).toBe(3);
    fireEvent.change(box, { target: { value: '仓' } });
    expect(names()).toBe(1);
    expect(page.getByText('1 / 3 条')).toBeVisible();
    fireEvent.change(box, { target: { value: 'cam' } });
    expect(names()).toBe(2);
  });

  it('says that the disk will not fill up, or fills up today', async () => {
    show({ fullInDays: null, recordings: [recording] });
    expect(await page.findByText('不会写满')).toBeVisible();
    leavePages();
    show({ fullInDays: 0.4, recordings: [recording] });
    expect(await page.findByText('今天写满')).toBeVisible();
  });

  it('explains how to start while there is no recording', async () => {
    show({ fullInDays: null, recordings: [] });
    expect(await page.findByText('还没有录像')).toBeVisible();
  });

  describe('of a camera', () => {
    beforeEach(async () => {
      server.on(`GET /iot/recording/${id}/days`, () => ({ days: ['2026-01-02', '2026-01-03'] }));
      server.on(`GET /iot/recording/${id}/day`, () => ({
        dayMs: 24 * hour,
        stretches: [
          part(0, 6, 'schedule'),
          { ...part(6, 8, 'missing'), reasons: ['录像磁盘已满', '服务器已停止'] },
          part(8, 9, 'missing'),
          part(9, 20, 'plan'),
          { ...part(20, 24, 'plan'), reasons: ['录像计划未启用'] },
        ],
      }));
      show({ fullInDays: null, recordings: [recording] });
      fireEvent.click(await page.findByRole('button', { name: '查看 大门 的录像' }));
    });
    const part = (begin: number, end: number, kind: string) => ({
      beginMs: begin * hour,
      endMs: end * hour,
      beginTime: `${String(begin).padStart(2, '0')}:00:00`,
      endTime: `${String(end).padStart(2, '0')}:00:00`,
      kind,
      reasons: [] as string[],
    });

    it('marks the days with recordings, and shows what is missing and why', async () => {
      const dialog = await page.findByRole('dialog', { name: '大门 的录像' });
      expect(await within(dialog).findByRole('img', { name: '25% 有录像' })).toBeVisible();
      const lines = within(within(dialog).getByRole('list', { name: '时段' })).getAllByRole('listitem');
      expect(lines.map(({ textContent }) => textContent)).toEqual([
        '录像00:00:00 – 06:00:00',
        '缺失06:00:00 – 08:00:00录像磁盘已满；服务器已停止',
        '缺失08:00:00 – 09:00:00原因未知',
        '计划外09:00:00 – 20:00:00',
        '计划外20:00:00 – 24:00:00录像计划未启用',
      ]);
      const second = await within(dialog).findByRole('button', { name: /1月2日.*有录像/ });
      fireEvent.click(second);
      await page.findByRole('img', { name: '25% 有录像' });
      const asked = server.to(`GET /iot/recording/${id}/day`).length;
      expect(asked).toBeGreaterThan(1);
    });

    it('offers to load a day again that could not be loaded', async () => {
      const dialog = within(await page.findByRole('dialog', { name: '大门 的录像' }));
      const day = { dayMs: 24 * hour, stretches: [part(0, 12, 'schedule')] };
      let isDown = true;
      server.on(`GET /iot/recording/${id}/day`, () => (isDown ? new ApiError('500', '系统错误') : day));
      fireEvent.click(await dialog.findByRole('button', { name: /1月2日.*有录像/ }));
      const retry = await dialog.findByRole('button', { name: '重试' });
      isDown = false;
      fireEvent.click(retry);
      expect(await dialog.findByRole('img', { name: '50% 有录像' })).toBeVisible();
    });

    it('has no player without the permission to play', async () => {
      const dialog = await page.findByRole('dialog', { name: '大门 的录像' });
      await within(dialog).findByRole('img', { name: '25% 有录像' });
      expect(within(dialog).queryByRole('button', { name: /播放/ })).toBeNull();
      expect(server.to('POST /iot/recording/play')).toEqual([]);
    });
  });
});

describe('a day on which clocks are set back', () => {
  const dayStart = Date.parse('2026-10-24T22:00:00Z');
  const at = (time: string) => Date.parse(`2026-10-25T${time}Z`) - dayStart;
  const part = (from: string, to: string, [beginTime, endTime]: readonly [string, string]) => ({
    ...{ beginMs: at(from), endMs: at(to), beginTime, endTime, kind: 'schedule' as const, reasons: [] },
  });
  const parts = [
    part('00:15:00', '00:30:00', ['02:15:00', '02:30:00']),
    part('01:15:00', '01:30:00', ['02:15:00', '02:30:00']),
    part('05:00:00', '06:00:00', ['06:00:00', '07:00:00']),
  ];
  const showDay = (onPlay: (from: number) => void) =>
    showConsolePage(
      <DayParts
        day={{ dayMs: 25 * hour, stretches: parts }}
        zone={zoneOf('Europe/Berlin')}
        dayStart={dayStart}
        onPlay={onPlay}
      />,
    );

  it('has names at the times that occur twice, as the player has, and plays the one that is chosen', async () => {
    const played: number[] = [];
    showDay((from) => played.push(from));
    const lines = within(await page.findByRole('list', { name: '时段' })).getAllByRole('listitem');
    expect(lines.map(({ textContent }) => textContent)).toEqual([
      '录像02:15:00 CEST – 02:30:00 CEST',
      '录像02:15:00 CET – 02:30:00 CET',
      '录像06:00:00 – 07:00:00',
    ]);
    fireEvent.click(page.getByRole('button', { name: '从 02:15:00 CET 播放' }));
    expect(played).toEqual([at('01:15:00')]);
  });

  it('has its hours where they are in 25 h', async () => {
    showDay(() => undefined);
    const left = async (text: string) => Number.parseFloat((await page.findByText(text)).style.left);
    expect(await left('00:00')).toBe(0);
    expect(await left('06:00')).toBeCloseTo((100 * 7) / 25);
    expect(await left('24:00')).toBe(100);
  });
});

describe('the export of recordings', () => {
  const other = { ...recording, id: 'd'.repeat(32), name: '后门' };
  const answers = new Map<string, () => Response | Promise<Response>>();
  const requests: string[] = [];
  const saved: string[] = [];
  const blobs: Blob[] = [];
  const audio = {
    codec: 'aac',
    codecString: 'mp4a.40.2',
    sampleRate: 8_000,
    channels: 1,
    description: new Uint8Array(2),
  } as const;
  const terms = { salt: btoa('salt'), iterations: 1 };

  beforeEach(() => {
    answers.clear();
    requests.length = 0;
    saved.length = 0;
    server.on('POST /iot/recording/play', ({ body }) => ({
      accessToken: 'token',
      appKey: 'app',
      expireTime: 0,
      path: (body as { id: string }).id === id ? 'GATE/1' : 'BACK/1',
    }));
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(this.download);
    });
    URL.createObjectURL = (blob) => {
      blobs.push(blob as Blob);
      return 'blob:test';
    };
    URL.revokeObjectURL = () => undefined;
    globalThis.fetch = (async (input: string, init: RequestInit) => {
      init.signal?.throwIfAborted();
      if (!String(input).includes('/vod/')) {
        const form = init.body as URLSearchParams;
        const [, serial = ''] = /oriel\/(\w+)/.exec(form.get('ezopen') ?? '') ?? [];
        const url = `https://cam.test/vod/${serial}/1/cloud/index.m3u8`;
        requests.push(form.get('ezopen') ?? '');
        return answerOf({ code: '200', msg: '', data: { url, token: 'ticket', encryption: terms } });
      }
      const serial = String(input).includes('/GATE/') ? 'GATE' : 'BACK';
      requests.push(String(input));
      const aborted = new Promise<never>((_, reject) => {
        init.signal?.addEventListener('abort', () => reject(init.signal?.reason));
      });
      aborted.catch(() => undefined);
      return Promise.race([answers.get(serial)!(), aborted]);
    }) as typeof fetch;
  });
  afterEach(() => {
    vi.restoreAllMocks();
    Reflect.deleteProperty(globalThis, 'showDirectoryPicker');
  });

  const bytesOf = async (blob: Blob) => new Uint8Array(await blob.arrayBuffer());
  // jsdom has no Response.
  const answerOf = (body: unknown, headers: Record<string, string> = {}, status = 200) =>
    ({
      ok: status < 300,
      status,
      statusText: '',
      headers: new Headers(headers),
      json: async () => body,
    }) as unknown as Response;
  const video = (bytes = new Uint8Array([1, 2, 3, 4])) => {
    const chunks = [bytes.slice()];
    const headers = {
      'content-length': String(bytes.length),
      'content-disposition': 'attachment; filename="a.mp4"',
    };
    const answer = answerOf(null, headers);
    const read = async () => {
      const value = chunks.shift();
      return { value, done: value === undefined };
    };
    return {
      ...answer,
      body: { getReader: () => ({ read, cancel: async () => undefined }) },
    } as unknown as Response;
  };
  const openDialog = async (element = <RecordingPage />) => {
    server.on('GET /iot/recording/usage', () => ({ fullInDays: null, recordings: [recording, other] }));
    const shown = showConsolePage(element, { permissions: ['iot:recording:list', 'iot:recording:play'] });
    fireEvent.click(await page.findByRole('button', { name: '导出录像' }));
    const cameras = await page.findByRole('combobox', { name: '摄像头' });
    for (const name of ['大门', '后门']) {
      fireEvent.click(cameras);
      fireEvent.click(await page.findByRole('option', { name }));
    }
    fireEvent.change(page.getByRole('textbox', { name: '开始时间' }), {
      target: { value: '2026-01-02 23:59:00' },
    });
    fireEvent.change(page.getByRole('textbox', { name: '结束时间' }), {
      target: { value: '2026-01-03 00:01:00' },
    });
    return shown;
  };

  it('saves the same range of several cameras, and keeps failures apart', async () => {
    answers.set('GATE', () => video());
    answers.set('BACK', () => answerOf({ code: 'playback.none', msg: 'none' }, {}, 404));
    await openDialog();
    fireEvent.click(page.getByRole('button', { name: '导出' }));
    const results = await page.findByRole('list', { name: '导出进度' });
    expect(await within(results).findByText('已导出 4 B')).toBeVisible();
    expect(await within(results).findByText('此时段没有录像')).toBeVisible();
    expect(saved).toEqual(['a.mp4']);
    const range = 'begin=1767369540000&end=1767369660000';
    expect(requests.toSorted()).toEqual(
      [
        'ezopen://oriel/GATE/1.cloud.rec?begin=20260102&end=20260103',
        'ezopen://oriel/BACK/1.cloud.rec?begin=20260102&end=20260103',
        `https://cam.test/vod/GATE/1/cloud/export.mp4?${range}`,
        `https://cam.test/vod/BACK/1/cloud/export.mp4?${range}`,
      ].toSorted(),
    );
  });

  it('says that the server is busy, and goes on by itself', async () => {
    let refusals = 0;
    answers.set('GATE', () => {
      refusals += 1;
      return refusals > 2 ? video() : answerOf({ code: 'playback.busy' }, { 'retry-after': '0.2' }, 429);
    });
    answers.set('BACK', () => video());
    await openDialog();
    fireEvent.click(page.getByRole('button', { name: '导出' }));
    const results = await page.findByRole('list', { name: '导出进度' });
    expect(await within(results).findByText('服务器繁忙，1 秒后继续')).toBeVisible();
    await waitFor(() => expect(within(results).getAllByText('已导出 4 B')).toHaveLength(2));
  });

  it('of an hour that occurs twice asks which one is meant', async () => {
    const zone = zoneOf('Europe/Berlin');
    const second = Date.parse('2025-10-26T01:30:00Z');
    const chosen: (number | null)[] = [];
    function Field() {
      const [value, setValue] = useState(localTimeOf(second, zone));
      chosen.push(instantOf(value, zone));
      return (
        <LocalTimeField label="开始时间" zone={zone} value={value} disabled={false} onChange={setValue} />
      );
    }
    showConsolePage(<Field />);
    // The time at which the dialog is opened is the one that is meant.
    expect(await page.findByRole('radio', { name: 'CET' })).toBeChecked();
    fireEvent.click(page.getByRole('radio', { name: 'CEST' }));
    fireEvent.change(page.getByRole('textbox', { name: '开始时间' }), {
      target: { value: '2025-10-26 03:30:00' },
    });
    expect(page.queryByRole('radio')).toBeNull();
    const hours = [...new Set(chosen)].map((at) => (at! - second) / 3_600_000);
    expect(hours).toEqual([0, -1, 1]);
  });

  it('of an encrypted camera is decrypted with its code, or stays encrypted', async () => {
    // jsdom has none of these.
    Object.defineProperty(globalThis, 'crypto', { value: webcrypto, configurable: true });
    Object.assign(globalThis, { TextEncoder, TextDecoder });
    const { keyId } = await deriveMediaKey('RIGHT1', terms);
    const head = new Uint8Array(initSegment([{ id: 1, kind: 'audio', config: audio }], { keyId, ...terms }));
    answers.set('GATE', () => video(head));
    answers.set('BACK', () => video());
    await openDialog();
    fireEvent.click(page.getByRole('button', { name: '导出' }));
    const code = () => page.findByLabelText('大门 的设备验证码');
    expect(await code()).toBeVisible();
    expect(page.getByText('已加密')).toBeVisible();
    expect(await page.findByText('已导出 4 B')).toBeVisible();
    expect(saved).toEqual(['a.mp4']);

    fireEvent.change(await code(), { target: { value: 'WRONG1' } });
    fireEvent.click(page.getByRole('button', { name: '解密并导出' }));
    expect(await page.findByText('设备验证码错误')).toBeVisible();
    expect(requests).toContain('ezopen://WRONG1@oriel/GATE/1.cloud.rec?begin=20260102&end=20260103');
    expect(saved).toEqual(['a.mp4']);

    fireEvent.click(page.getByRole('button', { name: '导出加密文件' }));
    await waitFor(() => expect(saved).toEqual(['a.mp4', 'a.mp4']));
    expect(page.queryByLabelText('大门 的设备验证码')).toBeNull();
    expect(await bytesOf(blobs.at(-1)!)).toEqual(head);

    fireEvent.click(page.getByRole('button', { name: '导出' }));
    fireEvent.change(await code(), { target: { value: 'RIGHT1' } });
    fireEvent.click(page.getByRole('button', { name: '解密并导出' }));
    await waitFor(() => expect(saved).toHaveLength(4));
    const clear = await bytesOf(blobs.at(-1)!);
    expect(readKeyTerms(clear)).toBeNull();
    expect(clear).toHaveLength(head.length);
  });

  it('of an encrypted camera stays encrypted on a page over plain HTTP, which says why', async () => {
    Object.defineProperty(globalThis, 'crypto', { value: {}, configurable: true });
    const keyId = '0'.repeat(32);
    const head = new Uint8Array(initSegment([{ id: 1, kind: 'audio', config: audio }], { keyId, ...terms }));
    answers.set('GATE', () => video(head));
    answers.set('BACK', () => video());
    await openDialog();
    fireEvent.click(page.getByRole('button', { name: '导出' }));
    expect(await page.findByText(/浏览器只在 HTTPS 页面中解密/)).toBeVisible();
    expect(page.queryByLabelText('大门 的设备验证码')).toBeNull();
    fireEvent.click(page.getByRole('button', { name: '导出加密文件' }));
    await waitFor(() => expect(saved).toEqual(['a.mp4', 'a.mp4']));
    expect(await bytesOf(blobs.at(-1)!)).toEqual(head);
  });

  it('of an encrypted camera can be repeated after the others were cancelled, with the same range', async () => {
    Object.defineProperty(globalThis, 'crypto', { value: webcrypto, configurable: true });
    const keyId = '0'.repeat(32);
    const head = new Uint8Array(initSegment([{ id: 1, kind: 'audio', config: audio }], { keyId, ...terms }));
    answers.set('GATE', () => video(head));
    answers.set('BACK', () => new Promise<Response>(() => undefined));
    await openDialog();
    fireEvent.click(page.getByRole('button', { name: '导出' }));
    expect(await page.findByLabelText('大门 的设备验证码')).toBeVisible();
    fireEvent.click(page.getByRole('button', { name: '全部取消' }));
    expect(await page.findByText('已取消')).toBeVisible();
    fireEvent.change(page.getByRole('textbox', { name: '结束时间' }), {
      target: { value: '2026-01-02 10:00:00' },
    });
    fireEvent.click(page.getByRole('button', { name: '导出加密文件' }));
    await waitFor(() => expect(saved).toEqual(['a.mp4']));
    expect(requests.at(-1)).toBe(
      'https://cam.test/vod/GATE/1/cloud/export.mp4?begin=1767369540000&end=1767369660000',
    );
  });

  it('is cancelled for one camera, while another one continues', async () => {
    answers.set('GATE', () => new Promise<Response>(() => undefined));
    answers.set('BACK', () => new Promise<Response>(() => undefined));
    await openDialog();
    fireEvent.click(page.getByRole('button', { name: '导出' }));
    await page.findByRole('button', { name: '取消导出 大门' });
    await waitFor(() => expect(requests).toHaveLength(4));
    fireEvent.click(page.getByRole('button', { name: '取消导出 大门' }));
    expect(await page.findByText('已取消')).toBeVisible();
    expect(page.getByRole('button', { name: '取消导出 后门' })).toBeVisible();
    expect(saved).toEqual([]);
  });

  it('is not cancelled by closing the dialog without a question', async () => {
    answers.set('GATE', () => new Promise<Response>(() => undefined));
    answers.set('BACK', () => new Promise<Response>(() => undefined));
    await openDialog();
    fireEvent.click(page.getByRole('button', { name: '导出' }));
    await waitFor(() => expect(requests).toHaveLength(4));
    fireEvent.keyDown(document.body, { key: 'Escape' });
    const question = await page.findByText(/导出还在进行/);
    expect(page.getByRole('list', { name: '导出进度' })).toBeVisible();
    fireEvent.click(within(question.closest('section')!).getByRole('button', { name: '确定' }));
    await waitFor(() => expect(page.queryByRole('list', { name: '导出进度' })).toBeNull());
  });

  it('goes on while its tab is hidden, which is not closed without a question', async () => {
    let show: (isShown: boolean) => void = () => undefined;
    function Tab() {
      const [isShown, setShown] = useState(true);
      show = setShown;
      return (
        <Activity mode={isShown ? 'visible' : 'hidden'}>
          <RecordingPage />
        </Activity>
      );
    }
    let answer: (video: Response) => void = () => undefined;
    answers.set('GATE', () => new Promise((resolve) => (answer = resolve)));
    answers.set('BACK', () => video());
    const tab = await openDialog(<Tab />);
    fireEvent.click(page.getByRole('button', { name: '导出' }));
    await waitFor(() => expect(requests).toHaveLength(4));
    await act(async () => show(false));
    expect(tab.isUnsaved()).toBe(true);
    await act(async () => answer(video()));
    await waitFor(() => expect(saved).toHaveLength(2));
    await act(async () => show(true));
    expect(await page.findAllByText('已导出 4 B')).toHaveLength(2);
    expect(tab.isUnsaved()).toBe(false);

    fireEvent.click(page.getByRole('button', { name: '导出' }));
    await waitFor(() => expect(requests).toHaveLength(8));
    leavePages();
    await act(async () => answer(video()));
    expect(saved).toHaveLength(3);
  });

  it('into a folder leaves no file of a camera that fails, which says why', async () => {
    const files = new Map<string, string>([['a.mp4', 'of an earlier export']]);
    const folder = {
      async getFileHandle(name: string, { create = false } = {}) {
        if (!files.has(name) && !create) throw new DOMException('', 'NotFoundError');
        files.set(name, files.get(name) ?? '');
        let written = '';
        return {
          createWritable: async () => ({
            write: async (chunk: Uint8Array) => {
              written += [...chunk].join();
            },
            close: async () => void files.set(name, written),
            abort: async () => undefined,
          }),
        };
      },
      removeEntry: async (name: string) => void files.delete(name),
    };
    Object.assign(globalThis, { showDirectoryPicker: async () => folder });
    answers.set('GATE', () => video());
    answers.set('BACK', () => {
      const headers = new Headers({ 'content-length': '4', 'content-disposition': 'filename="b.mp4"' });
      const read = async () => {
        throw new AppError('network.closed', 'the connection was closed');
      };
      const body = { getReader: () => ({ read, cancel: async () => undefined }) };
      // jsdom has no `Response`; these are the parts in use.
      return { ...video(), headers, body } as unknown as Response;
    });
    await openDialog();
    fireEvent.click(page.getByRole('button', { name: '导出' }));
    expect(await page.findByText('连接断开，请重试')).toBeVisible();
    expect(await page.findByText('已导出 4 B')).toBeVisible();
    expect([...files]).toEqual([['a.mp4', '1,2,3,4']]);
  });

  it('is refused for more than 24 hours, and for an end before its begin', async () => {
    await openDialog();
    const end = page.getByRole('textbox', { name: '结束时间' });
    fireEvent.change(end, { target: { value: '2026-01-03 23:59:01' } });
    expect(page.getByText('一次最多导出 24 小时')).toBeVisible();
    expect(page.getByRole('button', { name: '导出' })).toBeDisabled();
    fireEvent.change(end, { target: { value: '2026-01-02 10:00:00' } });
    expect(page.getByText('结束须晚于开始')).toBeVisible();
  });
});
