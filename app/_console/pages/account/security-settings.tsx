'use client';
import { Badge, Button, Modal, Skeleton, Stack, Table, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { accountTexts } from '../../../../lib/i18n/console/account.ts';
import { TotpSetup } from '../../session/required-actions/totp-setup.tsx';
import { useTranslations } from '../../text/use-translations.ts';
import { confirmAction } from '../../ui/dialogs/confirm-action.ts';
import { browserNotifier } from '../../ui/toasts/browser-notifier.ts';
import { errorNoticeMs } from '../../ui/toasts/notifier.ts';
import styles from './account.module.css';
import {
  type OwnSession,
  type Profile,
  useAccountChanged,
  useEndSession,
  useOwnSessions,
} from './account-calls.ts';
import { FailedPart } from './failed-part.tsx';
import { TotpDisable } from './totp-disable.tsx';

/** Password, second step, and every place where somebody is signed in. */
export function SecuritySettings({
  profile,
  onPassword,
}: {
  readonly profile: Profile;
  readonly onPassword: () => void;
}) {
  const say = useTranslations(accountTexts);
  return (
    <>
      <div className={styles.row}>
        <div>
          <Text fw={500}>{say('account.passwordPart')}</Text>
          <Text size="sm" c="dimmed">
            {profile.pwdUpdateDate
              ? say('account.passwordSince', { time: profile.pwdUpdateDate })
              : say('account.passwordNever')}
          </Text>
        </div>
        <Button variant="light" onClick={onPassword}>
          {say('account.change')}
        </Button>
      </div>
      <SecondStep isOn={profile.totpEnabled} />
      <Sessions />
    </>
  );
}

function SecondStep({ isOn }: { readonly isOn: boolean }) {
  const say = useTranslations(accountTexts);
  const changed = useAccountChanged();
  const [isOpen, setOpen] = useState(false);
  const done = async () => {
    setOpen(false);
    await changed();
  };
  return (
    <div className={styles.row}>
      <div>
        <Text fw={500}>{say('account.totp')}</Text>
        <Text size="sm" c="dimmed">
          {say(isOn ? 'account.totpOn' : 'account.totpOff')}
        </Text>
      </div>
      <Button variant="light" color={isOn ? 'red' : 'accent'} onClick={() => setOpen(true)}>
        {say(isOn ? 'account.totpStop' : 'account.totpStart')}
      </Button>
      <Modal
        opened={isOpen}
        onClose={() => setOpen(false)}
        title={say('account.totp')}
        closeButtonProps={{ 'aria-label': say('account.cancel') }}
      >
        {isOn ? <TotpDisable onDone={done} /> : <TotpSetup notifier={browserNotifier} onDone={done} />}
      </Modal>
    </div>
  );
}

function Sessions() {
  const say = useTranslations(accountTexts);
  const sessions = useOwnSessions();
  return (
    <Stack gap="xs" mt="lg">
      <Title order={3} size="h5">
        {say('account.sessions')}
      </Title>
      <Text size="sm" c="dimmed">
        {say('account.sessionsLead')}
      </Text>
      {sessions.isPending ? <Skeleton height={120} /> : null}
      {sessions.isError ? <FailedPart onRetry={() => void sessions.refetch()} /> : null}
      {sessions.data ? <SessionTable sessions={sessions.data} /> : null}
    </Stack>
  );
}

function SessionTable({ sessions }: { readonly sessions: readonly OwnSession[] }) {
  const say = useTranslations(accountTexts);
  const end = useEndSession();
  const nameOf = (session: OwnSession) => `${session.browser} · ${session.os}`;
  const askAndEnd = async (session: OwnSession) => {
    if (!(await confirmAction({ title: nameOf(session), message: say('account.endAsk') }))) return;
    end.mutate(session.id, {
      onSuccess: () =>
        browserNotifier.show({ kind: 'success', message: say('account.ended'), durationMs: errorNoticeMs }),
    });
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
    <section className={styles.scroll} tabIndex={0} aria-label={say('account.sessions')}>
      <Table verticalSpacing="sm" miw={640}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{say('account.browser')}</Table.Th>
            <Table.Th scope="col">{say('account.address')}</Table.Th>
            <Table.Th scope="col">{say('account.loginTime')}</Table.Th>
            <Table.Th scope="col">{say('account.lastAccess')}</Table.Th>
            <Table.Th scope="col">{say('account.action')}</Table.Th>
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
                    {say('account.current')}
                  </Badge>
                ) : (
                  <Button
                    variant="subtle"
                    color="red"
                    size="compact-sm"
                    aria-label={say('account.endNamed', { name: nameOf(session) })}
                    onClick={() => void askAndEnd(session)}
                  >
                    {say('account.end')}
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
