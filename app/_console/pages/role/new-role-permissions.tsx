'use client';
import { Fieldset, Skeleton, Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { TreeNode } from '../../../../lib/contracts/admin/calls/wire.ts';
import type { systemRole } from '../../../../lib/contracts/admin/resources/system-role.resource.ts';
import { api } from '../../api/request.ts';
import type { FormExtraProps } from '../../resource/context/resource-page-context.ts';
import { RowState } from '../../resource/parts/row-state.tsx';
import { usePageText } from '../../text/use-page-text.ts';
import { DataScopeInput, listed, MasksInput, MenusInput } from './permission-parts.tsx';

type RoleForm = FormExtraProps<typeof systemRole>;

/** Menus, data scope and masking of a new role, sent with its other values in one call. */
export default function NewRolePermissions(form: RoleForm) {
  const translate = usePageText();
  return (
    <Fieldset legend={translate('pages.permissions')}>
      <Tabs defaultValue="menus">
        <Tabs.List mb="md">
          <Tabs.Tab value="menus">{translate('pages.menus')}</Tabs.Tab>
          <Tabs.Tab value="data">{translate('pages.whose')}</Tabs.Tab>
          <Tabs.Tab value="masks">{translate('pages.masks')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="menus">
          <Menus {...form} />
        </Tabs.Panel>
        <Tabs.Panel value="data">
          <DataScope {...form} />
        </Tabs.Panel>
        <Tabs.Panel value="masks">
          <Masks {...form} />
        </Tabs.Panel>
      </Tabs>
    </Fieldset>
  );
}

function Menus({ values, set }: RoleForm) {
  return (
    <Tree path="/system/menu/treeselect">
      {(nodes) => (
        <MenusInput
          nodes={nodes}
          draft={{ marked: new Set(values.menuIds || []), isLinked: values.menuCheckStrictly !== false }}
          onChange={({ marked, isLinked }) => {
            if (marked) set('menuIds', listed(marked));
            if (isLinked !== undefined) set('menuCheckStrictly', isLinked);
          }}
        />
      )}
    </Tree>
  );
}

function DataScope({ values, set }: RoleForm) {
  return (
    <Tree path="/system/dept/treeselect">
      {(nodes) => (
        <DataScopeInput
          nodes={nodes}
          draft={{
            scope: String(values.dataScope),
            marked: new Set(values.deptIds || []),
            isLinked: values.deptCheckStrictly !== false,
          }}
          onChange={({ scope, marked, isLinked }) => {
            if (scope) set('dataScope', scope);
            if (marked) set('deptIds', listed(marked));
            if (isLinked !== undefined) set('deptCheckStrictly', isLinked);
          }}
        />
      )}
    </Tree>
  );
}

function Masks({ values, set }: RoleForm) {
  return (
    <MasksInput
      draft={{ scope: String(values.maskScope), fields: values.maskFields || [] }}
      onChange={({ scope, fields }) => {
        if (scope) set('maskScope', scope);
        if (fields) set('maskFields', fields);
      }}
    />
  );
}

function Tree({
  path,
  children,
}: {
  readonly path: string;
  readonly children: (nodes: readonly TreeNode[]) => ReactNode;
}) {
  const { data, error, refetch } = useQuery({
    queryKey: ['system.role', 'tree', path],
    queryFn: ({ signal }) => api.get<readonly TreeNode[]>(path, { signal, quiet: true }),
  });
  if (data) return children(data);
  if (error) return <RowState error={error} onRetry={() => void refetch()} />;
  return <Skeleton height={160} />;
}
