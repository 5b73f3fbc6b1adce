'use client';
import { Button, Stack, Text, TextInput } from '@mantine/core';
import { sessionTexts } from '../../../../lib/i18n/console/session.ts';
import { useApi } from '../../api/use-api.ts';
import { useTranslations } from '../../text/use-translations.ts';
import type { Credentials } from '../session-types.ts';
import { AccountFields, accountIn, checkAccount } from './account-fields.tsx';
import { useFirstFocus } from './use-first-focus.ts';
import { textOf, useFormCall } from './use-form-call.ts';

/** As the server wants it of whoever may do everything. */
const shortestOfRoot = 15;

/** The first start: whoever has the setup code becomes the first administrator. */
export function SetupForm({
  onMade,
  onFailure,
}: {
  readonly onMade: (credentials: Credentials) => Promise<void>;
  readonly onFailure: (error: unknown) => void;
}) {
  const say = useTranslations(sessionTexts);
  const first = useFirstFocus<HTMLInputElement>();
  const api = useApi();
  const { problems, isBusy, formProps } = useFormCall({
    check: (form) => ({
      ...checkAccount(form, say, shortestOfRoot),
      ...(accountIn(form).nickName === ''
        ? { nickName: say('session.needed', { name: say('session.nickName') }) }
        : {}),
      ...(textOf(form, 'code').trim() === ''
        ? { code: say('session.needed', { name: say('session.setupCode') }) }
        : {}),
    }),
    async send(form) {
      const account = accountIn(form);
      await api.post(
        '/setup',
        { code: textOf(form, 'code').trim(), ...account },
        { quiet: true, withoutToken: true, allowTwice: true },
      );
      const { accountNo, password } = account;
      await onMade({ accountNo, password, rememberMe: false });
    },
    onFailure,
  });
  return (
    <form {...formProps} aria-label={say('session.setupTitle')}>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {say('session.setupLead')}
        </Text>
        <TextInput
          ref={first}
          name="code"
          label={say('session.setupCode')}
          error={problems['code']}
          autoComplete="off"
          spellCheck={false}
          maxLength={64}
        />
        <AccountFields problems={problems} least={shortestOfRoot} />
        <Button type="submit" size="md" fullWidth loading={isBusy}>
          {say('session.setupDo')}
        </Button>
      </Stack>
    </form>
  );
}
