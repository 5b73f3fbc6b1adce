import type { EpochMs } from '../../lib/kernel/units.ts';
import type { PlayerState, VideoStats } from './player-state.ts';

// How late a stream is. What follows from that is in slow-link.ts, which is loaded with the features.

/** Delayed by less than this share of the limit, a stream is on time. */
export const onTimeShare = 1 / 3;

/** With the statistics of the current attempt. */
export function withStats(state: PlayerState, stats: VideoStats, now: EpochMs): PlayerState {
  const lastDelayMs = stats.networkDelayMs ?? null;
  const isOnTime = lastDelayMs !== null && lastDelayMs < state.link.maxDelayMs * onTimeShare;
  const onTimeSince = isOnTime ? (state.link.onTimeSince ?? now) : null;
  return { ...state, stats, link: { ...state.link, lastDelayMs, onTimeSince } };
}

/** A stall while data was already late is a slow connection too, not a broken one. */
export function isLinkSlow({ link: { lastDelayMs, maxDelayMs } }: PlayerState): boolean {
  return maxDelayMs > 0 && lastDelayMs !== null && lastDelayMs >= maxDelayMs * onTimeShare;
}
