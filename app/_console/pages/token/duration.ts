/** Lifetime of a token in convenient units. */
import { iotToken } from '../../../../lib/contracts/admin/resources/iot-token.resource.ts';
import type { PageText } from '../../text/use-page-text.ts';

type Translate = (key: PageText, params?: Readonly<Record<string, string | number>>) => string;

/** In seconds, in ascending order. */
export const units = [60, 3_600, 86_400] as const;
export type Unit = (typeof units)[number];

export const presets = [3_600, 86_400, 604_800] as const;
export const { min: minSeconds, max: maxSeconds } = iotToken.fields.expireSeconds;

/** The largest unit that divides the duration. */
export function unitOf(seconds: number): Unit | null {
  return [...units].reverse().find((unit) => seconds > 0 && seconds % unit === 0) ?? null;
}

export function durationText(translate: Translate, seconds: number): string {
  const unit = unitOf(seconds);
  if (unit === null) return translate('pages.token.seconds', { count: seconds });
  return translate(`pages.token.some.${unit}`, { count: seconds / unit });
}

/** Null if the lifetime is invalid. */
export function validSeconds(value: unknown): number | null {
  return typeof value === 'number' && Number.isInteger(value) && value >= minSeconds && value <= maxSeconds
    ? value
    : null;
}
