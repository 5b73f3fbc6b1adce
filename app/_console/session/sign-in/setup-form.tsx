'use client';
import { Button, Stack, Text, TextInput } from '@mantine/core';
import { sessionTexts } from '../../../../lib/i18n/console/session.ts';
import { useApi } from '../../api/use-api.ts';
import { useTranslations } from '../../text/use-translations.ts';
import { textOf, useFormCall } from '../parts/use-form-call.ts';
import type { Credentials } from '../session-types.ts';
import { AccountFields, accountIn, checkAccount } from './account-fields.tsx';
import { useFirstFocus } from './use-first-focus.ts';

/** Minimum length the server requires for administrators. */
const minLengthForRoot = 15;

/** First start: creates the first administrator with the setup code. */
export function SetupForm({
  onMade,
  onFailure,
}: {
  readonly onMade: (credentials: Credentials) => Promise<void>;
  readonly onFailure: (error: unknown, isShown: boolean) => void;
}) {
  const translate = useTranslations(sessionTexts);
  const first = useFirstFocus<HTMLInputElement>();
  const api = useApi();
  const { problems, isBusy, formProps } = useFormCall({
    check: (form) => ({
      ...checkAccount(form, translate, minLengthForRoot),
      ...(accountIn(form).nickName === ''
        ? { nickName: translate('session.needed', { name: translate('session.nickName') }) }
        : {}),
      ...(textOf(form, 'code').trim() === ''
        ? { code: translate('session.needed', { name: translate('session.setupCode') }) }
        : {}),
    }),
    async send(form) {
      const account = accountIn(form);
      await api.post(
        '/setup',
        { code: textOf(form, 'code').trim(), ...account },
        { quiet: true, withoutToken: true, allowDuplicate: true },
      );
      const { accountNo, password } = account;
      await onMade({ accountNo, password, rememberMe: false });
    },
    onFailure,
  });
  return (
    <form {...formProps} aria-label={translate('session.setupTitle')}>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {translate('session.setupLead')}
        </Text>
        <TextInput
          ref={first}
          name="code"
          label={translate('session.setupCode')}
          error={problems.code}
          autoComplete="off"
          spellCheck={false}
          maxLength={64}
        />
        <AccountFields problems={problems} min={minLengthForRoot} />
        <Button type="submit" size="md" fullWidth loading={isBusy}>
          {translate('session.setupDo')}
        </Button>
      </Stack>
    </form>
  );
}
