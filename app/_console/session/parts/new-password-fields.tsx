'use client';
import { Progress, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { sessionTexts } from '../../../../lib/i18n/console/session.ts';
import { useTranslations } from '../../text/use-translations.ts';
import { PasswordField } from '../parts/password-field.tsx';
import { minPasswordLength, strengthOf } from '../password-strength.ts';
import { type FieldProblems, textOf } from './use-form-call.ts';

const colours = ['red', 'red', 'yellow', 'green', 'green'] as const;

/** New password with confirmation and strength. The fields are `name` and `confirmPassword`. */
export function NewPasswordFields({
  name,
  label,
  account,
  problems,
  min,
}: {
  readonly name: string;
  readonly label: string;
  readonly account?: string;
  readonly problems: FieldProblems;
  /** Minimum length, shown beside the field. */
  readonly min?: number;
}) {
  const translate = useTranslations(sessionTexts);
  const [typed, setTyped] = useState('');
  const level = strengthOf(typed, account, min);
  const isShort = typed.length < (min ?? minPasswordLength);
  return (
    <>
      <Stack gap={6}>
        <PasswordField
          name={name}
          label={label}
          autoComplete="new-password"
          error={problems[name]}
          description={min === undefined ? undefined : translate('session.passwordRule', { count: min })}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        {typed === '' ? null : (
          <>
            <Progress
              value={level === 0 ? 8 : level * 25}
              color={colours[level]}
              size={4}
              aria-hidden="true"
            />
            {isShort && problems[name] ? null : (
              <Text size="xs" c="dimmed" role="status">
                {isShort
                  ? translate('session.passwordShort', { count: min ?? minPasswordLength })
                  : translate('session.strength', { level: translate(`session.strength${level}`) })}
              </Text>
            )}
          </>
        )}
      </Stack>
      <PasswordField
        name="confirmPassword"
        label={translate('session.confirmPassword')}
        autoComplete="new-password"
        error={problems.confirmPassword}
      />
    </>
  );
}

type Translate = ReturnType<typeof useTranslations<typeof sessionTexts>>;

/** `min`: the general minimum; settings of the server may require more, which it then reports. */
export function checkNewPassword(
  form: FormData,
  name: string,
  translate: Translate,
  min = minPasswordLength,
): FieldProblems {
  const password = textOf(form, name);
  return {
    ...(password.length < min ? { [name]: translate('session.passwordShort', { count: min }) } : {}),
    ...(password === textOf(form, 'confirmPassword')
      ? {}
      : { confirmPassword: translate('session.passwordsDiffer') }),
  };
}
