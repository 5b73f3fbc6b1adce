'use client';
/** Navigation guard: checks the session before showing a page. The server checks every call again. */
import { Loader } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { hasRequiredActions } from '../session/has-required-actions.ts';
import { loginAddress } from '../session/redirect.ts';
import { useBrandOf } from '../session/use-brand-of.ts';
import { type SessionView, useSession } from '../session/use-session.tsx';
import { useText } from '../text/use-text.ts';
import { ExceptionPage } from './exception-page.tsx';
import styles from './guard.module.css';
import { exceptionOf } from './tab-host.ts';

/** Rarely used. */
const RequiredActionPage = lazy(() => import('../session/required-actions/required-action-page.tsx'));

export type SignedIn = SessionView & { readonly user: NonNullable<SessionView['user']> };

const isIn = (session: SessionView): session is SignedIn => session.state === 'in' && session.user !== null;

/** Redirects to the sign-in page, which returns to the requested page. */
export function Guard({
  children,
  leaveFor = (address) => window.location.replace(address),
}: {
  readonly children: (session: SignedIn) => ReactNode;
  readonly leaveFor?: (address: string) => void;
}) {
  const session = useSession();
  useBrandOf(session.user?.brand);
  const isOut = session.state === 'out' && !session.isLeaving;
  const exception = isOut ? exceptionOf(window.location.pathname) : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: how to leave does not change what is shown
  useEffect(() => {
    if (isOut && !exception) leaveFor(loginAddress(window.location.pathname + window.location.search));
  }, [isOut, exception]);
  if (exception) {
    return (
      <main>
        <ExceptionPage code={exception} onHome={() => leaveFor('/')} />
      </main>
    );
  }
  if (isIn(session) && hasRequiredActions(session.user)) {
    return (
      <Suspense fallback={<Waiting />}>
        <RequiredActionPage />
      </Suspense>
    );
  }
  if (isIn(session)) return children(session);
  return (
    <main>
      <Waiting />
    </main>
  );
}

function Waiting() {
  const translate = useText();
  return (
    <div className={styles.wait} aria-busy="true">
      <Loader type="dots" aria-hidden="true" />
      <p role="status">{translate('shell.starting')}</p>
    </div>
  );
}
