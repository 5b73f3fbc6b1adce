'use client';
import { useTree } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { TreeNode } from '../../../../lib/contracts/admin/calls/wire.ts';

type Unfolded = Record<string, boolean>;

/** Nodes with children down to a level. */
function unfoldedTo(nodes: readonly TreeNode[], levels: number): Unfolded {
  if (levels === 0) return {};
  return Object.assign(
    {},
    ...nodes.map(({ id, children }) =>
      children.length > 0 ? { [String(id)]: true, ...unfoldedTo(children, levels - 1) } : {},
    ),
  );
}

export interface ExpandedNodesOptions {
  readonly nodes: readonly TreeNode[];
  /** Initially expanded levels; applied again when the nodes change. */
  readonly levels: number;
  readonly selected: readonly number[];
}

/** Expanded state of a tree. `selected` is exposed to assistive technology. */
export function useExpandedNodes({ nodes, levels, selected }: ExpandedNodesOptions) {
  const [current, setCurrent] = useState({ nodes, unfolded: unfoldedTo(nodes, levels) });
  const isSame = current.nodes === nodes;
  const unfolded = isSame ? current.unfolded : unfoldedTo(nodes, levels);
  if (!isSame) setCurrent({ nodes, unfolded });
  return useTree({
    multiple: true,
    selectedState: useMemo(() => selected.map(String), [selected]),
    expandedState: unfolded,
    onExpandedStateChange: (next) => setCurrent({ nodes, unfolded: next }),
  });
}
