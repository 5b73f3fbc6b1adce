import { type BackoffPolicy, backoffDelay } from '../../lib/kernel/backoff.ts';
import type { Ms } from '../../lib/kernel/units.ts';
import type { Failure, TokenRequest } from './player-events.ts';

/** Reaction to a failure. */
export type Verdict =
  /** `isPatient`: temporary, but not for seconds only. */
  | { readonly what: 'retry'; readonly isPatient: boolean }
  /** The server has too many requests for recordings. */
  | { readonly what: 'waitForServer' }
  | { readonly what: 'renewToken'; readonly token: TokenRequest }
  | { readonly what: 'recover' }
  | { readonly what: 'nextRung' }
  /** The server cannot read this stream of the camera; another one may be readable. */
  | { readonly what: 'otherStream' }
  | { readonly what: 'giveUp' };

/** Problems of the token: a new one may help. */
const tokenCodes = new Set(['10002', '110002', '400902', '395406']);

/** Permanent until a person changes something. */
const finalCodes = new Set([
  '10001',
  '10005',
  '10013',
  '10017',
  '10030',
  '10031',
  '110001',
  '110017',
  '110030',
  '110031',
  '20002',
  '20010',
  '20014',
  '20015',
  '20018',
  '20032',
  '120002',
  '395402',
  '395411',
  '395415',
  '400035',
  '400036',
  '400903',
  'encryption.insecure',
  'recordings.unsupported',
  'token.missing',
  'token.threw',
]);

/** Temporary codes of services and cameras, regardless of the reported kind. */
const passingCodes = new Set([
  '1003',
  '20006',
  '20007',
  '20008',
  '10029',
  '110029',
  '395404',
  '395405',
  '395410',
  '395416',
  '395500',
  '395544',
  '395546',
  '395547',
  '400901',
  '400904',
  '400905',
  '50000',
]);

/** Limits and settings that must be changed first: frequent retries would make it worse. */
const patientCodes = new Set([
  '10029',
  '110029',
  '395410',
  '395416',
  '395546',
  '395547',
  '400904',
  '400905',
  'source.auth',
  'source.busy',
  'source.notFound',
  'tooMany',
  'viewer.tooMany',
]);

/** HTTP 429 for a request of recorded media. */
export const busyCode = 'playback.busy';
/** `Retry-After` of these answers. */
export const busyMs: Ms = 3_000;

/** Another rung of the ladder may work. */
const unplayableCodes = new Set(['media.unsupported']);

/** Permanent for every player and form of this stream, until the camera or its address is changed. */
const unreadableCodes = new Set([
  'source.certificate',
  'source.noVideo',
  'source.redirected',
  'source.refused',
  'source.speed',
  'source.udpOnly',
  'source.unsupported',
]);

/** After more consecutive decoding failures the next decoder is tried. */
const mediaRecoveries = 2;

/**
 * The three reactions the specification defines for fatal errors (network: reload, media: recover, other: give up),
 * refined by server codes.
 */
export function judge(failure: Failure, tokenRefusals: number, mediaFailures: number): Verdict {
  if (tokenCodes.has(failure.code)) return judgeToken(tokenRefusals);
  if (failure.code.startsWith('ezopen.') || finalCodes.has(failure.code)) return { what: 'giveUp' };
  if (failure.code === busyCode) return { what: 'waitForServer' };
  if (unplayableCodes.has(failure.code)) return { what: 'nextRung' };
  if (unreadableCodes.has(failure.code)) return { what: 'otherStream' };
  const isPassing = passingCodes.has(failure.code) || failure.code.startsWith('source.');
  if (isPassing || failure.kind === 'network') {
    // A server that is not ours is never asked often.
    return {
      what: 'retry',
      isPatient: patientCodes.has(failure.code) || failure.code.startsWith('plain.'),
    };
  }
  if (failure.kind === 'denied') return judgeToken(tokenRefusals);
  if (failure.kind === 'media') return { what: mediaFailures < mediaRecoveries ? 'recover' : 'nextRung' };
  return { what: 'giveUp' };
}

/**
 * Requests an `expired` token first, then a `denied` one; a third rejection is final. The server reports revoked and
 * expired tokens alike (10002), so both start with `expired`; a page that must not issue another token rejects the
 * request.
 */
function judgeToken(refusals: number): Verdict {
  if (refusals === 0) return { what: 'renewToken', token: 'expired' };
  if (refusals === 1) return { what: 'renewToken', token: 'denied' };
  return { what: 'giveUp' };
}

/** Short delays at first, so that playback resumes within seconds, then longer ones to spare the server. */
const quick: BackoffPolicy = { firstMs: 300, maxMs: 1_200, jitter: 0.3 };
const patient: BackoffPolicy = { firstMs: 2_000, maxMs: 15_000, jitter: 0.3 };
const fastRetries = 20;

/** Delay after `failures` consecutive failures (1 is the first). */
export function retryDelay(failures: number, isPatient: boolean, chance: number): Ms {
  const random = () => chance;
  if (isPatient) return backoffDelay(patient, failures - 1, random);
  return failures <= fastRetries
    ? backoffDelay(quick, failures - 1, random)
    : backoffDelay(patient, failures - fastRetries - 1, random);
}
