'use client';
import { Button, Code, Stack, Text, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { sessionTexts } from '../../../../lib/i18n/console/session.ts';
import { useApi } from '../../api/use-api.ts';
import { useTranslations } from '../../text/use-translations.ts';
import { errorNoticeMs, type Notifier } from '../../ui/toasts/notifier.ts';
import { PasswordField } from '../parts/password-field.tsx';
import styles from '../parts/sign-in.module.css';
import { textOf, useFormCall } from '../parts/use-form-call.ts';

interface TotpKey {
  readonly secret: string;
  readonly uri: string;
}

/** Sets up two-step verification: password, key as QR code, first code. */
export function TotpSetup({
  notifier,
  onDone,
}: {
  readonly notifier: Pick<Notifier, 'show'>;
  readonly onDone: () => Promise<void>;
}) {
  const [key, setKey] = useState<TotpKey | null>(null);
  return key === null ? (
    <RequestPassword onKey={setKey} />
  ) : (
    <Confirm totpKey={key} notifier={notifier} onDone={onDone} />
  );
}

function RequestPassword({ onKey }: { readonly onKey: (key: TotpKey) => void }) {
  const translate = useTranslations(sessionTexts);
  const api = useApi();
  const { problems, isBusy, formProps } = useFormCall({
    check: (form): Record<string, string> =>
      textOf(form, 'password') === ''
        ? { password: translate('session.needed', { name: translate('session.oldPassword') }) }
        : {},
    async send(form, quiet) {
      const body = { password: textOf(form, 'password') };
      onKey(await api.post<TotpKey>('/system/user/profile/totp', body, { allowDuplicate: true, quiet }));
    },
  });
  return (
    <form {...formProps} aria-label={translate('session.totpTitle')}>
      <Stack gap="md" maw={420}>
        <PasswordField
          name="password"
          label={translate('session.oldPassword')}
          autoComplete="current-password"
          error={problems.password}
        />
        <Button type="submit" loading={isBusy}>
          {translate('session.totpBegin')}
        </Button>
      </Stack>
    </form>
  );
}

function Confirm({
  totpKey,
  notifier,
  onDone,
}: {
  readonly totpKey: TotpKey;
  readonly notifier: Pick<Notifier, 'show'>;
  readonly onDone: () => Promise<void>;
}) {
  const translate = useTranslations(sessionTexts);
  const api = useApi();
  const digits = (form: FormData) => textOf(form, 'code').replace(/\s/g, '');
  const { problems, isBusy, formProps } = useFormCall({
    check: (form): Record<string, string> =>
      /^\d{6}$/.test(digits(form)) ? {} : { code: translate('session.totpDigits') },
    async send(form, quiet) {
      const body = { secret: totpKey.secret, code: digits(form) };
      await api.put('/system/user/profile/totp', body, { quiet });
      notifier.show({
        kind: 'success',
        message: translate('session.totpEnabled'),
        durationMs: errorNoticeMs,
      });
      await onDone();
    },
  });
  return (
    <form {...formProps} aria-label={translate('session.totpTitle')}>
      <Stack gap="md" maw={420}>
        <Text size="sm">{translate('session.totpScan')}</Text>
        <QrCode text={totpKey.uri} label={translate('session.totpQr')} />
        <Code block ta="center">
          {totpKey.secret.replace(/(.{4})(?=.)/g, '$1 ')}
        </Code>
        <TextInput
          name="code"
          label={translate('session.totpCode')}
          error={problems.code}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={7}
        />
        <Button type="submit" loading={isBusy}>
          {translate('session.totpEnable')}
        </Button>
      </Stack>
    </form>
  );
}

/** Rendered locally, because the key must not be sent to an image service. */
function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const [path, setPath] = useState<{ d: string; size: number } | null>(null);
  useEffect(() => {
    let isGone = false;
    void import('uqr').then(({ encode }) => {
      const { data, size } = encode(text, { border: 2 });
      const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])));
      if (!isGone) setPath({ d: dark.join(''), size });
    });
    return () => {
      isGone = true;
    };
  }, [text]);
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${path?.size ?? 1} ${path?.size ?? 1}`}
      className={styles.qr}
      shapeRendering="crispEdges"
    >
      <path d={path?.d ?? ''} fill="#000" />
    </svg>
  );
}
