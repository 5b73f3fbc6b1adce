import type { Ms } from '../../../lib/kernel/units.ts';
import type { FrameEventData } from '../../../lib/protocol/index.ts';
import { limits } from '../../../lib/protocol/limits.ts';
import type { EngineRecording, MediaEngine, RecordingEnd } from '../../engines/engine.ts';
import type { PlayerState } from '../../state/player-state.ts';
import type { Feature, FeatureContext } from '../feature.ts';
import { callError, codeOf } from './engine-failure.ts';
import { createFileOffers, defaultFileName, proveReadable, safeFileName } from './offer-file.ts';

const extension = '.mp4';

type DeliveredFile = FrameEventData<'stopSave'>;

/** A recording, from the request to its files. */
interface Run {
  readonly fileName: string;
  /** Records the current part. Null: it failed to start; see `code`. */
  current: Promise<EngineRecording | null>;
  /** Complete parts: after each, the format of the video changed. */
  readonly parts: Promise<DeliveredFile>[];
  /** Waits for an engine that records the next part; null ends the wait. */
  next: ((engine: MediaEngine | null) => void) | null;
  /** Code of the failure. */
  code: string;
  /** The host page requested the end. */
  isRequested: boolean;
  /** Resolves with the file, or null if there is none. */
  file: Promise<DeliveredFile | null> | null;
}

/** As long as a recording waits for a lost connection. */
const nextPartWithinMs: Ms = 20_000;

