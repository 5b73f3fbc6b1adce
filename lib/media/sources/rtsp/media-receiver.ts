/** Converts RTP packets of both tracks to access units, using depacketizers, clocks and parameter sets. */
import type { Clock } from '../../../kernel/clock.ts';
import type { Ms } from '../../../kernel/units.ts';
import type { SourceSink } from '../../ports.ts';
import { AudioDepacketizer } from './depacketize-audio.ts';
import type { AudioPlan, TrackPlan } from './pick-tracks.ts';
import { parseRtcp, parseRtp, type RtpPacket } from './rtp-packet.ts';
import { SequenceTracker } from './sequence-tracker.ts';
import { StreamGate } from './stream-gate.ts';
import { type Arrival, TrackClock } from './track-clock.ts';
import { VideoReceiver } from './video-receiver.ts';

/** The timeline starts this long before PLAY, so that no DTS is negative. */
const leadMs: Ms = 1_000;
/** RTP-Info is used if it differs from the arrival by less than this. */
const maxStartErrorMs: Ms = 1_500;
/** Maximum shift per audio packet for A/V sync: inaudible. */
const maxSlewMs: Ms = 2;
/** Sender reports that differ by more come from unrelated clocks. */
const maxSyncErrorMs: Ms = 5_000;

export type TrackKind = 'video' | 'audio';

export interface MediaReceiverOptions {
  readonly plan: TrackPlan;
  readonly clock: Clock;
  readonly sink: SourceSink;
  /** RTP start timestamps of both tracks, from the PLAY response. */
  readonly startTimestamps: Readonly<Partial<Record<TrackKind, number>>>;
  readonly onGoodbye: () => void;
}

export class MediaReceiver {
  readonly video: VideoReceiver | null;
  readonly gate: StreamGate;
  /** Arrival of the last packet, complete or not. */
  lastVideoAt: Ms;
  /** Delivery of the last frame. */
  lastFrameAt: Ms;
  lastAudioAt: Ms;
  #options: MediaReceiverOptions;
  #startedAt: Ms;
  #clocks: Record<TrackKind, TrackClock | null>;
  #audioPlan: AudioPlan | null;
  #audioFrames: AudioDepacketizer | null;
  #audioSequence = new SequenceTracker();
  /** Position of PLAY's start timestamp on our timeline. */
  #playMs: Ms | null = null;
  #lastVideo: { ms: Ms; wallMs: number } | null = null;
  #lastAudioMs = Number.NEGATIVE_INFINITY;

  constructor(options: MediaReceiverOptions) {
    const { plan, clock, sink } = options;
    this.#options = options;
    this.#startedAt = clock.monotonic();
    this.lastVideoAt = this.#startedAt;
    this.lastFrameAt = this.#startedAt;
    this.lastAudioAt = this.#startedAt;
    this.#audioPlan = plan.audio;
    this.#audioFrames = plan.audio === null ? null : new AudioDepacketizer(plan.audio);
    this.#clocks = {
      video: plan.video === null ? null : new TrackClock(plan.video.clockRate),
      audio: plan.audio === null ? null : new TrackClock(plan.audio.clockRate),
    };
    this.gate = new StreamGate({
      expectsVideo: plan.video !== null,
      audio: plan.audio?.track ?? null,
      clock,
      sink,
    });
    this.video =
      plan.video === null
        ? null
        : new VideoReceiver(plan.video, {
            timeOf: (timestamp) => this.#videoTime(timestamp),
            track: (track) => this.gate.videoTrack(track),
            unit: (unit) => {
              this.lastFrameAt = clock.monotonic();
              this.gate.video(unit);
            },
          });
  }

  get clockFromCamera(): boolean {
    return (this.#clocks.video ?? this.#clocks.audio)?.hasReports ?? false;
  }

  get clockSkewMs(): Ms | null {
    return (this.#clocks.video ?? this.#clocks.audio)?.skewMs ?? null;
  }

  rtp(kind: TrackKind, bytes: Uint8Array): void {
    const packet = parseRtp(bytes);
    if (packet === null || packet.payload.length === 0) return;
    if (kind === 'video') {
      if (packet.payloadType !== this.#options.plan.video?.payloadType) return;
      this.lastVideoAt = this.#options.clock.monotonic();
      this.video?.push(packet);
    } else if (packet.payloadType === this.#audioPlan?.payloadType) this.#audio(packet);
  }

  rtcp(kind: TrackKind, bytes: Uint8Array): void {
    const rtcpEvent = parseRtcp(bytes);
    if (rtcpEvent.report !== null) this.#clocks[kind]?.report(rtcpEvent.report, this.#options.clock.now());
    if (rtcpEvent.isGoodbye) this.#options.onGoodbye();
  }

  #arrival(): Arrival {
    const { clock } = this.#options;
    return { atMs: clock.monotonic() - this.#startedAt + leadMs, wallMs: clock.now() };
  }

  #videoTime(timestamp: number) {
    const arrival = this.#arrival();
    const time = this.#clocks.video!.time(timestamp, arrival, this.#startOf('video', timestamp, arrival));
    this.#lastVideo = { ms: time.ms, wallMs: time.wallMs };
    return time;
  }

  #audio(packet: RtpPacket): void {
    this.lastAudioAt = this.#options.clock.monotonic();
    const step = this.#audioSequence.step(packet.sequence, packet.ssrc);
    if (step === 'repeated') return;
    if (step === 'gap') this.#audioFrames?.lost();
    const frames = this.#audioFrames?.push(packet) ?? [];
    const clock = this.#clocks.audio!;
    for (const frame of frames) {
      const timestamp = (packet.timestamp + frame.ticksAfter) >>> 0;
      const arrival = this.#arrival();
      const time = clock.time(timestamp, arrival, this.#startOf('audio', timestamp, arrival));
      this.#meetVideo(time.ms, time.wallMs);
      const ms = Math.max(time.ms, this.#lastAudioMs);
      this.#lastAudioMs = ms;
      this.gate.audio({
        kind: 'audio',
        dtsMs: ms,
        ptsMs: ms,
        wallMs: time.wallMs,
        isKey: true,
        data: frame.data,
      });
    }
  }

  /** PLAY relates the timestamps of the tracks; sender reports arrive seconds later. */
  #startOf(kind: TrackKind, timestamp: number, arrival: Arrival): Ms {
    const start = this.#options.startTimestamps[kind];
    const rate = this.#clocks[kind]?.rate;
    if (start === undefined || rate === undefined) return arrival.atMs;
    const afterStartMs = (((timestamp - start) | 0) * 1000) / rate;
    this.#playMs ??= arrival.atMs - afterStartMs;
    const expectedMs = this.#playMs + afterStartMs;
    return Math.abs(expectedMs - arrival.atMs) <= maxStartErrorMs ? expectedMs : arrival.atMs;
  }

  /** Once both tracks have sender reports, audio is gradually shifted to match the video. */
  #meetVideo(audioMs: Ms, audioWallMs: number): void {
    const { video, audio } = this.#clocks;
    if (this.#lastVideo === null || !video?.hasReports || !audio?.hasReports) return;
    const error = audioWallMs - audioMs - (this.#lastVideo.wallMs - this.#lastVideo.ms);
    if (Math.abs(error) > maxSyncErrorMs) return;
    const limit = Math.abs(error) > 1_000 ? maxSyncErrorMs : maxSlewMs;
    audio.shift(Math.max(-limit, Math.min(limit, error)));
  }
}
