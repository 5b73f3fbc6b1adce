'use client';
import { Badge, Button, Skeleton, Stack, Table, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { accountTexts } from '../../../../lib/i18n/console/account.ts';
import { TotpSetup } from '../../session/required-actions/totp-setup.tsx';
import { useTranslations } from '../../text/use-translations.ts';
import { confirmAction } from '../../ui/dialogs/confirm-action.ts';
import { PageDialog } from '../../ui/dialogs/page-dialog.tsx';
import { browserNotifier } from '../../ui/toasts/browser-notifier.ts';
import { errorNoticeMs } from '../../ui/toasts/notifier.ts';
import { LoadFailed } from '../parts/load-failed.tsx';
import styles from './account.module.css';
import {
  type OwnSession,
  type Profile,
  useAccountChanged,
  useEndSession,
  useOwnSessions,
} from './account-calls.ts';
import { TotpDisable } from './totp-disable.tsx';

/** Password, two-step verification and active sessions. */
export function SecuritySettings({
  profile,
  onPassword,
}: {
  readonly profile: Profile;
  readonly onPassword: () => void;
}) {
  const translate = useTranslations(accountTexts);
  return (
    <>
      <div className={styles.row}>
        <div>
          <Text fw={500}>{translate('account.passwordPart')}</Text>
          <Text size="sm" c="dimmed">
            {profile.pwdUpdateDate
              ? translate('account.passwordSince', { time: profile.pwdUpdateDate })
              : translate('account.passwordNever')}
          </Text>
        </div>
        <Button variant="light" onClick={onPassword}>
          {translate('account.change')}
        </Button>
      </div>
      <SecondStep isOn={profile.totpEnabled} />
      <Sessions />
    </>
  );
}

function SecondStep({ isOn }: { readonly isOn: boolean }) {
  const translate = useTranslations(accountTexts);
  const changed = useAccountChanged();
  const [isOpen, setOpen] = useState(false);
  const done = async () => {
    setOpen(false);
    await changed();
  };
  return (
    <div className={styles.row}>
      <div>
        <Text fw={500}>{translate('account.totp')}</Text>
        <Text size="sm" c="dimmed">
          {translate(isOn ? 'account.totpOn' : 'account.totpOff')}
        </Text>
      </div>
      <Button variant="light" color={isOn ? 'red' : 'accent'} onClick={() => setOpen(true)}>
        {translate(isOn ? 'account.totpStop' : 'account.totpStart')}
      </Button>
      <PageDialog opened={isOpen} onClose={() => setOpen(false)} title={translate('account.totp')}>
        {isOn ? <TotpDisable onDone={done} /> : <TotpSetup notifier={browserNotifier} onDone={done} />}
      </PageDialog>
    </div>
  );
}

function Sessions() {
  const translate = useTranslations(accountTexts);
  const sessions = useOwnSessions();
  return (
    <Stack gap="xs" mt="lg">
      <Title order={3} size="h5">
        {translate('account.sessions')}
      </Title>
      <Text size="sm" c="dimmed">
        {translate('account.sessionsLead')}
      </Text>
      {sessions.isPending ? <Skeleton height={120} /> : null}
      {sessions.isError ? (
        <LoadFailed error={sessions.error} onRetry={() => void sessions.refetch()} />
      ) : null}
      {sessions.data ? <SessionTable sessions={sessions.data} /> : null}
    </Stack>
  );
}

function SessionTable({ sessions }: { readonly sessions: readonly OwnSession[] }) {
  const translate = useTranslations(accountTexts);
  const end = useEndSession();
  const nameOf = (session: OwnSession) => `${session.browser} · ${session.os}`;
  const confirmAndEnd = async (session: OwnSession) => {
    if (!(await confirmAction({ title: nameOf(session), message: translate('account.endAsk') }))) return;
    end.mutate(session.id, {
      onSuccess: () =>
        browserNotifier.show({
          kind: 'success',
          message: translate('account.ended'),
          durationMs: errorNoticeMs,
        }),
    });
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
    <section className={styles.scroll} tabIndex={0} aria-label={translate('account.sessions')}>
      <Table verticalSpacing="sm" miw={640}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{translate('account.browser')}</Table.Th>
            <Table.Th scope="col">{translate('account.address')}</Table.Th>
            <Table.Th scope="col">{translate('account.loginTime')}</Table.Th>
            <Table.Th scope="col">{translate('account.lastAccess')}</Table.Th>
            <Table.Th scope="col">{translate('account.action')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {sessions.map((session) => (
            <Table.Tr key={session.id}>
              <Table.Td>{nameOf(session)}</Table.Td>
              <Table.Td>{session.ipaddr}</Table.Td>
              <Table.Td>{session.loginTime}</Table.Td>
              <Table.Td>{session.lastAccess}</Table.Td>
              <Table.Td>
                {session.current ? (
                  <Badge variant="light" color="green" radius="sm" miw="max-content">
                    {translate('account.current')}
                  </Badge>
                ) : (
                  <Button
                    variant="subtle"
                    color="red"
                    size="compact-sm"
                    aria-label={translate('account.endNamed', { name: nameOf(session) })}
                    onClick={() => void confirmAndEnd(session)}
                  >
                    {translate('account.end')}
                  </Button>
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}
