/** Plays a voice message on one camera, at the speed of speech. */
import { resample } from '../../codec/resample.ts';
import type { Cancel } from '../../kernel/clock.ts';
import { err, ok, type Result } from '../../kernel/result.ts';
import type { Ms } from '../../kernel/units.ts';
import type {
  Pcm,
  TalkAdmission,
  TalkFailure,
  TalkRefusal,
  TalkTarget,
  TalkTargetStatus,
} from '../talk-ports.ts';
import { CameraLine, type LineDeps, refusalOf } from './camera-line.ts';

const packetMs: Ms = 20;
/** If later than this, the message pauses; what is missing is not sent in a burst. */
const maxLateMs: Ms = 200;
/** Cameras keep some audio before they play it, and drop it when the connection ends. */
const tailMs: Ms = 400;

const stopped: TalkFailure = { code: 'talk.ended', message: 'The message was stopped.' };

export interface MessageOptions extends LineDeps {
  readonly target: TalkTarget;
  readonly by: Pick<TalkAdmission, 'grantId' | 'clientAddress'>;
}

export class Message {
  readonly #options: MessageOptions;
  readonly #line: CameraLine;
  #settle: ((outcome: Result<void, TalkFailure>) => void) | null = null;
  #isStopped = false;
  #cancelTimer: Cancel = () => {};

  constructor(options: MessageOptions) {
    this.#options = options;
    this.#line = new CameraLine(options, {
      kind: 'voice',
      target: options.target,
      by: options.by,
      onChange: () => {
        const { failure } = this.#line.status;
        if (failure) this.#settle?.(err(failure));
      },
    });
  }

  get status(): TalkTargetStatus {
    return this.#line.status;
  }

  /** Called once. Never rejects. */
  async play(audio: Pcm): Promise<Result<void, TalkRefusal | TalkFailure>> {
    await this.#line.open();
    const { rate, status } = this.#line;
    try {
      if (rate === null) return err(status.failure ? refusalOf(status.failure) : stopped);
      return await this.#pace(resample(audio.samples, audio.rate, rate), rate);
    } finally {
      await this.#line.close();
    }
  }

  /** Safe to call twice. Never rejects. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#settle?.(err(stopped));
    await this.#line.close();
  }

  /** Times are computed from the start, so that errors do not accumulate. */
  async #pace(samples: Int16Array, rate: number): Promise<Result<void, TalkFailure>> {
    if (this.#isStopped) return err(stopped);
    const { clock } = this.#options;
    const length = (rate * packetMs) / 1000;
    const outcome = new Promise<Result<void, TalkFailure>>((resolve) => {
      this.#settle = resolve;
    });
    let startedAt = clock.monotonic();
    let count = 0;
    const step = () => {
      const lateMs = clock.monotonic() - startedAt - count * packetMs;
      if (lateMs > maxLateMs) startedAt += lateMs;
      while (count * length < samples.length && startedAt + count * packetMs <= clock.monotonic() + 1) {
        this.#line.write(wholePacket(samples, count * length, length));
        count += 1;
      }
      const isDone = count * length >= samples.length;
      const nextAt = startedAt + count * packetMs + (isDone ? tailMs : 0);
      const next = isDone ? () => this.#settle?.(ok(undefined)) : step;
      this.#cancelTimer = clock.after(Math.max(0, nextAt - clock.monotonic()), next);
    };
    step();
    const result = await outcome;
    this.#cancelTimer();
    return result;
  }
}

/** The last one is filled with silence. */
function wholePacket(samples: Int16Array, from: number, length: number): Int16Array {
  const packet = new Int16Array(length);
  packet.set(samples.subarray(from, from + length));
  return packet;
}
