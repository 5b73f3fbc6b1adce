'use client';
import { Alert, Loader, Stack } from '@mantine/core';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { sessionTexts } from '../../../../lib/i18n/console/session.ts';
import { fieldErrors } from '../../api/api-error.ts';
import { useApi } from '../../api/use-api.ts';
import { useTranslations } from '../../text/use-translations.ts';
import { errorNoticeMs, type Notifier } from '../../ui/toasts/notifier.ts';
import { hasRequiredActions } from '../has-required-actions.ts';
import { SignInFrame } from '../parts/sign-in-frame.tsx';
import { storageKeys } from '../session-storage.ts';
import type { Credentials } from '../session-types.ts';
import { useSession } from '../use-session.tsx';
import { LoginForm } from './login-form.tsx';
import { TotpForm } from './totp-form.tsx';
import { useCaptcha } from './use-captcha.ts';

/** Rarely used, so loaded on demand. */
const RequiredActions = lazy(async () => ({
  default: (await import('../required-actions/required-actions.tsx')).RequiredActions,
}));
const SetupForm = lazy(async () => ({ default: (await import('./setup-form.tsx')).SetupForm }));

interface LoginPageProps {
  readonly notifier: Pick<Notifier, 'show'>;
  /** Called after sign-in, when no required actions are pending. */
  readonly onSignedIn: () => void;
}

/** Sign-in page: user name and password, two-step verification, and creation of the first administrator. */
export function LoginPage({ notifier, onSignedIn }: LoginPageProps) {
  const translate = useTranslations(sessionTexts);
  const session = useSession();
  const captchaPart = useCaptcha();
  const isFirstStart = useIsFirstStart();
  /** Accepted credentials, while the second step is pending. */
  const [first, setFirst] = useState<Credentials | null>(null);
  const rememberedName = useRememberedName();
  const signOutReason = useSignOutReason(session.takeSignOutReason);
  /** User name of the administrator just created. */
  const [made, setMade] = useState<string | null>(null);

  /** Password for an immediate change. Kept in memory only. */
  const typed = useRef<string>(undefined);

  const hasLeft = useRef(false);
  useEffect(() => {
    if (hasLeft.current || session.state !== 'in' || hasRequiredActions(session.user)) return;
    hasLeft.current = true;
    onSignedIn();
  }, [session, onSignedIn]);

  /** Shows failures itself: the request wrapper shows none for sign-in. */
  function report(error: unknown, isShown: boolean): void {
    const message = error instanceof Error ? error.message : String(error);
    if (!isShown) notifier.show({ kind: 'error', message, durationMs: errorNoticeMs });
    captchaPart.refresh();
  }

  async function signIn(credentials: Credentials): Promise<void> {
    try {
      typed.current = credentials.password;
      await session.login(credentials);
    } catch (error) {
      const wantsSecondStep = !credentials.totpCode && Object.hasOwn(fieldErrors(error), 'totpCode');
      if (!wantsSecondStep) throw error;
      setFirst(credentials);
      captchaPart.refresh();
    }
  }

  /** Signs in directly, unless a captcha is required. */
  async function goOnWith(credentials: Credentials): Promise<void> {
    if (captchaPart.captcha.state === 'none') await signIn(credentials);
    else {
      setMade(credentials.accountNo);
      notifier.show({ kind: 'success', message: translate('session.made'), durationMs: errorNoticeMs });
    }
  }

  if (session.state === 'in') {
    return (
      <SignInFrame title={translate('session.loginTitle')}>
        {hasRequiredActions(session.user) ? (
          <Suspense fallback={<Waiting />}>
            <RequiredActions notifier={notifier} password={typed.current} />
          </Suspense>
        ) : (
          <Waiting />
        )}
      </SignInFrame>
    );
  }
  if (isFirstStart && made === null) {
    return (
      <SignInFrame title={translate('session.setupTitle')}>
        <Suspense fallback={<Waiting />}>
          <SetupForm onMade={goOnWith} onFailure={report} />
        </Suspense>
      </SignInFrame>
    );
  }
  if (first) {
    return (
      <SignInFrame title={translate('session.totpTitle')}>
        <TotpForm
          captchaPart={captchaPart}
          send={(step) => signIn({ ...first, ...step })}
          onFailure={report}
          onBack={() => setFirst(null)}
        />
      </SignInFrame>
    );
  }
  return (
    <SignInFrame title={translate('session.loginTitle')}>
      {signOutReason ? (
        <Alert mb="md" role="alert">
          {signOutReason}
        </Alert>
      ) : null}
      {rememberedName === undefined ? (
        <Waiting />
      ) : (
        <LoginForm
          account={made ?? rememberedName}
          isRemembered={rememberedName !== null}
          captchaPart={captchaPart}
          send={signIn}
          onFailure={report}
        />
      )}
    </SignInFrame>
  );
}

function Waiting() {
  const translate = useTranslations(sessionTexts);
  return (
    <Stack align="center" py="xl" role="status" aria-label={translate('session.login')}>
      <Loader type="dots" />
    </Stack>
  );
}

/** Whether the first administrator has to be created; false until the server has responded. */
function useIsFirstStart(): boolean {
  const api = useApi();
  const [isNeeded, setNeeded] = useState(false);
  useEffect(() => {
    const gone = new AbortController();
    const options = { signal: gone.signal, quiet: true, withoutToken: true };
    api.get<{ needed: boolean }>('/setup', options).then(
      ({ needed }) => setNeeded(needed === true),
      () => {
        /* another backend lacks this call; if the server is down, the form reports it */
      },
    );
    return () => gone.abort();
  }, [api]);
  return isNeeded;
}

/** Why the previous session ended, if it did. */
function useSignOutReason(take: () => string | null): string | null {
  const [word, setWord] = useState<string | null>(null);
  const isRead = useRef(false);
  useEffect(() => {
    if (isRead.current) return;
    isRead.current = true;
    setWord(take());
  }, [take]);
  return word;
}

/** Undefined until the browser storage is readable. */
function useRememberedName(): string | null | undefined {
  const [name, setName] = useState<string | null>();
  useEffect(() => {
    const isRemembered = localStorage.getItem(storageKeys.rememberMe) === 'true';
    setName(isRemembered ? localStorage.getItem(storageKeys.username) : null);
  }, []);
  return name;
}
