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
      if (!token) return err(without('token.missing'));
      if (!signal.aborted) current = token;
      return ok(token);
    } catch (error) {
      const code = (error as { code?: unknown } | null)?.code;
      if (code === 'timeout' || code === 'busy') return err(without('token.timeout', 'network'));
      return err(without(code === 'refused' ? 'token.threw' : 'token.missing'));
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

/** The page's own error may contain anything, and stays in the page. */
function without(code: string, kind: Failure['kind'] = 'other'): Failure {
  return { kind, code, stage: 'address', message: null };
}
