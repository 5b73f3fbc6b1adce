import type { EpochMs, Ms } from '../../lib/kernel/units.ts';
import { isMainStream } from './ladder.ts';
import { onTimeShare } from './link-delay.ts';
import type { Failure } from './player-events.ts';
import { initialLink, type Link, type PlayerState } from './player-state.ts';
import { startHandOver } from './recovery.ts';
import { failureOf, isWatched, next, type Step, withToast } from './steps.ts';

// What the player does when the connection cannot carry the stream. Data that is late waits in a buffer on the way, and
// only another connection is free of it: so the stream is requested again, first the same, then the small one.

/** Late again within this time: the connection cannot carry this stream. */
const againMs: Ms = 30_000;
/** If even the smallest stream is late, its newest frame is requested this often. */
const skipEveryMs: Ms = 10_000;
/** On time for this long, the connection counts as fast enough again. */
const recoveredMs: Ms = 5_000;
/** On time for this long, earlier delays are forgotten. */
const forgetMs: Ms = 60_000;
const maxTrialMs: Ms = 600_000;
/** A delay varies by this much from one second to the next. */
const noiseMs: Ms = 100;
/** The first frame over a slow connection takes seconds. */
const handOverMs: Ms = 4_000;

const slow: Failure = { kind: 'network', ...failureOf('viewer.slow') };

/** Statistics of the current attempt, about once per second. `before`: without them. */
export function followLink(before: PlayerState, state: PlayerState, now: EpochMs): Step {
  const { lastDelayMs: delayMs, maxDelayMs, onTimeSince } = state.link;
  const isShown = state.playback.phase === 'playing' && isWatched(state);
  if (!isShown || maxDelayMs === 0 || delayMs === null || state.sourceFailure) return next(state);
  if (onTimeSince !== null) return onTime(state, now);
  return isBehind(delayMs, before.link.lastDelayMs, maxDelayMs) ? behind(state, now) : next(state);
}

/** A single late second may be a hiccup whose data has just arrived. */
function isBehind(delayMs: Ms, lastMs: Ms | null, maxMs: Ms): boolean {
  if (delayMs < maxMs) return false;
  if (lastMs === null) return delayMs >= maxMs * 2;
  return lastMs >= maxMs * onTimeShare && delayMs >= lastMs - noiseMs;
}

/** The newest frame is requested; the second time within a while from a smaller stream. */
export function behind(state: PlayerState, now: EpochMs): Step {
  const { link, stats } = state;
  const { skippedAt } = link;
  if (skippedAt === null || now - skippedAt >= againMs) return skip(state, { skippedAt: now });
  if (!link.usesSubStream && isMainStream(state.address)) {
    const skipped = skip(state, { skippedAt: now, usesSubStream: true });
    return withEffects(skipped.effects, withToast(skipped.state, 'player.slowLink.subStream'));
  }
  const bitsPerSecond = stats?.bitsPerSecond ?? 0;
  const known = { ...state, link: { ...link, tooSlowBitsPerSecond: bitsPerSecond } };
  const isNew = link.tooSlowBitsPerSecond === null;
  const reported = isNew
    ? withToast(known, 'player.slowLink.tooSlow', { rate: bitRateText(bitsPerSecond) })
    : next(known);
  if (now - skippedAt < skipEveryMs) return reported;
  return withEffects(reported.effects, skip(reported.state, { skippedAt: now }));
}

function onTime(state: PlayerState, now: EpochMs): Step {
  const { link } = state;
  const forMs = now - (link.onTimeSince ?? now);
  const known = forMs < recoveredMs ? link : { ...link, tooSlowBitsPerSecond: null };
  if (link.usesSubStream && forMs >= link.trialAfterMs) {
    const trialAfterMs = Math.min(maxTrialMs, link.trialAfterMs * 2);
    // Late again soon, it returns to the small stream at once.
    return skip({ ...state, link: known }, { skippedAt: now, usesSubStream: false, trialAfterMs });
  }
  if (link.usesSubStream || link.skippedAt === null || forMs < forgetMs)
    return next({ ...state, link: known });
  return next({ ...state, link: { ...known, skippedAt: null, trialAfterMs: initialLink.trialAfterMs } });
}

/** Requests the stream again behind its last frame. */
function skip(state: PlayerState, change: Partial<Link>): Step {
  const link = { ...state.link, onTimeSince: null, ...change };
  return startHandOver({ ...state, link }, slow, handOverMs);
}

function withEffects(first: Step['effects'], { state, effects }: Step): Step {
  return next(state, [...first, ...effects]);
}

export const bitRateText = (bitsPerSecond: number): string => `${Math.round(bitsPerSecond / 1_000)} kbit/s`;
