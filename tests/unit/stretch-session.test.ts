import { expect } from 'expect';
import { describe, it } from 'vitest';
import type { LoadedPart } from '../../player-frame/engines/recorded/part-store.ts';
import { RecordedTimeline } from '../../player-frame/engines/recorded/recorded-timeline.ts';
import { ShownTap } from '../../player-frame/engines/recorded/shown-tap.ts';
import type { FeedEvent } from '../../player-frame/recorder/feed.ts';
import type { FileSample } from '../../player-frame/recorder/recording-session.ts';
import { StretchSession } from '../../player-frame/recorder/stretch-session.ts';

const frameMs = 40;
const partMs = 2_000;
const config = (id: number) =>
  ({
    ...({ codec: 'h264', codecString: 'avc1.42001f', width: 640, height: 360 } as const),
    config: Uint8Array.from([id]),
  }) as const;
const audio = {
  ...({ codec: 'aac', codecString: 'mp4a.40.2', sampleRate: 48_000, channels: 1 } as const),
  description: Uint8Array.from([17, 136]),
} as const;
/** Parts of 2 s from 10 s on, of which the third follows a gap of a minute, and the fourth has another format. */
const starts = [10_000, 12_000, 74_000, 76_000];
const timeline = new RecordedTimeline(
  starts.map((startMs, index) => ({
    ...{ uri: 'a.mp4', initLength: 1, offset: 0, length: 1, kind: 'schedule' as const },
    ...{ startMs, durationMs: partMs, startsRun: index === 0 || index === 2 },
  })),
  { begin: 10_000, end: 100_000 },
);
/** Each frame contains its time, in frames. */
const load = async (index: number): Promise<LoadedPart> => ({
  video: config(index === 3 ? 2 : 1),
  audio,
  frames: Array.from({ length: partMs / frameMs }, (_, at) => {
    const wallMs = starts[index]! + at * frameMs;
    return { wallMs, decodeMs: wallMs, isKey: at === 0, data: Uint8Array.of((wallMs / frameMs) % 256) };
  }),
  packets: Array.from({ length: 100 }, (_, at) => {
    const wallMs = starts[index]! + at * 20;
    return { wallMs, decodeMs: wallMs, isKey: true, data: Uint8Array.of(1) };
  }),
});

/** The camera sent no video for the first part after the gap. */
const loadSilentVideo = async (index: number): Promise<LoadedPart> => ({
  ...(await load(index)),
  ...(index === 2 ? { frames: [] } : {}),
});

/** What a player shows of the file: the time of recording of each frame in ms, and how long it is on the screen. */
async function recorded(
  watch: (tap: ShownTap) => void | Promise<void>,
  from: number | null = 10_400,
  loadPart = load,
) {
  const samples: FileSample[] = [];
  const ends: string[] = [];
  const session = new StretchSession({
    open: () => undefined,
    write: (sample) => samples.push(sample),
    ended: (reason) => ends.push(reason),
  });
  const { port1, port2 } = new MessageChannel();
  const over = new Promise<void>((resolve) => {
    port2.onmessage = ({ data }: { data: readonly FeedEvent[] }) => {
      for (const event of data) event.type === 'end' ? resolve() : session.event(event);
    };
  });
  const tap = new ShownTap(port1, { timeline, load: loadPart }, from === null ? null : placeAt(from));
  await watch(tap);
  await tap.close();
  await over;
  session.stop();
  port2.close();
  const shown = samples
    .filter(({ kind, ptsMs, durationMs }) => kind === 'video' && ptsMs >= 0 && durationMs > 1)
    .map(({ data, durationMs }) => [data[0]! * frameMs, Math.round(durationMs)]);
  const heard = samples.filter(({ kind }) => kind === 'audio').map(({ ptsMs }) => Math.round(ptsMs));
  return { samples, shown, heard, ends, endMs: session.endMs, changedAt: tap.changedAt };
}

