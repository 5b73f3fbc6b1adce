'use client';
import { Button, Code, Group, Loader, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { systemUser } from '../../../../lib/contracts/admin/resources/system-user.resource.ts';
import type { FormOf, RowOf } from '../../../../lib/contracts/admin/row-types.ts';
import { secretTexts } from '../../../../lib/i18n/console/secret.ts';
import { api } from '../../api/request.ts';
import { usePageText } from '../../text/use-page-text.ts';
import { useTranslations } from '../../text/use-translations.ts';
import { OneTimeSecretDialog } from '../../ui/dialogs/one-time-secret-dialog.tsx';
import { useCopy } from '../../ui/use-copy.ts';

/** Creates a new password on the server and shows it once. It is not stored. */
export function OneTimePassword({
  user,
  onClose,
}: {
  readonly user: RowOf<typeof systemUser>;
  readonly onClose: () => void;
}) {
  // A query instead of a mutation: it runs once per dialog. With a separate key, so that refreshing users does not
  // create another password.
  const { data, isError } = useQuery({
    queryKey: ['once', 'resetPwd', user.userId],
    queryFn: () => api.put<IssuedPassword>('/system/user/resetPwd', { id: user.userId }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  useEffect(() => {
    // The error has been shown.
    if (isError) onClose();
  }, [isError, onClose]);
  return <OneTimePasswordResult name={personOf(user)} issued={data} onClose={onClose} />;
}

export interface IssuedPassword {
  readonly password: string;
  /** `yyyy-MM-dd HH:mm:ss`. May be missing on another backend. */
  readonly validUntil?: string;
}

export interface OneTimePasswordResultProps {
  /** Name of the user. */
  readonly name: string;
  /** Undefined while it is being created. */
  readonly issued: IssuedPassword | undefined;
  onClose(): void;
}

export function OneTimePasswordResult({ name, issued, onClose }: OneTimePasswordResultProps) {
  const translate = usePageText();
  const ofSecret = useTranslations(secretTexts);
  const shown = useRef<HTMLElement>(null);
  const { isCopied, copy } = useCopy();
  const [isSaved, setSaved] = useState(false);
  const [isRefused, setRefused] = useState(false);
  async function take(password: string): Promise<void> {
    const isDone = await copy(password, shown.current);
    setRefused(!isDone);
    if (isDone) setSaved(true);
  }
  return (
    <OneTimeSecretDialog
      title={translate('pages.oneTimePassword')}
      isSaved={isSaved}
      isBusy={issued === undefined}
      onClose={onClose}
    >
      <Text size="sm">{translate('pages.oneTimePasswordFor', { name })}</Text>
      {issued?.validUntil && (
        <Text size="sm">{translate('pages.oneTimePasswordUntil', { time: issued.validUntil })}</Text>
      )}
      <Group mih={36}>
        {issued === undefined ? (
          <Loader size="sm" />
        ) : (
          <>
            <Code ref={shown} fz="lg">
              {issued.password}
            </Code>
            <Button size="xs" variant="default" onClick={() => void take(issued.password)}>
              {translate(isCopied ? 'common.copied' : 'common.copy')}
            </Button>
          </>
        )}
      </Group>
      {isRefused && (
        <Text size="sm" role="status">
          {ofSecret('secret.byHand')}
        </Text>
      )}
    </OneTimeSecretDialog>
  );
}

/** Display name with the unique user name. */
export function personOf({ nickName, userName }: FormOf<typeof systemUser>): string {
  const account = userName ? ` (${userName})` : '';
  return `${nickName ?? ''}${account}`;
}
