/**
 * One viewer talking to one or more cameras. Packets of the viewer pass the jitter buffer, are decoded once for each rate,
 * and are written to all cameras that receive at the same moment. Audio of a camera takes the other direction.
 */
import type { Cancel } from '../../kernel/clock.ts';
import { err, ok, type Result } from '../../kernel/result.ts';
import type {
  OpusPacket,
  Pcm,
  TalkAdmission,
  TalkCall,
  TalkEnd,
  TalkRate,
  TalkRefusal,
  TalkTarget,
  TalkTargetStatus,
} from '../talk-ports.ts';
import { JitterBuffer } from './audio/jitter-buffer.ts';
import { OpusDecoder } from './audio/opus-codec.ts';
import { PacketWriter } from './audio/packet-writer.ts';
import { SpeechGate } from './audio/speech-gate.ts';
import { CameraLine, type LineDeps, refusalOf } from './camera-line.ts';

/** Starts to deliver the audio of a camera that does not come over its back channel. Returns what stops it. */
export type CameraAudio = (
  target: TalkTarget,
  spec: NonNullable<CameraLine['spec']>,
  listener: (audio: Pcm) => void,
) => () => void;

export interface CallOptions extends LineDeps {
  readonly admission: TalkAdmission;
  readonly cameraAudio: CameraAudio;
  readonly onEnd: () => void;
}

/** Timers may fire this early. */
const toleranceMs = 1;

export class Call implements TalkCall {
  readonly #options: CallOptions;
  readonly #lines: readonly CameraLine[];
  readonly #buffer = new JitterBuffer();
  readonly #decoders = new Map<TalkRate, OpusDecoder>();
  readonly #speech: SpeechGate;
  readonly #writer: PacketWriter;
  readonly #packetListeners = new Set<(packet: OpusPacket) => void>();
  readonly #targetListeners = new Set<(targets: readonly TalkTargetStatus[]) => void>();
  readonly #endListeners = new Set<(end: TalkEnd) => void>();
  #cancelTimer: Cancel | null = null;
  #stopAudio: () => void = () => {};
  #end: TalkEnd | null = null;
  /** Settles `start`. */
  #started: (outcome: Result<void, TalkRefusal>) => void = () => {};

