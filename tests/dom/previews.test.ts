import { expect } from 'expect';
import { afterEach, describe, it, vi } from 'vitest';
import { err, ok } from '../../lib/kernel/result.ts';
import { EngineError, type MediaTarget, type RecordedTarget } from '../../player-frame/engines/engine.ts';
import { nothingStored } from '../../player-frame/engines/failures.ts';
import { makePreviews, type PreviewDeps } from '../../player-frame/session/features/previews.ts';
import type { LappClient } from '../../player-frame/session/lapp-client.ts';
import { featurePlayer } from '../kit/feature-player.ts';
import { camera, cloudDay, shanghaiDay } from '../kit/recorded-player.ts';

const noon = shanghaiDay.begin + 12 * 3_600_000;
const dayTarget: RecordedTarget = {
  url: 'https://oriel.example.com/vod/DEMO00001/1/cloud/index.m3u8?begin=1&end=2',
  ticket: 'TICKET-1',
  range: shanghaiDay,
  startAt: null,
};

const live = { url: 'https://oriel.example.com/live/DEMO00001/1/main.flv', ticket: 'T' };
const day = 86_400_000;

let end = async (): Promise<void> => {};
afterEach(() => end());

function world({
  canDecode = true,
  target = dayTarget as MediaTarget | null,
  address = cloudDay,
  playbackRange = null as { begin: string; end: string } | null,
} = {}) {
  const playing = { target };
  /** Answers with the recordings of the requested day. */
  const liveUrl = vi.fn(async ({ ezopen }: { ezopen: string; accessToken: string }) => {
    const date = /begin=(\d{8})T000000Z&end=\1T235959Z/.exec(ezopen)?.[1] ?? '';
    const [, year, month, dayOfMonth] = /^(....)(..)(..)$/.exec(date) ?? [];
    const begin = Date.parse(`${year}-${month}-${dayOfMonth}T00:00:00+08:00`);
    const answer = {
      url: `https://oriel.example.com/vod/DEMO00001/1/cloud/index.m3u8?begin=${begin}`,
      token: `TICKET-${date}`,
      deviceName: '',
      expireInMs: 600_000,
      range: { begin, end: begin + day },
      timeZone: 'Asia/Shanghai',
    };
    return ok(answer) as Awaited<ReturnType<LappClient['liveUrl']>>;
  });
  const close = vi.fn();
  const image = { width: 160, height: 90, close } as unknown as ImageBitmap; // the members used here
  const fetchKeyFrame = vi.fn(async (_target: RecordedTarget, at: number, _signal: AbortSignal) => ({
    config: {} as never, // only passed on
    data: new Uint8Array(),
    start: at - 500,
  }));
  const loadScript = vi.fn(async () => ({ fetchKeyFrame, decodeKeyFrame: async () => image }));
  const deps: PreviewDeps = { loadScript, canDecode: () => canDecode };
  const { player, feature } = featurePlayer((context) => makePreviews(context, deps), {
    target: () => playing.target,
    lapp: { liveUrl } as unknown as LappClient, // the calls made here
  });
  player.send({ type: 'request.setUp', address, audio: false, ...(playbackRange && { playbackRange }) });
  player.send({ type: 'request.play' });
  player.openDay();
  end = async () => feature.destroy?.();
  const look = async (at: number | null) => {
    player.send({ type: 'request.preview', at });
    await player.clock.advance(100);
    return player.state.preview;
  };
  return { player, playing, look, fetchKeyFrame, loadScript, liveUrl, close, image, feature };
}

