import type { FrameEventData } from '../../../lib/protocol/index.ts';
import type { EngineRecording, MediaEngine, RecordingEnd, RecordingFile } from '../../engines/engine.ts';
import type { PlayerState } from '../../state/player-state.ts';
import type { Feature, FeatureContext } from '../feature.ts';
import { callError, codeOf } from './engine-failure.ts';
import { createFileOffers, defaultFileName, proveReadable, safeFileName } from './offer-file.ts';

const extension = '.mp4';

/** A recording, from the request to the file. */
interface Run {
  /** Null: it failed to start; see `code`. */
  readonly started: Promise<EngineRecording | null>;
  /** Code of the failure. */
  code: string;
  /** Resolves with the file, or null if there is none. */
  file: Promise<FrameEventData<'stopSave'> | null> | null;
}

/** Recordings to a file. They outlive the engine that started them. */
export function makeRecording(context: FeatureContext): Feature {
  const { clock, host, request, getState, send } = context;
  const offers = createFileOffers(clock);
  let run: Run | null = null;
  let feeding: MediaEngine | null = null;

  function begin(requested: string | undefined): Run {
    const engine = context.engine();
    const { address } = getState();
    const at = engine?.currentTime() ?? clock.now();
    const fileName = safeFileName(requested, defaultFileName(address, at, extension), extension);
    feeding = engine;
    const starting = engine
      ? engine.record({ fileName, freshTarget: context.freshTarget })
      : Promise.reject(new Error('nothing is playing'));
    const begun: Run = { started: starting.then(started, refused), code: '', file: null };
    return begun;

    function started(recording: EngineRecording): EngineRecording {
      send({ type: 'event.recordingStarted', at: clock.now() });
      recording.onEnd(({ reason }) => void end(begun, reason));
      return recording;
    }

    function refused(error: unknown): null {
      begun.code = codeOf(error, 'record.unavailable');
      send({ type: 'event.recordingEnded', why: 'unavailable' });
      return null;
    }
  }

  /** Ends it once, whatever the cause. `reason` if it ended by itself. */
  function end(
    ended: Run,
    reason: RecordingEnd['reason'] | null,
  ): Promise<FrameEventData<'stopSave'> | null> {
    ended.file ??= finish(ended, reason);
    return ended.file;
  }

  async function finish(ended: Run, reason: RecordingEnd['reason'] | null) {
    const recording = await ended.started;
    if (!recording) return null;
    try {
      const made = await recording.stop();
      const file = handedOver(made, await proveReadable(made.blob));
      host.notify('stopSave', file);
      const { noDownload, noRecordingDownload } = getState().display;
      if (!noDownload && !noRecordingDownload) offers.offer(file.blob, file.fileName);
      send({ type: 'event.recordingEnded', why: reason ?? 'saved' });
      return file;
    } catch (error) {
      ended.code = codeOf(error, 'record.unavailable');
      send({ type: 'event.recordingEnded', why: ended.code === 'record.empty' ? 'empty' : 'failed' });
      return null;
    } finally {
      if (run === ended) run = null;
    }
  }

  /** Another quality or connection has another engine; the recording continues with it. */
  function follow({ playback, handOver, recording }: PlayerState): void {
    const engine = context.engine();
    if (!run || recording.phase !== 'on' || playback.phase !== 'playing' || handOver) return;
    if (!engine || engine === feeding) return;
    feeding = engine;
    void run.started.then((resume) => {
      if (!resume) return;
      engine.record({ resume, freshTarget: context.freshTarget }).catch(() => {
        /* Without a stream the recording ends by itself and reports the reason. */
      });
    });
  }

  async function finishAll(): Promise<void> {
    const { recording } = getState();
    if (run && recording.phase !== 'off') await end(run, null);
    run = null;
    feeding = null;
  }

  return {
    handlers: {
      startSave: async ({ fileName }, signal) => {
        await request(
          { type: 'request.startRecording', ...(fileName === undefined ? {} : { fileName }) },
          signal,
        );
        const begun = run;
        if (begun && !(await begun.started)) throw await callError(context, begun.code);
      },
      stopSave: async (_data, signal) => {
        const ended = run;
        await request({ type: 'request.stopRecording' }, signal);
        const file = ended && (await end(ended, null));
        if (!file) throw await callError(context, ended?.code || 'recording.none');
        return file;
      },
    },
    run(effect) {
      if (effect.do === 'record') run = begin(effect.fileName);
      if (effect.do === 'endRecord' && run) void end(run, null);
    },
    stateChanged: follow,
    notify(notice) {
      if (notice.type === 'recordingStarted') host.notify('startSave', {});
    },
    reset: finishAll,
    async destroy() {
      await finishAll();
      offers.destroy();
    },
  };
}

function handedOver(file: RecordingFile, blob: Blob): FrameEventData<'stopSave'> {
  const { durationMs, width, height, hasAudio, fileName } = file;
  return { fileName, blob, durationMs: Math.round(durationMs), width, height, hasAudio };
}
