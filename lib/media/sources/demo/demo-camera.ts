/**
 * The built-in camera: a scene that moves, a clock that is right, sound, and a number in every picture that
 * programs can read. It speaks the same interface as a real camera and needs nothing but the clips beside it.
 *
 * Scene pictures were coded once, by `scripts/demo-clip`. Their top macroblock rows are a slice of their own,
 * which is written anew for every picture while it runs.
 */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { h264Setup } from '../../../codec/h264.ts';
import type { Cancel, Clock } from '../../../kernel/clock.ts';
import type { EpochMs, Ms } from '../../../kernel/units.ts';
import type { MediaSource, SourceSink, StreamProfile, TrackSet } from '../../ports.ts';
import type { PictureClip, SoundClip } from './clip-format.ts';
import { loadPictures, loadSound, loadWorld } from './clip-library.ts';
import type { DemoHead } from './demo-heads.ts';
import { DemoPictures } from './demo-pictures.ts';
import { demoHome } from './demo-view.ts';
import { MovedPictures } from './moved-pictures.ts';

/** Ids are stored with cameras: never change one. */
export const demoScenes: readonly { readonly id: string; readonly name: string }[] = [
  { id: 'harbour', name: 'Harbour' },
  { id: 'yard', name: 'Yard' },
];

export interface DemoSourceOptions {
  /** Id of one of `demoScenes`. */
  readonly scene: string;
  readonly profile: StreamProfile;
  readonly clock: Clock;
  /** Where the camera looks; without one it looks straight ahead. */
  readonly head?: Pick<DemoHead, 'positionAt'> | undefined;
  /** Folder of the clip files. */
  readonly clipsDir?: string;
}

/** Later than this (the process was stopped, the machine slept) the camera goes on at the present. */
const longestDelayMs: Ms = 2_000;

/** Timers come a little early at times; a unit this close to its time is due. */
const timerToleranceMs: Ms = 1;

export function createDemoSource(options: DemoSourceOptions): MediaSource {
  return new DemoSource(options, options.clipsDir ?? defaultClipsDir());
}

/** Beside this file when it runs from source; from the bundle, which is in `dist/`, where the source has them. */
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
    // In a turn of its own, as with every other source: the caller has its bookkeeping done by then.
    this.cancel = this.options.clock.after(0, () => this.begin(sink));
  }

  stop(): void {
    this.state = 'stopped';
    this.cancel?.();
    this.cancel = null;
  }

  private begin(sink: SourceSink): void {
    const { scene, profile, clock } = this.options;
    if (!demoScenes.some(({ id }) => id === scene)) {
      this.state = 'stopped';
      sink.failed({ code: 'source.notFound', message: `no demo scene "${scene}"`, retryable: false });
      return;
    }
    let pictures: PictureClip;
    let sound: SoundClip;
    let tracks: TrackSet;
    try {
      pictures = loadPictures(this.clipsDir, scene, profile);
      sound = loadSound(this.clipsDir, scene);
      tracks = tracksOf(pictures, sound);
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
    const openMoved = () => new MovedPictures(pictures, loadWorld(this.clipsDir, scene), profile);
    const playback = new Playback({
      clip: pictures,
      sound,
      openMoved,
      head: this.options.head,
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

function tracksOf(pictures: PictureClip, sound: SoundClip): TrackSet {
  const setup = h264Setup([pictures.sps], [pictures.pps]);
  if (!setup.ok) throw new Error(setup.error.message);
  return {
    video: setup.value.track,
    audio: {
      codec: 'aac',
      sampleRate: sound.sampleRate,
      channels: sound.channels,
      config: sound.config,
    },
  };
}

interface PlaybackParts {
  readonly clip: PictureClip;
  readonly sound: SoundClip;
  readonly openMoved: () => MovedPictures;
  readonly head: Pick<DemoHead, 'positionAt'> | undefined;
  readonly clock: Clock;
  readonly sink: SourceSink;
  readonly isRunning: () => boolean;
}

/**
 * Hands out what is due. Times are computed from the start and a count, never from the time before, so that
 * the pace is the monotonic clock's for as long as it runs. Sound is tied to wall time at the start, so that
 * every camera ticks on the second.
 */
class Playback {
  private readonly pictures: DemoPictures;
  private readonly startedAt: Ms;
  private readonly startWall: EpochMs;
  private readonly firstFrame: number;
  private readonly firstSound: number;
  private readonly soundMs: Ms;
  private picturesDone = 0;
  private soundsDone = 0;

  constructor(private readonly parts: PlaybackParts) {
    const { clip, sound, clock, openMoved } = parts;
    this.startedAt = clock.monotonic();
    this.startWall = clock.now();
    this.firstFrame = Math.floor((this.startWall * clip.framesPerSecond) / 1000);
    this.soundMs = (sound.samplesPerFrame * 1000) / sound.sampleRate;
    this.firstSound = Math.ceil(this.startWall / this.soundMs);
    this.pictures = new DemoPictures(clip, this.firstFrame, openMoved);
  }

  /** Delivers every picture whose time has come, each with its sound. Returns how long to wait for the next. */
  deliver(): Ms {
    this.catchUp();
    while (this.parts.isRunning()) {
      const due = this.pictureDue(this.picturesDone);
      const wait = due - this.elapsed();
      if (wait > timerToleranceMs) return wait;
      this.deliverPicture(due);
      this.deliverSoundBefore(this.pictureDue(this.picturesDone));
    }
    return 0;
  }

  private elapsed(): Ms {
    return this.parts.clock.monotonic() - this.startedAt;
  }

  private pictureDue(index: number): Ms {
    return (index * 1000) / this.parts.clip.framesPerSecond;
  }

  private soundDue(index: number): Ms {
    return (this.firstSound + index) * this.soundMs - this.startWall;
  }

  private catchUp(): void {
    const behind = this.elapsed() - this.pictureDue(this.picturesDone);
    if (behind <= longestDelayMs) return;
    this.picturesDone += Math.floor((behind * this.parts.clip.framesPerSecond) / 1000);
    this.soundsDone += Math.max(
      0,
      Math.floor((this.elapsed() - this.soundDue(this.soundsDone)) / this.soundMs),
    );
    this.pictures.skip(this.pictures.untilKey);
  }

  private deliverPicture(dueMs: Ms): void {
    // Whole milliseconds: what the code in the picture can carry, so that both say the same.
    const madeAt = Math.floor(this.parts.clock.now());
    // Where it looked when the picture was due: even steps, however late the timer.
    const view = this.parts.head?.positionAt(this.startedAt + dueMs) ?? demoHome;
    const { isKey, data } = this.pictures.next(this.firstFrame + this.picturesDone, madeAt, view);
    this.picturesDone += 1;
    this.parts.sink.unit({ kind: 'video', dtsMs: dueMs, ptsMs: dueMs, wallMs: madeAt, isKey, data });
  }

  /** Sound that starts before the next picture goes out with this one: half the timers, and in order of time. */
  private deliverSoundBefore(nextPictureMs: Ms): void {
    while (this.parts.isRunning()) {
      const dueMs = this.soundDue(this.soundsDone);
      if (dueMs >= nextPictureMs) return;
      const data =
        this.parts.sound.frames[(this.firstSound + this.soundsDone) % this.parts.sound.frames.length]!;
      const wallMs = this.parts.clock.now() + dueMs - this.elapsed();
      this.soundsDone += 1;
      this.parts.sink.unit({ kind: 'audio', dtsMs: dueMs, ptsMs: dueMs, wallMs, isKey: true, data });
    }
  }
}