/** Recordings to a file. They outlive the engine that started them. */
export function makeRecording(context: FeatureContext): Feature {
  const { clock, host, request, getState, send } = context;
  const offers = createFileOffers(clock);
  let run: Run | null = null;
  let feeding: MediaEngine | null = null;
  /** The file of a recording that ended by itself, for a page that stops it afterwards. */
  let unrequested: DeliveredFile | null = null;

  function begin(requested: string | undefined): Run {
    const engine = context.engine();
    const { address } = getState();
    const at = engine?.currentTime() ?? clock.now();
    const fileName = safeFileName(requested, defaultFileName(address, at, extension), extension);
    const starting = engine ? record(engine) : Promise.reject(new Error('nothing is playing'));
    const current = starting.then(started, refused);
    const begun: Run = { fileName, current, parts: [], next: null, code: '', isRequested: false, file: null };
    unrequested = null;
    return begun;

    function record(by: MediaEngine): Promise<EngineRecording> {
      feeding = by;
      return by.record({ fileName });
    }

    function started(recording: EngineRecording): EngineRecording {
      send({ type: 'event.recordingStarted', at: clock.now() });
      watch(begun, recording);
      return recording;
    }

    function refused(error: unknown): null {
      begun.code = codeOf(error, 'record.unavailable');
      send({ type: 'event.recordingEnded', why: 'unavailable' });
      return null;
    }
  }

  function watch(of: Run, recording: EngineRecording): void {
    recording.onEnd(({ reason }) => {
      if (reason === 'changed' && !of.file) of.current = nextPart(of, recording);
      else void end(of, reason);
    });
  }

  /** One track cannot contain two formats: the recording continues in another file. */
  async function nextPart(of: Run, ended: EngineRecording): Promise<EngineRecording | null> {
    const part = deliver(ended);
    of.parts.push(part);
    const playing = of.parts.length < limits.recordingParts ? playingEngine(of) : null;
    // The engine records one file at a time.
    await part.catch(() => undefined);
    const engine = await playing;
    of.next = null;
    const next = engine && !of.file ? await recordPart(of, engine).catch(() => null) : null;
    if (!next) void end(of, 'changed');
    return next;
  }

  async function recordPart(of: Run, engine: MediaEngine): Promise<EngineRecording> {
    feeding = engine;
    const fileName = partName(of.fileName, of.parts.length + 1);
    const recording = await engine.record({ fileName });
    watch(of, recording);
    return recording;
  }

  /** The engine that plays the stream, as soon as there is one. */
  function playingEngine(of: Run): Promise<MediaEngine | null> {
    return new Promise((resolve) => {
      const cancel = clock.after(nextPartWithinMs, () => resolve(null));
      of.next = (engine) => {
        cancel();
        resolve(engine);
      };
      offerEngine(of);
    });
  }

  function offerEngine(to: Run): void {
    const { playback, handOver } = getState();
    const engine = context.engine();
    if (engine && playback.phase === 'playing' && !handOver) to.next?.(engine);
  }

  /** Ends it once, whatever the cause. `reason` if it ended by itself. */
  function end(ended: Run, reason: RecordingEnd['reason'] | null): Promise<DeliveredFile | null> {
    ended.next?.(null);
    ended.file ??= finish(ended, reason);
    return ended.file;
  }

  async function finish(ended: Run, reason: RecordingEnd['reason'] | null) {
    const recording = await ended.current;
    if (!recording && ended.parts.length === 0) return null;
    const parts = recording ? [...ended.parts, deliver(recording)] : ended.parts;
    try {
      const file = joined(await made(parts));
      host.notify('stopSave', file);
      const { noDownload, noRecordingDownload } = getState().display;
      if (!noDownload && !noRecordingDownload) {
        for (const [index, blob] of (file.parts ?? [file.blob]).entries())
          offers.offer(blob, partName(file.fileName, index + 1));
      }
      if (reason !== null && !ended.isRequested) unrequested = file;
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
    if (run?.next) {
      offerEngine(run);
      return;
    }
    if (!run || recording.phase !== 'on' || playback.phase !== 'playing' || handOver) return;
    if (!engine || engine === feeding) return;
    feeding = engine;
    void run.current.then((resume) => {
      if (!resume) return;
      engine.record({ resume }).catch(() => {
        /* Without a stream the recording ends by itself and reports the reason. */
      });
    });
  }

  async function finishAll(): Promise<void> {
    const { recording } = getState();
    if (run && recording.phase !== 'off') await end(run, null);
    run = null;
    feeding = null;
    unrequested = null;
  }

  return {
    handlers: {
      startSave: async ({ fileName }, signal) => {
        await request(
          { type: 'request.startRecording', ...(fileName === undefined ? {} : { fileName }) },
          signal,
        );
        const begun = run;
        if (begun && !(await begun.current)) throw await callError(context, begun.code);
      },
      stopSave: async (_data, signal) => {
        const ended = run;
        if (!ended && unrequested) {
          const file = unrequested;
          unrequested = null;
          return file;
        }
        if (ended) ended.isRequested = true;
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

async function deliver(recording: EngineRecording): Promise<DeliveredFile> {
  const { durationMs, width, height, hasAudio, fileName, blob } = await recording.stop();
  const readable = await proveReadable(blob);
  return { fileName, blob: readable, durationMs: Math.round(durationMs), width, height, hasAudio };
}

/** Those that contain something; rejects if none does. */
async function made(parts: readonly Promise<DeliveredFile>[]): Promise<[DeliveredFile, ...DeliveredFile[]]> {
  const results = await Promise.allSettled(parts);
  const [first, ...more] = results.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  if (first) return [first, ...more];
  throw results.find((one) => one.status === 'rejected')?.reason;
}

function joined([first, ...more]: [DeliveredFile, ...DeliveredFile[]]): DeliveredFile {
  if (more.length === 0) return first;
  const all = [first, ...more];
  const durationMs = all.reduce((sum, part) => sum + part.durationMs, 0);
  return { ...first, durationMs, parts: all.map(({ blob }) => blob) };
}

/** `gate.mp4`, `gate_2.mp4`, … */
function partName(fileName: string, part: number): string {
  if (part === 1) return fileName;
  const end = `_${part}${extension}`;
  return fileName.slice(0, -extension.length).slice(0, limits.nameLength - end.length) + end;
}
