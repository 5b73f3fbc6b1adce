import { err, ok, type Result } from '../../lib/kernel/result.ts';
import type { TokenReason } from '../../lib/protocol/index.ts';
import type { Failure, TokenRequest } from '../state/player-events.ts';

/** Keeps the access token in memory only. */
export interface TokenHolder {
  get(requested: TokenRequest, signal: AbortSignal): Promise<Result<string, Failure>>;
  /** Requests a new token while the current one is valid; it is replaced on success only. */
  renew(signal: AbortSignal): Promise<Result<string, Failure>>;
  forget(): void;
}

/** `ask` requests a token from the host page. */
export function createTokenHolder(
  sendRequest: (reason: TokenReason, signal: AbortSignal) => Promise<string>,
): TokenHolder {
  let current: string | null = null;

  async function fetchToken(reason: TokenReason, signal: AbortSignal): Promise<Result<string, Failure>> {
    try {
      const token = await sendRequest(reason, signal);
      if (!token) return err(missing('other'));
      if (!signal.aborted) current = token;
      return ok(token);
    } catch (error) {
      // The page's error may contain anything, so only its code is used.
      const code = (error as { code?: unknown } | null)?.code;
      return err(missing(code === 'timeout' || code === 'busy' ? 'network' : 'other'));
    }
  }

  return {
    async get(requested, signal) {
      if (requested === 'current' && current !== null) return ok(current);
      current = null;
      return fetchToken(requested === 'current' ? 'start' : requested, signal);
    },
    renew: (signal) => fetchToken('expired', signal),
    forget() {
      current = null;
    },
  };
}

function missing(kind: Failure['kind']): Failure {
  const code = kind === 'network' ? 'token.timeout' : 'token.missing';
  return { kind, code, stage: 'address', message: null };
}
