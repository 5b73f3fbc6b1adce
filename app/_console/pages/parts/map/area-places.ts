/** Where provinces and cities are, for the map that is drawn without a map service. */
import placesOfCities from '../../../../../lib/kernel/geo/area-places.json' with { type: 'json' };
import type { Position } from '../../../../../lib/kernel/geo/position.ts';
import type { AreaNode } from '../../../session/session-types.ts';

const places: Readonly<Record<string, readonly number[]>> = placesOfCities;

/** Of a city, or of the capital of a province, whose code is the first of its cities. Null: unknown. */
export function placeOfArea(id: number): Position | null {
  const [lng, lat] = places[id] ?? places[id + 100] ?? [];
  return lng === undefined || lat === undefined ? null : { lng, lat };
}

export interface FoundArea extends Position {
  readonly id: number;
  readonly name: string;
  readonly isProvince: boolean;
}

const maxFound = 8;
const plain = (name: string) => name.toLowerCase().replace(/[\s']/g, '');

/** Provinces and cities whose name contains the text, in any of `namesOf`; those that begin with it first. */
export function findAreas(
  text: string,
  provinces: readonly AreaNode[],
  namesOf: (area: AreaNode) => readonly [shown: string, ...others: string[]],
): readonly FoundArea[] {
  const wanted = plain(text);
  if (wanted === '') return [];
  const all = provinces.flatMap((province) => [province, ...(province.children ?? [])]);
  const matches = all.flatMap((area) => {
    const names = namesOf(area);
    const rank = Math.min(
      ...names.map(plain).map((name) => (name.startsWith(wanted) ? 0 : name.includes(wanted) ? 1 : 2)),
    );
    const place = placeOfArea(area.id);
    if (rank === 2 || !place) return [];
    return { rank, area: { ...place, id: area.id, name: names[0], isProvince: area.parentId === 0 } };
  });
  // 北京市 is a province and its city, at one place.
  const seen = new Set<string>();
  return matches
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ area }) => area)
    .filter(({ name }) => !seen.has(name) && seen.add(name))
    .slice(0, maxFound);
}
