/**
 * The built-in demo camera: a moving scene, an accurate clock, audio, and for tests a machine-readable frame number. It
 * has the same interface as a real camera and needs only the clip files.
 *
 * The scene was encoded once by `scripts/demo-clip`. The top macroblock rows are a separate slice, which is
 * encoded for every frame at run time.
 */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { h264Setup } from '../../../codec/h264.ts';
import type { Cancel, Clock } from '../../../kernel/clock.ts';
import type { EpochMs, Ms } from '../../../kernel/units.ts';
import type { Zone } from '../../../kernel/zone-time.ts';
import type { MediaSource, SourceSink, StreamProfile, TrackSet } from '../../ports.ts';
import type { AudioClip, VideoClip } from './clip-format.ts';
import { loadAudio, loadFrames, loadWorld } from './clip-library.ts';
import { DemoFrames } from './demo-frames.ts';
import type { DemoPtz } from './demo-ptz.ts';
import { demoHome } from './demo-view.ts';
import { MovedFrames } from './moved-frames.ts';

/** Ids are stored with cameras: never change one. */
export const demoScenes: readonly { readonly id: string; readonly name: string }[] = [
  { id: 'harbour', name: 'Harbour' },
  { id: 'yard', name: 'Yard' },
];

type CameraZone = Pick<Zone, 'offsetAt'>;

export interface DemoSourceOptions {
  /** Id of one of `demoScenes`. */
  readonly scene: string;
  readonly profile: StreamProfile;
  readonly clock: Clock;
  /** Zone of the camera's clock, read again every few seconds. Without it, or while it fails: that of the server. */
  readonly zone?: (() => Promise<CameraZone>) | undefined;
  /** The view of the camera; without one, the home view. */
  readonly ptz?: Pick<DemoPtz, 'positionAt'> | undefined;
  /** Draws the machine-readable line with frame number and time at the top edge (`frame-code.ts`). */
  readonly hasFrameCode?: boolean;
  /** Folder of the clip files. */
  readonly clipsDir?: string;
}

/**
 * If later than this (the process was stopped, the machine slept), the camera continues at the current time.
 */
const maxDelayMs: Ms = 2_000;

/** Tolerance for timers that fire early. */
const timerToleranceMs: Ms = 1;

export function createDemoSource(options: DemoSourceOptions): MediaSource {
  return new DemoSource(options, options.clipsDir ?? defaultClipsDir());
}

/** Next to this file when run from source; the bundle in `dist/` uses the source folder. */
function defaultClipsDir(): string {
  const besideSource = fileURLToPath(new URL('clips', import.meta.url));
  return existsSync(besideSource)
    ? besideSource
    : fileURLToPath(new URL('../lib/media/sources/demo/clips', import.meta.url));
}

class DemoSource implements MediaSource {
  private cancel: Cancel | null = null;
  private state: 'new' | 'running' | 'stopped' = 'new';

  constructor(
    private readonly options: DemoSourceOptions,
    private readonly clipsDir: string,
  ) {}

  start(sink: SourceSink): void {
    if (this.state !== 'new') return;
    this.state = 'running';
    // Asynchronous, as with every other source, so that the caller has finished its bookkeeping.
    this.cancel = this.options.clock.after(0, () => void this.open(sink));
  }

  private async open(sink: SourceSink): Promise<void> {
    const { zone } = this.options;
    // Known before the first frame, so that the clock does not change while it is watched.
    const clockZone = zone ? await followedZone(zone) : { offsetAt: serverOffset, refresh() {} };
    if (this.state === 'running') this.begin(sink, clockZone);
  }

  stop(): void {
    this.state = 'stopped';
    this.cancel?.();
    this.cancel = null;
  }

  private begin(sink: SourceSink, zone: FollowedZone): void {
    const { scene, profile, clock } = this.options;
    if (!demoScenes.some(({ id }) => id === scene)) {
      this.state = 'stopped';
      sink.failed({ code: 'source.notFound', message: `no demo scene "${scene}"`, retryable: false });
      return;
    }
    let video: VideoClip;
    let audio: AudioClip;
    let tracks: TrackSet;
    try {
      video = loadFrames(this.clipsDir, scene, profile);
      audio = loadAudio(this.clipsDir, scene);
      tracks = tracksOf(video, audio);
    } catch (error) {
      this.state = 'stopped';
      const reason = error instanceof Error ? error.message : String(error);
      sink.failed({
        code: 'source.unsupported',
        message: `clips of the demo camera: ${reason}`,
        retryable: false,
      });
      return;
    }
    sink.tracks(tracks);
    const { hasFrameCode = false } = this.options;
    const openMoved = () => new MovedFrames(video, loadWorld(this.clipsDir, scene), profile, hasFrameCode);
    const playback = new Playback({
      clip: video,
      audio,
      openMoved,
      hasFrameCode,
      ptz: this.options.ptz,
      zone,
      clock,
      sink,
      isRunning: () => this.state === 'running',
    });
    const step = (): void => {
      const wait = playback.deliver();
      if (this.state === 'running') this.cancel = clock.after(wait, step);
    };
    if (this.state === 'running') step();
  }
}

