import { type PlayerFailure, RequestError } from '../../../lib/protocol/index.ts';
import { EngineError } from '../../engines/engine.ts';
import type { PlaybackFailure } from '../../state/player-state.ts';
import { failureOf } from '../../state/steps.ts';
import type { FeatureContext } from '../feature.ts';
import { invalidOptions, isAllowedArgument } from '../option-texts.ts';

/** Code of an engine rejection; `otherwise` for other errors. */
export function codeOf(error: unknown, otherwise: string): string {
  return error instanceof EngineError ? error.failure.code : otherwise;
}

/** Rejection of a call of the host page. */
export async function callError(
  { explain }: { explain(playbackFailure: PlaybackFailure): Promise<PlayerFailure> },
  code: string,
): Promise<RequestError> {
  return new RequestError(await explain(failureOf(code)));
}

/** Throws `option.invalid`, with what is allowed, unless the value of this option or argument is. */
export function requireAllowed(
  { getState }: Pick<FeatureContext, 'getState'>,
  name: string,
  value: unknown,
): void {
  if (value !== undefined && !isAllowedArgument(name, value))
    throw new RequestError(invalidOptions([{ name, value }], getState().language));
}
