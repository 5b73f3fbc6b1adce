/**
 * One camera of a talk: takes the lease of its channel, connects, and accounts for what became of it.
 * waiting → receiving → failed or closed.
 */
import { AppError } from '../../kernel/app-error.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Logger } from '../../kernel/logger.ts';
import type { EpochMs, Ms } from '../../kernel/units.ts';
import type { SourceSpec } from '../ports.ts';
import type {
  BackChannel,
  BackChannelOpener,
  Pcm,
  TalkAdmission,
  TalkDirectory,
  TalkFailure,
  TalkFailureCode,
  TalkKind,
  TalkLease,
  TalkLeases,
  TalkLog,
  TalkOutcome,
  TalkRate,
  TalkRefusal,
  TalkTarget,
  TalkTargetStatus,
} from '../talk-ports.ts';

export interface LineDeps {
  readonly directory: TalkDirectory;
  readonly leases: TalkLeases;
  readonly log: TalkLog;
  readonly openBackChannel: BackChannelOpener;
  readonly clock: Clock;
  readonly logger: Logger;
}

export interface LineOptions {
  readonly kind: TalkKind;
  readonly target: TalkTarget;
  readonly by: Pick<TalkAdmission, 'grantId' | 'clientAddress'>;
  /** The state has changed. Not called after `close`. */
  readonly onChange: () => void;
  readonly onAudio?: (audio: Pcm) => void;
}

/** From the lease to a camera that accepts audio. */
const openMs: Ms = 10_000;

const busy: TalkFailure = { code: 'talk.busy', message: 'Somebody is talking to this camera.' };
const lost: TalkFailure = { code: 'talk.busy', message: 'Another server has taken over this camera.' };
const noSource: TalkFailure = { code: 'talk.unreachable', message: 'The camera has no source.' };
const tooSlow: TalkFailure = { code: 'talk.unreachable', message: 'The camera did not respond in time.' };

const codes = new Set<string>([
  'talk.withdrawn',
  'talk.refused',
  'talk.unreachable',
  'talk.auth',
  'talk.unsupported',
  'talk.busy',
  'talk.protocol',
  'talk.ended',
] satisfies TalkFailureCode[]);

export class CameraLine {
  readonly #deps: LineDeps;
  readonly #options: LineOptions;
  readonly #startedAt: EpochMs;
  readonly #abort = new AbortController();
  #state: TalkTargetStatus['state'] = 'waiting';
  #failure: TalkFailure | null = null;
  #lease: TalkLease | null = null;
  #logEnd: ((outcome: TalkOutcome) => void) | null = null;
  #channel: BackChannel | null = null;
  #sentSamples = 0;
  #isOver = false;
  /** What is still being closed. */
  #closing: Promise<unknown> = Promise.resolve();
  /** The source, once it is known. */
  spec: SourceSpec | null = null;
  /** Another process has taken the lease. */
  isLost = false;

  constructor(deps: LineDeps, options: LineOptions) {
    this.#deps = deps;
    this.#options = options;
    this.#startedAt = deps.clock.now();
  }

  get status(): TalkTargetStatus {
    const { target } = this.#options;
    return { target, state: this.#state, failure: this.#failure, sentMs: this.#sentMs };
  }

  /** Rate at which `write` expects samples; null while nothing can be written. */
  get rate(): TalkRate | null {
    return this.#state === 'receiving' ? this.#channel!.rate : null;
  }

  /** Never rejects. Afterwards the camera receives, or has failed, or the line was closed. */
  async open(): Promise<void> {
    const { clock } = this.#deps;
    const cancel = clock.after(openMs, () => this.#fail(tooSlow));
    try {
      await this.#connect();
    } catch (error) {
      this.#fail(this.#failureOf(error));
    } finally {
      cancel();
    }
  }

  write(samples: Int16Array): void {
    if (this.#state !== 'receiving') return;
    this.#sentSamples += samples.length;
    this.#channel!.write(samples);
  }

  /** The permission for this camera has ended. */
  withdraw(message: string): void {
    this.#fail({ code: 'talk.withdrawn', message });
  }

  /** Safe to call twice. Never rejects. */
  close(): Promise<void> {
    this.#finish();
    return this.#closing.then(() => {});
  }

  async #connect(): Promise<void> {
    const { leases, directory, openBackChannel } = this.#deps;
    const { target, onAudio } = this.#options;
    const lease = await leases.take(target);
    if (lease === null) return this.#fail(busy);
    if (this.#isOver) return this.#alsoClose(lease.release());
    this.#lease = lease;
    this.#logEnd = this.#logBegin();
    lease.onLost(() => {
      this.isLost = true;
      this.#fail(lost);
    });
    const spec = await directory.find(target.key);
    if (this.#isOver) return;
    if (spec === null) return this.#fail(noSource);
    this.spec = spec;
    const channel = await openBackChannel(spec, target.key, this.#abort.signal);
    if (this.#isOver) return this.#alsoClose(channel.close());
    this.#channel = channel;
    channel.onFailed((failure) => this.#fail(failure));
    if (onAudio) channel.onAudio(onAudio);
    this.#state = 'receiving';
    this.#options.onChange();
  }

  get #sentMs(): Ms {
    return this.#channel === null ? 0 : Math.round((this.#sentSamples * 1000) / this.#channel.rate);
  }

  #fail(failure: TalkFailure): void {
    if (this.#isOver) return;
    this.#state = 'failed';
    this.#failure = failure;
    this.#deps.logger.warn({ code: failure.code, reason: failure.message }, 'talk to a camera failed');
    this.#finish();
    this.#options.onChange();
  }

  #finish(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#abort.abort();
    if (this.#channel) this.#alsoClose(this.#channel.close());
    if (this.#lease) this.#alsoClose(this.#lease.release());
    const logEnd = this.#logEnd ?? this.#logBegin();
    logEnd({ sentMs: this.#sentMs, failure: this.#failure });
  }

  #logBegin(): (outcome: TalkOutcome) => void {
    const { kind, target, by } = this.#options;
    const { grantId, clientAddress } = by;
    return this.#deps.log.began({ kind, target, grantId, clientAddress, startedAt: this.#startedAt });
  }

  #alsoClose(closed: Promise<void>): void {
    this.#closing = Promise.allSettled([this.#closing, closed]);
  }

  #failureOf(error: unknown): TalkFailure {
    if (error instanceof AppError && codes.has(error.code)) {
      return { code: error.code as TalkFailureCode, message: error.message };
    }
    this.#deps.logger.error({ error }, 'back channel could not be opened');
    return { code: 'talk.unreachable', message: 'The camera could not be connected.' };
  }
}

/** The refusal that the viewer receives. */
export function refusalOf(failure: TalkFailure): TalkRefusal {
  if (failure.code === 'talk.busy') return { code: '400904', message: failure.message };
  // The message that the specification gives.
  if (failure.code === 'talk.unsupported') return { code: '-1000', message: '设备不支持对讲' };
  return { code: '20007', message: failure.message };
}
