import { err, ok, type Result } from '../../lib/kernel/result.ts';
import type { TokenReason } from '../../lib/protocol/index.ts';
import type { Failure, TokenRequest } from '../state/player-events.ts';

/** Keeps the access token in memory, and nowhere else. */
export interface TokenHolder {
  get(wish: TokenRequest, signal: AbortSignal): Promise<Result<string, Failure>>;
  /** Asks for the next token while the held one is still good; that one is kept until there is another. */
  renew(signal: AbortSignal): Promise<Result<string, Failure>>;
  forget(): void;
}

/** `ask` reaches the host page, which alone can get tokens. */
export function createTokenHolder(
  sendRequest: (reason: TokenReason, signal: AbortSignal) => Promise<string>,
): TokenHolder {
  let held: string | null = null;

  async function fetchToken(reason: TokenReason, signal: AbortSignal): Promise<Result<string, Failure>> {
    try {
      const token = await sendRequest(reason, signal);
      if (!token) return err(missing('other'));
      if (!signal.aborted) held = token;
      return ok(token);
    } catch (error) {
      // What the page's own function threw may hold anything: only its code is looked at.
      const code = (error as { code?: unknown } | null)?.code;
      return err(missing(code === 'timeout' || code === 'busy' ? 'network' : 'other'));
    }
  }

  return {
    async get(wish, signal) {
      if (wish === 'held' && held !== null) return ok(held);
      held = null;
      return fetchToken(wish === 'held' ? 'start' : wish, signal);
    },
    renew: (signal) => fetchToken('expired', signal),
    forget() {
      held = null;
    },
  };
}

function missing(kind: Failure['kind']): Failure {
  const code = kind === 'network' ? 'token.timeout' : 'token.missing';
  return { kind, code, stage: 'address', message: null };
}
