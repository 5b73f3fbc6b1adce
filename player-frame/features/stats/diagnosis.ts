import type { EpochMs } from '../../../lib/kernel/units.ts';
import { statsOf } from '../../session/features/display.ts';
import { snapshotOf } from '../../session/snapshot.ts';
import type { PlayerState } from '../../state/player-state.ts';
import type { Sample } from './samples.ts';
import { verdictOf } from './verdict.ts';

/** Diagnostic text for support. Contains only what the host page may see: no token, ticket or verification code. */
export function diagnosisText(
  state: PlayerState,
  samples: readonly Sample[],
  { now, userAgent, size }: { now: EpochMs; userAgent: string; size: string },
): string {
  const diagnosis = {
    at: new Date(now).toISOString(),
    player: snapshotOf(state, now),
    stats: statsOf(state),
    verdict: verdictOf(state, samples),
    failures: state.failures,
    isOnline: state.isOnline,
    latenciesMs: samples.map(({ latencyMs }) => latencyMs && Math.round(latencyMs)),
    size,
    userAgent,
  };
  return JSON.stringify(diagnosis, null, 2);
}
