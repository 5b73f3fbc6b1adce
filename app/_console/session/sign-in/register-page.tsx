'use client';
import { Anchor, Button, Stack, Text } from '@mantine/core';
import { sessionTexts } from '../../../../lib/i18n/console/session.ts';
import { useApi } from '../../api/use-api.ts';
import { useTranslations } from '../../text/use-translations.ts';
import { errorNoticeMs, type Notifier } from '../../ui/toasts/notifier.ts';
import { SignInFrame } from '../parts/sign-in-frame.tsx';
import { useFormCall } from '../parts/use-form-call.ts';
import { AccountFields, accountIn, checkAccount } from './account-fields.tsx';
import { CaptchaField } from './captcha-field.tsx';
import { useCaptcha } from './use-captcha.ts';

/** Open only if the server allows registration; otherwise the call is rejected. */
export function RegisterPage({
  notifier,
  onRegistered,
}: {
  readonly notifier: Pick<Notifier, 'show'>;
  readonly onRegistered: () => void;
}) {
  const translate = useTranslations(sessionTexts);
  const captchaPart = useCaptcha('register');
  return (
    <SignInFrame title={translate('session.registerTitle')}>
      <Stack gap="md">
        {captchaPart.canRegister === false ? (
          <Text>{translate('session.registerClosed')}</Text>
        ) : (
          <RegisterForm captchaPart={captchaPart} notifier={notifier} onRegistered={onRegistered} />
        )}
        <Anchor href="/user/login" size="sm" ta="center" underline="always">
          {translate('session.toLogin')}
        </Anchor>
      </Stack>
    </SignInFrame>
  );
}

function RegisterForm({
  captchaPart,
  notifier,
  onRegistered,
}: {
  readonly captchaPart: ReturnType<typeof useCaptcha>;
  readonly notifier: Pick<Notifier, 'show'>;
  readonly onRegistered: () => void;
}) {
  const translate = useTranslations(sessionTexts);
  const api = useApi();
  const { problems, isBusy, formProps } = useFormCall({
    check: (form) => checkAccount(form, translate),
    async send(form, quiet) {
      const { nickName, ...account } = accountIn(form);
      await api.post(
        '/register',
        {
          ...account,
          ...(nickName ? { nickName } : {}),
          ...(await captchaPart.fieldsOf(form)),
          userType: 'ADMIN',
        },
        { withoutToken: true, quiet },
      );
      notifier.show({ kind: 'success', message: translate('session.registered'), durationMs: errorNoticeMs });
      onRegistered();
    },
    onFailure: captchaPart.refresh,
  });
  return (
    <form {...formProps} aria-label={translate('session.registerTitle')}>
      <Stack gap="md">
        <AccountFields problems={problems} />
        <CaptchaField captchaPart={captchaPart} error={problems.smsCode} />
        <Button type="submit" size="md" fullWidth loading={isBusy}>
          {translate('session.register')}
        </Button>
      </Stack>
    </form>
  );
}
