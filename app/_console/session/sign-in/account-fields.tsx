'use client';
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { sessionTexts } from '../../../../lib/i18n/console/session.ts';
import { useTranslations } from '../../text/use-translations.ts';
import { checkNewPassword, NewPasswordFields } from './new-password-fields.tsx';
import { type FieldProblems, textOf } from './use-form-call.ts';

const accountPattern = /^[A-Za-z][A-Za-z0-9_]{3,29}$/;

/** Whoever is new: account, name and password. `least` as `NewPasswordFields` has it. */
export function AccountFields({
  problems,
  least,
}: {
  readonly problems: FieldProblems;
  readonly least?: number;
}) {
  const say = useTranslations(sessionTexts);
  const [account, setAccount] = useState('');
  return (
    <>
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
        {...(least === undefined ? {} : { least })}
      />
    </>
  );
}

/** What stands in them. */
export const accountIn = (form: FormData) => ({
  accountNo: textOf(form, 'accountNo').trim(),
  nickName: textOf(form, 'nickName').trim(),
  password: textOf(form, 'password'),
});

type Say = ReturnType<typeof useTranslations<typeof sessionTexts>>;

/** Everything but whether a name is needed, which only one of the forms asks. */
export function checkAccount(form: FormData, say: Say, least?: number): FieldProblems {
  return {
    ...checkNewPassword(form, 'password', say, least),
    ...(accountPattern.test(accountIn(form).accountNo) ? {} : { accountNo: say('session.accountWrong') }),
  };
}
