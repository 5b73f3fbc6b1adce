/** Keeps the challenge of a connection and signs its requests. */
import { randomBytes } from 'node:crypto';
import {
  authorization,
  type Challenge,
  type Credentials,
  parseChallenges,
  pickChallenge,
} from '../../net/digest-auth.ts';

export type ChallengeOutcome = 'retry' | 'noCredentials' | 'wrongCredentials' | 'unsupported';

export class Authenticator {
  #who: Credentials;
  #offer: Challenge | null = null;
  #count = 0;
  /** The camera has accepted these credentials on this connection. */
  #hasSucceeded = false;
  #makeNonce: () => string;

  constructor(who: Credentials, makeNonce: () => string = () => randomBytes(16).toString('hex')) {
    this.#who = who;
    this.#makeNonce = makeNonce;
  }

  /** Null before the first challenge. */
  header(method: string, uri: string): string | null {
    if (this.#offer === null) return null;
    this.#count += 1;
    const use = { method, uri, count: this.#count, clientNonce: this.#makeNonce() };
    return authorization(this.#offer, this.#who, use);
  }

  accepted(): void {
    if (this.#offer !== null) this.#hasSucceeded = true;
  }

  /**
   * Handles the challenges of a 401. A second 401 is retried only if the nonce was stale or the same
   * credentials have worked before: cameras lock accounts after a few failed attempts.
   */
  challenged(headers: readonly string[], wasSigned: boolean): ChallengeOutcome {
    const offer = pickChallenge(parseChallenges(headers));
    if (this.#who.username === '' && this.#who.password === '') return 'noCredentials';
    if (offer === null) return 'unsupported';
    const isStale = offer.parameters.get('stale')?.toLowerCase() === 'true';
    if (wasSigned && !isStale && !this.#hasSucceeded) return 'wrongCredentials';
    this.#offer = offer;
    this.#count = 0;
    return 'retry';
  }
}
