import type { Metadata } from 'next';
import { Suspense } from 'react';
import { sessionTexts } from '../../../lib/i18n/console/session.ts';
import { visitorBrand } from '../../visitor-brand.ts';
import { visitorLanguage } from '../../visitor-language.ts';
import { SignIn } from './sign-in.tsx';

export async function generateMetadata(): Promise<Metadata> {
  const { locale } = await visitorLanguage();
  return { title: `${sessionTexts['session.login'][locale]} · ${(await visitorBrand()).name || 'Oriel'}` };
}

export default function Page() {
  return (
    <Suspense>
      <SignIn />
    </Suspense>
  );
}
