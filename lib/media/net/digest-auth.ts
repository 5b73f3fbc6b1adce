/**
 * Answers to 401: Digest (RFC 7616, and RFC 2069 for old cameras) and Basic (RFC 7617). Headers are byte strings, with
 * one character for each byte (latin1): a realm in any encoding is hashed and returned as it was received.
 */
import { createHash } from 'node:crypto';

/** Text; sent as UTF-8. */
export interface Credentials {
  readonly username: string;
  readonly password: string;
}

/** One authentication challenge. Parameter names in lower case, values as byte strings. */
export interface Challenge {
  readonly scheme: string;
  readonly parameters: ReadonlyMap<string, string>;
}

const hashes: Readonly<Record<string, string>> = {
  MD5: 'md5',
  'SHA-256': 'sha256',
  'SHA-512-256': 'sha512-256',
};

/** Strongest first. If a camera offers several, any may be used. */
const preference = ['SHA-512-256', 'SHA-256', 'MD5'];

/** A WWW-Authenticate header may contain several challenges: a token not followed by "=" starts the next. */
export function parseChallenges(headers: readonly string[]): Challenge[] {
  const challenges: { scheme: string; parameters: Map<string, string> }[] = [];
  const token = /[ \t,]*([A-Za-z0-9!#$%&'*+.^_`|~-]+)(?:\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^ \t\r,"]*)))?/y;
  for (const header of headers) {
    token.lastIndex = 0;
    for (let match = token.exec(header); match !== null; match = token.exec(header)) {
      const [, name = '', quoted, plain] = match;
      if (quoted === undefined && plain === undefined) {
        challenges.push({ scheme: name.toLowerCase(), parameters: new Map() });
        continue;
      }
      const value = quoted === undefined ? (plain ?? '') : quoted.replace(/\\(.)/g, '$1');
      challenges.at(-1)?.parameters.set(name.toLowerCase(), value);
    }
  }
  return challenges;
}

/** The strongest supported challenge, or null. */
export function pickChallenge(challenges: readonly Challenge[]): Challenge | null {
  const digests = challenges.filter((offer) => offer.scheme === 'digest' && offer.parameters.has('nonce'));
  for (const name of preference) {
    const found = digests.find((offer) => baseAlgorithm(offer) === name && hasUsableQop(offer));
    if (found !== undefined) return found;
  }
  return challenges.find((offer) => offer.scheme === 'basic') ?? null;
}

function baseAlgorithm(offer: Challenge): string {
  return (offer.parameters.get('algorithm') ?? 'MD5').toUpperCase().replace(/-SESS$/, '');
}

const qopList = (offer: Challenge): string[] | null =>
  offer.parameters
    .get('qop')
    ?.split(',')
    .map((word) => word.trim().toLowerCase()) ?? null;

function hasUsableQop(offer: Challenge): boolean {
  const list = qopList(offer);
  return list === null || list.includes('auth') || list.includes('auth-int');
}

export interface DigestUse {
  readonly method: string;
  readonly uri: string;
  /** Number of uses of this nonce, including this one. */
  readonly count: number;
  readonly clientNonce: string;
}

/** Value of the Authorization header for a request without body, as a byte string. */
export function authorization(offer: Challenge, who: Credentials, use: DigestUse): string {
  if (offer.scheme === 'basic') {
    return `Basic ${Buffer.from(`${who.username}:${who.password}`, 'utf8').toString('base64')}`;
  }
  const username = byteString(who.username);
  const password = byteString(who.password);
  const given = offer.parameters;
  const hash = (text: string) =>
    createHash(hashes[baseAlgorithm(offer)] ?? 'md5')
      .update(text, 'latin1')
      .digest('hex');
  const realm = given.get('realm') ?? '';
  const nonce = given.get('nonce') ?? '';
  const isSession = /-SESS$/i.test(given.get('algorithm') ?? '');
  const qops = qopList(offer);
  const qop = qops === null ? null : qops.includes('auth') ? 'auth' : 'auth-int';
  const count = use.count.toString(16).padStart(8, '0');

  const plainSecret = hash(`${username}:${realm}:${password}`);
  const secret = isSession ? hash(`${plainSecret}:${nonce}:${use.clientNonce}`) : plainSecret;
  const action = hash(`${use.method}:${use.uri}${qop === 'auth-int' ? `:${hash('')}` : ''}`);
  const response =
    qop === null
      ? hash(`${secret}:${nonce}:${action}`)
      : hash(`${secret}:${nonce}:${count}:${use.clientNonce}:${qop}:${action}`);

  const hidesName = given.get('userhash')?.toLowerCase() === 'true';
  const parts = [
    `username=${quote(hidesName ? hash(`${username}:${realm}`) : username)}`,
    `realm=${quote(realm)}`,
    `nonce=${quote(nonce)}`,
    `uri=${quote(use.uri)}`,
    `response=${quote(response)}`,
  ];
  const algorithm = given.get('algorithm');
  if (algorithm !== undefined) parts.push(`algorithm=${algorithm.replace(/[^\w-]/g, '')}`);
  const opaque = given.get('opaque');
  if (opaque !== undefined) parts.push(`opaque=${quote(opaque)}`);
  if (qop !== null) parts.push(`qop=${qop}`, `nc=${count}`);
  if (qop !== null || isSession) parts.push(`cnonce=${quote(use.clientNonce)}`);
  if (hidesName) parts.push('userhash=true');
  return `Digest ${parts.join(', ')}`;
}

const byteString = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');

const quote = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`;
