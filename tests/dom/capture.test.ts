import { expect } from 'expect';
import { afterEach, beforeEach, describe, it, type Mock, vi } from 'vitest';
import type { HostCallData } from '../../lib/protocol/index.ts';
import { EngineError, type SnapshotOptions } from '../../player-frame/engines/engine.ts';
import type { Feature, FeatureContext } from '../../player-frame/session/feature.ts';
import { makeCapture } from '../../player-frame/session/features/capture.ts';
import { recordedPlayer } from '../kit/recorded-player.ts';

let player: ReturnType<typeof recordedPlayer>;
let feature: Feature;
let snapshot: Mock<(options: SnapshotOptions) => Promise<Blob>>;
let reported: { name: string; data: unknown }[];
let downloads: string[];
let root: HTMLElement;
const at = new Date(2026, 10, 3, 9, 4, 5).getTime();

beforeEach(() => {
  player = recordedPlayer();
  reported = [];
  downloads = [];
  root = document.createElement('div');
  snapshot = vi.fn(async ({ type }: SnapshotOptions) => new Blob(['picture'], { type }));
  Blob.prototype.arrayBuffer ??= async () => new ArrayBuffer(1);
  URL.createObjectURL = () => 'blob:picture';
  URL.revokeObjectURL = () => {};
  globalThis.createImageBitmap = (async () => ({
    ...{ width: 1920, height: 1080 },
    close: () => {},
  })) as unknown as typeof createImageBitmap; // the members used here
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    downloads.push(this.download);
  });
  feature = makeCapture({
    clock: player.clock,
    root,
    host: { notify: (name: string, data: unknown) => reported.push({ name, data }) },
    engine: () => ({ snapshot, currentTime: () => at }),
    getState: () => player.state,
    send: player.send,
    explain: async ({ code }: { code: string }) => ({
      code,
      message: code,
      source: 'player',
      retryable: false,
    }),
  } as unknown as FeatureContext); // the members used here
  player.onEffect = (effect) => feature.run?.(effect as Parameters<NonNullable<Feature['run']>>[0]);
});
afterEach(async () => {
  await feature.destroy?.();
  vi.restoreAllMocks();
});

const { signal } = new AbortController();
const capture = async (wish: HostCallData<'capturePicture'> = {}): Promise<unknown> =>
  feature.handlers?.capturePicture?.(wish, signal);
const settled = () => new Promise((next) => setTimeout(next, 20));

describe('capturePicture', () => {
  it('has no effect unless playing', async () => {
    player.setUp();
    await expect(capture()).rejects.toMatchObject({ code: 'player.notPlaying' });
    expect(snapshot).not.toHaveBeenCalled();
  });

  it('returns a JPEG named after camera and time, and downloads no file', async () => {
    player.play();
    expect(await capture()).toMatchObject({
      fileName: 'DEMO00001_1_20261103090405.jpg',
      ...{ width: 1920, height: 1080 },
      blob: { type: 'image/jpeg' },
    });
    expect(reported.map(({ name }) => name)).toEqual(['capturePicture']);
    expect(downloads).toEqual([]);
    expect(root.dataset.flash).toBeUndefined();
  });

  it('returns PNG, a given file name, and downloads the file on request', async () => {
    player.play();
    expect(await capture({ format: 'png', fileName: 'gate', download: true })).toMatchObject({
      fileName: 'gate.png',
      blob: { type: 'image/png' },
    });
    expect(downloads).toEqual(['gate.png']);
  });

  it('captures the zoomed region on request, otherwise the whole frame', async () => {
    player.play();
    player.send({ type: 'request.enableZoom', scale: 4 });
    await capture();
    await capture({ zoomed: true });
    expect(snapshot.mock.calls.map(([options]) => options.region)).toEqual([
      undefined,
      { x: 0.375, y: 0.375, width: 0.25, height: 0.25 },
    ]);
  });

  it("rejects with the engine's code, and names the formats for another one", async () => {
    player.play();
    snapshot.mockRejectedValueOnce(new EngineError({ kind: 'media', code: 'media.noFrame', message: '' }));
    await expect(capture()).rejects.toMatchObject({ code: 'media.noFrame' });
    await expect(capture({ format: 'gif' as 'png' })).rejects.toMatchObject({
      code: 'option.invalid',
      message: '选项 format 的值 "gif" 无效，可用：jpeg、png',
    });
  });

  it.each([
    ['the engine', () => snapshot.mockReturnValueOnce(new Promise(() => {}))],
    [
      'the decoder of the size',
      () => {
        globalThis.createImageBitmap = (() => new Promise(() => {})) as typeof createImageBitmap;
      },
    ],
  ])('rejects after 5 s when %s never responds', async (_call, silence) => {
    player.play();
    silence();
    const snapshotResult = capture();
    const rejected = expect(snapshotResult).rejects.toMatchObject({ code: 'media.snapshot' });
    await settled();
    await player.clock.advance(5_000);
    await rejected;
    expect(reported).toEqual([]);
  });

  it('rejects a pending capture when the player is destroyed', async () => {
    player.play();
    snapshot.mockReturnValueOnce(new Promise(() => {}));
    const rejected = expect(capture()).rejects.toMatchObject({ code: 'media.snapshot' });
    await feature.destroy?.();
    await rejected;
  });

  it('leaves no timer behind', async () => {
    player.play();
    const before = player.clock.pending;
    await capture();
    await settled();
    expect(player.clock.pending).toBe(before);
  });
});

describe('the button', () => {
  it('flashes, shows a toast, downloads the file and notifies the page', async () => {
    player.play();
    player.send({ type: 'request.capture' });
    await settled();
    expect(downloads).toEqual(['DEMO00001_1_20261103090405.jpg']);
    expect(reported.map(({ name }) => name)).toEqual(['capturePicture']);
    expect(player.state.toast?.text).toBe('capture.taken');
    expect(root.dataset.flash).toBe('on');
    await player.clock.advance(400);
    expect(root.dataset.flash).toBeUndefined();
  });

  it('downloads no file with noDownload', async () => {
    player.play();
    player.send({ type: 'request.display', change: { noDownload: true } });
    player.send({ type: 'request.capture' });
    await settled();
    expect(downloads).toEqual([]);
    expect(reported).toHaveLength(1);
  });

  it('shows that it failed', async () => {
    player.play();
    snapshot.mockRejectedValueOnce(new Error('no'));
    player.send({ type: 'request.capture' });
    await settled();
    expect(player.state.toast?.text).toBe('capture.failed');
    expect(reported).toEqual([]);
  });
});
