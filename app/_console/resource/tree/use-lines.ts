'use client';
import { useMemo, useState } from 'react';
import type { RowId } from '../../../../lib/contracts/admin/row-types.ts';
import { useIsNarrow } from '../../ui/use-is-narrow.ts';
import { useResourcePage } from '../context/resource-page-context.ts';
import { type Line, parentIds, treeLines } from './tree-rows.ts';

export interface Lines {
  readonly lines: readonly Line[];
  isOpen(id: RowId): boolean;
  toggle(id: RowId): void;
  open(id: RowId): void;
  setAll(isOpen: boolean): void;
}

/** Rows in display order with their collapsed state. Trees are initially expanded, except on phones. */
export function useLines(): Lines {
  const { resource, rows } = useResourcePage();
  const { definition } = resource;
  const records = rows.page?.records;
  const isNarrow = useIsNarrow();
  /** Null: initial state. */
  const [chosen, setChosen] = useState<ReadonlySet<RowId> | null>(null);
  return useMemo(() => {
    const all = records ?? [];
    const atFirst: ReadonlySet<RowId> = isNarrow && definition.tree ? parentIds(definition, all) : new Set();
    const closed = chosen ?? atFirst;
    const isOpen = (id: RowId) => !closed.has(id);
    const flat = () =>
      all.map((row, index) => ({
        row,
        level: 1,
        hasChildren: false,
        place: index + 1,
        siblings: all.length,
      }));
    return {
      lines: definition.tree ? treeLines(definition, all, isOpen) : flat(),
      isOpen,
      toggle: (id) =>
        setChosen((current) => {
          const next = new Set(current ?? atFirst);
          if (!next.delete(id)) next.add(id);
          return next;
        }),
      open: (id) =>
        setChosen((current) => {
          const next = new Set(current ?? atFirst);
          next.delete(id);
          return next;
        }),
      setAll: (open) => setChosen(open ? new Set() : parentIds(definition, all)),
    };
  }, [definition, records, chosen, isNarrow]);
}
