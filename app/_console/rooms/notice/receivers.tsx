'use client';
import { Input } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { TreeNode } from '../../../../lib/contracts/admin/calls/wire.ts';
import { api } from '../../api/request.ts';
import type { FormExtraProps } from '../../resource/room-context.ts';
import { RelationSelect } from '../../resource/widgets/relation-select.tsx';
import { useText } from '../../settings/use-text.ts';
import { MarkTree } from '../parts/mark-tree.tsx';

/** Who gets a notice: departments of a tree, roles, or people, as `targetType` says. */
export function Receivers({ values, set, errors }: FormExtraProps) {
  const say = useText();
  const ids = Array.isArray(values['targetIds']) ? (values['targetIds'] as readonly number[]) : [];
  const choose = (next: readonly number[]) => set('targetIds', next);
  const label = say('rooms.receivers');
  if (values['targetType'] === '1') {
    return (
      <Input.Wrapper label={label} withAsterisk error={errors['targetIds']}>
        <Departments ids={ids} onChange={choose} />
      </Input.Wrapper>
    );
  }
  const resource = values['targetType'] === '2' ? 'system.role' : 'system.user';
  return (
    <RelationSelect
      key={resource}
      resource={resource}
      label={label}
      withAsterisk
      isMultiple
      value={ids.map(String)}
      error={errors['targetIds']}
      onChange={(next) => choose(next.map(Number))}
    />
  );
}

function Departments({
  ids,
  onChange,
}: {
  readonly ids: readonly number[];
  onChange(ids: readonly number[]): void;
}) {
  const say = useText();
  const [isLinked, setLinked] = useState(true);
  const { data } = useQuery({
    queryKey: ['system.dept', 'tree', '/system/dept/treeselect'],
    queryFn: ({ signal }) => api.get<readonly TreeNode[]>('/system/dept/treeselect', { signal }),
  });
  return (
    <MarkTree
      label={say('rooms.departments')}
      nodes={data ?? []}
      marked={new Set(ids)}
      isLinked={isLinked}
      onLinked={setLinked}
      onChange={(marked) => onChange([...marked])}
    />
  );
}
