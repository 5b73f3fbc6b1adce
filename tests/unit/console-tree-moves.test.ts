import { expect } from 'expect';
import { describe, it } from 'vitest';
import { dropPlace } from '../../app/_console/resource/sort/drop-place.ts';
import {
  moved,
  movesBack,
  movesTo,
  placesOf,
  type Sorting,
  siblingsIn,
  sortedTree,
  stepsOf,
} from '../../app/_console/resource/sort/tree-moves.ts';
import { treeLines } from '../../app/_console/resource/tree/tree-rows.ts';
import { systemMenu } from '../../lib/contracts/admin/resources/system-menu.resource.ts';

const tree = sortedTree(systemMenu)!;
const row = (menuId: number, parentId: number, orderNum: number, menuType = 'M') => ({
  menuId,
  parentId,
  orderNum,
  menuType,
  version: 1,
});
type MenuRow = ReturnType<typeof row>;
const sorting = (rows: readonly MenuRow[]): Sorting => ({
  definition: systemMenu,
  tree,
  rows: moved({ definition: systemMenu, tree }, rows, []),
});
const done = (before: Sorting, moves: ReturnType<typeof movesTo>): Sorting => ({
  ...before,
  rows: moved(before, before.rows, moves),
});
const ids = (at: Sorting, parentId: number) => siblingsIn(at, parentId).map((one) => one.menuId);

describe('order numbers of moved rows', () => {
  const four = sorting([row(1, 0, 1), row(2, 0, 2), row(3, 0, 3), row(4, 0, 4)]);
  const one = (at: Sorting, menuId: number) => at.rows.find((each) => each.menuId === menuId)!;

  it('change only if none is free', () => {
    const gap = sorting([row(1, 0, 10), row(2, 0, 20), row(3, 0, 30)]);
    expect(movesTo(gap, one(gap, 3), { parentId: 0, index: 1 })).toEqual([{ id: 3, order: 11, version: 1 }]);
    expect(movesTo(four, one(four, 4), { parentId: 0, index: 0 })).toEqual([{ id: 4, order: 0, version: 1 }]);
    expect(movesTo(four, one(four, 1), { parentId: 0, index: 3 })).toEqual([{ id: 1, order: 5, version: 1 }]);
    expect(movesTo(four, one(four, 1), { parentId: 0, index: 1 })).toEqual([
      { id: 1, order: 3, version: 1 },
      { id: 3, order: 4, version: 1 },
      { id: 4, order: 5, version: 1 },
    ]);
  });

  it('are those of the new parent after a move, and only then the parent is sent', () => {
    const at = sorting([row(1, 0, 1), row(2, 0, 2), row(3, 1, 1), row(4, 1, 2)]);
    expect(movesTo(at, one(at, 2), { parentId: 1, index: 1 })).toEqual([
      { id: 2, order: 2, parentId: 1, version: 1 },
      { id: 4, order: 3, version: 1 },
    ]);
  });

  it('are renumbered if none is free, and none changes without a move', () => {
    const full = sorting([row(1, 0, 9998), row(2, 0, 9999)]);
    const moves = movesTo(full, one(full, 1), { parentId: 0, index: 1 });
    expect(ids(done(full, moves), 0)).toEqual([2, 1]);
    expect(moves.map(({ order }) => order)).toEqual([1, 2]);
    expect(movesTo(four, one(four, 2), { parentId: 0, index: 1 })).toEqual([]);
  });

  it('can move any row to any position, and back', () => {
    const seed = Number(process.env.ORIEL_SEED ?? Date.now() % 1_000_000);
    let state = seed;
    const below = (max: number) => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
      return Math.floor((state / 2_147_483_648) * max);
    };
    for (let round = 0; round < 2_000; round += 1) {
      const highest = [1, 3, 12, 9_999][below(4)]!;
      const rows = Array.from({ length: 2 + below(7) }, (_, at) =>
        row(at + 1, at === 0 ? 0 : [0, 1][below(2)]!, Math.max(0, highest - below(8))),
      );
      const before = sorting(rows);
      const chosen = one(before, 2 + below(rows.length - 1));
      const parentId = [0, 1][below(2)]!;
      const others = ids(before, parentId).filter((id) => id !== chosen.menuId);
      const index = below(others.length + 1);
      const moves = movesTo(before, chosen, { parentId, index });
      const after = done(before, moves);
      const wanted = [...others.slice(0, index), chosen.menuId, ...others.slice(index)];
      expect([seed, round, ids(after, parentId)]).toEqual([seed, round, wanted]);
      expect(after.rows.every((each) => Number(each.orderNum) >= 0 && Number(each.orderNum) <= 9_999)).toBe(
        true,
      );
      const touched = placesOf(
        before,
        moves.map(({ id }) => id),
      );
      const back = done(after, movesBack(after, touched));
      const plain = (at: Sorting) => at.rows.map(({ version: _, ...rest }) => rest);
      expect([seed, round, plain(back)]).toEqual([seed, round, plain(before)]);
    }
  });
});

