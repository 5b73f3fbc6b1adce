import type { FailureSource, PlayerFailure } from './types.ts';

/** Every error of the SDK and of the player. `code` is for programs, `message` for people. */
export class PlayerError extends Error implements PlayerFailure {
  declare readonly code: string;
  declare readonly source: FailureSource;
  declare readonly retryable: boolean;
  declare readonly detail?: PlayerFailure['detail'];

  constructor(failure: PlayerFailure) {
    super();
    // Brings the message along.
    Object.assign(this, failure, { name: 'PlayerError' });
  }
}

/** Codes of the SDK itself. Codes of the server and of the player pass through as they are. */
export type SdkCode =
  | 'handshake-timeout'
  | 'version'
  | 'timeout'
  | 'aborted'
  | 'destroyed'
  | 'frame-reloaded'
  | 'uncloneable'
  | 'bad-reply'
  | 'token'
  | 'unsupported';

/** `about`: the call it concerns. Time-outs and reloads may go better next time. */
export function sdkFailure(code: SdkCode, about = 'player'): PlayerFailure {
  return { code, message: `${about}: ${code}`, source: 'protocol', retryable: /out|rel/.test(code) };
}

export const sdkError = (code: SdkCode, about?: string) => new PlayerError(sdkFailure(code, about));