  constructor(options: CallOptions) {
    this.#options = options;
    const { admission, clock } = options;
    const { targets } = admission;
    this.#speech = new SpeechGate(clock);
    this.#writer = new PacketWriter(clock, (packet) => {
      for (const listener of [...this.#packetListeners]) listener(packet);
    });
    this.#lines = targets.map(
      (target) =>
        new CameraLine(options, {
          kind: targets.length > 1 ? 'broadcast' : 'talk',
          target,
          by: admission,
          onChange: () => this.#changed(),
          // The viewer of a broadcast hears no camera: their sounds would mix.
          ...(targets.length > 1 ? {} : { onAudio: (audio) => this.#cameraSpeaks(target, audio) }),
        }),
    );
  }

  get targets(): readonly TalkTargetStatus[] {
    return this.#lines.map((line) => line.status);
  }

  /** Resolves when the first camera receives; a refusal if none does. Called once. Never rejects. */
  start(): Promise<Result<void, TalkRefusal>> {
    return new Promise((resolve) => {
      this.#started = resolve;
      for (const line of this.#lines) void line.open();
    });
  }

  receive(packet: OpusPacket): void {
    if (this.#end !== null) return;
    this.#buffer.add(packet, this.#options.clock.monotonic());
    this.#schedule();
  }

  onPacket(listener: (packet: OpusPacket) => void): () => void {
    this.#packetListeners.add(listener);
    return () => this.#packetListeners.delete(listener);
  }

  onTargets(listener: (targets: readonly TalkTargetStatus[]) => void): () => void {
    this.#targetListeners.add(listener);
    return () => this.#targetListeners.delete(listener);
  }

  onEnd(listener: (end: TalkEnd) => void): () => void {
    this.#endListeners.add(listener);
    return () => this.#endListeners.delete(listener);
  }

  async close(): Promise<void> {
    await this.end({ code: 'closed', message: 'The viewer ended the talk.' });
  }

  /** The permission for one camera, by its place, has ended. The talk ends with the last one. */
  withdraw(place: number, end: TalkEnd): void {
    const isLast = this.#lines.every(({ status }, at) => at === place || status.state === 'failed');
    if (isLast) void this.end(end);
    else this.#lines[place]?.withdraw(end.message);
  }

  /** Ends all lines, then calls the listeners. Only the first end counts. Never rejects. */
  async end(end: TalkEnd): Promise<void> {
    if (this.#end === null) {
      this.#end = end;
      this.#started(err({ code: end.code.startsWith('grant.') ? '10002' : '20007', message: end.message }));
      this.#cancelTimer?.();
      this.#stopAudio();
      this.#writer.close();
      for (const decoder of this.#decoders.values()) decoder.close();
      const closed = this.#lines.map((line) => line.close());
      this.#options.onEnd();
      for (const listener of [...this.#endListeners]) listener(end);
      this.#packetListeners.clear();
      this.#targetListeners.clear();
      this.#endListeners.clear();
      await Promise.all(closed);
    }
    await Promise.all(this.#lines.map((line) => line.close()));
  }

  #changed(): void {
    const { targets } = this;
    for (const listener of [...this.#targetListeners]) listener(targets);
    if (targets.some(({ state }) => state === 'receiving')) {
      this.#started(ok(undefined));
      this.#listen();
    } else if (targets.every(({ state }) => state === 'failed')) {
      const { failure } = targets[0]!;
      this.#started(err(refusalOf(failure!)));
      const code = this.#lines.some(({ isLost }) => isLost) ? 'lost' : 'failed';
      void this.end({ code, message: failure!.message });
    }
  }

  /** To the camera of a talk, once it receives. */
  #listen(): void {
    const [line, second] = this.#lines;
    if (this.#end !== null || second !== undefined || !line?.spec) return;
    const { target } = line.status;
    this.#stopAudio();
    this.#stopAudio = this.#options.cameraAudio(target, line.spec, (audio) =>
      this.#cameraSpeaks(target, audio),
    );
  }

  #cameraSpeaks(target: TalkTarget, audio: Pcm): void {
    if (this.#end !== null || (target.duplex === 'half' && this.#speech.isSpeaking)) return;
    this.#writer.write(audio);
  }

  #schedule(): void {
    const { dueAt } = this.#buffer;
    if (this.#cancelTimer !== null || dueAt === null) return;
    const { clock } = this.#options;
    this.#cancelTimer = clock.after(Math.max(0, dueAt - clock.monotonic()), () => {
      this.#cancelTimer = null;
      this.#playDue();
      this.#schedule();
    });
  }

  #playDue(): void {
    const { clock } = this.#options;
    while (this.#end === null && (this.#buffer.dueAt ?? Infinity) <= clock.monotonic() + toleranceMs) {
      const due = this.#buffer.take();
      if (due === null) return;
      this.#play(due.kind === 'packet' ? due.data : null);
    }
  }

  /** `packet` null: conceal a lost one. */
  #play(packet: Uint8Array | null): void {
    const decoded = new Map<TalkRate, Int16Array>();
    for (const line of this.#lines) {
      const { rate } = line;
      if (rate === null) continue;
      const samples = decoded.get(rate) ?? this.#decode(packet, rate);
      if (decoded.size === 0) this.#speech.measure(samples);
      decoded.set(rate, samples);
      line.write(samples);
    }
  }

  #decode(packet: Uint8Array | null, rate: TalkRate): Int16Array {
    const decoder = this.#decoders.get(rate) ?? new OpusDecoder(rate);
    this.#decoders.set(rate, decoder);
    return (packet && decoder.decode(packet)) ?? decoder.conceal();
  }
}
