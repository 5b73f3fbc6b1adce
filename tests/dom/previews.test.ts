import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { EngineError, type MediaTarget, type RecordedTarget } from '../../player-frame/engines/engine.ts';
import { nothingStored } from '../../player-frame/engines/failures.ts';
import { makePreviews, type PreviewDeps } from '../../player-frame/session/features/previews.ts';
import { featurePlayer } from '../kit/feature-player.ts';
import { shanghaiDay } from '../kit/recorded-player.ts';

const noon = shanghaiDay.start + 12 * 3_600_000;
const dayTarget: RecordedTarget = {
  url: 'https://oriel.example.com/vod/DEMO00001/1/cloud/index.m3u8?begin=1&end=2',
  ticket: 'TICKET-1',
  range: shanghaiDay,
  startAt: null,
};

let end = async (): Promise<void> => {};
afterEach(() => end());

function world({ canDecode = true, target = dayTarget as MediaTarget | null } = {}) {
  const playing = { target };
  const close = jest.fn();
  const image = { width: 160, height: 90, close } as unknown as ImageBitmap; // the members used here
  const fetchKeyFrame = jest.fn(async (_target: RecordedTarget, at: number, _signal: AbortSignal) => ({
    config: {} as never, // only passed on
    data: new Uint8Array(),
    start: at - 500,
  }));
  const loadScript = jest.fn(async () => ({ fetchKeyFrame, decodeKeyFrame: async () => image }));
  const deps: PreviewDeps = { loadScript, canDecode: () => canDecode };
  const { player, feature } = featurePlayer((context) => makePreviews(context, deps), {
    target: () => playing.target,
  });
  end = async () => feature.destroy?.();
  const look = async (at: number | null) => {
    player.send({ type: 'request.preview', at });
    await player.clock.advance(100);
    return player.state.preview;
  };
  return { player, playing, look, fetchKeyFrame, loadScript, close, image, feature };
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
    [
      'for live video, which has no playback ticket',
      { target: { url: 'https://a.example/live/A/1/main.flv', ticket: 'T' } },
    ],
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

  it('are none outside of the range that the ticket permits', async () => {
    const { look, fetchKeyFrame } = world();
    for (const at of [shanghaiDay.start - 1, shanghaiDay.end]) expect(await look(at)).toBeNull();
    expect(fetchKeyFrame).not.toHaveBeenCalled();
  });

  it('are none where nothing is recorded, which ends no other request', async () => {
    const { look, fetchKeyFrame } = world();
    fetchKeyFrame.mockRejectedValueOnce(new EngineError(nothingStored));
    expect(await look(noon)).toBeNull();
    expect(await look(noon + 5_000)).not.toBeNull();
  });

  it('are closed when other recordings play, and at the end of the player', async () => {
    const { player, playing, look, close, feature } = world();
    await look(noon);
    playing.target = { ...dayTarget, url: dayTarget.url.replace('DEMO00001', 'DEMO00002') };
    player.send({ type: 'event.position', at: noon });
    player.send({ type: 'request.setLanguage', language: 'en' });
    expect([player.state.preview, close.mock.calls.length]).toEqual([null, 1]);
    await look(noon);
    await feature.destroy?.();
    expect([player.state.preview, close.mock.calls.length]).toEqual([null, 2]);
  });
});
