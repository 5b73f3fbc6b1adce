import { parseEzopen, printEzopen } from '../../lib/ezopen/address.ts';
import type { Cancel, Clock } from '../../lib/kernel/clock.ts';
import type { Result } from '../../lib/kernel/result.ts';
import type { Ms } from '../../lib/kernel/units.ts';
import type { EngineFact, LiveTarget, MediaEngine, Stage } from '../engines/engine.ts';
import type { Rung } from '../state/ladder.ts';
import type { Effect, Failure, PlayerEvent } from '../state/player-events.ts';
import type { EngineChoice } from '../state/player-state.ts';
import type { LappClient, LiveAddress } from './lapp-client.ts';
import type { TokenHolder } from './token-holder.ts';
import { keepRenewing } from './token-renewal.ts';

/**
 * Makes the engine that a rung of the ladder asks for. Null: this browser has no such engine.
 * Rejects when the engine's script cannot be fetched.
 */
export type EngineMaker = (
  wish: Rung['engine'],
  stage: Stage,
) => Promise<{ readonly engine: MediaEngine; readonly choice: EngineChoice } | null>;

export interface TryDeps {
  readonly clock: Clock;
  readonly random: () => number;
  readonly lapp: LappClient;
  readonly tokens: TokenHolder;
  readonly makeEngine: EngineMaker;
  readonly stage: Stage;
  readonly send: (event: PlayerEvent) => void;
}

type ResolveEffect = Extract<Effect, { do: 'resolve' }>;

/** The first request may meet a cold server; a retry that hangs is worth less than the next one. */
const firstCallMs = 10_000;
const retryCallMs = 2_500;

/**
 * One attempt at a picture: token, address, engine. It reports facts under its number and stops without a
 * trace; it never tries again by itself. While it lasts it keeps its token fresh.
 */
export class OneTry {
  readonly attempt: number;
  readonly #abort = new AbortController();
  readonly #deps: TryDeps;
  readonly #making: ReturnType<EngineMaker>;
  #engine: MediaEngine | null = null;
  #target: LiveTarget | null = null;
  #hasShown = false;
  #stopRenewing: Cancel = () => {};

  readonly #effect: ResolveEffect;

  constructor(deps: TryDeps, effect: ResolveEffect) {
    this.#deps = deps;
    this.#effect = effect;
    this.attempt = effect.attempt;
    // The engine is made while the address is on its way: neither waits for the other.
    this.#making = deps.makeEngine(effect.rung.engine, deps.stage);
    this.#making.catch(() => null); // looked at in `load`; a try may end before
    void this.#resolve(effect);
  }

  /** It brought a picture, which is worth keeping when it ends. */
  get hasShown(): boolean {
    return this.#hasShown;
  }

  get engine(): MediaEngine | null {
    return this.#engine;
  }

