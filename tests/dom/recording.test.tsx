import { act, cleanup, screen } from '@testing-library/react';
import { expect } from 'expect';
import { afterEach, beforeEach, describe, it, type Mock, vi } from 'vitest';
import type { HostCallData } from '../../lib/protocol/index.ts';
import {
  EngineError,
  type EngineRecording,
  type RecordingEnd,
  type RecordOptions,
} from '../../player-frame/engines/engine.ts';
import { RecordingCounter } from '../../player-frame/features/capture/recording-counter.tsx';
import type { Feature, FeatureContext } from '../../player-frame/session/feature.ts';
import { makeRecording } from '../../player-frame/session/features/recording.ts';
import { otherCamera, recordedPlayer } from '../kit/recorded-player.ts';
import { showView } from '../kit/shown-player.tsx';

let player: ReturnType<typeof recordedPlayer>;
beforeEach(() => {
  player = recordedPlayer();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

describe('the counter', () => {
  it('is hidden when off, counts each second, and restarts at 00:00', () => {
    vi.useFakeTimers();
    player.play();
    showView(player, <RecordingCounter />);
    expect(screen.queryByRole('timer')).toBeNull();
    const wait = (ms: number) =>
      act(() => {
        player.clock.setWall(player.clock.now() + ms);
        vi.advanceTimersByTime(ms);
      });
    const begin = () =>
      act(() => {
        player.send({ type: 'request.toggleRecording' });
        player.send({ type: 'event.recordingStarted', at: player.clock.now() });
      });
    begin();
    expect(screen.getByRole('timer').textContent).toBe('00:00');
    wait(1_000);
    expect(screen.getByRole('timer').textContent).toBe('00:01');
    wait(61_000);
    expect(screen.getByRole('timer', { name: '录像中 01:02' })).toBeVisible();
    act(() => player.send({ type: 'event.recordingEnded', why: 'saved' }));
    expect(screen.queryByRole('timer')).toBeNull();
    begin();
    expect(screen.getByRole('timer').textContent).toBe('00:00');
  });

  it('stands still while the recording that is played back is paused', () => {
    vi.useFakeTimers();
    player.playDay();
    showView(player, <RecordingCounter />);
    const wait = (ms: number) =>
      act(() => {
        player.clock.setWall(player.clock.now() + ms);
        vi.advanceTimersByTime(ms);
      });
    const counted = () => screen.getByRole('timer').textContent;
    act(() => {
      player.send({ type: 'request.toggleRecording' });
      player.send({ type: 'event.recordingStarted', at: player.clock.now() });
    });
    wait(2_500);
    act(() => player.send({ type: 'request.pause' }));
    wait(60_000);
    expect(counted()).toBe('00:02');
    act(() => player.send({ type: 'request.resume' }));
    wait(400);
    expect(counted()).toBe('00:02');
    wait(100);
    expect(counted()).toBe('00:03');
  });
});

/** A recording that is ended by the test. */
class FakeRecording implements EngineRecording {
  readonly storage = 'memory';
  stops = 0;
  problem: EngineError | null = null;
  #ended: (end: RecordingEnd) => void = () => {};
  constructor(readonly options: RecordOptions) {}
  async stop() {
    this.stops += 1;
    if (this.problem) throw this.problem;
    return {
      blob: new Blob(['movie'], { type: 'video/mp4' }),
      ...{ durationMs: 1_234.5, width: 640, height: 360, hasAudio: true },
      fileName: this.options.fileName ?? '',
      discard: async () => {},
    };
  }
  onEnd(listener: (end: RecordingEnd) => void) {
    this.#ended = listener;
    return () => {};
  }
  end(reason: RecordingEnd['reason']) {
    this.#ended({ reason });
  }
}

const settled = async () => {
  for (let round = 0; round < 40; round += 1) await new Promise((next) => setTimeout(next));
};

describe('recording to a file', () => {
  let feature: Feature;
  let engine: {
    record: Mock<(options: RecordOptions) => Promise<EngineRecording>>;
    currentTime(): null;
  };
  let recordings: FakeRecording[];
  let reported: { name: string; data: { fileName?: string; durationMs?: number; blob?: Blob } }[];
  let downloads: string[];

  const makeEngine = () => ({
    currentTime: () => null,
    record: vi.fn(async (options: RecordOptions): Promise<EngineRecording> => {
      if (options.resume) return options.resume;
      const recording = new FakeRecording(options);
      recordings.push(recording);
      return recording;
    }),
  });

  beforeEach(() => {
    recordings = [];
    reported = [];
    downloads = [];
    engine = makeEngine();
    URL.createObjectURL = () => 'blob:movie';
    URL.revokeObjectURL = () => {};
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      downloads.push(this.download);
    });
    // jsdom's Blob has no arrayBuffer().
    Blob.prototype.arrayBuffer ??= async () => new ArrayBuffer(1);
    let lastId = 0;
    const waiting = new Map<number, { resolve(): void; reject(error: Error): void }>();
    feature = makeRecording({
      clock: player.clock,
      host: { notify: (name: string, data: object) => reported.push({ name, data }) },
      engine: () => engine,
      getState: () => player.state,
      send: player.send,
      request: (request: Parameters<typeof player.send>[0]) =>
        new Promise<void>((resolve, reject) => {
          lastId += 1;
          waiting.set(lastId, { resolve, reject });
          player.send({ ...request, id: lastId } as typeof request);
        }),
      explain: async ({ code }: { code: string }) => ({
        code,
        message: code,
        source: 'player',
        retryable: false,
      }),
    } as unknown as FeatureContext); // the members used here
    player.onEffect = (effect) => {
      if (effect.do === 'notify') feature.notify?.(effect.notice);
      else if (effect.do === 'answer') waiting.get(effect.id)?.resolve();
      else if (effect.do === 'refuse')
        waiting.get(effect.id)?.reject(Object.assign(new Error(), { code: effect.playbackFailure.code }));
      else feature.run?.(effect as Parameters<NonNullable<Feature['run']>>[0]);
    };
    player.store.subscribe(() => feature.stateChanged?.(player.state));
    player.play();
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await feature.destroy?.();
  });

  const { signal } = new AbortController();
  const startSave = async (wish: HostCallData<'startSave'> = {}): Promise<unknown> =>
    feature.handlers?.startSave?.(wish, signal);
  const stopSave = async (): Promise<unknown> => feature.handlers?.stopSave?.({}, signal);
  const eventNames = () => reported.map(({ name }) => name);

  it('by calls resolves startSave when it runs, and stopSave with the file, which is downloaded too', async () => {
    await startSave({ fileName: 'gate' });
    expect(player.state.recording.phase).toBe('on');
    const file = await stopSave();
    expect(file).toMatchObject({ fileName: 'gate.mp4', durationMs: 1_235, width: 640, hasAudio: true });
    expect(eventNames()).toEqual(['startSave', 'stopSave']);
    expect(downloads).toEqual(['gate.mp4']);
    expect(player.state.recording.phase).toBe('off');
    expect(player.state.toast?.text).toBe('recording.saved');
  });

  it('by button names the file after camera and time, and with noDownload only the page gets it', async () => {
    player.send({ type: 'request.display', change: { noDownload: true } });
    player.send({ type: 'request.toggleRecording' });
    await settled();
    player.send({ type: 'request.toggleRecording' });
    await settled();
    expect(reported.at(-1)).toMatchObject({
      name: 'stopSave',
      data: { fileName: expect.stringMatching(/^DEMO00001_1_\d{14}\.mp4$/) },
    });
    expect(downloads).toEqual([]);
  });

  it('with noRecordingDownload is delivered to the page only', async () => {
    player.send({ type: 'request.display', change: { noRecordingDownload: true } });
    await startSave();
    await stopSave();
    expect(eventNames()).toEqual(['startSave', 'stopSave']);
    expect(downloads).toEqual([]);
  });

  it('stops on a change of the address, and delivers the file to page and viewer', async () => {
    await startSave();
    player.send({ type: 'request.changeUrl', address: otherCamera });
    await settled();
    expect(eventNames()).toEqual(['startSave', 'stopSave']);
    expect(downloads[0]).toMatch(/^DEMO00001/);
    expect(player.state.recording.phase).toBe('off');
  });

  it('continues with the engine of another quality or connection', async () => {
    await startSave();
    engine = makeEngine();
    player.send({ type: 'request.setQuality', quality: 'hd' });
    player.resolved();
    expect(engine.record).not.toHaveBeenCalled();
    player.firstFrame();
    await settled();
    expect(engine.record).toHaveBeenCalledTimes(1);
    expect(engine.record.mock.calls[0]?.[0].resume).toBe(recordings[0]);
    await stopSave();
    expect(recordings).toHaveLength(1);
  });

  it('continues in another file if the format of the video changes, and stopSave returns all files', async () => {
    await startSave({ fileName: 'gate' });
    recordings[0]?.end('changed');
    await settled();
    expect(player.state.recording.phase).toBe('on');
    expect(recordings.map(({ options }) => options.fileName)).toEqual(['gate.mp4', 'gate_2.mp4']);
    recordings[1]?.end('changed');
    await settled();
    const file = await stopSave();
    expect(file).toMatchObject({ fileName: 'gate.mp4', durationMs: 3 * 1_235, parts: { length: 3 } });
    expect(eventNames()).toEqual(['startSave', 'stopSave']);
    expect(downloads).toEqual(['gate.mp4', 'gate_2.mp4', 'gate_3.mp4']);
    expect(player.state.toast?.text).toBe('recording.saved');
  });

  it('waits for the engine of the new format, and ends with what there is after 20 s', async () => {
    await startSave();
    player.fail('network', 'tracks.changed');
    recordings[0]?.end('changed');
    await settled();
    expect(recordings).toHaveLength(1);
    engine = makeEngine();
    await player.clock.advance(1_000);
    player.resolved();
    player.firstFrame();
    await settled();
    expect(recordings).toHaveLength(2);
    player.fail('network', 'tracks.changed');
    recordings[1]?.end('changed');
    await settled();
    await player.clock.advance(20_000);
    await settled();
    expect(reported.at(-1)).toMatchObject({ name: 'stopSave', data: { parts: { length: 2 } } });
    expect(player.state.toast?.text).toBe('recording.changed');
  });

  it('returns what was recorded although the last part is empty', async () => {
    await startSave();
    recordings[0]?.end('changed');
    await settled();
    recordings[1]!.problem = new EngineError({ kind: 'media', code: 'record.empty', message: '' });
    expect(await stopSave()).toMatchObject({ durationMs: 1_235 });
  });

  it('stops at once while it waits for another format', async () => {
    await startSave();
    player.fail('network', 'tracks.changed');
    recordings[0]?.end('changed');
    expect(await stopSave()).toMatchObject({ durationMs: 1_235 });
  });

  it.each(['lost', 'full', 'failed'] as const)(
    'ends automatically (%s) with its file and a message; stopSave returns it once',
    async (why) => {
      await startSave();
      recordings[0]?.end(why);
      await settled();
      expect(eventNames()).toEqual(['startSave', 'stopSave']);
      expect(player.state.toast?.text).toBe(`recording.${why}`);
      expect(await stopSave()).toMatchObject({ durationMs: 1_235 });
      await expect(stopSave()).rejects.toMatchObject({ code: 'recording.none' });
    },
  );

  it('rejects a stop before any data arrived with record.empty', async () => {
    await startSave();
    recordings[0]!.problem = new EngineError({ kind: 'media', code: 'record.empty', message: '' });
    await expect(stopSave()).rejects.toMatchObject({ code: 'record.empty' });
    expect(player.state.toast?.text).toBe('recording.empty');
    expect(eventNames()).toEqual(['startSave']);
  });

  it('rejects a start that the engine rejects, and can be started again', async () => {
    engine.record.mockRejectedValueOnce(
      new EngineError({ kind: 'other', code: 'record.unavailable', message: '' }),
    );
    await expect(startSave()).rejects.toMatchObject({ code: 'record.unavailable' });
    expect(player.state.recording.phase).toBe('off');
    await startSave();
    expect(player.state.recording.phase).toBe('on');
  });

  it('delivers what has been recorded when the host page disconnects', async () => {
    await startSave();
    player.send({ type: 'request.stop' });
    await feature.reset?.();
    expect(eventNames()).toEqual(['startSave', 'stopSave']);
    expect(recordings[0]?.stops).toBe(1);
  });
});
