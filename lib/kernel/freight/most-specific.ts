import { nationwide, type Places } from './freight-template.ts';

/** Codes of cities begin with the two digits of their province. */
export const provinceOf = (cityId: number) => cityId - (cityId % 10_000);

/** How closely the regions name a city: 3 itself, 2 its province, 1 the whole country, 0 not at all. */
export function specificity({ region }: Places, cityId: number): 0 | 1 | 2 | 3 {
  const province = provinceOf(cityId);
  let found: 0 | 1 | 2 = 0;
  for (const { cityId: id, children } of region) {
    if (children.some((city) => city.cityId === cityId)) return 3;
    if (id === province && children.length === 0) found = 2;
    else if (id === nationwide && found === 0) found = 1;
  }
  return found;
}

/** The rule that names the city most closely; undefined if none covers it. */
export function mostSpecific<Rule extends Places>(rules: readonly Rule[], cityId: number): Rule | undefined {
  let [best, closest]: [Rule | undefined, number] = [undefined, 0];
  for (const rule of rules) {
    const how = specificity(rule, cityId);
    if (how > closest) [best, closest] = [rule, how];
  }
  return best;
}
