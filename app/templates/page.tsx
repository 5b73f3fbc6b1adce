import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { sessionGate } from '../../lib/http/current-session.ts';
import { galleryTexts } from '../../lib/i18n/console/gallery.ts';
import { visitorBrand } from '../visitor-brand.ts';
import { visitorLanguage } from '../visitor-language.ts';
import { Gallery } from './gallery.tsx';

export async function generateMetadata(): Promise<Metadata> {
  const { locale } = await visitorLanguage();
  return { title: `${galleryTexts['gallery.title'][locale]} · ${(await visitorBrand()).name || 'Oriel'}` };
}

/** `/templates`: each template with a demo camera. */
export default async function Page() {
  // Set by our own server on every request.
  const origin = (await headers()).get('x-oriel-origin') ?? '';
  return <Gallery origin={origin} isPublic={(await sessionGate()?.isGalleryPublic()) ?? false} />;
}