  async #resolve(effect: ResolveEffect): Promise<void> {
    const { signal } = this.#abort;
    const { rung, token, isRetry } = effect;
    const held = await this.#deps.tokens.get(token, signal);
    if (signal.aborted) return;
    if (!held.ok) {
      this.#fail(held.error);
      return;
    }
    const answer = await this.#askAddress(effect, held.value, isRetry ? retryCallMs : firstCallMs);
    if (signal.aborted) return;
    if (!answer.ok) {
      this.#fail(answer.error);
      return;
    }
    const { url, token: ticket, expireInMs } = answer.value;
    this.#target = { url: urlFor(url, rung), ticket };
    const { clock, random } = this.#deps;
    this.#stopRenewing = keepRenewing({ clock, random, renew: () => this.#renew(effect) }, expireInMs);
    this.#deps.send({ type: 'fact.resolved', attempt: this.attempt });
  }

  #askAddress(
    { address, rung }: ResolveEffect,
    accessToken: string,
    timeoutMs: Ms,
  ): Promise<Result<LiveAddress, Failure>> {
    const { signal } = this.#abort;
    const form = { ezopen: addressFor(address, rung), accessToken };
    return this.#deps.lapp.liveUrl(form, { signal, timeoutMs });
  }

  /**
   * A fresh token while the old one still plays. Whatever fails here is told to nobody: the stream goes on until
   * the old token ends, and its end says what there is to say.
   */
  async #renew(effect: ResolveEffect): Promise<Ms | null> {
    const { signal } = this.#abort;
    const fresh = await this.#deps.tokens.renew(signal);
    if (signal.aborted || !fresh.ok) return null;
    const answer = await this.#askAddress(effect, fresh.value, firstCallMs);
    if (signal.aborted || !answer.ok) return null;
    this.#engine?.renew(answer.value.token);
    this.#deps.send({ type: 'fact.tokenRenewed', attempt: this.attempt });
    return answer.value.expireInMs;
  }

  /** Another ticket for the stream that plays, for a second connection. Rejects when the server refuses. */
  async freshTarget(): Promise<LiveTarget> {
    const { signal } = this.#abort;
    const held = await this.#deps.tokens.get('held', signal);
    const answer = held.ok ? await this.#askAddress(this.#effect, held.value, firstCallMs) : held;
    if (!answer.ok) throw new Error(answer.error.code);
    return { url: urlFor(answer.value.url, this.#effect.rung), ticket: answer.value.token };
  }

  /** Muted until told otherwise, so that a page with many players starts quietly. */
  async load(): Promise<void> {
    const { signal } = this.#abort;
    const made = await this.#making.catch(() => 'unreachable' as const);
    if (signal.aborted) return;
    const target = this.#target;
    if (made === 'unreachable' || !made || !target) {
      this.#fail(made === null ? engineMissing : engineUnreachable);
      return;
    }
    const { engine, choice } = made;
    this.#engine = engine;
    this.#deps.send({ type: 'fact.engineChosen', attempt: this.attempt, engine: choice });
    engine.onFact((fact) => {
      if (!signal.aborted) this.#report(fact);
    });
    engine.setMuted(true);
    await engine.load(target, signal).catch(() => {
      /* aborted: failures of the stream are facts */
    });
  }

  #report(fact: EngineFact): void {
    const { attempt } = this;
    if (fact.type === 'firstFrame') this.#hasShown = true;
    switch (fact.type) {
      case 'tracks':
        this.#deps.send({
          type: 'fact.tracks',
          attempt,
          tracks: { video: fact.video, audio: fact.audio },
        });
        break;
      case 'source':
        this.#deps.send({ ...fact, type: 'fact.source', attempt });
        break;
      case 'stalled':
        this.#deps.send({ type: 'fact.stalled', attempt, forMs: fact.forMs });
        break;
      case 'stats':
        this.#deps.send({ type: 'fact.stats', attempt, stats: fact.stats });
        break;
      case 'failed':
        this.#fail({
          kind: fact.failure.kind,
          code: fact.failure.code,
          stage: 'stream',
          message: null,
        });
        break;
      default:
        this.#deps.send({ type: `fact.${fact.type}`, attempt });
        break;
    }
  }

  #fail(failure: Failure): void {
    this.#deps.send({ type: 'fact.failed', attempt: this.attempt, failure });
  }

  /** Resolves when nothing of it is left. Safe to call twice. */
  async close(): Promise<void> {
    this.#stopRenewing();
    this.#abort.abort();
    const made = await this.#making.catch(() => null);
    await made?.engine.destroy();
  }
}

const engineMissing: Failure = { kind: 'media', code: 'media.unsupported', stage: 'stream', message: null };
/** Its script could not be fetched, which a better network mends. */
const engineUnreachable: Failure = {
  kind: 'network',
  code: 'network.unreachable',
  stage: 'stream',
  message: null,
};

/** The smaller stream is the same camera without `hd`. */
function addressFor(address: string, rung: Rung): string {
  const parsed = parseEzopen(address);
  if (rung.stream === 'asked' || !parsed.ok) return address;
  return printEzopen({ ...parsed.value, hd: false });
}

/** `….flv` as sent, `….h264.flv` made playable by the server. */
function urlFor(url: string, rung: Rung): string {
  return rung.form === 'h264' ? url.replace(/(?:\.h264)?\.flv$/, '.h264.flv') : url;
}
