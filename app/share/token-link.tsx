'use client';
import { useEffect, useState } from 'react';
import { SharedVideo, type ShareLink } from './shared-video.tsx';

/** Links that were made before there were codes: the token follows `#`. */
export function TokenLink() {
  const [link, setLink] = useState<ShareLink | null>(null);
  // Another link in the same tab changes only what follows `#`.
  useEffect(() => {
    const read = () => setLink({ shareToken: location.hash.slice(1) });
    read();
    addEventListener('hashchange', read);
    return () => removeEventListener('hashchange', read);
  }, []);
  return <SharedVideo link={link} />;
}
