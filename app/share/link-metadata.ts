import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { sessionGate } from '../../lib/http/current-session.ts';
import { visitorBrand } from '../visitor-brand.ts';

/**
 * Of `/s/<code>` and `/e/<code>`. Apart from its own address, the document is the same for every code, so that neither
 * robots nor previews of messengers find anything in it; the page exchanges the code with a call.
 */
export async function linkMetadata(code: string): Promise<Metadata> {
  // Set by our own server on every request.
  const origin = (await headers()).get('x-oriel-origin') ?? '';
  const name = (await visitorBrand()).name || 'Oriel';
  // Only if the operator allows it: whoever makes the preview stores the picture, and it outlives the link.
  const hasPicture = (await sessionGate()?.hasSharePictures()) ?? false;
  const images = [`${origin}/s/${encodeURIComponent(code)}/picture.jpg`];
  return {
    robots: 'noindex, nofollow, noarchive, nosnippet, noimageindex',
    referrer: 'no-referrer',
    openGraph: { title: name, siteName: name, type: 'video.other', ...(hasPicture ? { images } : {}) },
    ...(hasPicture ? { twitter: { card: 'summary_large_image' } } : {}),
    alternates: {
      types: {
        'application/json+oembed': `${origin}/oembed?format=json&url=${encodeURIComponent(`${origin}/s/${code}`)}`,
      },
    },
  };
}
