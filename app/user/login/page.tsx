import type { Metadata } from 'next';
import { Suspense } from 'react';
import { SignIn } from './sign-in.tsx';

export const metadata: Metadata = { title: '登录 · Oriel' };

export default function Page() {
  return (
    <Suspense>
      <SignIn />
    </Suspense>
  );
}
