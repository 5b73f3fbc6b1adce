'use client';
import { useEffect, useState } from 'react';
import { SharedVideo, type ShareLink } from './shared-video.tsx';

/** The code is the last part of the path. `isEmbedded`: the page may be inside of a page of another site. */
export function CodeLink({ isEmbedded = false }: { readonly isEmbedded?: boolean }) {
  const [link, setLink] = useState<ShareLink | null>(null);
  useEffect(() => {
    const code = location.pathname.split('/').at(-1) ?? '';
    setLink(isEmbedded ? { code, embedded: true } : { code });
  }, [isEmbedded]);
  return <SharedVideo link={link} isEmbedded={isEmbedded} />;
}
