import type { SourceFailure, StreamCondition } from '../../media/ports.ts';

/** `live`: it delivers again, or for the first time. `failed`: a new failure. */
export type StreamChange =
  | { readonly to: 'live'; readonly isRecovered: boolean }
  | { readonly to: 'failed'; readonly failure: SourceFailure };

/**
 * Tells the changes of streams from their reported conditions, which repeat a failure while it is being retried. Null:
 * nothing changed. A condition is null while there is no such stream.
 */
export function streamChanges(): (stream: string, condition: StreamCondition | null) => StreamChange | null {
  /** The failure of each stream; null: it is live. Without entry: it is idle, or has not delivered yet. */
  const known = new Map<string, SourceFailure | null>();
  return (stream, condition) => {
    const before = known.get(stream);
    if (condition === null || condition.state === 'idle') {
      known.delete(stream);
      return null;
    }
    if (condition.state === 'live') {
      known.set(stream, null);
      return before === null ? null : { to: 'live', isRecovered: before !== undefined };
    }
    if (!condition.lastFailure || condition.lastFailure === before) return null;
    known.set(stream, condition.lastFailure);
    return { to: 'failed', failure: condition.lastFailure };
  };
}
