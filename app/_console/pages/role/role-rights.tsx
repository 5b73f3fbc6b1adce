'use client';
import { Tabs } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { adminCodes } from '../../../../lib/contracts/admin/admin-codes.ts';
import type { systemRole } from '../../../../lib/contracts/admin/resources/system-role.resource.ts';
import type { RowOf } from '../../../../lib/contracts/admin/row-types.ts';
import { ApiError, api } from '../../api/request.ts';
import { RowState } from '../../resource/parts/row-state.tsx';
import { useSession } from '../../session/use-session.tsx';
import { usePage } from '../../shell/page/page-context.ts';
import { usePageText } from '../../text/use-page-text.ts';
import { confirmAction } from '../../ui/dialogs/confirm-action.ts';
import { PageDrawer } from '../../ui/dialogs/page-dialog.tsx';
import { PageEditing } from '../parts/page-editing.tsx';
import {
  type PermissionsCall,
  type PermissionsPart,
  type Rights,
  RoleDataScope,
  RoleMasks,
  RoleMenus,
} from './rights-parts.tsx';

const parts = [
  ['menus', 'pages.menus', RoleMenus],
  ['data', 'pages.whose', RoleDataScope],
  ['masks', 'pages.masks', RoleMasks],
] as const;

async function readPermissions(id: number, signal: AbortSignal): Promise<Rights> {
  const options = { signal, quiet: true };
  const [role, menus, depts] = await Promise.all([
    api.get<RowOf<typeof systemRole>>(`/system/role/${id}`, options),
    api.get<Rights['menus']>(`/system/menu/roleMenuTreeselect/${id}`, options),
    api.get<Rights['depts']>(`/system/role/deptTree/${id}`, options),
  ]);
  return { role, menus, depts };
}

/** What a role may do, whose rows it reaches, and what it sees whole: three calls, a tab each. */
export function RolePermissions({
  role,
  onClose,
}: {
  readonly role: RowOf<typeof systemRole>;
  readonly onClose: () => void;
}) {
  const translate = usePageText();
  const page = usePage();
  const id = role.roleId;
  const [dirty, setDirty] = useState<ReadonlySet<PermissionsPart>>(new Set());
  /** Of the forms: another one when they start anew from what the server has. */
  const [turn, setTurn] = useState(0);
  const { data, error, refetch } = useQuery({
    queryKey: ['system.role', 'rights', id],
    queryFn: ({ signal }) => readPermissions(id, signal),
    staleTime: 0,
    gcTime: 0,
    refetchOnReconnect: false,
  });
  const isDirty = dirty.size > 0;
  useEffect(() => {
    page.setUnsaved(isDirty);
    return () => page.setUnsaved(false);
  }, [page, isDirty]);
  const notifyDirty = useCallback((part: PermissionsPart, isOne: boolean) => {
    setDirty((held) => {
      if (held.has(part) === isOne) return held;
      return new Set(isOne ? [...held, part] : [...held].filter((each) => each !== part));
    });
  }, []);
  const title = translate('pages.rightsOf', { name: role.roleName });
  const close = async () => {
    if (isDirty && !(await confirmAction({ title, message: translate('resource.unsaved') }))) return;
    onClose();
  };
  return (
    <PageDrawer onClose={() => void close()} title={title}>
      <PageEditing resource="system.role" row={role} isEditing />
      {data ? (
        <PermissionsTabs
          key={turn}
          rights={data}
          dirty={dirty}
          onDirty={notifyDirty}
          onStale={async () => {
            await refetch();
            setTurn((last) => last + 1);
          }}
        />
      ) : (
        <RowState error={error} onRetry={() => void refetch()} />
      )}
    </PageDrawer>
  );
}

interface PermissionsTabsProps {
  readonly rights: Rights;
  readonly dirty: ReadonlySet<PermissionsPart>;
  onDirty(part: PermissionsPart, isDirty: boolean): void;
  /** Somebody else was faster. */
  onStale(): Promise<void>;
}

function PermissionsTabs({ rights, dirty, onDirty, onStale }: PermissionsTabsProps) {
  const translate = usePageText();
  const queries = useQueryClient();
  const { reload } = useSession();
  const saving = useMutation({
    mutationFn: ({ path, body }: PermissionsCall) =>
      api.put<void>(path, { roleId: rights.role.roleId, version: rights.role.version, ...body }),
    async onSuccess() {
      notifications.show({ message: translate('common.done'), role: 'status' });
      // The other parts are saved over the version that this one made.
      await queries.invalidateQueries({ queryKey: ['system.role'] });
      // It may be a role of one's own.
      await reload();
    },
    async onError(error) {
      // The wrapper has told why.
      if (error instanceof ApiError && error.code === adminCodes.conflict) await onStale();
    },
  });
  return (
    // Parts that are not seen go on living: what was being saved when one left tells that it was.
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
            rights={rights}
            isSaving={saving.isPending}
            onDirty={onDirty}
            onSave={(call) => saving.mutateAsync(call)}
          />
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
