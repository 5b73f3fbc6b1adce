'use client';
import { Button, Checkbox, Group, Switch, Text, TextInput, Tree, type TreeNodeData } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import type { TreeNode } from '../../../../lib/contracts/admin/calls/wire.ts';
import { usePageText } from '../../text/use-page-text.ts';
import { filterTree, indexTree, isPartly, markAll, markNone, toggleMark } from './checked-nodes.ts';
import styles from './tree.module.css';
import { useExpandedNodes } from './use-expanded-nodes.ts';

export interface CheckboxTreeProps {
  readonly label: string;
  readonly nodes: readonly TreeNode[];
  readonly marked: ReadonlySet<number>;
  readonly isLinked: boolean;
  /** See `MarkRule`. */
  readonly needsMethod: boolean;
  /** Initially expanded levels. Default: all. */
  readonly levels?: number;
  onChange(marked: ReadonlySet<number>): void;
  onLinked(isLinked: boolean): void;
}

const everyLevel = Number.POSITIVE_INFINITY;

/** A tree with checkboxes, search and keyboard navigation. */
export function CheckboxTree({
  label,
  nodes,
  marked,
  isLinked,
  needsMethod,
  levels = everyLevel,
  onChange,
  onLinked,
}: CheckboxTreeProps) {
  const translate = usePageText();
  const [search, setSearch] = useState('');
  const index = useMemo(() => indexTree(nodes), [nodes]);
  const found = useMemo(() => filterTree(nodes, search), [nodes, search]);
  const shown = useMemo(() => dataOf(found), [found]);
  const tree = useExpandedNodes({
    nodes: found,
    levels: search.trim() ? everyLevel : levels,
    selected: useMemo(() => [...marked], [marked]),
  });
  const rule = { isLinked, needsMethod };
  const toggle = (id: number) => {
    if (!index.off.has(id)) onChange(toggleMark(index, marked, id, rule));
  };
  return (
    <div className={styles.box}>
      <Group gap="xs" mb="xs">
        <TextInput
          size="xs"
          type="search"
          flex={1}
          miw={120}
          aria-label={translate('pages.find')}
          placeholder={translate('pages.find')}
          value={search}
          onChange={({ currentTarget }) => setSearch(currentTarget.value)}
        />
        <Switch
          size="xs"
          label={translate('pages.linked')}
          checked={isLinked}
          onChange={({ currentTarget }) => onLinked(currentTarget.checked)}
        />
      </Group>
      <Group gap={4} mb="xs">
        <Button size="compact-xs" variant="subtle" onClick={tree.expandAllNodes}>
          {translate('pages.expandAll')}
        </Button>
        <Button size="compact-xs" variant="subtle" onClick={tree.collapseAllNodes}>
          {translate('pages.collapseAll')}
        </Button>
        <Button size="compact-xs" variant="subtle" onClick={() => onChange(markAll(index, marked))}>
          {translate('pages.markAll')}
        </Button>
        <Button size="compact-xs" variant="subtle" onClick={() => onChange(markNone(index, marked, rule))}>
          {translate('pages.markNone')}
        </Button>
        <Text size="xs" c="dimmed" ml="auto" aria-live="polite">
          {translate('pages.marked', { count: marked.size })}
        </Text>
      </Group>
      <div className={styles.scroll}>
        <Tree
          aria-label={label}
          aria-multiselectable
          data={shown}
          tree={tree}
          levelOffset={22}
          expandOnSpace={false}
          onKeyDown={(event) => {
            const value = (event.target as HTMLElement).closest<HTMLElement>('[data-value]')?.dataset.value;
            if (event.key !== ' ' || value === undefined) return;
            event.preventDefault();
            toggle(Number(value));
          }}
          renderNode={({ node, expanded, hasChildren, elementProps }) => {
            const id = Number(node.value);
            return (
              <div {...elementProps} className={`${elementProps.className} ${styles.node}`}>
                <IconChevronRight
                  size={14}
                  className={styles.chevron}
                  data-open={expanded || undefined}
                  data-none={!hasChildren || undefined}
                  aria-hidden
                />
                <Checkbox
                  size="xs"
                  tabIndex={-1}
                  label={node.label}
                  className={styles.mark ?? ''}
                  checked={marked.has(id)}
                  indeterminate={isPartly(index, marked, id, rule)}
                  disabled={index.off.has(id)}
                  onClick={(event) => event.stopPropagation()}
                  onChange={() => toggle(id)}
                />
              </div>
            );
          }}
        />
      </div>
    </div>
  );
}

function dataOf(nodes: readonly TreeNode[]): TreeNodeData[] {
  return nodes.map(({ id, label, children }) => ({
    value: String(id),
    label,
    ...(children.length > 0 ? { children: dataOf(children) } : {}),
  }));
}
