import type { FreightTemplate } from './freight-template.ts';
import { chargeRule } from './quote.ts';

/** Which of these cities the template delivers to. */
export function coveredCities(template: FreightTemplate, cityIds: readonly number[]): ReadonlySet<number> {
  return new Set(cityIds.filter((cityId) => chargeRule(template, cityId) !== undefined));
}
