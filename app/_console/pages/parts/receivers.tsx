'use client';
import { Input } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { TreeNode } from '../../../../lib/contracts/admin/calls/wire.ts';
import { api } from '../../api/request.ts';
import { RowState } from '../../resource/parts/row-state.tsx';
import { RelationSelect } from '../../resource/widgets/relation-select.tsx';
import { usePageText } from '../../text/use-page-text.ts';
import { CheckboxTree } from '../../ui/tree/checkbox-tree.tsx';

/** A form with the fields of an audience. */
interface AudienceForm {
  readonly values: {
    readonly targetType?: string | null;
    readonly targetIds?: readonly number[] | null | '';
  };
  set(field: 'targetIds', ids: readonly number[]): void;
  readonly errors: { readonly targetIds?: ReactNode };
}

/** Receivers of a notice or a message: departments, roles or users, depending on `targetType`. */
export function Receivers({ values, set, errors }: AudienceForm) {
  const translate = usePageText();
  const ids = values.targetIds || [];
  const choose = (next: readonly number[]) => set('targetIds', next);
  const label = translate('pages.receivers');
  const error = errors.targetIds;
  if (values.targetType === '1') {
    return (
      <Input.Wrapper label={label} withAsterisk error={error} labelElement="div">
        <Departments ids={ids} onChange={choose} />
      </Input.Wrapper>
    );
  }
  const resource = values.targetType === '2' ? 'system.role' : 'system.user';
  return (
    <RelationSelect
      key={resource}
      resource={resource}
      label={label}
      withAsterisk
      isMultiple
      value={ids.map(String)}
      error={error}
      onChange={(next) => choose(next.map(Number))}
    />
  );
}

/** Clears the receivers when their type changes, because ids of roles and users are unrelated. */
export function FreshReceivers({ values, set }: Pick<AudienceForm, 'values' | 'set'>) {
  const { targetType: kind, targetIds: ids } = values;
  const last = useRef({ kind, ids });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a form sets its fields, which re-renders
  useEffect(() => {
    const before = last.current;
    last.current = { kind, ids };
    // If both changed, a draft was discarded and the row restored.
    if (before.kind !== kind && before.ids === ids) set('targetIds', []);
  }, [kind, ids]);
  return null;
}

interface DepartmentsProps {
  readonly ids: readonly number[];
  onChange(ids: readonly number[]): void;
}

function Departments({ ids, onChange }: DepartmentsProps) {
  const translate = usePageText();
  const [isLinked, setLinked] = useState(true);
  const { data, error, refetch } = useQuery({
    queryKey: ['system.dept', 'tree', '/system/dept/treeselect'],
    queryFn: ({ signal }) => api.get<readonly TreeNode[]>('/system/dept/treeselect', { signal, quiet: true }),
  });
  if (!data) return <RowState error={error} onRetry={() => void refetch()} />;
  return (
    <CheckboxTree
      label={translate('pages.departments')}
      nodes={data}
      marked={new Set(ids)}
      isLinked={isLinked}
      checksAncestors={false}
      onLinked={setLinked}
      onChange={(marked) => onChange([...marked])}
    />
  );
}
