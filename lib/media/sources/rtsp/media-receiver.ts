/** Converts RTP packets of both tracks to access units, using depacketizers, clocks and parameter sets. */
import type { Clock } from '../../../kernel/clock.ts';
import type { Ms } from '../../../kernel/units.ts';
import type { ConnectionInfo, SourceSink } from '../../ports.ts';
import { AudioDepacketizer } from './depacketize-audio.ts';
import type { AudioPlan, TrackPlan } from './pick-tracks.ts';
import { parseRtcp, parseRtp, type RtpPacket } from './rtp-packet.ts';
import { SequenceTracker } from './sequence-tracker.ts';
import { StreamGate } from './stream-gate.ts';
import type { StreamTimes, TrackKind } from './stream-times.ts';
import { VideoReceiver } from './video-receiver.ts';

export interface MediaReceiverOptions {
  readonly plan: TrackPlan;
  readonly clock: Clock;
  readonly sink: SourceSink;
  readonly times: StreamTimes;
  readonly onGoodbye: () => void;
  /** Asks the camera for a key frame, where it offers that. */
  readonly requestKeyFrame: () => void;
}

/** A camera needs some time to respond, and a key frame for each lost packet would itself cause loss. */
const keyFrameRequestsMs: Ms = 1_000;

export class MediaReceiver {
  readonly video: VideoReceiver | null;
  readonly gate: StreamGate;
  /** Arrival of the last packet, complete or not. */
  lastVideoAt: Ms;
  /** Delivery of the last frame. */
  lastFrameAt: Ms;
  lastAudioAt: Ms;
  #options: MediaReceiverOptions;
  #times: StreamTimes;
  #audioPlan: AudioPlan | null;
  #audioFrames: AudioDepacketizer | null;
  #audioSequence = new SequenceTracker();
  #askedAt: Ms = Number.NEGATIVE_INFINITY;
  #lastAudioMs = Number.NEGATIVE_INFINITY;

  constructor(options: MediaReceiverOptions) {
    const { plan, clock, sink, times } = options;
    this.#options = options;
    this.#times = times;
    const startedAt = clock.monotonic();
    this.lastVideoAt = startedAt;
    this.lastFrameAt = startedAt;
    this.lastAudioAt = startedAt;
    this.#audioPlan = plan.audio;
    this.#audioFrames = plan.audio === null ? null : new AudioDepacketizer(plan.audio);
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
            clock,
            timeOf: (timestamp) => times.place('video', timestamp),
            track: (track) => this.gate.videoTrack(track),
            damaged: () => this.askForKeyFrame(),
            unit: (unit) => {
              this.lastFrameAt = clock.monotonic();
              this.gate.video(unit);
            },
          });
  }

  get clockFromCamera(): boolean {
    return this.#times.isFromCamera;
  }

  get clockSkewMs(): Ms | null {
    return this.#times.skewMs;
  }

  get clockSpeed(): ConnectionInfo['clockSpeed'] {
    return this.#times.speed;
  }

  /** The silence up to now was intended. */
  excuse(): void {
    const now = this.#options.clock.monotonic();
    this.lastVideoAt = now;
    this.lastFrameAt = now;
    this.lastAudioAt = now;
  }

  rtp(kind: TrackKind, bytes: Uint8Array): void {
    const packet = parseRtp(bytes);
    if (packet === null || packet.payload.length === 0) return;
    if (kind === 'video') {
      if (packet.payloadType !== this.#options.plan.video?.payloadType) return;
      this.lastVideoAt = this.#options.clock.monotonic();
      this.#times.packet(kind, packet);
      this.video?.push(packet);
    } else if (packet.payloadType === this.#audioPlan?.payloadType) this.#audio(packet);
  }

  rtcp(kind: TrackKind, bytes: Uint8Array): void {
    const rtcpEvent = parseRtcp(bytes);
    if (rtcpEvent.report !== null) this.#times.report(kind, rtcpEvent.report);
    if (rtcpEvent.isGoodbye) this.#options.onGoodbye();
  }

  /** Limited to one request per second. */
  askForKeyFrame(): void {
    const { clock, requestKeyFrame } = this.#options;
    if (clock.monotonic() - this.#askedAt < keyFrameRequestsMs) return;
    this.#askedAt = clock.monotonic();
    requestKeyFrame();
  }

  #audio(packet: RtpPacket): void {
    this.lastAudioAt = this.#options.clock.monotonic();
    const step = this.#audioSequence.step(packet.sequence, packet.ssrc);
    if (step === 'repeated') return;
    if (step === 'gap' || step === 'restart') this.#audioFrames?.lost();
    const frames = this.#audioFrames?.push(packet) ?? [];
    this.#times.packet('audio', packet);
    for (const frame of frames) {
      const timestamp = (packet.timestamp + frame.ticksAfter) >>> 0;
      const time = this.#times.place('audio', timestamp);
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
}
