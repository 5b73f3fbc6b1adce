/** Provinces and cities as one tree. It is the same for all users, so it is built once. */
import { createHash } from 'node:crypto';
import type { AreaNode } from '../../../contracts/admin/calls/area.calls.ts';
import provinces from './areas.json' with { type: 'json' };

export interface AreaTree {
  readonly nodes: readonly AreaNode[];
  /** Changes with the data. */
  readonly etag: string;
  readonly cityCount: number;
}

type ProvinceRow = readonly [code: number, name: string, cities: readonly (readonly [number, string])[]];

function makeTree(rows: readonly ProvinceRow[]): AreaTree {
  const nodes = rows.map(([id, name, cities]): AreaNode => {
    const children = cities.map(([cityId, cityName]) => node(cityId, id, cityName, 1, []));
    return node(id, 0, name, children.length, children);
  });
  const digest = createHash('sha256').update(JSON.stringify(rows)).digest('base64url');
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
  return { id, parentId, name, isShow: true, disabled: false, cityNum, children };
}

// The script that writes the file checks that its rows have this form.
export const areas: AreaTree = makeTree(provinces as unknown as readonly ProvinceRow[]);
