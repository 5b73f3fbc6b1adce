'use client';
import { Button, Stack, Text, Title } from '@mantine/core';
import { sessionTexts } from '../../../../lib/i18n/console/session.ts';
import { useTranslations } from '../../text/use-translations.ts';
import type { Notifier } from '../../ui/toasts/notifier.ts';
import { hasRequiredActions } from '../has-required-actions.ts';
import { useSession } from '../use-session.tsx';
import { PasswordChange } from './password-change.tsx';
import { TotpSetup } from './totp-setup.tsx';

/** The required actions of a user, one after the other; then reloads the session. */
export function RequiredActions({
  notifier,
  password,
}: {
  readonly notifier: Pick<Notifier, 'show'>;
  /** Password just entered on this page, to avoid asking again. */
  readonly password?: string | undefined;
}) {
  const translate = useTranslations(sessionTexts);
  const { user, reload, logout } = useSession();
  if (!user || !hasRequiredActions(user)) return null;
  const mustChange = user.pwdChangeRequired;
  return (
    <Stack gap="md">
      <Title order={2} size="h4">
        {translate(mustChange ? 'session.mustChange' : 'session.mustTotp')}
      </Title>
      <Text size="sm" c="dimmed">
        {translate(mustChange ? 'session.mustChangeLead' : 'session.mustTotpLead')}
      </Text>
      {mustChange ? (
        <PasswordChange account={user.userName} current={password} notifier={notifier} onDone={reload} />
      ) : (
        <TotpSetup notifier={notifier} onDone={reload} />
      )}
      <Button variant="subtle" onClick={() => void logout()}>
        {translate('session.logout')}
      </Button>
    </Stack>
  );
}
