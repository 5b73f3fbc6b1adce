'use client';
import { Skeleton } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import type { systemRole } from '../../../../lib/contracts/admin/resources/system-role.resource.ts';
import type { RowOf } from '../../../../lib/contracts/admin/row-types.ts';
import { ResourcePage } from '../../resource/resource-page.tsx';
import { HasPermi } from '../../session/permission.tsx';
import { usePage } from '../../shell/page/page-context.ts';
import { usePageText } from '../../text/use-page-text.ts';
import { retryWhenOnline } from '../../ui/retry-when-online.ts';
import { RowButton } from '../parts/row-button.tsx';
import { RolePermissions } from './role-permissions.tsx';

const NewRolePermissions = lazy(retryWhenOnline(() => import('./new-role-permissions.tsx')));

/** Roles. Permissions are part of the form of a new role, and edited in a separate drawer afterwards. */
export default function RolePage() {
  const translate = usePageText();
  const page = usePage();
  const [permissionsOf, setPermissionsOf] = useState<RowOf<typeof systemRole> | null>(null);
  return (
    <>
      <ResourcePage
        resource="system.role"
        slots={{
          rowActionsFor: ['system:role:edit'],
          rowActions: (row) =>
            row.roleKey !== 'admin' && (
              <HasPermi value={['system:role:edit']}>
                <RowButton row={row} title="roleName" onClick={setPermissionsOf}>
                  {translate('pages.permissions')}
                </RowButton>
              </HasPermi>
            ),
          formExtra: (form) =>
            form.row === null && (
              <Suspense fallback={<Skeleton height={240} />}>
                <NewRolePermissions {...form} />
              </Suspense>
            ),
          actions: {
            'system.role.authUser': ([row]) => row && page.open(`/system/role/authUser?roleId=${row.roleId}`),
          },
        }}
      />
      {permissionsOf && <RolePermissions role={permissionsOf} onClose={() => setPermissionsOf(null)} />}
    </>
  );
}
