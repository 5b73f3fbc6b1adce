import type { EngineFailure } from './engine.ts';

/** The engine itself failed. The other failures are in failures.ts, which the boot script does not need. */
export const engineBroken = (message: string): EngineFailure => ({
  kind: 'other',
  code: 'engine.failed',
  message,
});
