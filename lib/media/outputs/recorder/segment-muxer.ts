import { storedAudioConfig } from '../../../codec/audio-config.ts';
import { frameSamples } from '../../../codec/audio-frames.ts';
import type { AudioConfig } from '../../../codec/decoder-config.ts';
import { FlacPacketizer } from '../../../codec/flac-packetizer.ts';
import { FrameInterval, silenceLimit } from '../../../codec/frame-interval.ts';
import { inBandSets } from '../../../codec/in-band-sets.ts';
import { type FragmentRun, fragmentChunks } from '../../../codec/mp4/fragment.ts';
import { initSegment, type Mp4Track } from '../../../codec/mp4/init-segment.ts';
import type { EpochMs, Ms } from '../../../kernel/units.ts';
import type { AccessUnit, MediaKey, TrackSet } from '../../ports.ts';
import {
  audioTrackId,
  maxSegmentMs,
  partMs,
  segmentMs,
  videoTimeScale,
  videoTrackId,
} from '../../recordings/segment-limits.ts';
import { UnitCipher } from '../unit-cipher.ts';

/** The parts of one segment refer to the same object. */
export interface SegmentHead {
  /** `ftyp` and `moov`. */
  readonly bytes: Uint8Array;
}

/** One fragment of a segment. */
export interface MuxedPart {
  readonly segment: SegmentHead;
  /** To be written one after another. */
  readonly chunks: readonly Uint8Array[];
  readonly bytes: number;
  readonly startMs: EpochMs;
  readonly endMs: EpochMs;
  readonly beginsGop: boolean;
  /** The next part begins a GOP, or another segment. */
  readonly endsGop: boolean;
}

interface PlacedUnit {
  readonly wallMs: EpochMs;
  readonly compositionMs: Ms;
  readonly isKey: boolean;
  readonly data: Uint8Array;
}

interface AudioFrame {
  readonly data: Uint8Array;
  readonly startMs: EpochMs;
  readonly samples: number;
}

/** After a longer interval than this and three of its own, a stream was interrupted. */
const interruptionMs: Ms = 1_000;
/** A camera of one frame in this time or less has parts of one frame. */
const fallbackIntervalMs: Ms = 40;

/**
 * Turns placed units into parts of segments. A part begins with each GOP and after each second; a segment after a minute
 * or an interruption. Of a stream without video, each part is a GOP. Parts of an encrypted device are encrypted here.
 */
export class SegmentMuxer {
  private readonly tracks: readonly Mp4Track[];
  private readonly hasVideo: boolean;
  /** Precede each key frame: ffmpeg reads the head of the first segment of a playlist only. */
  private readonly sets: Uint8Array;
  private readonly audioConfig: AudioConfig | null;
  private readonly flac: FlacPacketizer | null;
  private readonly encryption: MediaKey | null;
  private readonly cipher: UnitCipher | null;
  private readonly interval = new FrameInterval();
  private segment: SegmentHead | null = null;
  private segmentStart: EpochMs = 0;
  private sequence = 0;
  private video: PlacedUnit[] = [];
  private audio: AudioFrame[] = [];
  /** End of the audio that was muxed, in samples since 1970. */
  private audioEnd: number | null = null;

  constructor(
    tracks: TrackSet,
    private readonly emit: (part: MuxedPart) => void,
  ) {
    const { video, audio, encryption = null } = tracks;
    this.encryption = encryption;
    this.cipher = encryption && new UnitCipher(encryption.secret);
    this.hasVideo = video !== null;
    this.sets = video ? inBandSets(video) : new Uint8Array();
    this.audioConfig = audio && storedAudioConfig(audio);
    this.flac =
      audio?.codec === 'pcma' || audio?.codec === 'pcmu'
        ? new FlacPacketizer(audio.codec, audio.sampleRate, audio.channels)
        : null;
    const made: Mp4Track[] = [];
    if (video) made.push({ id: videoTrackId, kind: 'video', timeScale: videoTimeScale, config: video });
    if (this.audioConfig) made.push({ id: audioTrackId, kind: 'audio', config: this.audioConfig });
    this.tracks = made;
  }

  /** `wallMs`: of decoding. Units before the first key frame are dropped. */
  unit(unit: AccessUnit, wallMs: EpochMs): void {
    if (unit.kind === 'video') this.addVideo(unit, wallMs);
    else this.addAudio(unit.data, wallMs);
  }

  /** Emits what was added and seals the segment. The next one begins with a key frame. */
  interrupt(): void {
    if (this.hasVideo) this.flushVideo(null, true);
    else this.flushAudio(true);
    this.segment = null;
    this.video = [];
    this.audio = [];
    this.audioEnd = null;
    this.interval.reset();
  }

  private addVideo(unit: AccessUnit, wallMs: EpochMs): void {
    if (!this.hasVideo) return;
    const previous = this.video.at(-1);
    if (previous && unit.isKey && wallMs - previous.wallMs > this.gapLimitMs) this.interrupt();
    if (this.segment === null) {
      if (!unit.isKey) return;
      this.begin(wallMs);
    } else this.splitBefore(unit, wallMs);
    this.interval.add(wallMs);
    const { isKey, data } = unit;
    this.video.push({
      wallMs: Math.max(wallMs, previous?.wallMs ?? wallMs),
      compositionMs: unit.ptsMs - unit.dtsMs,
      isKey,
      data: isKey ? Buffer.concat([this.sets, data]) : data,
    });
  }

