/** Regions of rules as sets of cities, which is how they are selected. */
import type { Places, Region } from '../../../../lib/kernel/freight/freight-template.ts';
import { specificity } from '../../../../lib/kernel/freight/most-specific.ts';
import type { AreaNode } from '../../session/session-types.ts';

export type CitySet = ReadonlySet<number>;

export const citiesIn = (provinces: readonly AreaNode[]): readonly AreaNode[] =>
  provinces.flatMap(({ children = [] }) => children);

/** The cities of each rule: each city in the rule that names it most closely. */
export function citySets(rules: readonly Places[], provinces: readonly AreaNode[]): readonly Set<number>[] {
  const sets = rules.map(() => new Set<number>());
  for (const { id } of citiesIn(provinces)) {
    let [owner, closest]: [number, number] = [-1, 1];
    for (const [at, rule] of rules.entries()) {
      const how = specificity(rule, id);
      // The whole country is nobody's: every rule may take its cities.
      if (how > closest) [owner, closest] = [at, how];
    }
    sets[owner]?.add(id);
  }
  return sets;
}

/** A province whose shown cities are all selected is selected as a whole, with those that are hidden. */
export function regionsOf(cities: CitySet, provinces: readonly AreaNode[]): readonly Region[] {
  return provinces.flatMap(({ id, name, children = [] }) => {
    const chosen = children.filter((city) => cities.has(city.id));
    if (chosen.length === 0) return [];
    const isWhole = children.every((city) => cities.has(city.id) || !city.isShow);
    const listed = chosen.map((city) => ({ cityId: city.id, name: city.name }));
    return [{ cityId: id, name, children: isWhole ? [] : listed }];
  });
}
