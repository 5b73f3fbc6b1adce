'use client';
import { Button, Group, Stack, Text, TextInput, UnstyledButton } from '@mantine/core';
import { sessionTexts } from '../../../../lib/i18n/console/session.ts';
import { useTranslations } from '../../text/use-translations.ts';
import styles from '../parts/sign-in.module.css';
import type { Captcha, useCaptcha } from './use-captcha.ts';

/**
 * Captcha image with its input `smsCode`, or the progress of the browser's computation instead. Empty if no captcha is
 * required.
 */
export function CaptchaField({
  captchaPart: { captcha, refresh, setChallenge },
  error,
}: {
  readonly captchaPart: ReturnType<typeof useCaptcha>;
  readonly error: string | undefined;
}) {
  const translate = useTranslations(sessionTexts);
  if (captcha.state === 'loading' || captcha.state === 'none') return null;
  if (captcha.state === 'failed') {
    return (
      <Button variant="default" onClick={refresh}>
        {translate('session.captchaLost')}
      </Button>
    );
  }
  return (
    <Stack gap={6}>
      {captcha.state === 'image' ? (
        <ImageField captcha={captcha} refresh={refresh} error={error} />
      ) : (
        <ChallengeProgress done={captcha.state === 'solving' ? captcha.done : null} />
      )}
      {/* One element in both states, so that the focus remains on it. */}
      {captcha.state === 'image' && !captcha.hasChallenge ? null : (
        <Button
          className={styles.captchaSwitch}
          variant="subtle"
          size="compact-sm"
          onClick={() => setChallenge(captcha.state === 'image')}
        >
          {translate(captcha.state === 'image' ? 'session.toChallenge' : 'session.toImage')}
        </Button>
      )}
    </Stack>
  );
}

function ImageField({
  captcha,
  refresh,
  error,
}: {
  readonly captcha: Extract<Captcha, { state: 'image' }>;
  readonly refresh: () => void;
  readonly error: string | undefined;
}) {
  const translate = useTranslations(sessionTexts);
  return (
    <Group align="flex-start" gap="sm" wrap="nowrap">
      <TextInput
        key={captcha.uuid}
        name="smsCode"
        label={translate('session.captcha')}
        description={translate(
          captcha.hasChallenge ? 'session.captchaHint' : 'session.captchaHintNoChallenge',
        )}
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

/** `done`: 0 to 1; null when the computation has ended. */
function ChallengeProgress({ done }: { readonly done: number | null }) {
  const translate = useTranslations(sessionTexts);
  // Announced at the start, at half and at the end.
  const text = done === null ? 'challengeDone' : done < 0.5 ? 'challengeRuns' : 'challengeHalf';
  return (
    <div>
      <Text size="sm" role="status">
        {translate(`session.${text}`)}
      </Text>
      <progress
        className={styles.challenge}
        value={done ?? 1}
        aria-label={translate('session.challengeProgress')}
      />
    </div>
  );
}