  private splitBefore(unit: AccessUnit, wallMs: EpochMs): void {
    const age = wallMs - this.segmentStart;
    const endsSegment = (unit.isKey && age >= segmentMs) || age >= maxSegmentMs;
    const first = this.video[0];
    const nextEnd = wallMs + (this.interval.ms ?? fallbackIntervalMs);
    if (endsSegment || unit.isKey || (first && nextEnd - first.wallMs > partMs + 1)) {
      this.flushVideo(wallMs, endsSegment || unit.isKey);
    }
    if (endsSegment) this.begin(wallMs);
  }

  private get gapLimitMs(): Ms {
    return silenceLimit(interruptionMs, this.interval.ms ?? 0);
  }

  private begin(wallMs: EpochMs): void {
    this.segment = { bytes: initSegment(this.tracks, this.encryption) };
    this.segmentStart = wallMs;
    this.sequence = 0;
  }

  private addAudio(data: Uint8Array, wallMs: EpochMs): void {
    const config = this.audioConfig;
    if (!config) return;
    if (this.segment === null && this.hasVideo) return;
    // The packetizer counts in milliseconds from any zero.
    const packets = this.flac?.push(data, wallMs) ?? [{ data, timestampMs: wallMs }];
    for (const packet of packets) {
      const samples = frameSamples(config, packet.data);
      if (samples === 0) continue;
      if (!this.hasVideo) this.splitBeforeAudio(packet.timestampMs);
      this.audio.push({ data: packet.data, startMs: packet.timestampMs, samples });
    }
  }

  /** Of a stream without video. */
  private splitBeforeAudio(wallMs: EpochMs): void {
    const first = this.audio[0];
    const last = this.audio.at(-1);
    if (last && wallMs - last.startMs > interruptionMs) this.interrupt();
    const endsSegment = this.segment === null || wallMs - this.segmentStart >= segmentMs;
    if (first && (endsSegment || wallMs - first.startMs >= partMs)) this.flushAudio(true);
    if (endsSegment) this.begin(wallMs);
  }

  /** `endMs`: start of the next frame; null: estimated from the interval. */
  private flushVideo(endMs: EpochMs | null, endsGop: boolean): void {
    const units = this.video;
    const first = units[0];
    const last = units.at(-1);
    if (!first || !last) return;
    this.video = [];
    const end = endMs ?? last.wallMs + (this.interval.ms ?? fallbackIntervalMs);
    const times = [...units.map(({ wallMs }) => scaled(wallMs)), scaled(Math.max(end, last.wallMs))];
    const samples = units.map(({ data, isKey, compositionMs }, index) => ({
      data,
      isKey,
      duration: times[index + 1]! - times[index]!,
      composition: scaled(compositionMs),
    }));
    const runs: FragmentRun[] = [{ trackId: videoTrackId, time: times[0]!, samples }];
    runs.push(...this.takeAudio(endMs ?? Number.POSITIVE_INFINITY));
    this.push(runs, first.wallMs, end, first.isKey, endsGop);
  }

  private flushAudio(endsGop: boolean): void {
    const first = this.audio[0];
    const last = this.audio.at(-1);
    if (!first || !last || !this.audioConfig) return;
    const endMs = last.startMs + (last.samples * 1_000) / this.audioConfig.sampleRate;
    const runs = this.takeAudio(Number.POSITIVE_INFINITY);
    if (runs.length > 0) this.push(runs, first.startMs, endMs, true, endsGop);
  }

  /**
   * Audio that begins before `untilMs`. Packets follow each other without gaps as far as they can: only a difference of
   * more than a packet is a gap, or leaves one out.
   */
  private takeAudio(untilMs: EpochMs): FragmentRun[] {
    const config = this.audioConfig;
    const count = this.audio.findIndex(({ startMs }) => startMs >= untilMs);
    const frames = this.audio.splice(0, count < 0 ? this.audio.length : count);
    if (!config) return [];
    const taken: { data: Uint8Array; isKey: true; duration: number; composition: 0 }[] = [];
    let time: number | null = null;
    for (const { data, startMs, samples } of frames) {
      const at = Math.round((startMs * config.sampleRate) / 1_000);
      const gap: number = at - (this.audioEnd ?? at);
      if (gap < -samples) continue;
      const start: number = this.audioEnd === null || gap > samples ? at : this.audioEnd;
      const previous = taken.at(-1);
      if (previous) previous.duration += start - (this.audioEnd ?? start);
      time ??= start;
      taken.push({ data, isKey: true, duration: samples, composition: 0 });
      this.audioEnd = start + samples;
    }
    return time === null ? [] : [{ trackId: audioTrackId, time, samples: taken }];
  }

  private push(
    runs: readonly FragmentRun[],
    startMs: EpochMs,
    endMs: EpochMs,
    beginsGop: boolean,
    endsGop: boolean,
  ): void {
    if (!this.segment) return;
    this.sequence += 1;
    const chunks = fragmentChunks(this.sequence, this.cipher ? encrypted(runs, this.cipher) : runs);
    const bytes = chunks.reduce((sum, { length }) => sum + length, 0);
    this.emit({ segment: this.segment, chunks, bytes, startMs, endMs, beginsGop, endsGop });
  }
}

function encrypted(runs: readonly FragmentRun[], cipher: UnitCipher): FragmentRun[] {
  return runs.map((run) => ({
    ...run,
    samples: run.samples.map((sample) => ({ ...sample, ...cipher.encrypt(sample.data) })),
  }));
}

/** 0.1 ms. */
const stepTicks = videoTimeScale / 10_000;

/**
 * Times are whole microseconds. Chromium counts in these, and hls.js begins a playlist at 0 by subtracting its first time:
 * of a fraction that is rounded otherwise, the first frame would be before 0, and dropped with all up to the next key frame.
 */
const scaled = (ms: number): number => Math.round(ms * 10) * stepTicks;
