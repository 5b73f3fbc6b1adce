'use client';
import { Anchor, Stack, Text } from '@mantine/core';
import { sessionTexts } from '../../../../lib/i18n/console/session.ts';
import { useTranslations } from '../../text/use-translations.ts';
import { SignInFrame } from '../parts/sign-in-frame.tsx';

/** There is no other place to sign in with, so there is nothing to bind: said plainly, with the way on. */
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
