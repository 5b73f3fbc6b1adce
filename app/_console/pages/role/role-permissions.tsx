'use client';
import { Tabs } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { adminCodes } from '../../../../lib/contracts/admin/admin-codes.ts';
import type { systemRole } from '../../../../lib/contracts/admin/resources/system-role.resource.ts';
import type { RowOf } from '../../../../lib/contracts/admin/row-types.ts';
import { ApiError, api } from '../../api/request.ts';
import { RowState } from '../../resource/parts/row-state.tsx';
import { useSession } from '../../session/use-session.tsx';
import { usePage } from '../../shell/page/page-context.ts';
import { recordLink } from '../../shell/page/record-link.tsx';
import { useUnsavedDialog } from '../../shell/page/use-unsaved-dialog.ts';
import { usePageText } from '../../text/use-page-text.ts';
import { PageDrawer } from '../../ui/dialogs/page-dialog.tsx';
import { PageEditing } from '../parts/page-editing.tsx';
import {
  type PermissionsCall,
  type PermissionsPart,
  RoleDataScope,
  RoleMasks,
  RoleMenus,
  type RolePermissionsData,
} from './permission-parts.tsx';

const parts = [
  ['menus', 'pages.menus', RoleMenus],
  ['data', 'pages.whose', RoleDataScope],
  ['masks', 'pages.masks', RoleMasks],
] as const;

async function readPermissions(id: number, signal: AbortSignal): Promise<RolePermissionsData> {
  const options = { signal, quiet: true };
  const [role, menus, depts] = await Promise.all([
    api.get<RowOf<typeof systemRole>>(`/system/role/${id}`, options),
    api.get<RolePermissionsData['menus']>(`/system/menu/roleMenuTreeselect/${id}`, options),
    api.get<RolePermissionsData['depts']>(`/system/role/deptTree/${id}`, options),
  ]);
  return { role, menus, depts };
}

/** Permissions, data scope and mask scope of a role: one tab and one call each. */
export function RolePermissions({
  role,
  onClose,
}: {
  readonly role: RowOf<typeof systemRole>;
  readonly onClose: () => void;
}) {
  const translate = usePageText();
  const id = role.roleId;
  const [dirty, setDirty] = useState<ReadonlySet<PermissionsPart>>(new Set());
  /** Incremented to remount the forms with the server's data. */
  const [formKey, setFormKey] = useState(0);
  const { data, error, refetch } = useQuery({
    queryKey: ['system.role', 'permissions', id],
    queryFn: ({ signal }) => readPermissions(id, signal),
    staleTime: 0,
    gcTime: 0,
    refetchOnReconnect: false,
  });
  const isDirty = dirty.size > 0;
  const notifyDirty = useCallback((part: PermissionsPart, isOne: boolean) => {
    setDirty((current) => {
      if (current.has(part) === isOne) return current;
      return new Set(isOne ? [...current, part] : [...current].filter((each) => each !== part));
    });
  }, []);
  const title = translate('pages.permissionsOf', { name: role.roleName });
  const drawer = useUnsavedDialog({ title, isUnsaved: isDirty, onClose });
  return (
    <PageDrawer {...drawer}>
      <PageEditing resource="system.role" row={role} isEditing />
      {data ? (
        <PermissionsTabs
          key={formKey}
          data={data}
          dirty={dirty}
          onDirty={notifyDirty}
          onStale={async () => {
            await refetch();
            setFormKey((last) => last + 1);
          }}
        />
      ) : (
        <RowState error={error} onRetry={() => void refetch()} />
      )}
    </PageDrawer>
  );
}

interface PermissionsTabsProps {
  readonly data: RolePermissionsData;
  readonly dirty: ReadonlySet<PermissionsPart>;
  onDirty(part: PermissionsPart, isDirty: boolean): void;
  /** Called on an edit conflict. */
  onStale(): Promise<void>;
}

function PermissionsTabs({ data, dirty, onDirty, onStale }: PermissionsTabsProps) {
  const translate = usePageText();
  const page = usePage();
  const queries = useQueryClient();
  const { reload } = useSession();
  const saving = useMutation({
    mutationFn: ({ path, body }: PermissionsCall) =>
      api.put<void>(path, { roleId: data.role.roleId, version: data.role.version, ...body }),
    async onSuccess() {
      const message = translate('pages.permissionsSaved', { name: data.role.roleName });
      notifications.show({ message: recordLink(page, data.role.roleId, message), role: 'status' });
      // The other parts need the version created by this change.
      await queries.invalidateQueries({ queryKey: ['system.role'] });
      // The current user may have this role.
      await reload();
    },
    async onError(error) {
      // The error has been shown.
      if (error instanceof ApiError && error.code === adminCodes.conflict) await onStale();
    },
  });
  return (
    // Keeps hidden parts mounted, so that a save in progress can report its result.
    <Tabs defaultValue="menus" keepMounted keepMountedMode="display-none">
      <Tabs.List mb="md">
        {parts.map(([part, name]) => (
          <Tabs.Tab key={part} value={part}>
            {translate(name)}
            {dirty.has(part) && ` · ${translate('pages.changed')}`}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {parts.map(([part, , Body]) => (
        <Tabs.Panel key={part} value={part}>
          <Body
            data={data}
            isSaving={saving.isPending}
            onDirty={onDirty}
            onSave={(call) => saving.mutateAsync(call)}
          />
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
