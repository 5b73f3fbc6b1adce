import { waitFor } from '@testing-library/react';
import { expect } from 'expect';
import { describe, it } from 'vitest';
import type {
  EngineDeps,
  EngineEvent,
  EngineRecording,
  LiveEngine,
  RecordOptions,
} from '../../player-frame/engines/engine.ts';
import { ReplayEngine } from '../../player-frame/engines/replay/replay-engine.ts';

const start = Date.UTC(2025, 2, 1, 4);
const target = {
  ...{ url: 'https://oriel.example/rec/CAM1/1.flv', ticket: 'T' },
  range: { begin: start, end: start + 3_600_000 },
} as const;

/** A replay whose streams show their first frame at once. `emit` is of the newest stream. */
async function replaying({ isLoading = () => {} }: { isLoading?: () => void } = {}) {
  const records: { readonly at: number; readonly options: RecordOptions }[] = [];
  let emit: (event: EngineEvent) => void = () => undefined;
  const recording = {} as EngineRecording;
  const engine = new ReplayEngine(
    { element: document.createElement('div') },
    { assets: { recorderWorker: 'recorder.js' } } as EngineDeps,
    async () => {
      let at = 0;
      let isHalted = false;
      return {
        load: async ({ url }: { readonly url: string }) => {
          isLoading();
          at = Number(new URL(url).searchParams.get('at'));
        },
        currentTime: () => at,
        halt: () => {
          isHalted = true;
        },
        record: async (options: RecordOptions) => {
          // Scripts are loaded first.
          await Promise.resolve();
          if (isHalted) throw new Error('the stream ended');
          records.push({ at: at - start, options });
          return recording;
        },
        onEvent: (listener: typeof emit) => {
          emit = listener;
          return () => undefined;
        },
        setMuted() {},
        setVolume() {},
        setVisible() {},
        destroy: async () => undefined,
      } as Partial<LiveEngine> as LiveEngine;
    },
  );
  await engine.load(target, new AbortController().signal);
  return { engine, records, recording, emit: (event: EngineEvent) => emit(event) };
}

describe('a file of recordings in a camera', () => {
  it('continues with the next stream after a seek in a pause', async () => {
    const { engine, records, recording } = await replaying();
    await engine.record({ fileName: 'a.mp4' });
    engine.pausable.pause();
    await engine.seekable.seek(start + 60_000);
    await engine.pausable.resume();
    await waitFor(() => expect(records).toHaveLength(2));
    expect(records[0]).toEqual({ at: 0, options: { fileName: 'a.mp4', closesGaps: true } });
    expect(records[1]).toEqual({ at: 60_000, options: { resume: recording } });
    await engine.destroy();
  });

  it('continues from another engine that is paused, when that plays', async () => {
    const { engine, records, recording } = await replaying();
    engine.pausable.pause();
    expect(await engine.record({ resume: recording })).toBe(recording);
    expect(records).toEqual([]);
    await engine.pausable.resume();
    await waitFor(() => expect(records).toEqual([{ at: 0, options: { resume: recording } }]));
    await engine.destroy();
  });
});

describe('a gap in the recordings of a camera', () => {
  const gap = { type: 'gap', begin: start + 10_000, end: start + 60_000 } as const;

  it('is reported when playback skips it, but not what precedes the target of a seek', async () => {
    let isSeeking = false;
    const { engine, emit } = await replaying({ isLoading: () => isSeeking && emit(gap) });
    const gaps: EngineEvent[] = [];
    engine.onEvent((event) => {
      if (event.type === 'gap') gaps.push(event);
    });
    emit(gap);
    expect(gaps).toEqual([gap]);
    isSeeking = true;
    await engine.seekable.seek(start + 60_000);
    expect(gaps).toEqual([gap]);
    await engine.destroy();
  });
});
