/**
 * Measures a camera for a few seconds and reports what it sends, where it cannot be played, and what to
 * change. The report is plain JSON without address, name or password. Texts are English; `code` is for
 * translation.
 */
import type { Ms } from '../../../kernel/units.ts';
import type { ConnectionInfo, MediaSource, SourceFailure, SourceSpec, TrackSet } from '../../ports.ts';
import { createSourceFactory, type SourceFactoryOptions } from '../open-source.ts';
import { adviseOn, isSpeedOff } from './probe-advice.ts';
import { ProbeMeter } from './probe-meter.ts';
import type { ProbeReport } from './probe-report.ts';

export interface ProbeOptions extends SourceFactoryOptions {
  /** Minimum duration after the first unit … */
  readonly minWatchMs?: Ms;
  /** … and maximum duration, if key frames or sender reports are late. */
  readonly maxWatchMs?: Ms;
  /** True if ffmpeg is available to convert H.265. */
  readonly canTranscode?: boolean;
}

/** Never rejects. Opens a new source, or probes the given running one; stops it before resolving. */
export async function probe(
  spec: SourceSpec,
  options: ProbeOptions,
  source: MediaSource = createSourceFactory(options)(spec),
): Promise<ProbeReport> {
  const meter = new ProbeMeter(options.clock);
  const startedAt = options.clock.monotonic();
  const failure = await watch(source, meter, options);
  const awaitsKey = failure === null && meter.firstUnitAt === null;
  const { connection = demoConnection } = source;
  source.stop();
  const { video, audio } = meter.read();
  const report: Omit<ProbeReport, 'advice'> = {
    ok: failure === null,
    failure,
    firstFrameMs: meter.firstKeyAt === null ? null : Math.round(meter.firstKeyAt - startedAt),
    watchedMs: Math.round(options.clock.monotonic() - startedAt),
    video,
    audio,
    awaitsKey,
    clock: {
      from: connection.clockFromCamera ? 'camera' : 'arrival',
      skewMs: connection.clockSkewMs === null ? null : Math.round(connection.clockSkewMs),
      speed: connection.clockSpeed?.speed ?? null,
    },
    transport: connection.transport,
    notCarried: connection.skipped,
    trackChanges: Math.max(0, meter.trackSets - 1),
    formatChanges: meter.formatChanges,
  };
  return { ...report, advice: adviseOn(report, options.canTranscode ?? false) };
}

const demoConnection: ConnectionInfo = {
  skipped: [],
  describedAudio: null,
  clockFromCamera: true,
  clockSkewMs: 0,
  clockSpeed: null,
  droppedFrames: 0,
  transport: null,
};

/** A camera whose next key frame takes longer works, but is not measured. */
const maxKeyWaitMs: Ms = 15_000;

/** Resolves with the failure, or null when the measurement is complete. */
function watch(source: MediaSource, meter: ProbeMeter, options: ProbeOptions): Promise<SourceFailure | null> {
  const { clock, minWatchMs = 3_000, maxWatchMs = 8_000 } = options;
  return new Promise((resolve) => {
    const cancels: (() => void)[] = [];
    const settle = (failure: SourceFailure | null) => {
      for (const cancel of cancels.splice(0)) cancel();
      resolve(failure);
    };
    source.start({
      tracks: (tracks: TrackSet) => meter.tracks(tracks),
      unit: (unit) => meter.unit(unit),
      awaitsKey: (waitedMs) => waitedMs >= maxKeyWaitMs && settle(null),
      failed: settle,
    });
    cancels.push(
      keepAwake(),
      clock.every(100, () => {
        const seenMs = meter.firstUnitAt === null ? 0 : clock.monotonic() - meter.firstUnitAt;
        const isClockKnown = source.connection?.clockFromCamera ?? true;
        const isEnough = meter.hasKeyInterval && isClockKnown && isSpeedCertain(source.connection);
        if (seenMs >= maxWatchMs || (seenMs >= minWatchMs && isEnough)) settle(null);
      }),
    );
  });
}

/** A clock that is only some percent off needs a longer look. */
function isSpeedCertain({ clockSpeed }: Pick<ConnectionInfo, 'clockSpeed'> = demoConnection): boolean {
  if (clockSpeed === null) return true;
  return isSpeedOff(clockSpeed.speed) === isSpeedOff(clockSpeed.seemingSpeed);
}

/** Clock timers do not keep the process alive, and in the command line nothing else does. */
function keepAwake(): () => void {
  const timer = setInterval(() => {}, 60_000);
  return () => clearInterval(timer);
}
