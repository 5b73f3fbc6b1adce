'use client';
import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import { commonTexts } from '../../../../lib/i18n/console/common.ts';
import { sessionTexts } from '../../../../lib/i18n/console/session.ts';
import { useTranslations } from '../../text/use-translations.ts';

/** Password input with a Caps Lock warning. Pasting is allowed. */
export function PasswordField(props: PasswordInputProps) {
  const translate = useTranslations(sessionTexts);
  const translateCommon = useTranslations(commonTexts);
  const [isCapsOn, setCapsOn] = useState(false);
  const checkCapsLock = (event: KeyboardEvent<HTMLInputElement>) =>
    setCapsOn(event.getModifierState('CapsLock'));
  return (
    <PasswordInput
      required
      withAsterisk={false}
      maxLength={128}
      visibilityToggleButtonProps={{ 'aria-label': translateCommon('common.showPassword') }}
      onKeyDown={checkCapsLock}
      onKeyUp={checkCapsLock}
      onBlur={() => setCapsOn(false)}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      {...props}
      description={isCapsOn ? <span role="status">{translate('session.capsLock')}</span> : props.description}
    />
  );
}
