'use client';
import { Anchor, Stack, Text } from '@mantine/core';
import { sessionTexts } from '../../../../lib/i18n/console/session.ts';
import { useTranslations } from '../../text/use-translations.ts';
import { SignInFrame } from '../parts/sign-in-frame.tsx';

/** Explains that there are no third-party sign-ins to bind, with a link back. */
export function BindPage() {
  const translate = useTranslations(sessionTexts);
  return (
    <SignInFrame title={translate('session.bindTitle')}>
      <Stack gap="md">
        <Text>{translate('session.bindNone')}</Text>
        <Anchor href="/user/login" underline="always">
          {translate('session.toLogin')}
        </Anchor>
      </Stack>
    </SignInFrame>
  );
}
