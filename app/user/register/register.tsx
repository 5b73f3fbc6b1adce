'use client';
import { useRouter } from 'next/navigation';
import { loginPath } from '../../_console/session/redirect.ts';
import { RegisterPage } from '../../_console/session/sign-in/register-page.tsx';
import { browserNotifier } from '../../_console/ui/toasts/browser-notifier.ts';
import { usePageTitle } from '../use-page-title.ts';

export function Register() {
  usePageTitle('session.register');
  const router = useRouter();
  return <RegisterPage notifier={browserNotifier} onRegistered={() => router.replace(loginPath)} />;
}
