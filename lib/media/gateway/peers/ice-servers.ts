/** The STUN and TURN servers that a viewer's browser may use, with credentials of its own. */
import { createHmac } from 'node:crypto';
import type { EpochMs, Ms } from '../../../kernel/units.ts';
import type { IceServer } from '../../talk-ports.ts';

export interface IceConfig {
  readonly stunUrls: readonly string[];
  readonly turnUrls: readonly string[];
  /** `secret`: shared with the TURN server, for credentials that expire (coturn: `use-auth-secret`). */
  readonly turnCredentials:
    | { readonly kind: 'secret'; readonly secret: string }
    | { readonly kind: 'fixed'; readonly username: string; readonly password: string }
    | null;
}

/** A relay that was started in this time goes on after it. */
const credentialsLastMs: Ms = 3_600_000;

/** `user`: named in the log of the TURN server; without colons. */
export function iceServersFor(config: IceConfig, user: string, now: EpochMs): IceServer[] {
  const { stunUrls, turnUrls, turnCredentials } = config;
  const servers: IceServer[] = [];
  if (stunUrls.length > 0) servers.push({ urls: stunUrls });
  if (turnUrls.length === 0 || turnCredentials === null) return servers;
  if (turnCredentials.kind === 'fixed') {
    const { username, password } = turnCredentials;
    return [...servers, { urls: turnUrls, username, credential: password }];
  }
  const username = `${Math.floor((now + credentialsLastMs) / 1000)}:${user}`;
  const credential = createHmac('sha1', turnCredentials.secret).update(username).digest('base64');
  return [...servers, { urls: turnUrls, username, credential }];
}
