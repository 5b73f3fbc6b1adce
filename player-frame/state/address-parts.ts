import { parseEzopen } from '../../lib/ezopen/address.ts';
import type { Quality } from './feature-state.ts';
import type { RecordType } from './recorded-events.ts';

// What an address names. The file recorded-address.ts composes addresses; it is loaded with the features.

/** Null for live and invalid addresses. */
export function recordTypeOf(address: string): RecordType | null {
  const parsed = parseEzopen(address);
  return parsed.ok && parsed.value.mode !== 'live' ? parsed.value.mode : null;
}

/** True if the address names a begin, an end, or an alarm. */
export function isMomentNamed(address: string): boolean {
  const parsed = parseEzopen(address);
  return isRangeNamed(address) || (parsed.ok && parsed.value.alarmId !== null);
}

/** True if the address names a begin or an end. */
export function isRangeNamed(address: string): boolean {
  const parsed = parseEzopen(address);
  return parsed.ok && (parsed.value.begin !== null || parsed.value.end !== null);
}

/** Quality in the address; null if the address is invalid. */
export function qualityOf(address: string): Quality | null {
  const parsed = parseEzopen(address);
  return parsed.ok ? (parsed.value.hd ? 'hd' : 'sd') : null;
}
