import { matchError } from '../../error-catalogue/match.ts';
import type { Locale } from '../../i18n/translate.ts';
import { AppError } from '../../kernel/app-error.ts';

/**
 * What the open-platform API and the media plane refuse with. Codes are API and never change meaning; their
 * texts stand in the error catalogue.
 */
const lappCodes = [
  '10001', // bad parameter
  '10002', // access token or media ticket invalid or expired
  '10005', // application switched off
  '10013', // the application may not grant that
  '10017', // no such application
  '10029', // too many attempts
  '10030', // wrong secret
  '10031', // the token does not cover that
  '20002', // no such device, or another tenant's
  '20007', // nothing to show
  '20015', // not supported
  '20032', // no such channel
  '60000', // no pan-tilt
  '60002', // pan-tilt at its limit: up
  '60003', // … down
  '60004', // … left
  '60005', // … right
  '60006', // the camera did not do it
  '3860009', // somebody else is steering
  '400035', // verification code needed
  '400036', // wrong verification code
] as const;
export type LappCode = (typeof lappCodes)[number];

export function lappMessage(code: LappCode, locale: Locale): string {
  return matchError(code, 'address').entry.cause[locale];
}

/** `details` goes to the log; of it only `field` and `retryAfterMs` reach the caller. */
export function lappError(code: LappCode, details: Readonly<Record<string, unknown>> = {}): AppError {
  return new AppError(code, lappMessage(code, 'zh-CN'), details);
}

export function isLappCode(code: string): code is LappCode {
  return (lappCodes as readonly string[]).includes(code);
}
