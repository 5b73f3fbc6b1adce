'use client';
import { useRouter, useSearchParams } from 'next/navigation';
import { useCallback } from 'react';
import { loginAddress, safeRedirect } from '../_console/session/redirect.ts';
import { ReturnPage } from '../_console/session/sign-in/return-page.tsx';

export function ComeBack() {
  const router = useRouter();
  const redirect = useSearchParams().get('redirect');
  const continueTo = useCallback(
    (isSignedIn: boolean) => {
      const target = safeRedirect(redirect, location.origin);
      router.replace(isSignedIn ? target : loginAddress(target));
    },
    [router, redirect],
  );
  return <ReturnPage onKnown={continueTo} />;
}
