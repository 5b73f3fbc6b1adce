'use client';
import { sessionTexts } from '../../../../lib/i18n/console/session.ts';
import { useTranslations } from '../../text/use-translations.ts';
import { browserNotifier } from '../../ui/toasts/browser-notifier.ts';
import { SignInFrame } from '../parts/sign-in-frame.tsx';
import { RequiredActions } from './required-actions.tsx';

/** Shown instead of the console while required actions are pending. */
export default function RequiredActionPage() {
  const translate = useTranslations(sessionTexts);
  return (
    <SignInFrame title={translate('session.product')}>
      <RequiredActions notifier={browserNotifier} />
    </SignInFrame>
  );
}
