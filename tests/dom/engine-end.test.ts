import { expect } from 'expect';
import { afterEach, beforeEach, it, vi } from 'vitest';
import type { PlainStream } from '../../lib/plain-stream/open-stream.ts';
import type { PlaybackReport } from '../../lib/plain-stream/playback.ts';
import type { EngineDeps, PlainTarget } from '../../player-frame/engines/engine.ts';
import { HlsEngine } from '../../player-frame/engines/hls/hls-engine.ts';
import { PlainEngine } from '../../player-frame/engines/plain/plain-engine.ts';

// An element that has ended starts from the beginning when it is told to play. jsdom plays nothing.

const play = vi.fn<() => Promise<void>>();
const missing = { requestVideoFrameCallback: () => 1, cancelVideoFrameCallback: () => undefined };
beforeEach(() => {
  play.mockReset().mockResolvedValue(undefined);
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(play);
  vi.spyOn(HTMLMediaElement.prototype, 'pause').mockImplementation(() => undefined);
  Object.assign(HTMLVideoElement.prototype, missing);
});
afterEach(() => {
  vi.restoreAllMocks();
  for (const name of Object.keys(missing)) Reflect.deleteProperty(HTMLVideoElement.prototype, name);
});
const stage = () => ({ element: document.createElement('div') });

it('a recording that has ended does not start again with its sound', async () => {
  const engine = new HlsEngine(stage(), { assets: {} } as EngineDeps);
  engine.setMuted(false);
  expect(play).toHaveBeenCalledTimes(1);
  engine.element().dispatchEvent(new Event('ended'));
  engine.setMuted(true);
  engine.setMuted(false);
  expect(play).toHaveBeenCalledTimes(1);
  await engine.destroy();
});

it('a file of another server that has ended does not start again with its sound, or when it is shown again', async () => {
  let report: PlaybackReport | null = null;
  const engine = new PlainEngine(stage(), (_video, _stream, given) => {
    report = given;
    return { tracks: () => ({}), toLive: () => undefined, close: () => undefined };
  });
  const opened = new AbortController();
  const loading = engine.load({ plain: {} as PlainStream } as PlainTarget, opened.signal);
  loading.catch(() => undefined);
  engine.setMuted(false);
  const before = play.mock.calls.length;
  report!.finished();
  engine.setMuted(true);
  engine.setMuted(false);
  engine.setVisible(false);
  engine.setVisible(true);
  expect(play).toHaveBeenCalledTimes(before);
  // Sought by the viewer.
  engine.element().dispatchEvent(new Event('playing'));
  engine.setMuted(false);
  expect(play).toHaveBeenCalledTimes(before + 1);
  opened.abort();
  await engine.destroy();
});
