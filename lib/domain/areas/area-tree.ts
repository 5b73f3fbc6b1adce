/** Provinces and cities as one tree. */
import { createHash } from 'node:crypto';
import type { AreaNode } from '../../contracts/admin/calls/area.calls.ts';
import provinces from './areas.json' with { type: 'json' };

export interface AreaTree {
  readonly nodes: readonly AreaNode[];
  /** Changes with the data. */
  readonly etag: string;
  /** Cities that can be selected. */
  readonly cityCount: number;
}

type ProvinceRow = readonly [code: number, name: string, cities: readonly (readonly [number, string])[]];

// The script that writes the file checks that its rows have this form.
const rows = provinces as unknown as readonly ProvinceRow[];

/** A province is hidden when all of its cities are. */
export function areaTree(hiddenCities: ReadonlySet<number>): AreaTree {
  const nodes = rows.map(([id, name, cities]): AreaNode => {
    const children = cities.map(([cityId, cityName]) =>
      node(cityId, id, cityName, hiddenCities.has(cityId) ? 0 : 1, []),
    );
    const shown = children.filter(({ isShow }) => isShow).length;
    return node(id, 0, name, shown, children);
  });
  const hidden = [...hiddenCities].sort((one, other) => one - other);
  const digest = createHash('sha256')
    .update(JSON.stringify([rows, hidden]))
    .digest('base64url');
  return {
    nodes,
    etag: `"${digest.slice(0, 22)}"`,
    cityCount: nodes.reduce((sum, { cityNum }) => sum + cityNum, 0),
  };
}

function node(
  id: number,
  parentId: number,
  name: string,
  cityNum: number,
  children: readonly AreaNode[],
): AreaNode {
  const isShow = cityNum > 0;
  return { id, parentId, name, isShow, disabled: !isShow, cityNum, children };
}
