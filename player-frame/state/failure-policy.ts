import { type BackoffPolicy, backoffDelay } from '../../lib/kernel/backoff.ts';
import type { Ms } from '../../lib/kernel/units.ts';
import type { Failure, TokenRequest } from './player-events.ts';

/** What follows a failure. */
export type Verdict =
  /** `isPatient`: it passes, but not within seconds. */
  | { readonly what: 'retry'; readonly isPatient: boolean }
  | { readonly what: 'renewToken'; readonly token: TokenRequest }
  | { readonly what: 'recover' }
  | { readonly what: 'nextRung' }
  | { readonly what: 'giveUp' };

/** The token, not the camera, is the matter: a new one may help. */
const tokenCodes = new Set(['10002', '110002', '400902', '395406']);

/** Trying again changes nothing until somebody changes something. */
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
  '395411',
  '395415',
  '400035',
  '400036',
  '400903',
  'token.missing',
]);

/** Codes of services and cameras that pass by themselves, whatever kind the reporter took them for. */
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

/** Limits and settings, which somebody must change first: asking every second would only add to them. */
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
  'source.notFound',
  'source.refused',
  'tooMany',
  'viewer.tooMany',
]);

/** Another way of playing the same camera may do. */
const unplayableCodes = new Set(['media.unsupported', 'source.unsupported']);

/** More broken decodes in a row than this, and the next way of decoding is tried. */
const mediaRecoveries = 2;

/**
 * The three behaviours the specification names for fatal errors (network: load again, media: recover,
 * other: give up), refined by what the server's own codes mean.
 */
export function judge(failure: Failure, tokenRefusals: number, mediaFailures: number): Verdict {
  if (tokenCodes.has(failure.code)) return judgeToken(tokenRefusals);
  if (failure.code.startsWith('ezopen.') || finalCodes.has(failure.code)) return { what: 'giveUp' };
  if (unplayableCodes.has(failure.code)) return { what: 'nextRung' };
  const isPassing = passingCodes.has(failure.code) || failure.code.startsWith('source.');
  if (isPassing || failure.kind === 'network') {
    return { what: 'retry', isPatient: patientCodes.has(failure.code) };
  }
  if (failure.kind === 'denied') return judgeToken(tokenRefusals);
  if (failure.kind === 'media') return { what: mediaFailures < mediaRecoveries ? 'recover' : 'nextRung' };
  return { what: 'giveUp' };
}

/**
 * First a fresh token, then one asked for as denied; a third refusal is the answer. The server does not tell a
 * token that was revoked from one that ran out (both are 10002), so both are asked for as `expired` first; a page
 * that must not hand out another to this viewer refuses then.
 */
function judgeToken(refusals: number): Verdict {
  if (refusals === 0) return { what: 'renewToken', token: 'expired' };
  if (refusals === 1) return { what: 'renewToken', token: 'denied' };
  return { what: 'giveUp' };
}

/** Quick at first, so that a picture is back within seconds of its network, then sparing of the server. */
const quick: BackoffPolicy = { firstMs: 300, maxMs: 1_200, jitter: 0.3 };
const patient: BackoffPolicy = { firstMs: 2_000, maxMs: 15_000, jitter: 0.3 };
const quickTries = 20;

/** How long to wait after `failures` failures in a row (1 is the first). */
export function retryDelay(failures: number, isPatient: boolean, chance: number): Ms {
  const random = () => chance;
  if (isPatient) return backoffDelay(patient, failures - 1, random);
  return failures <= quickTries
    ? backoffDelay(quick, failures - 1, random)
    : backoffDelay(patient, failures - quickTries - 1, random);
}
