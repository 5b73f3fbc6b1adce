'use client';
import { useMemo, useState } from 'react';
import type { RowId } from '../data/row.ts';
import { useResourceRoom } from '../room-context.ts';
import { type Line, parentIds, treeLines } from './tree-rows.ts';

export interface Lines {
  readonly lines: readonly Line[];
  isOpen(id: RowId): boolean;
  toggle(id: RowId): void;
  setAll(isOpen: boolean): void;
}

/** Rows in the order in which they stand, with what is folded. A tree is open at first. */
export function useLines(): Lines {
  const { resource, rows } = useResourceRoom();
  const { definition } = resource;
  const records = rows.page?.records;
  const [closed, setClosed] = useState<ReadonlySet<RowId>>(new Set());
  return useMemo(() => {
    const all = records ?? [];
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
        setClosed((current) => {
          const next = new Set(current);
          if (!next.delete(id)) next.add(id);
          return next;
        }),
      setAll: (open) => setClosed(open ? new Set() : parentIds(definition, all)),
    };
  }, [definition, records, closed]);
}
