import type { Metadata } from 'next';
import { sessionTexts } from '../../../lib/i18n/console/session.ts';
import { visitorBrand } from '../../visitor-brand.ts';
import { visitorLanguage } from '../../visitor-language.ts';
import { Register } from './register.tsx';

export async function generateMetadata(): Promise<Metadata> {
  const { locale } = await visitorLanguage();
  return { title: `${sessionTexts['session.register'][locale]} · ${(await visitorBrand()).name || 'Oriel'}` };
}

export default function Page() {
  return <Register />;
}
