'use client';
import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { sessionTexts } from '../../../../lib/i18n/console/session.ts';
import { useApi } from '../../api/use-api.ts';
import type { Credentials } from '../session-types.ts';
import { useWords } from '../use-words.ts';
import { checkNewPassword, NewPasswordFields } from './new-password-fields.tsx';
import { useFirstFocus } from './use-first-focus.ts';
import { textOf, useFormCall } from './use-form-call.ts';

/** As the server wants it of whoever may do everything. */
const shortestOfRoot = 15;

export const accountPattern = /^[A-Za-z][A-Za-z0-9_]{3,29}$/;

/** The first start: whoever has the setup code becomes the first administrator. */
export function SetupForm({
  onMade,
  onFailure,
}: {
  readonly onMade: (credentials: Credentials) => Promise<void>;
  readonly onFailure: (error: unknown) => void;
}) {
  const say = useWords(sessionTexts);
  const first = useFirstFocus<HTMLInputElement>();
  const api = useApi();
  const [account, setAccount] = useState('');
  const { problems, isBusy, formProps } = useFormCall({
    check: (form) => ({
      ...checkNewPassword(form, 'password', say, shortestOfRoot),
      ...(textOf(form, 'nickName').trim() === ''
        ? { nickName: say('session.needed', { name: say('session.nickName') }) }
        : {}),
      ...(accountPattern.test(textOf(form, 'accountNo').trim())
        ? {}
        : { accountNo: say('session.accountWrong') }),
      ...(textOf(form, 'code').trim() === ''
        ? { code: say('session.needed', { name: say('session.setupCode') }) }
        : {}),
    }),
    async send(form) {
      const accountNo = textOf(form, 'accountNo').trim();
      const password = textOf(form, 'password');
      await api.post(
        '/setup',
        {
          code: textOf(form, 'code').trim(),
          accountNo,
          password,
          nickName: textOf(form, 'nickName').trim(),
        },
        { quiet: true, withoutToken: true, allowTwice: true },
      );
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
        <TextInput
          name="accountNo"
          label={say('session.account')}
          description={say('session.accountRule')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          error={problems['accountNo']}
          autoComplete="username"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={30}
          onChange={(event) => setAccount(event.currentTarget.value)}
        />
        <TextInput
          name="nickName"
          label={say('session.nickName')}
          error={problems['nickName']}
          autoComplete="name"
          maxLength={30}
        />
        <NewPasswordFields
          name="password"
          label={say('session.password')}
          account={account.trim()}
          problems={problems}
          least={shortestOfRoot}
        />
        <Button type="submit" size="md" fullWidth loading={isBusy}>
          {say('session.setupDo')}
        </Button>
      </Stack>
    </form>
  );
}
