'use client';
import { Button, Stack, TextInput } from '@mantine/core';
import { sessionTexts } from '../../../../lib/i18n/console/session.ts';
import { useTranslations } from '../../text/use-translations.ts';
import { textOf, useFormCall } from '../parts/use-form-call.ts';
import { CaptchaField } from './captcha-field.tsx';
import type { useCaptcha } from './use-captcha.ts';
import { useFirstFocus } from './use-first-focus.ts';

/** Second step: code of the authenticator app, and a new captcha if required, as each is valid once. */
export function TotpForm({
  captchaPart,
  send,
  onFailure,
  onBack,
}: {
  readonly captchaPart: ReturnType<typeof useCaptcha>;
  readonly send: (step: { totpCode: string; smsCode: string; uuid: string }) => Promise<void>;
  readonly onFailure: (error: unknown, isShown: boolean) => void;
  readonly onBack: () => void;
}) {
  const translate = useTranslations(sessionTexts);
  const first = useFirstFocus<HTMLInputElement>();
  const digits = (form: FormData) => textOf(form, 'totpCode').replace(/\s/g, '');
  const { problems, isBusy, formProps } = useFormCall({
    check: (form) => (/^\d{6}$/.test(digits(form)) ? {} : { totpCode: translate('session.totpDigits') }),
    send: async (form) => send({ totpCode: digits(form), ...(await captchaPart.fieldsOf(form)) }),
    onFailure,
  });
  return (
    <form {...formProps} aria-label={translate('session.totpTitle')}>
      <Stack gap="md">
        <TextInput
          ref={first}
          name="totpCode"
          label={translate('session.totpCode')}
          description={translate('session.totpLead')}
          error={problems.totpCode}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={7}
          size="md"
        />
        <CaptchaField captchaPart={captchaPart} error={problems.smsCode} />
        <Button type="submit" size="md" fullWidth loading={isBusy}>
          {translate('session.next')}
        </Button>
        <Button variant="subtle" onClick={onBack}>
          {translate('session.toLogin')}
        </Button>
      </Stack>
    </form>
  );
}
