import { expect } from 'expect';
import { describe, it } from 'vitest';
import { EngineError, type EngineFailure } from '../../player-frame/engines/engine.ts';
import { networkClosed } from '../../player-frame/engines/failures.ts';
import type { LoadedPart, PartStore } from '../../player-frame/engines/recorded/part-store.ts';
import { RecordedTimeline } from '../../player-frame/engines/recorded/recorded-timeline.ts';
import { FrameFeed } from '../../player-frame/engines/recorded-webcodecs/frame-feed.ts';

const timeline = new RecordedTimeline(
  [0, 2_000].map((startMs) => ({
    ...{ uri: 'a.mp4', initLength: 1, offset: 0, length: 1, kind: 'schedule' as const },
    ...{ startMs, durationMs: 2_000, startsRun: startMs === 0 },
  })),
  { begin: 0, end: 4_000 },
);

/** A feed whose parts are loaded until a test lets them fail. */
function feeding() {
  const failures: EngineFailure[] = [];
  const loads = new Map<number, (error: EngineError) => void>();
  const load = (index: number) => new Promise<LoadedPart>((_, reject) => loads.set(index, reject));
  const feed = new FrameFeed({ load } as unknown as PartStore, timeline, {
    frame: () => undefined,
    failed: (failure) => failures.push(failure),
    wants: () => true,
    dueMs: () => null,
    skipped: () => undefined,
    wantsKeysOnly: () => false,
  });
  const fail = async (part: number) => {
    loads.get(part)!(new EngineError(networkClosed));
    await new Promise((resolve) => setTimeout(resolve));
  };
  return { feed, fail, failures };
}

describe('a part that cannot be loaded', () => {
  it('ends the playback', async () => {
    const { feed, fail, failures } = feeding();
    feed.begin(0, 0);
    await fail(0);
    expect(failures).toEqual([networkClosed]);
  });

  it('does not end the playback of another one, after a seek', async () => {
    const { feed, fail, failures } = feeding();
    feed.begin(0, 0);
    feed.begin(1, 0);
    await fail(0);
    expect(failures).toEqual([]);
    await fail(1);
    expect(failures).toEqual([networkClosed]);
  });
});
