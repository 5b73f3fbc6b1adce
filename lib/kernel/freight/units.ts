/** Amounts of goods as integers: pieces, grams or cm³. */
import type { FreightType } from './freight-template.ts';

/** Decimal places of an amount in the API: kg have 3, m³ have 6. */
export const decimalsOf: Readonly<Record<FreightType, 0 | 3 | 6>> = { '1': 0, '2': 3, '3': 6 };

/**
 * The amount in the smallest unit. Null if it has more decimal places than the type. Digits are moved as text, because
 * a product of floating point numbers is not exact.
 */
export function toUnits(type: FreightType, amount: number): number | null {
  const match = /^(\d+)(?:\.(\d+))?$/.exec(plainText(amount));
  if (!match) return null;
  const [, whole = '', places = ''] = match;
  if (places.length > decimalsOf[type]) return null;
  const units = Number(whole + places.padEnd(decimalsOf[type], '0'));
  return Number.isSafeInteger(units) ? units : null;
}

/** JavaScript writes numbers below 0.000001 with an exponent; these have too many places for every type. */
const plainText = (amount: number) => String(amount);
