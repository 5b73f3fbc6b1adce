import { matchError } from '../../error-catalogue/match.ts';
import type { Locale } from '../../i18n/translate.ts';
import { AppError } from '../../kernel/app-error.ts';

/**
 * Errors of the open-platform API and the media plane. The codes are public and never change meaning; their texts are
 * in the error catalogue.
 */
const lappCodes = [
  '10001', // bad parameter
  '10002', // access token or media ticket invalid or expired
  '10005', // application disabled
  '10013', // not allowed for this application
  '10017', // no such application
  '10029', // too many attempts
  '10030', // wrong secret
  '10031', // not covered by the token
  '20002', // no such device, or another tenant's
  '20007', // no video
  '20015', // not supported
  '20032', // no such channel
  '60000', // no PTZ
  '60002', // PTZ limit reached: up
  '60003', // … down
  '60004', // … left
  '60005', // … right
  '60006', // the camera did not execute the command
  '3860009', // PTZ is in use by another viewer
  '120301', // no such alarm
  '395402', // nothing was recorded
  '1052674', // the camera does not list its recordings
  '-1000', // no talk
  '400904', // somebody talks to it already
  'voice.tooShort', // of a recording
  'voice.tooSmall',
  'voice.tooLong',
  'voice.failed', // any other failure of a voice message
  '400035', // verification code required
  '400036', // wrong verification code
] as const;
export type LappCode = (typeof lappCodes)[number];

/** Entries of the catalogue whose text is shown with another code. */
export type ShownAs = 'voice.notFound' | 'voice.busy';

export function lappMessage(code: LappCode | ShownAs, locale: Locale): string {
  return matchError(code, 'address').entry.cause[locale];
}

/**
 * `details` is logged; only `field` and `retryAfterMs` reach the caller. `shownAs`: the caller gets the text of this entry
 * with the code.
 */
export function lappError(
  code: LappCode,
  details: Readonly<Record<string, unknown>> & { readonly shownAs?: ShownAs } = {},
): AppError {
  return new AppError(code, lappMessage(details.shownAs ?? code, 'zh-CN'), details);
}

export function isShownAs(value: unknown): value is ShownAs {
  return value === 'voice.notFound' || value === 'voice.busy';
}

export function isLappCode(code: string): code is LappCode {
  return (lappCodes as readonly string[]).includes(code);
}
