'use client';
import { lazy, Suspense, useState } from 'react';
import { ResourcePage } from '../../resource/resource-page.tsx';
import type { MadeShare } from '../parts/share-link.tsx';

const ShareLink = lazy(() => import('../parts/share-link.tsx'));

/** Share links: create, list and end them. */
export default function SharePage() {
  const [made, setMade] = useState<MadeShare | null>(null);
  return (
    <>
      <ResourcePage
        resource="iot.share"
        slots={{ onAnswer: (_what, answer) => setMade(answer as MadeShare) }}
      />
      <Suspense>{made && <ShareLink made={made} onClose={() => setMade(null)} />}</Suspense>
    </>
  );
}
