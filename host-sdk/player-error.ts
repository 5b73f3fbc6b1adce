import type { FailureSource, PlayerFailure } from './types.ts';

/** Codes of the SDK itself. Codes of the server and of the player are passed through. */
export type SdkCode =
  | 'option.invalid'
  | 'handshake-timeout'
  | 'version'
  | 'timeout'
  | 'aborted'
  | 'destroyed'
  | 'frame-reloaded'
  | 'uncloneable'
  | 'bad-reply';

/** Every error of the SDK and of the player. `code` is for programs, `message` for people. */
export class PlayerError extends Error implements PlayerFailure {
  override name = 'PlayerError';
  declare readonly code: string;
  declare readonly source: FailureSource;
  declare readonly retryable: boolean;
  declare readonly detail?: PlayerFailure['detail'];

  /** A failure reported by the player, or a code of the SDK and the call it concerns. */
  constructor(failure: PlayerFailure | SdkCode, about?: string) {
    Object.assign(
      super() as unknown as Error,
      typeof failure === 'object'
        ? failure
        : {
            code: failure,
            message: `${failure === 'handshake-timeout' ? `no player: check server, app, origin ${self.origin}` : about}: ${failure}`,
            source: 'protocol',
            // Timeouts and reloads are temporary.
            retryable: /out|rel/.test(failure),
          },
    );
  }
}
