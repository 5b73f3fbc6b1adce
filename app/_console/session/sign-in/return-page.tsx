'use client';
import { Loader, Stack, Text } from '@mantine/core';
import { useEffect } from 'react';
import { sessionTexts } from '../../../../lib/i18n/console/session.ts';
import { useTranslations } from '../../text/use-translations.ts';
import { useBrandName } from '../../ui/brand/use-brand.ts';
import { SignInFrame } from '../parts/sign-in-frame.tsx';
import { useSession } from '../use-session.tsx';

/** Callback page: continues with a session, otherwise redirects to sign-in. */
export function ReturnPage({ onKnown }: { readonly onKnown: (isSignedIn: boolean) => void }) {
  const translate = useTranslations(sessionTexts);
  const { state, isLeaving } = useSession();
  useEffect(() => {
    if (state !== 'loading' && !isLeaving) onKnown(state === 'in');
  }, [state, isLeaving, onKnown]);
  return (
    <SignInFrame title={useBrandName()}>
      <Stack align="center" gap="sm" py="xl" role="status">
        <Loader type="dots" />
        <Text size="sm">{translate('session.returning')}</Text>
      </Stack>
    </SignInFrame>
  );
}
