'use client';
import { Button, Group, TextInput, UnstyledButton } from '@mantine/core';
import { sessionTexts } from '../../../../lib/i18n/console/session.ts';
import { useTranslations } from '../../text/use-translations.ts';
import styles from '../parts/sign-in.module.css';
import type { Captcha } from './use-captcha.ts';

/** Captcha image with its input `smsCode`. Empty if no captcha is required. */
export function CaptchaField({
  captcha,
  refresh,
  error,
}: {
  readonly captcha: Captcha;
  readonly refresh: () => void;
  readonly error: string | undefined;
}) {
  const translate = useTranslations(sessionTexts);
  if (captcha.state === 'lost') {
    return (
      <Button variant="light" color="yellow" onClick={refresh}>
        {translate('session.captchaLost')}
      </Button>
    );
  }
  if (captcha.state !== 'shown') return null;
  return (
    <Group align="flex-start" gap="sm" wrap="nowrap">
      <TextInput
        key={captcha.uuid}
        name="smsCode"
        label={translate('session.captcha')}
        description={translate('session.captchaHint')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        error={error}
        required
        withAsterisk={false}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={16}
        className={styles.captchaText}
      />
      <UnstyledButton
        type="button"
        className={styles.captchaImage}
        onClick={refresh}
        aria-label={translate('session.captchaImage')}
        title={translate('session.captchaImage')}
      >
        {/* biome-ignore lint/performance/noImgElement: a data URL that lives once */}
        <img src={captcha.img} alt="" />
      </UnstyledButton>
    </Group>
  );
}
