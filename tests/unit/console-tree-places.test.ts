import { expect } from 'expect';
import { describe, it } from 'vitest';
import { type PlacedRow, placesFor } from '../../app/_console/resource/data/tree-places.ts';
import { systemDept } from '../../lib/contracts/admin/resources/system-dept.resource.ts';
import { systemMenu } from '../../lib/contracts/admin/resources/system-menu.resource.ts';
import { type MenuNode, structureFault } from '../../lib/domain/system/menu/menu-structure.ts';

const row = (id: number, parentId: number, kind: string | null): PlacedRow => ({
  id: String(id),
  parentId: String(parentId),
  kind,
});
const sorted = (places: ReadonlySet<string>) => [...places].map(Number).sort((one, other) => one - other);

/** Two nested directories with pages; one page has a button. */
const menus = [
  row(1, 0, 'M'),
  row(2, 1, 'M'),
  row(3, 1, 'C'),
  row(4, 3, 'F'),
  row(5, 2, 'C'),
  row(6, 0, 'M'),
];

describe('possible parents of a menu', () => {
  it.each([
    ['a new directory', { id: null, kind: 'M' }, [0, 1, 2, 6]],
    ['a new page', { id: null, kind: 'C' }, [0, 1, 2, 6]],
    ['a new button', { id: null, kind: 'F' }, [3, 5]],
    ['a directory, never itself nor what is below it', { id: '1', kind: 'M' }, [0, 6]],
    ['a button', { id: '4', kind: 'F' }, [3, 5]],
    ['a page with a button', { id: '3', kind: 'C' }, [0, 1, 2, 6]],
  ])('for %s', (_, moved, places) => {
    expect(sorted(placesFor(systemMenu.tree, menus, moved))).toEqual(places);
  });

  it('leave enough levels for its descendants: at most 4', () => {
    const deep = [...menus, row(7, 2, 'M'), row(8, 7, 'C')];
    expect(sorted(placesFor(systemMenu.tree, deep, { id: null, kind: 'C' }))).toEqual([0, 1, 2, 6, 7]);
    expect(sorted(placesFor(systemMenu.tree, deep, { id: '3', kind: 'C' }))).toEqual([0, 1, 2, 6]);
    expect(sorted(placesFor(systemMenu.tree, deep, { id: null, kind: 'F' }))).toEqual([3, 5]);
  });

  it('agree with the server, for every menu and every position', () => {
    const seed = Number(process.env.ORIEL_SEED ?? Date.now() % 1_000_000);
    let state = seed;
    const below = (max: number) => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
      return Math.floor((state / 2_147_483_648) * max);
    };
    for (let round = 0; round < 100; round += 1) {
      const made: PlacedRow[] = [];
      for (let id = 1; id <= 12; id += 1) {
        const kind = ['M', 'M', 'C', 'F'][below(4)]!;
        const places = sorted(placesFor(systemMenu.tree, made, { id: null, kind }));
        if (places.length > 0) made.push(row(id, places[below(places.length)]!, kind));
      }
      const nodes = made.map(
        ({ id, parentId, kind }): MenuNode => ({
          id: Number(id),
          parentId: Number(parentId),
          menuName: id,
          menuType: kind!,
          path: `p${id}`,
          isExternal: false,
        }),
      );
      for (const { id, kind } of made) {
        const allowed = ['0', ...made.map((one) => one.id)].filter((parent) => {
          const moved = nodes.map((node) =>
            String(node.id) === id ? { ...node, parentId: Number(parent) } : node,
          );
          return structureFault(moved, [Number(id)]) === null;
        });
        expect([seed, round, id, sorted(placesFor(systemMenu.tree, made, { id, kind }))]).toEqual([
          seed,
          round,
          id,
          sorted(new Set(allowed)),
        ]);
      }
    }
  });
});

describe('possible parents of a department', () => {
  it('are all but itself and its descendants, within 20 levels', () => {
    const line = Array.from({ length: 20 }, (_, at) => row(at + 1, at, null));
    const places = sorted(placesFor(systemDept.tree, line, { id: null, kind: null }));
    expect(places).toEqual([...Array(20).keys()]);
    expect(sorted(placesFor(systemDept.tree, line, { id: '18', kind: null }))).toEqual([...Array(18).keys()]);
  });

  it('exclude the root if it is not permitted, except for departments already there', () => {
    const closed = { ...systemDept.tree, isRootClosed: true };
    const rows = [row(1, 0, null), row(2, 1, null)];
    expect(sorted(placesFor(closed, rows, { id: null, kind: null }))).toEqual([1, 2]);
    expect(sorted(placesFor(closed, rows, { id: '2', kind: null }))).toEqual([1]);
    expect(sorted(placesFor(closed, rows, { id: '1', kind: null }))).toEqual([0]);
  });

  it('keep the current parent outside the data scope', () => {
    expect(
      sorted(placesFor(systemDept.tree, [row(5, 3, null), row(6, 5, null)], { id: '6', kind: null })),
    ).toEqual([0, 5]);
  });
});
