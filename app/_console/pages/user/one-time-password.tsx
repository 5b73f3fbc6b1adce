'use client';
import { Button, Code, CopyButton, Group, Loader, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { systemUser } from '../../../../lib/contracts/admin/resources/system-user.resource.ts';
import type { FormOf, RowOf } from '../../../../lib/contracts/admin/row-types.ts';
import { api } from '../../api/request.ts';
import { usePageText } from '../../text/use-page-text.ts';
import { OneTimeSecretDialog } from '../../ui/dialogs/one-time-secret-dialog.tsx';

/** Makes a new password on the server and shows it this once. Nothing keeps it. */
export function OneTimePassword({
  user,
  onClose,
}: {
  readonly user: RowOf<typeof systemUser>;
  readonly onClose: () => void;
}) {
  // A query, not a mutation: it is asked once, however often this is rendered, and forgotten with it. Under a key
  // of its own: reading people anew must not make another password.
  const { data, isError } = useQuery({
    queryKey: ['once', 'resetPwd', user.userId],
    queryFn: () => api.put<{ password: string }>('/system/user/resetPwd', { id: user.userId }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  useEffect(() => {
    // The wrapper has told why.
    if (isError) onClose();
  }, [isError, onClose]);
  return <OneTimePasswordResult name={personOf(user)} password={data?.password} onClose={onClose} />;
}

export interface OneTimePasswordResultProps {
  /** Whose. */
  readonly name: string;
  /** Undefined while it is being made. */
  readonly password: string | undefined;
  onClose(): void;
}

export function OneTimePasswordResult({ name, password, onClose }: OneTimePasswordResultProps) {
  const translate = usePageText();
  const [isKept, setKept] = useState(false);
  return (
    <OneTimeSecretDialog
      title={translate('pages.oneTimePassword')}
      isKept={isKept}
      isBusy={password === undefined}
      onClose={onClose}
    >
      <Text size="sm">{translate('pages.oneTimePasswordFor', { name })}</Text>
      <Group mih={36}>
        {password === undefined ? (
          <Loader size="sm" />
        ) : (
          <>
            <Code fz="lg">{password}</Code>
            <CopyButton value={password}>
              {({ copied, copy }) => (
                <Button
                  size="xs"
                  variant="default"
                  onClick={() => {
                    copy();
                    setKept(true);
                  }}
                >
                  {translate(copied ? 'common.copied' : 'common.copy')}
                </Button>
              )}
            </CopyButton>
          </>
        )}
      </Group>
    </OneTimeSecretDialog>
  );
}

/** As people know somebody, with the account, which is one person's only. */
export function personOf({ nickName, userName }: FormOf<typeof systemUser>): string {
  const account = userName ? ` (${userName})` : '';
  return `${nickName ?? ''}${account}`;
}
