import { type PlayerFailure, RequestError } from '../../../lib/protocol/index.ts';
import { EngineError } from '../../engines/engine.ts';
import type { PlaybackFailure } from '../../state/player-state.ts';
import { failureOf } from '../../state/steps.ts';

/** The code of what an engine rejected with; whatever else went wrong is `otherwise`. */
export function codeOf(error: unknown, otherwise: string): string {
  return error instanceof EngineError ? error.failure.code : otherwise;
}

/** What the host page's call rejects with. */
export async function callError(
  { explain }: { explain(playbackFailure: PlaybackFailure): Promise<PlayerFailure> },
  code: string,
): Promise<RequestError> {
  return new RequestError(await explain(failureOf(code)));
}