function tracksOf(video: VideoClip, audio: AudioClip): TrackSet {
  const setup = h264Setup([video.sps], [video.pps]);
  if (!setup.ok) throw new Error(setup.error.message);
  return {
    video: setup.value.track,
    audio: {
      codec: 'aac',
      sampleRate: audio.sampleRate,
      channels: audio.channels,
      config: audio.config,
    },
  };
}

/** The zone as it was read last. */
interface FollowedZone extends CameraZone {
  /** Reads it again; later frames use it. */
  refresh(): void;
}

const serverOffset = (at: EpochMs): Ms => -new Date(at).getTimezoneOffset() * 60_000;

async function followedZone(read: () => Promise<CameraZone>): Promise<FollowedZone> {
  let last: CameraZone = { offsetAt: serverOffset };
  const refresh = () =>
    read().then(
      (zone) => {
        last = zone;
      },
      () => {
        // The database does not respond: the clock stays as it is.
      },
    );
  await refresh();
  return { offsetAt: (at) => last.offsetAt(at), refresh: () => void refresh() };
}

interface PlaybackParts {
  readonly clip: VideoClip;
  readonly audio: AudioClip;
  readonly openMoved: () => MovedFrames;
  readonly hasFrameCode: boolean;
  readonly ptz: Pick<DemoPtz, 'positionAt'> | undefined;
  readonly zone: FollowedZone;
  readonly clock: Clock;
  readonly sink: SourceSink;
  readonly isRunning: () => boolean;
}

/**
 * Delivers units when they are due. Times are computed from the start and a count, so that errors do not
 * accumulate. Audio is aligned to wall time at the start, so that every camera ticks on the second.
 */
class Playback {
  private readonly frames: DemoFrames;
  private readonly startedAt: Ms;
  private readonly startWall: EpochMs;
  private readonly firstFrame: number;
  private readonly firstAudio: number;
  private readonly audioMs: Ms;
  private framesDone = 0;
  private audioDone = 0;

  constructor(private readonly parts: PlaybackParts) {
    const { clip, audio, clock, openMoved, hasFrameCode } = parts;
    this.startedAt = clock.monotonic();
    this.startWall = clock.now();
    this.firstFrame = Math.floor((this.startWall * clip.framesPerSecond) / 1000);
    this.audioMs = (audio.samplesPerFrame * 1000) / audio.sampleRate;
    this.firstAudio = Math.ceil(this.startWall / this.audioMs);
    this.frames = new DemoFrames(clip, this.firstFrame, openMoved, hasFrameCode);
  }

  /** Delivers all due frames with their audio. Returns the delay until the next. */
  deliver(): Ms {
    this.catchUp();
    while (this.parts.isRunning()) {
      const due = this.frameTimer(this.framesDone);
      const wait = due - this.elapsed();
      if (wait > timerToleranceMs) return wait;
      this.deliverFrame(due);
      this.deliverAudioBefore(this.frameTimer(this.framesDone));
    }
    return 0;
  }

  private elapsed(): Ms {
    return this.parts.clock.monotonic() - this.startedAt;
  }

  private frameTimer(index: number): Ms {
    return (index * 1000) / this.parts.clip.framesPerSecond;
  }

  private audioTimer(index: number): Ms {
    return (this.firstAudio + index) * this.audioMs - this.startWall;
  }

  private catchUp(): void {
    const behind = this.elapsed() - this.frameTimer(this.framesDone);
    if (behind <= maxDelayMs) return;
    this.framesDone += Math.floor((behind * this.parts.clip.framesPerSecond) / 1000);
    this.audioDone += Math.max(
      0,
      Math.floor((this.elapsed() - this.audioTimer(this.audioDone)) / this.audioMs),
    );
    this.frames.skip(this.frames.untilKey);
  }

  private deliverFrame(dueMs: Ms): void {
    // Whole milliseconds, the precision of the frame code, so that both are equal.
    const madeAt = Math.floor(this.parts.clock.now());
    // The view at the due time of the frame, so that steps are even despite late timers.
    const view = this.parts.ptz?.positionAt(this.startedAt + dueMs) ?? demoHome;
    const civil = madeAt + this.parts.zone.offsetAt(madeAt);
    const { isKey, data } = this.frames.next(this.firstFrame + this.framesDone, { madeAt, civil, view });
    if (isKey) this.parts.zone.refresh();
    this.framesDone += 1;
    this.parts.sink.unit({ kind: 'video', dtsMs: dueMs, ptsMs: dueMs, wallMs: madeAt, isKey, data });
  }

  /**
   * Audio that starts before the next frame is delivered with this one: half the timers, and ordered by time.
   */
  private deliverAudioBefore(nextFrameMs: Ms): void {
    while (this.parts.isRunning()) {
      const dueMs = this.audioTimer(this.audioDone);
      if (dueMs >= nextFrameMs) return;
      const data =
        this.parts.audio.frames[(this.firstAudio + this.audioDone) % this.parts.audio.frames.length]!;
      const wallMs = this.parts.clock.now() + dueMs - this.elapsed();
      this.audioDone += 1;
      this.parts.sink.unit({ kind: 'audio', dtsMs: dueMs, ptsMs: dueMs, wallMs, isKey: true, data });
    }
  }
}
