'use client';
import { Anchor, Button, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { sessionTexts } from '../../../../lib/i18n/console/session.ts';
import { errorNoticeMs, type Notifier } from '../../api/notifier.ts';
import { useApi } from '../../api/use-api.ts';
import { useWords } from '../use-words.ts';
import { CaptchaField } from './captcha-field.tsx';
import { checkNewPassword, NewPasswordFields } from './new-password-fields.tsx';
import { accountPattern } from './setup-form.tsx';
import { SignInFrame } from './sign-in-frame.tsx';
import { useCaptcha } from './use-captcha.ts';
import { textOf, useFormCall } from './use-form-call.ts';

/** Open only where the server says so; the call itself is refused otherwise. */
export function RegisterPage({
  notifier,
  onRegistered,
}: {
  readonly notifier: Pick<Notifier, 'show'>;
  readonly onRegistered: () => void;
}) {
  const say = useWords(sessionTexts);
  const captchaPart = useCaptcha('register');
  return (
    <SignInFrame title={say('session.registerTitle')}>
      <Stack gap="md">
        {captchaPart.canRegister === false ? (
          <Text>{say('session.registerClosed')}</Text>
        ) : (
          <RegisterForm captchaPart={captchaPart} notifier={notifier} onRegistered={onRegistered} />
        )}
        <Anchor href="/user/login" size="sm" ta="center" underline="always">
          {say('session.toLogin')}
        </Anchor>
      </Stack>
    </SignInFrame>
  );
}

function RegisterForm({
  captchaPart: { captcha, refresh },
  notifier,
  onRegistered,
}: {
  readonly captchaPart: ReturnType<typeof useCaptcha>;
  readonly notifier: Pick<Notifier, 'show'>;
  readonly onRegistered: () => void;
}) {
  const say = useWords(sessionTexts);
  const api = useApi();
  const [account, setAccount] = useState('');
  const uuid = captcha.state === 'shown' ? captcha.uuid : '';
  const { problems, isBusy, formProps } = useFormCall({
    check: (form) => ({
      ...checkNewPassword(form, 'password', say),
      ...(accountPattern.test(textOf(form, 'accountNo').trim())
        ? {}
        : { accountNo: say('session.accountWrong') }),
    }),
    async send(form) {
      const nickName = textOf(form, 'nickName').trim();
      await api.post(
        '/register',
        {
          accountNo: textOf(form, 'accountNo').trim(),
          password: textOf(form, 'password'),
          ...(nickName ? { nickName } : {}),
          smsCode: textOf(form, 'smsCode').trim(),
          uuid,
          userType: 'ADMIN',
        },
        { withoutToken: true },
      );
      notifier.show({ kind: 'success', message: say('session.registered'), durationMs: errorNoticeMs });
      onRegistered();
    },
    onFailure: refresh,
  });
  return (
    <form {...formProps} aria-label={say('session.registerTitle')}>
      <Stack gap="md">
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
        />
        <CaptchaField captcha={captcha} refresh={refresh} error={problems['smsCode']} />
        <Button type="submit" size="md" fullWidth loading={isBusy}>
          {say('session.register')}
        </Button>
      </Stack>
    </form>
  );
}
