import type { Metadata } from 'next';
import { Suspense } from 'react';
import { sessionTexts } from '../../../lib/i18n/console/session.ts';
import { SignIn } from './sign-in.tsx';

export const metadata: Metadata = { title: `${sessionTexts['session.login']['zh-CN']} · Oriel` };

export default function Page() {
  return (
    <Suspense>
      <SignIn />
    </Suspense>
  );
}