/** 1 ┬ 2 (page) ─ 3 (button), 4; 5 (empty directory); 6 (page). */
const menus = sorting([
  row(1, 0, 1),
  row(2, 1, 1, 'C'),
  row(3, 2, 1, 'F'),
  row(4, 1, 2, 'M'),
  row(5, 0, 2),
  row(6, 0, 3, 'C'),
]);
const menu = (id: number) => menus.rows.find(({ menuId }) => menuId === id)!;

describe('keyboard moves of a row', () => {
  it('move among its siblings, into the row above and out of its parent, as far as the types permit', () => {
    expect(stepsOf(menus, menu(5))).toEqual({
      up: { parentId: 0, index: 0 },
      down: { parentId: 0, index: 2 },
      in: { parentId: 1, index: 2 },
    });
    // A directory cannot move into a page, and a button can only be below a page.
    expect(stepsOf(menus, menu(4))).toEqual({
      up: { parentId: 1, index: 0 },
      out: { parentId: 0, index: 1 },
    });
    expect(stepsOf(menus, menu(3))).toEqual({});
  });
});

describe('the position of a dropped row', () => {
  const lines = treeLines(systemMenu, menus.rows, () => true);
  const folded = treeLines(systemMenu, menus.rows, (id) => id !== 1);
  const drop = (id: number, over: number, isAfter: boolean, shift = 0, at = lines) =>
    dropPlace(menus, at, { row: menu(id), over, isAfter, shift });

  it('is between its siblings', () => {
    expect(drop(6, 5, false)).toEqual({ level: 1, place: { parentId: 0, index: 1 } });
    expect(drop(6, 1, false)).toEqual({ level: 1, place: { parentId: 0, index: 0 } });
    expect(drop(5, 6, true)).toEqual({ level: 1, place: { parentId: 0, index: 2 } });
  });

  it('is below the row above, when it is dragged to the right', () => {
    expect(drop(6, 5, true, 1)).toEqual({ level: 2, place: { parentId: 5, index: 0 } });
    expect(drop(6, 6, false, 1)).toEqual({ level: 2, place: { parentId: 5, index: 0 } });
    expect(drop(6, 1, true)).toEqual({ level: 2, place: { parentId: 1, index: 0 } });
    expect(drop(6, 2, false)).toEqual({ level: 2, place: { parentId: 1, index: 0 } });
  });

  it('is outside of its parent, when it is dragged to the left', () => {
    expect(drop(4, 4, true, -1)).toEqual({ level: 1, place: { parentId: 0, index: 1 } });
    expect(drop(4, 6, true, 0)).toEqual({ level: 1, place: { parentId: 0, index: 3 } });
  });

  it('is the last of a collapsed row', () => {
    expect(drop(6, 1, true, 1, folded)).toEqual({ level: 2, place: { parentId: 1, index: 2 } });
    expect(drop(6, 1, true, 0, folded)).toEqual({ level: 1, place: { parentId: 0, index: 1 } });
  });

  it('is at the nearest permitted level, or none', () => {
    // A page cannot contain a page.
    expect(drop(5, 6, true, 3)).toEqual({ level: 1, place: { parentId: 0, index: 2 } });
    expect(drop(3, 5, true, 0)).toBeNull();
    expect(drop(3, 6, true, 0)).toEqual({ level: 2, place: { parentId: 6, index: 0 } });
    // Dropping a row below itself leaves it where it is.
    expect(drop(1, 3, true, 1)).toEqual({ level: 1, place: { parentId: 0, index: 0 } });
  });
});
