'use client';
import { Button, Checkbox, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { systemUser } from '../../../../lib/contracts/admin/resources/system-user.resource.ts';
import type { RowOf } from '../../../../lib/contracts/admin/row-types.ts';
import { ApiError, api } from '../../api/request.ts';
import { RowState } from '../../resource/parts/row-state.tsx';
import { usePage } from '../../shell/page/page-context.ts';
import { recordLink } from '../../shell/page/record-link.tsx';
import { usePageText } from '../../text/use-page-text.ts';
import { DialogButtons } from '../../ui/dialogs/dialog-buttons.tsx';
import { PageDialog } from '../../ui/dialogs/page-dialog.tsx';
import { PageEditing } from '../parts/page-editing.tsx';

interface RolesOfUser {
  readonly user: { readonly version: number };
  readonly roles: readonly {
    readonly roleId: number;
    readonly roleName: string;
    readonly roleKey: string;
    readonly status: '0' | '1';
    readonly flag: boolean;
    readonly assignable: boolean;
  }[];
}

export function UserRoles({
  user,
  onClose,
}: {
  readonly user: RowOf<typeof systemUser>;
  readonly onClose: () => void;
}) {
  const translate = usePageText();
  const page = usePage();
  const queries = useQueryClient();
  const id = user.userId;
  const { data, error, refetch } = useQuery({
    queryKey: ['system.user', 'authRole', id],
    queryFn: ({ signal }) => api.get<RolesOfUser>(`/system/user/authRole/${id}`, { signal, quiet: true }),
    gcTime: 0,
    refetchOnReconnect: false,
  });
  const [changed, setChanged] = useState<readonly number[] | null>(null);
  const chosen = changed ?? data?.roles.filter(({ flag }) => flag).map(({ roleId }) => roleId) ?? [];
  const saving = useMutation({
    mutationFn: () =>
      api.put<void>(`/system/user/authRole/${id}`, { roleIds: chosen, version: data?.user.version }),
    // Somebody else has changed the user: shows the roles as they are now.
    onError: (failure) => {
      if (!(failure instanceof ApiError) || failure.code !== 'U0210') return;
      setChanged(null);
      void refetch();
    },
    async onSuccess() {
      const message = translate('pages.rolesSaved', { name: user.nickName });
      notifications.show({ message: recordLink(page, id, message), role: 'status' });
      await queries.invalidateQueries({ queryKey: ['system.user'] });
      onClose();
    },
  });
  return (
    <PageDialog
      onClose={onClose}
      title={translate('pages.rolesOf', { name: user.nickName })}
      closeOnClickOutside={false}
    >
      <PageEditing resource="system.user" row={user} isEditing outcome="first" />
      <Stack>
        {!data && <RowState error={error} onRetry={() => void refetch()} />}
        {/* A disabled role is not given anew. */}
        {data?.roles
          .filter(({ status, flag }) => status === '0' || flag)
          .map(({ roleId, roleName, roleKey, status, assignable }) => (
            <Checkbox
              key={roleId}
              label={`${roleName} (${roleKey})${status === '1' ? ` · ${translate('common.disabled')}` : ''}`}
              description={assignable ? undefined : translate('pages.notYours')}
              checked={chosen.includes(roleId)}
              disabled={!assignable}
              onChange={({ currentTarget: { checked } }) =>
                setChanged(checked ? [...chosen, roleId] : chosen.filter((each) => each !== roleId))
              }
            />
          ))}
        {data?.roles.length === 0 && <Text c="dimmed">{translate('common.empty')}</Text>}
        <DialogButtons>
          <Button variant="default" onClick={onClose}>
            {translate('common.cancel')}
          </Button>
          <Button disabled={changed === null} loading={saving.isPending} onClick={() => saving.mutate()}>
            {translate('common.save')}
          </Button>
        </DialogButtons>
      </Stack>
    </PageDialog>
  );
}