describe('pictures of recorded moments', () => {
  it('are fetched with the newest playback ticket, and the script with the first one', async () => {
    const { look, playing, fetchKeyFrame, loadScript, image } = world();
    expect(loadScript).not.toHaveBeenCalled();
    expect(await look(noon)).toEqual({ from: noon - 500, to: noon, image });
    playing.target = { ...dayTarget, ticket: 'TICKET-2' };
    await look(noon + 10_000);
    expect(fetchKeyFrame.mock.calls.map(([{ ticket }, at]) => [ticket, at])).toEqual([
      ['TICKET-1', noon],
      ['TICKET-2', noon + 10_000],
    ]);
    expect(await look(null)).toBeNull();
  });

  it.each([
    ['while nothing is playing', { target: null }],
    [
      'for replays of a camera',
      { target: { ...dayTarget, url: 'https://a.example/rec/A/1.flv?at=1&speed=1' } },
    ],
    ['where the browser cannot decode single frames', { canDecode: false }],
  ])('are none %s', async (_why, options) => {
    const { look, loadScript } = world(options);
    expect(await look(noon)).toBeNull();
    expect(loadScript).not.toHaveBeenCalled();
  });

  it('have a ticket of their own over live video, one for each day of the camera', async () => {
    const { look, fetchKeyFrame, liveUrl, player } = world({ target: live, address: camera });
    for (const at of [noon, noon + 60_000, noon - day, noon]) expect(await look(at)).not.toBeNull();
    expect(liveUrl.mock.calls.map(([{ ezopen }]) => ezopen)).toEqual([
      'ezopen://open.example.com/DEMO00001/1.cloud.rec?begin=20250301T000000Z&end=20250301T235959Z',
      'ezopen://open.example.com/DEMO00001/1.cloud.rec?begin=20250228T000000Z&end=20250228T235959Z',
    ]);
    expect(fetchKeyFrame.mock.calls.map(([{ ticket }]) => ticket)).toEqual([
      'TICKET-20250301',
      'TICKET-20250301',
      'TICKET-20250228',
    ]);
    // A ticket that is refused is replaced.
    fetchKeyFrame.mockRejectedValueOnce(new EngineError({ ...nothingStored, code: '20002' }));
    expect(await look(noon + 120_000)).toBeNull();
    await player.clock.advance(5_000);
    expect(await look(noon + 180_000)).not.toBeNull();
    expect(liveUrl).toHaveBeenCalledTimes(3);
  });

  it('are asked for again, by themselves, when a busy server has refused them', async () => {
    const { look, fetchKeyFrame, player, image } = world();
    const busy = new EngineError({ kind: 'network', code: 'playback.busy', message: '' });
    fetchKeyFrame.mockRejectedValueOnce(busy);
    expect(await look(noon)).toBeNull();
    expect(player.state.toast).toMatchObject({ text: 'preview.busy', params: { seconds: 3 } });
    // The pointer moves on.
    await player.clock.advance(1_000);
    expect(await look(noon + 60_000)).toBeNull();
    await player.clock.advance(1_700);
    expect(fetchKeyFrame).toHaveBeenCalledTimes(1);
    await player.clock.advance(300);
    expect(player.state.preview).toEqual({ from: noon + 59_500, to: noon + 60_000, image });
    expect(fetchKeyFrame).toHaveBeenCalledTimes(2);
  });

  it('are not asked for again where the server refuses a ticket', async () => {
    const { look, liveUrl } = world({ target: live, address: camera });
    liveUrl.mockResolvedValue(err({ kind: 'denied', code: '10031', stage: 'address', message: null }));
    for (const at of [noon, noon + 60_000]) expect(await look(at)).toBeNull();
    expect(liveUrl).toHaveBeenCalledTimes(1);
  });

  it('exist outside of the range that is playing, with a ticket of their own', async () => {
    const { look, fetchKeyFrame } = world();
    for (const at of [shanghaiDay.begin - 1, shanghaiDay.end]) expect(await look(at)).not.toBeNull();
    expect(fetchKeyFrame.mock.calls.map(([{ ticket }]) => ticket)).toEqual([
      'TICKET-20250228',
      'TICKET-20250302',
    ]);
  });

  it('are none outside of the range that the page permits', async () => {
    const playbackRange = { begin: '20250301T000000Z', end: '20250301T235959Z' };
    const { look, liveUrl } = world({ playbackRange });
    expect([await look(noon - day), (await look(noon)) === null]).toEqual([null, false]);
    expect(liveUrl).not.toHaveBeenCalled();
  });

  it('are none where nothing is recorded, which ends no other request', async () => {
    const { look, fetchKeyFrame } = world();
    fetchKeyFrame.mockRejectedValueOnce(new EngineError(nothingStored));
    expect(await look(noon)).toBeNull();
    expect(await look(noon + 5_000)).not.toBeNull();
  });

  it('are closed when other recordings play, and at the end of the player', async () => {
    const { player, look, close, feature } = world();
    await look(noon);
    player.send({ type: 'request.changeUrl', address: cloudDay.replace('DEMO00001', 'DEMO00002') });
    expect([player.state.preview, close.mock.calls.length]).toEqual([null, 1]);
    await look(noon);
    await feature.destroy?.();
    expect([player.state.preview, close.mock.calls.length]).toEqual([null, 2]);
  });
});
