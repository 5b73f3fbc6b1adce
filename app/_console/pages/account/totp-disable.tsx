'use client';
import { Button, Stack, Text } from '@mantine/core';
import { accountTexts } from '../../../../lib/i18n/console/account.ts';
import { useApi } from '../../api/use-api.ts';
import { PasswordField } from '../../session/parts/password-field.tsx';
import { textOf, useFormCall } from '../../session/parts/use-form-call.ts';
import { useTranslations } from '../../text/use-translations.ts';
import { browserNotifier } from '../../ui/toasts/browser-notifier.ts';
import { errorNoticeMs } from '../../ui/toasts/notifier.ts';

/** Disables two-step verification after the password has been confirmed. */
export function TotpDisable({ onDone }: { readonly onDone: () => Promise<void> }) {
  const translate = useTranslations(accountTexts);
  const api = useApi();
  const { problems, isBusy, formProps } = useFormCall({
    check: (form): Record<string, string> =>
      textOf(form, 'password') === ''
        ? { password: translate('account.needed', { name: translate('account.currentPassword') }) }
        : {},
    async send(form) {
      await api.delete('/system/user/profile/totp', {
        body: { password: textOf(form, 'password') },
        allowDuplicate: true,
      });
      browserNotifier.show({
        kind: 'success',
        message: translate('account.totpStopped'),
        durationMs: errorNoticeMs,
      });
      await onDone();
    },
  });
  return (
    <form {...formProps} aria-label={translate('account.totpStop')}>
      <Stack gap="md">
        <Text size="sm">{translate('account.totpStopAsk')}</Text>
        <PasswordField
          name="password"
          label={translate('account.currentPassword')}
          autoComplete="current-password"
          error={problems.password}
        />
        <Button type="submit" color="red" loading={isBusy}>
          {translate('account.totpStop')}
        </Button>
      </Stack>
    </form>
  );
}
