'use client';
import { useRouter, useSearchParams } from 'next/navigation';
import { useCallback } from 'react';
import { safeRedirect } from '../../_console/session/redirect.ts';
import { LoginPage } from '../../_console/session/sign-in/login-page.tsx';
import { browserNotifier } from '../../_console/ui/toasts/browser-notifier.ts';
import { usePageTitle } from '../use-page-title.ts';

/** Client side of the sign-in page: continues to the requested page. */
export function SignIn() {
  usePageTitle('session.login');
  const router = useRouter();
  const redirect = useSearchParams().get('redirect');
  const continueTo = useCallback(
    () => router.replace(safeRedirect(redirect, location.origin)),
    [router, redirect],
  );
  return <LoginPage notifier={browserNotifier} onSignedIn={continueTo} />;
}
