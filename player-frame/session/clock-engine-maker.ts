import type { EngineMaker } from './playback-attempt.ts';

/** For a player that only controls others: it needs nothing of the browser. */
export const makeClockEngine: EngineMaker = async () => {
  const { ClockEngine } = await import('../engines/clock-engine.ts');
  return {
    engine: new ClockEngine(),
    choice: { kind: 'recorded', why: 'no video: controls of other players' },
  };
};
