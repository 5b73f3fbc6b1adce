'use client';
import { Button, Checkbox, Group, Switch, Text, Tree } from '@mantine/core';
import { useMemo } from 'react';
import type { TreeNode } from '../../../../lib/contracts/admin/calls/wire.ts';
import { usePageText } from '../../text/use-page-text.ts';
import { indexTree, isPartly, markAll, markNone, toggleMark } from './checked-nodes.ts';
import styles from './tree.module.css';
import { focusedNode, NodeChevron, TreeSearchField, useTreeSearch } from './tree-parts.tsx';

export interface CheckboxTreeProps {
  readonly label: string;
  readonly nodes: readonly TreeNode[];
  readonly marked: ReadonlySet<number>;
  readonly isLinked: boolean;
  /** See `MarkRule`. */
  readonly checksAncestors: boolean;
  /** Initially expanded levels. Default: all. */
  readonly levels?: number;
  onChange(marked: ReadonlySet<number>): void;
  onLinked(isLinked: boolean): void;
}

/** A tree with checkboxes, search and keyboard navigation. */
export function CheckboxTree({
  label,
  nodes,
  marked,
  isLinked,
  checksAncestors,
  levels = Number.POSITIVE_INFINITY,
  onChange,
  onLinked,
}: CheckboxTreeProps) {
  const translate = usePageText();
  const index = useMemo(() => indexTree(nodes), [nodes]);
  const { search, data, tree } = useTreeSearch({
    nodes,
    levels,
    selected: useMemo(() => [...marked], [marked]),
  });
  const rule = { isLinked, checksAncestors };
  const toggle = (id: number) => {
    if (!index.off.has(id)) onChange(toggleMark(index, marked, id, rule));
  };
  return (
    <div className={styles.box}>
      <Group gap="xs" mb="xs">
        <TreeSearchField flex={1} miw={120} {...search} />
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
          data={data}
          tree={tree}
          levelOffset={22}
          expandOnSpace={false}
          onKeyDown={(event) => {
            const id = focusedNode(event);
            if (event.key !== ' ' || id === null) return;
            event.preventDefault();
            toggle(id);
          }}
          renderNode={({ node, expanded, hasChildren, elementProps }) => {
            const id = Number(node.value);
            return (
              <div {...elementProps} className={`${elementProps.className} ${styles.node}`}>
                <NodeChevron isExpanded={expanded} hasChildren={hasChildren} />
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
