'use client';
import { useBrandName } from '../../ui/brand/use-brand.ts';
import { browserNotifier } from '../../ui/toasts/browser-notifier.ts';
import { SignInFrame } from '../parts/sign-in-frame.tsx';
import { RequiredActions } from './required-actions.tsx';

/** Shown instead of the console while required actions are pending. */
export default function RequiredActionPage() {
  return (
    <SignInFrame title={useBrandName()}>
      <RequiredActions notifier={browserNotifier} />
    </SignInFrame>
  );
}
