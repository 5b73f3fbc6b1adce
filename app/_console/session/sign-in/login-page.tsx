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

/** Few ever see these: they are loaded when somebody does. */
const RequiredActions = lazy(async () => ({
  default: (await import('../required-actions/required-actions.tsx')).RequiredActions,
}));
const SetupForm = lazy(async () => ({ default: (await import('./setup-form.tsx')).SetupForm }));

interface LoginPageProps {
  readonly notifier: Pick<Notifier, 'show'>;
  /** Called once somebody is signed in and nothing more is asked of them. */
  readonly onSignedIn: () => void;
}

/** Account and password; a second step for whoever has one; the first administrator where there is none yet. */
export function LoginPage({ notifier, onSignedIn }: LoginPageProps) {
  const translate = useTranslations(sessionTexts);
  const session = useSession();
  const captchaPart = useCaptcha();
  const isFirstStart = useIsFirstStart();
  /** What was right so far, while the second step is asked for. */
  const [first, setFirst] = useState<Credentials | null>(null);
  const rememberedName = useRememberedName();
  const signOutReason = useSignOutReason(session.takeSignOutReason);
  /** Account of the administrator who was made here a moment ago. */
  const [made, setMade] = useState<string | null>(null);

  /** For whoever has to change it at once. Gone with the page. */
  const typed = useRef<string>(undefined);

  const hasLeft = useRef(false);
  useEffect(() => {
    if (hasLeft.current || session.state !== 'in' || hasRequiredActions(session.user)) return;
    hasLeft.current = true;
    onSignedIn();
  }, [session, onSignedIn]);

  /** The page's own notice: the wrapper says nothing of a sign-in that failed. */
  function report(error: unknown): void {
    const message = error instanceof Error ? error.message : String(error);
    notifier.show({ kind: 'error', message, durationMs: errorNoticeMs });
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

  /** Signed in at once, unless a picture has to be read for that. */
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
        <Alert color="yellow" mb="md" role="alert">
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

/** False until the server says otherwise: then there is an administrator to be made first. */
function useIsFirstStart(): boolean {
  const api = useApi();
  const [isNeeded, setNeeded] = useState(false);
  useEffect(() => {
    const gone = new AbortController();
    const options = { signal: gone.signal, quiet: true, withoutToken: true };
    api.get<{ needed: boolean }>('/setup', options).then(
      ({ needed }) => setNeeded(needed === true),
      () => {
        /* another backend has no such call, and a server that is down is told by the form */
      },
    );
    return () => gone.abort();
  }, [api]);
  return isNeeded;
}

/** Why the session before this page ended, if one did. */
function useSignOutReason(take: () => string | null): string | null {
  const [word, setWord] = useState<string | null>(null);
  const isTaken = useRef(false);
  useEffect(() => {
    if (isTaken.current) return;
    isTaken.current = true;
    setWord(take());
  }, [take]);
  return word;
}

/** Undefined before the browser's storage could be looked into. */
function useRememberedName(): string | null | undefined {
  const [name, setName] = useState<string | null>();
  useEffect(() => {
    const isRemembered = localStorage.getItem(storageKeys.rememberMe) === 'true';
    setName(isRemembered ? localStorage.getItem(storageKeys.username) : null);
  }, []);
  return name;
}
