'use client';
import { Button, Text, TextInput, Tree, type TreeNodeData } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { TreeNode } from '../../../../lib/contracts/admin/calls/wire.ts';
import { api } from '../../api/request.ts';
import { RowState } from '../../resource/parts/row-state.tsx';
import { usePageText } from '../../text/use-page-text.ts';
import { filterTree } from '../../ui/tree/checked-nodes.ts';
import styles from '../../ui/tree/tree.module.css';
import { useExpandedNodes } from '../../ui/tree/use-expanded-nodes.ts';

export interface DeptTreeProps {
  /** Path of the call; each page may list other departments. */
  readonly path: string;
  /** Null: all. */
  readonly chosen: number | null;
  onChoose(id: number | null): void;
}

/** Department filter beside a list. Includes subdepartments. */
export function DeptTree({ path, chosen, onChoose }: DeptTreeProps) {
  const translate = usePageText();
  const [search, setSearch] = useState('');
  const { data, error, refetch } = useQuery({
    queryKey: ['system.dept', 'tree', path],
    queryFn: ({ signal }) => api.get<readonly TreeNode[]>(path, { signal }),
  });
  const found = useMemo(() => filterTree(data ?? [], search), [data, search]);
  const shown = useMemo(() => dataOf(found), [found]);
  const tree = useExpandedNodes({
    nodes: found,
    levels: Number.POSITIVE_INFINITY,
    selected: useMemo(() => (chosen === null ? [] : [chosen]), [chosen]),
  });
  if (!data) return <RowState error={error} onRetry={() => void refetch()} />;
  return (
    <div>
      <TextInput
        size="xs"
        mb="xs"
        type="search"
        aria-label={translate('pages.find')}
        placeholder={translate('pages.find')}
        value={search}
        onChange={({ currentTarget }) => setSearch(currentTarget.value)}
      />
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
          const value = (event.target as HTMLElement).closest<HTMLElement>('[data-value]')?.dataset.value;
          if (event.key === 'Enter' && value !== undefined) onChoose(Number(value));
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
            <IconChevronRight
              size={14}
              className={styles.chevron}
              data-open={expanded || undefined}
              data-none={!hasChildren || undefined}
              aria-hidden
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

function dataOf(nodes: readonly TreeNode[]): TreeNodeData[] {
  return nodes.map(({ id, label, children }) => ({
    value: String(id),
    label,
    ...(children.length > 0 ? { children: dataOf(children) } : {}),
  }));
}
