'use client';
import { Button, Text, Tree } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { TreeNode } from '../../../../lib/contracts/admin/calls/wire.ts';
import { api } from '../../api/request.ts';
import { RowState } from '../../resource/parts/row-state.tsx';
import { usePageText } from '../../text/use-page-text.ts';
import styles from '../../ui/tree/tree.module.css';
import { focusedNode, NodeChevron, TreeSearchField, useTreeSearch } from '../../ui/tree/tree-parts.tsx';

export interface DeptTreeProps {
  /** Path of the call; each page may list other departments. */
  readonly path: string;
  /** Null: all. */
  readonly chosen: number | null;
  onChoose(id: number | null): void;
}

const noNodes: readonly TreeNode[] = [];

/** Department filter beside a list. Includes subdepartments. */
export function DeptTree({ path, chosen, onChoose }: DeptTreeProps) {
  const translate = usePageText();
  const { data, error, refetch } = useQuery({
    queryKey: ['system.dept', 'tree', path],
    queryFn: ({ signal }) => api.get<readonly TreeNode[]>(path, { signal, quiet: true }),
  });
  const {
    search,
    data: shown,
    tree,
  } = useTreeSearch({
    nodes: data ?? noNodes,
    levels: Number.POSITIVE_INFINITY,
    selected: useMemo(() => (chosen === null ? [] : [chosen]), [chosen]),
  });
  if (!data) return <RowState error={error} onRetry={() => void refetch()} />;
  return (
    <div>
      <TreeSearchField mb="xs" {...search} />
      <Button
        size="compact-sm"
        variant={chosen === null ? 'light' : 'subtle'}
        mb={4}
        onClick={() => onChoose(null)}
      >
        {translate('pages.allDepartments')}
      </Button>
      <Tree
        className={styles.depts ?? ''}
        aria-label={translate('pages.departments')}
        data={shown}
        tree={tree}
        levelOffset={18}
        expandOnClick={false}
        onKeyDown={(event) => {
          const id = focusedNode(event);
          if (event.key === 'Enter' && id !== null) onChoose(id);
        }}
        renderNode={({ node, expanded, hasChildren, elementProps }) => (
          // biome-ignore lint/a11y/noStaticElementInteractions: a node of the tree, whose keys the tree listens to
          // biome-ignore lint/a11y/useKeyWithClickEvents: Enter does the same, above
          <div
            {...elementProps}
            className={`${elementProps.className} ${styles.node}`}
            onClick={(event) => {
              elementProps.onClick(event);
              onChoose(Number(node.value));
            }}
          >
            <NodeChevron
              isExpanded={expanded}
              hasChildren={hasChildren}
              onClick={(event) => {
                event.stopPropagation();
                tree.toggleExpanded(node.value);
              }}
            />
            <Text
              size="sm"
              component="span"
              className={styles.label}
              data-chosen={Number(node.value) === chosen || undefined}
            >
              {node.label}
            </Text>
          </div>
        )}
      />
    </div>
  );
}
