import type { EpochMs, Ms } from '../../lib/kernel/units.ts';
import { isMainStream } from './ladder.ts';
import type { Failure } from './player-events.ts';
import { initialLink, type Link, type PlayerState, type VideoStats } from './player-state.ts';
import { startHandOver } from './recovery.ts';
import { failureOf, isWatched, next, type Step, stay, withToast } from './steps.ts';

// What the player does when the connection cannot carry the stream. Data that is late waits in a buffer on the way, and
// only another connection is free of it: so the stream is requested again, first the same, then the small one.

/** Delayed by less than this share of the limit, a stream is on time. */
const onTimeShare = 1 / 3;
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

/** Statistics of the current attempt, about once per second. */
export function onStats(before: PlayerState, stats: VideoStats, now: EpochMs): Step {
  // The frame on the screen is still that of the previous attempt.
  if (before.handOver) return stay(before);
  const delayMs = stats.networkDelayMs ?? null;
  const { lastDelayMs, maxDelayMs } = before.link;
  const isOnTime = delayMs !== null && delayMs < maxDelayMs * onTimeShare;
  const onTimeSince = isOnTime ? (before.link.onTimeSince ?? now) : null;
  const state = { ...before, stats, link: { ...before.link, lastDelayMs: delayMs, onTimeSince } };
  const isShown = state.playback.phase === 'playing' && isWatched(state);
  if (!isShown || maxDelayMs === 0 || delayMs === null || state.sourceFailure) return next(state);
  if (isOnTime) return onTime(state, now);
  return isBehind(delayMs, lastDelayMs, maxDelayMs) ? behind(state, now) : next(state);
}

/** A single late second may be a hiccup whose data has just arrived. */
function isBehind(delayMs: Ms, lastMs: Ms | null, maxMs: Ms): boolean {
  if (delayMs < maxMs) return false;
  if (lastMs === null) return delayMs >= maxMs * 2;
  return lastMs >= maxMs * onTimeShare && delayMs >= lastMs - noiseMs;
}

/** A stall while data was already late is a slow connection too, not a broken one. */
export function isLinkSlow({ link: { lastDelayMs, maxDelayMs } }: PlayerState): boolean {
  return maxDelayMs > 0 && lastDelayMs !== null && lastDelayMs >= maxDelayMs * onTimeShare;
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
