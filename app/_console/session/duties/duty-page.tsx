'use client';
import { sessionTexts } from '../../../../lib/i18n/console/session.ts';
import { browserNotifier } from '../../api/browser-notifier.ts';
import { SignInFrame } from '../sign-in/sign-in-frame.tsx';
import { useWords } from '../use-words.ts';
import { Duties } from './duties.tsx';

/** In place of the console, for whoever came here with something to be done first. */
export default function DutyPage() {
  const say = useWords(sessionTexts);
  return (
    <SignInFrame title={say('session.product')}>
      <Duties notifier={browserNotifier} />
    </SignInFrame>
  );
}
