import { expect } from 'expect';
import { describe, it } from 'vitest';
import {
  filterTree,
  indexTree,
  isPartly,
  markAll,
  markNone,
  toggleMark,
} from '../../app/_console/ui/tree/checked-nodes.ts';
import type { TreeNode } from '../../lib/contracts/admin/calls/wire.ts';

const node = (id: number, label: string, children: TreeNode[] = [], disabled = false): TreeNode => ({
  id,
  label,
  parentId: 0,
  children,
  disabled,
});
const system = [
  node(1, '系统管理', [
    node(2, '用户管理', [node(3, '新增'), node(4, '修改')]),
    node(5, '角色管理', [node(6, '删除', [], true)]),
  ]),
  node(7, '首页'),
];
const index = indexTree(system);
const menus = { isLinked: true, checksAncestors: true };
const departments = { isLinked: true, checksAncestors: false };
const loose = { isLinked: false, checksAncestors: false };
const marks = (...ids: number[]): ReadonlySet<number> => new Set(ids);
const ids = (marked: ReadonlySet<number>) => [...marked].sort((left, right) => left - right);

describe('checkboxes of menus', () => {
  it('check the ancestors, and with 父子联动 all descendants', () => {
    expect(ids(toggleMark(index, marks(), 2, menus))).toEqual([1, 2, 3, 4]);
    expect(ids(toggleMark(index, marks(), 2, { isLinked: false, checksAncestors: true }))).toEqual([1, 2]);
    expect(ids(toggleMark(index, marks(), 3, menus))).toEqual([1, 2, 3]);
  });

  it('uncheck all descendants, which would be unreachable', () => {
    const rule = { isLinked: false, checksAncestors: true };
    expect(ids(toggleMark(index, marks(1, 2, 3, 4), 2, rule))).toEqual([1]);
    expect(ids(toggleMark(index, marks(1, 2, 3, 4), 4, rule))).toEqual([1, 2, 3]);
  });

  it('do not change while disabled, nor do their ancestors', () => {
    expect(ids(toggleMark(index, marks(1, 2, 5, 6), 1, menus))).toEqual([1, 5, 6]);
    expect(ids(markNone(index, marks(1, 2, 3, 5, 6, 7), menus))).toEqual([1, 5, 6]);
    expect(ids(toggleMark(index, marks(), 5, menus))).toEqual([1, 5]);
    expect(ids(markAll(index, marks()))).toEqual([1, 2, 3, 4, 5, 7]);
    expect(ids(markAll(index, marks(6)))).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });

  it('are indeterminate if some descendants are not checked', () => {
    expect(isPartly(index, marks(1, 2, 3), 2, menus)).toBe(true);
    expect(isPartly(index, marks(1, 2, 3, 4), 2, menus)).toBe(false);
    expect(isPartly(index, marks(7), 7, menus)).toBe(false);
    expect(isPartly(index, marks(), 2, menus)).toBe(false);
    // Permissions granted outside this page may include a button without its page.
    expect(isPartly(index, marks(3), 2, menus)).toBe(true);
  });
});

describe('checkboxes of departments', () => {
  it('never check ancestors, whose data would be included', () => {
    expect(ids(toggleMark(index, marks(), 3, departments))).toEqual([3]);
    expect(ids(toggleMark(index, marks(), 2, departments))).toEqual([2, 3, 4]);
    expect(ids(markNone(index, marks(2, 6), departments))).toEqual([6]);
  });

  it('are independent without 父子联动', () => {
    expect(ids(toggleMark(index, marks(), 2, loose))).toEqual([2]);
    expect(ids(toggleMark(index, marks(2, 3), 2, loose))).toEqual([3]);
  });

  it('are indeterminate if only descendants are checked', () => {
    expect(isPartly(index, marks(3), 2, departments)).toBe(true);
    expect(isPartly(index, marks(2, 3), 2, departments)).toBe(false);
  });
});

describe('search in a tree', () => {
  const labels = (nodes: readonly TreeNode[]): unknown[] =>
    nodes.map(({ label, children }) => [label, ...labels(children)]);

  it('keeps the ancestors of a match, and all its descendants', () => {
    expect(labels(filterTree(system, '角色'))).toEqual([['系统管理', ['角色管理', ['删除']]]]);
    expect(labels(filterTree(system, ' 首页 '))).toEqual([['首页']]);
    expect(filterTree(system, '没有')).toEqual([]);
    expect(filterTree(system, ' ')).toBe(system);
  });
});
