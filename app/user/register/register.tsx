'use client';
import { useRouter } from 'next/navigation';
import { browserNotifier } from '../../_console/api/browser-notifier.ts';
import { loginPath } from '../../_console/session/redirect.ts';
import { RegisterPage } from '../../_console/session/sign-in/register-page.tsx';

export function Register() {
  const router = useRouter();
  return <RegisterPage notifier={browserNotifier} onRegistered={() => router.replace(loginPath)} />;
}