const placeAt = (wallMs: number) => ({ part: timeline.placeOf(wallMs)!.index, wallMs });
/** As in the data of a frame. */
const times = (from: number, to: number, forMs = frameMs) =>
  Array.from({ length: (to - from) / frameMs + 1 }, (_, at) => [
    ((from / frameMs + at) % 256) * frameMs,
    forMs,
  ]);

describe('the file of a recording that is played back', () => {
  it('begins with the frame on the screen, and contains the key frame before it', async () => {
    const { samples, shown, heard, endMs } = await recorded((tap) => tap.shown(placeAt(11_000), false));
    expect(shown).toEqual(times(10_400, 11_000));
    const videos = samples.filter(({ kind }) => kind === 'video');
    expect(videos[0]).toMatchObject({ isKey: true });
    expect(videos[0]!.ptsMs).toBeLessThan(0);
    expect(videos.every(({ ptsMs }, index) => index === 0 || ptsMs > videos[index - 1]!.ptsMs)).toBe(true);
    expect(heard[0]).toBe(0);
    expect(Math.abs(endMs - 640)).toBeLessThan(25);
  });

  it('closes gaps: of a pause, of a seek, and of the recording', async () => {
    const { shown, endMs, samples } = await recorded(async (tap) => {
      tap.shown(placeAt(11_000), false);
      await tap.flush();
      tap.shown(placeAt(13_000), true);
      tap.shown(placeAt(74_120), false);
    });
    expect(shown).toEqual([...times(10_400, 11_000), ...times(13_000, 13_960), ...times(74_000, 74_120)]);
    // The frames between a key frame and the target of a seek last 5 ms together.
    expect(Math.abs(endMs - (16 + 25 + 4) * frameMs)).toBeLessThan(30);
    const audioTimes = samples.filter(({ kind }) => kind === 'audio').map(({ ptsMs }) => ptsMs);
    expect(audioTimes).toEqual([...audioTimes].sort((one, other) => one - other));
  });

  it('contains single steps, forward as they follow, back each for the time of a frame', async () => {
    const { shown } = await recorded((tap) => {
      tap.shown(placeAt(10_440), false);
      tap.shown(placeAt(10_400), true);
      tap.shown(placeAt(10_360), true);
    });
    expect(shown).toEqual([...times(10_400, 10_440), ...times(10_400, 10_400), ...times(10_360, 10_360)]);
  });

  it('repeats nothing when the speed changes, which shows the same frame again', async () => {
    const { shown } = await recorded(async (tap) => {
      tap.shown(placeAt(10_600), false);
      await tap.flush();
      tap.shown(placeAt(10_520), false);
      tap.shown(placeAt(10_720), false);
    });
    expect(shown).toEqual(times(10_400, 10_720));
  });

  it('contains a time lapse as it was seen, and what follows it', async () => {
    const { shown } = await recorded((tap) => {
      for (const wallMs of [12_000, 74_000])
        tap.still({ config: config(1), data: Uint8Array.of((wallMs / frameMs) % 256), wallMs, forMs: 100 });
      tap.shown(placeAt(75_000), false);
      tap.shown(placeAt(75_080), false);
    });
    expect(shown).toEqual([
      ...times(10_400, 10_400),
      ...times(12_000, 12_000, 100),
      ...times(74_000, 74_000, 100),
      ...times(75_000, 75_080),
    ]);
  });

  it('leaves out a part that has only sound', async () => {
    const { shown, ends } = await recorded(
      (tap) => tap.shown(placeAt(76_200), false),
      13_920,
      loadSilentVideo,
    );
    expect(shown).toEqual(times(13_920, 13_960));
    // The part behind it has another format.
    expect(ends).toEqual(['changed']);
  });

  it('ends where the format changes, and says where the next one begins', async () => {
    const { shown, ends, changedAt } = await recorded((tap) => tap.shown(placeAt(77_000), false), 75_920);
    expect(shown).toEqual(times(75_920, 75_960));
    expect(ends).toEqual(['changed']);
    expect(changedAt).toEqual({ part: 3, wallMs: 76_000 });
  });
});
