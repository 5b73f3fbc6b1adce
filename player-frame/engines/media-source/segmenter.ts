import { frameSamples, silentFrame } from '../../../lib/codec/audio-frames.ts';
import type { AudioConfig } from '../../../lib/codec/decoder-config.ts';
import type { AudioUnit, VideoUnit } from '../../../lib/codec/flv/flv-events.ts';
import { fragment, type Mp4Sample } from '../../../lib/codec/mp4/fragment.ts';
import { initSegment, type SizedVideoConfig } from '../../../lib/codec/mp4/init-segment.ts';
import type { Ms } from '../../../lib/kernel/units.ts';

export type TrackKind = 'video' | 'audio';

export interface Segment {
  readonly kind: TrackKind;
  /** Of an initialization segment; null for others. */
  readonly codec: string | null;
  readonly data: Uint8Array;
}

/**
 * Media Source drops frames up to the next key frame if the decoding time advances by more than twice the last duration,
 * and leaves a hole in the buffer that stops playback. The duration of the newest frame is unknown, and a long one has no
 * effect when the next frame arrives.
 */
const newestDuration: Ms = 10_000;
/** Audio follows its timestamps by whole frames: browsers play frames one after another, without gaps between them. */
const maxAudioDrift = 0.6;
/** One track per file. */
const trackId = 1;
/** FLV counts milliseconds. */
const videoTimeScale = 1_000;
/** A longer gap is not filled with silence. */
const maxSilence: Ms = 5_000;
/** A camera that stops sending audio does not stop video: from this lag on, silence takes its place. */
const maxAudioLag: Ms = 1_000;

/** Turns units into MP4 as soon as they arrive. The first key frame is at time 0 of the element. */
export class Segmenter {
  private sequence = 0;
  private readonly video: VideoUnit[] = [];
  private audio: Mp4Sample[] = [];
  private audioConfig: AudioConfig | null = null;
  private audioSilence: Uint8Array | null = null;
  /** In samples, from `baseMs`. */
  private audioStart = 0;
  private audioNext: number | null = null;
  private base: Ms | null = null;

  /** `holdsNewest`: each frame waits for the next, which gives its duration. */
  constructor(
    private readonly emit: (segment: Segment) => void,
    private readonly holdsNewest = false,
  ) {}

  /** Media time at time 0 of the element; null before the first frame. */
  get baseMs(): Ms | null {
    return this.base;
  }

  /** Media time up to which audio has been received; null without audio. */
  get audioEndMs(): Ms | null {
    if (this.base === null || this.audioNext === null || !this.audioConfig) return null;
    return this.base + (this.audioNext * 1_000) / this.audioConfig.sampleRate;
  }

  configureVideo(config: SizedVideoConfig): void {
    this.flushVideo(false);
    const track = { id: trackId, kind: 'video', timeScale: videoTimeScale, config } as const;
    this.emit({ kind: 'video', codec: config.codecString, data: initSegment([track]) });
  }

  configureAudio(config: AudioConfig): void {
    this.flushAudio();
    this.audioConfig = config;
    this.audioSilence = silentFrame(config);
    this.audioNext = null;
    const track = { id: trackId, kind: 'audio', config } as const;
    this.emit({ kind: 'audio', codec: config.codecString, data: initSegment([track]) });
  }

  addVideo(unit: VideoUnit): void {
    if (this.base === null && !unit.isKey) return;
    this.base ??= unit.dtsMs;
    this.video.push(unit);
    this.fillAudio(unit.dtsMs - maxAudioLag);
  }

  /** `startsStream`: there is no video. Otherwise audio before the first key frame is dropped. */
  addAudio({ ptsMs, data }: AudioUnit, startsStream: boolean): void {
    const config = this.audioConfig;
    if (startsStream) this.base ??= ptsMs;
    if (!config || this.base === null || ptsMs < this.base) return;
    const { audioEndMs } = this;
    const frameMs = (frameSamples(config, data) * 1_000) / config.sampleRate;
    const driftMs = audioEndMs === null ? Number.POSITIVE_INFINITY : ptsMs - audioEndMs;
    if (driftMs < -maxAudioDrift * frameMs) return;
    if (driftMs > maxSilence) this.restartAudio(ptsMs);
    else if (driftMs > maxAudioDrift * frameMs) this.fillAudio(ptsMs, data);
    this.pushAudio(data);
  }

  /** Emits what was added, at most one segment per track. */
  flush(): void {
    this.flushVideo(this.holdsNewest);
    this.flushAudio();
  }

  private restartAudio(ptsMs: Ms): void {
    this.flushAudio();
    this.audioStart = Math.round(((ptsMs - (this.base ?? 0)) * (this.audioConfig?.sampleRate ?? 0)) / 1_000);
    this.audioNext = this.audioStart;
  }

  /** With as many whole frames as come closest to this time. `otherwise`: where there is no silent frame. */
  private fillAudio(untilMs: Ms, otherwise: Uint8Array | null = null): void {
    const { audioEndMs, audioConfig } = this;
    const data = this.audioSilence ?? otherwise;
    if (audioEndMs === null || !audioConfig || !data) return;
    const frameMs = (frameSamples(audioConfig, data) * 1_000) / audioConfig.sampleRate;
    for (let left = Math.round((untilMs - audioEndMs) / frameMs); left > 0; left -= 1) this.pushAudio(data);
  }

  private pushAudio(data: Uint8Array): void {
    if (!this.audioConfig) return;
    const duration = frameSamples(this.audioConfig, data);
    this.audio.push({ data, isKey: true, duration, composition: 0 });
    this.audioNext = (this.audioNext ?? 0) + duration;
  }

  private flushVideo(holdsNewest: boolean): void {
    const newest = holdsNewest ? this.video.pop() : undefined;
    const units = this.video.splice(0);
    if (newest) this.video.push(newest);
    const first = units[0];
    if (!first) return;
    const samples = units.map(({ data, isKey, dtsMs, ptsMs }, index) => ({
      data,
      isKey,
      duration: Math.max(0, ((units[index + 1] ?? newest)?.dtsMs ?? dtsMs + newestDuration) - dtsMs),
      composition: ptsMs - dtsMs,
    }));
    this.push('video', first.dtsMs - (this.base ?? 0), samples);
  }

  private flushAudio(): void {
    const samples = this.audio;
    if (samples.length === 0) return;
    this.audio = [];
    this.push('audio', this.audioStart, samples);
    this.audioStart = this.audioNext ?? 0;
  }

  private push(kind: TrackKind, time: number, samples: readonly Mp4Sample[]): void {
    this.sequence += 1;
    this.emit({ kind, codec: null, data: fragment(this.sequence, [{ trackId, time, samples }]) });
  }
}
