import type { FreightType, RegionRule } from './freight-template.ts';
import { toUnits } from './units.ts';

/** How often `continuePrice` is charged for units beyond `after`. */
export function stepsBeyond(after: number, type: FreightType, rule: RegionRule, units: number): number {
  const step = unitsIn(type, rule.continue);
  // A continuation of 0 means that every amount costs `firstPrice`.
  return step === 0 || units <= after ? 0 : Math.ceil((units - after) / step);
}

export const firstUnits = (type: FreightType, { first }: RegionRule) => unitsIn(type, first);

/** Throws RangeError for a fee that is no safe integer. */
export function feeOf(firstPrice: number, steps: number, { continuePrice }: RegionRule): number {
  const fee = Number(BigInt(firstPrice) + BigInt(steps) * BigInt(continuePrice));
  if (!Number.isSafeInteger(fee)) throw new RangeError('the fee is too large');
  return fee;
}

/** Rules were checked when they were stored. */
function unitsIn(type: FreightType, amount: number): number {
  const units = toUnits(type, amount);
  if (units === null) throw new RangeError(`${amount} is no amount of type ${type}`);
  return units;
}
