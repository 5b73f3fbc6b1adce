'use client';
import { Anchor, Button, Checkbox, Stack, Text, TextInput } from '@mantine/core';
import { sessionTexts } from '../../../../lib/i18n/console/session.ts';
import { useTranslations } from '../../text/use-translations.ts';
import { PasswordField } from '../parts/password-field.tsx';
import { type FieldProblems, textOf, useFormCall } from '../parts/use-form-call.ts';
import type { Credentials } from '../session-types.ts';
import { CaptchaField } from './captcha-field.tsx';
import type { useCaptcha } from './use-captcha.ts';
import { useFirstFocus } from './use-first-focus.ts';

/** User name, password, and a captcha if required. */
export function LoginForm({
  account,
  isRemembered,
  captchaPart,
  send,
  onFailure,
}: {
  /** Null: unknown. */
  readonly account: string | null;
  readonly isRemembered: boolean;
  readonly captchaPart: ReturnType<typeof useCaptcha>;
  readonly send: (credentials: Credentials) => Promise<void>;
  readonly onFailure: (error: unknown, isShown: boolean) => void;
}) {
  const translate = useTranslations(sessionTexts);
  const first = useFirstFocus<HTMLInputElement>(account === null);
  const password = useFirstFocus<HTMLInputElement>(account !== null);
  const { problems, isBusy, formProps } = useFormCall({
    check(form) {
      const found: Record<string, string> = {};
      const need = (name: string, value: string, label: string) => {
        if (value === '') found[name] = translate('session.needed', { name: label });
      };
      need('accountNo', textOf(form, 'accountNo').trim(), translate('session.account'));
      need('password', textOf(form, 'password'), translate('session.password'));
      if (captchaPart.captcha.state === 'image')
        need('smsCode', textOf(form, 'smsCode').trim(), translate('session.captcha'));
      return found satisfies FieldProblems;
    },
    send: async (form) =>
      send({
        accountNo: textOf(form, 'accountNo'),
        password: textOf(form, 'password'),
        ...(await captchaPart.fieldsOf(form)),
        rememberMe: form.get('rememberMe') !== null,
      }),
    onFailure,
  });
  return (
    <form {...formProps} aria-label={translate('session.loginTitle')}>
      <Stack gap="md">
        <TextInput
          ref={first}
          name="accountNo"
          label={translate('session.account')}
          defaultValue={account ?? ''}
          error={problems.accountNo}
          required
          withAsterisk={false}
          autoComplete="username"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={64}
        />
        <PasswordField
          ref={password}
          name="password"
          label={translate('session.password')}
          error={problems.password}
          autoComplete="current-password"
        />
        <CaptchaField captchaPart={captchaPart} error={problems.smsCode} />
        <Checkbox name="rememberMe" label={translate('session.remember')} defaultChecked={isRemembered} />
        <Button type="submit" size="md" fullWidth loading={isBusy}>
          {translate('session.login')}
        </Button>
        {captchaPart.canRegister ? (
          <Text size="sm" ta="center" c="dimmed">
            {translate('session.noAccount')}{' '}
            <Anchor href="/user/register" underline="always">
              {translate('session.toRegister')}
            </Anchor>
          </Text>
        ) : null}
      </Stack>
    </form>
  );
}
