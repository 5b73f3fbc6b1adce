'use client';
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { sessionTexts } from '../../../../lib/i18n/console/session.ts';
import { useTranslations } from '../../text/use-translations.ts';
import { checkNewPassword, NewPasswordFields } from '../parts/new-password-fields.tsx';
import { type FieldProblems, textOf } from '../parts/use-form-call.ts';

const accountPattern = /^[A-Za-z][A-Za-z0-9_]{3,29}$/;

/** User name, display name and password of a new user. `min` as in `NewPasswordFields`. */
export function AccountFields({
  problems,
  min,
}: {
  readonly problems: FieldProblems;
  readonly min?: number;
}) {
  const translate = useTranslations(sessionTexts);
  const [account, setAccount] = useState('');
  return (
    <>
      <TextInput
        name="accountNo"
        label={translate('session.account')}
        description={translate('session.accountRule')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        error={problems.accountNo}
        autoComplete="username"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={30}
        onChange={(event) => setAccount(event.currentTarget.value)}
      />
      <TextInput
        name="nickName"
        label={translate('session.nickName')}
        error={problems.nickName}
        autoComplete="name"
        maxLength={30}
      />
      <NewPasswordFields
        name="password"
        label={translate('session.password')}
        account={account.trim()}
        problems={problems}
        {...(min === undefined ? {} : { min })}
      />
    </>
  );
}

/** Values of these fields. */
export const accountIn = (form: FormData) => ({
  accountNo: textOf(form, 'accountNo').trim(),
  nickName: textOf(form, 'nickName').trim(),
  password: textOf(form, 'password'),
});

type Translate = ReturnType<typeof useTranslations<typeof sessionTexts>>;

/** Validates the fields except the display name, which only one form requires. */
export function checkAccount(form: FormData, translate: Translate, min?: number): FieldProblems {
  return {
    ...checkNewPassword(form, 'password', translate, min),
    ...(accountPattern.test(accountIn(form).accountNo)
      ? {}
      : { accountNo: translate('session.accountWrong') }),
  };
}
