'use client';
/** What trees with a search field share. */
import { TextInput, type TextInputProps, type TreeNodeData } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { type KeyboardEvent, type MouseEvent, useMemo, useState } from 'react';
import type { TreeNode } from '../../../../lib/contracts/admin/calls/wire.ts';
import { usePageText } from '../../text/use-page-text.ts';
import { filterTree } from './checked-nodes.ts';
import styles from './tree.module.css';
import { type ExpandedNodesOptions, useExpandedNodes } from './use-expanded-nodes.ts';

/** The nodes that match the search text. While one is entered, all of them are expanded. */
export function useTreeSearch({ nodes, levels, selected }: ExpandedNodesOptions) {
  const [text, setText] = useState('');
  const found = useMemo(() => filterTree(nodes, text), [nodes, text]);
  return {
    search: { value: text, onSearch: setText },
    data: useMemo(() => dataOf(found), [found]),
    tree: useExpandedNodes({
      nodes: found,
      levels: text.trim() ? Number.POSITIVE_INFINITY : levels,
      selected,
    }),
  };
}

function dataOf(nodes: readonly TreeNode[]): TreeNodeData[] {
  return nodes.map(({ id, label, children }) => ({
    value: String(id),
    label,
    ...(children.length > 0 ? { children: dataOf(children) } : {}),
  }));
}

interface TreeSearchFieldProps extends TextInputProps {
  readonly value: string;
  readonly onSearch: (text: string) => void;
}

export function TreeSearchField({ onSearch, ...props }: TreeSearchFieldProps) {
  const translate = usePageText();
  return (
    <TextInput
      size="xs"
      type="search"
      aria-label={translate('pages.find')}
      placeholder={translate('pages.find')}
      onChange={({ currentTarget }) => onSearch(currentTarget.value)}
      {...props}
    />
  );
}

interface NodeChevronProps {
  readonly isExpanded: boolean;
  readonly hasChildren: boolean;
  onClick?(event: MouseEvent): void;
}

export function NodeChevron({ isExpanded, hasChildren, onClick }: NodeChevronProps) {
  return (
    <IconChevronRight
      size={14}
      className={styles.chevron}
      data-open={isExpanded || undefined}
      data-none={!hasChildren || undefined}
      aria-hidden
      {...(onClick ? { onClick } : {})}
    />
  );
}

/** The node that has the keyboard focus. */
export function focusedNode(event: KeyboardEvent): number | null {
  const value = (event.target as HTMLElement).closest<HTMLElement>('[data-value]')?.dataset.value;
  return value === undefined ? null : Number(value);
}
