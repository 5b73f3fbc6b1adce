'use client';
import { Button, Stack } from '@mantine/core';
import { useRef } from 'react';
import { sessionTexts } from '../../../../lib/i18n/console/session.ts';
import { useApi } from '../../api/use-api.ts';
import { useTranslations } from '../../text/use-translations.ts';
import { errorNoticeMs, type Notifier } from '../../ui/toasts/notifier.ts';
import { checkNewPassword, NewPasswordFields } from '../parts/new-password-fields.tsx';
import { PasswordField } from '../parts/password-field.tsx';
import { textOf, useFormCall } from '../parts/use-form-call.ts';
import { useSession } from '../use-session.tsx';

/** Changes the password. The server ends all other sessions of the user. */
export function PasswordChange({
  account,
  current,
  notifier,
  onDone,
}: {
  readonly account: string;
  /** Current password, if it has just been entered on this page. The server checks it in any case. */
  readonly current?: string | undefined;
  readonly notifier: Pick<Notifier, 'show'>;
  readonly onDone: () => Promise<void>;
}) {
  const translate = useTranslations(sessionTexts);
  const api = useApi();
  const min = useSession().user?.passwordLength;
  const sent = useRef<HTMLFormElement>(null);
  const oldPassword = (form: FormData) =>
    form.has('oldPassword') ? textOf(form, 'oldPassword') : (current ?? '');
  const { problems, isBusy, formProps } = useFormCall({
    check: (form) => ({
      ...checkNewPassword(form, 'newPassword', translate, min),
      ...(oldPassword(form) === ''
        ? { oldPassword: translate('session.needed', { name: translate('session.oldPassword') }) }
        : {}),
    }),
    async send(form, quiet) {
      const body = { oldPassword: oldPassword(form), newPassword: textOf(form, 'newPassword') };
      await api.put('/system/user/profile/updatePwd', body, { quiet });
      sent.current?.reset();
      notifier.show({
        kind: 'success',
        message: translate('session.passwordChanged'),
        durationMs: errorNoticeMs,
      });
      await onDone();
    },
  });
  return (
    <form ref={sent} {...formProps} aria-label={translate('session.changePassword')}>
      <Stack gap="md" maw={420}>
        {/* Password managers need the account beside a new password. */}
        <input type="text" name="username" autoComplete="username" value={account} readOnly hidden />
        {(current === undefined || problems.oldPassword) && (
          <PasswordField
            name="oldPassword"
            label={translate('session.oldPassword')}
            autoComplete="current-password"
            error={problems.oldPassword}
          />
        )}
        <NewPasswordFields
          name="newPassword"
          label={translate('session.newPassword')}
          account={account}
          problems={problems}
          {...(min === undefined ? {} : { min })}
        />
        <Button type="submit" loading={isBusy}>
          {translate('session.changePassword')}
        </Button>
      </Stack>
    </form>
  );
}
