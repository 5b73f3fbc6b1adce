'use client';
import { useEffect, useState } from 'react';
import { DraftView } from './draft-view.tsx';

/** The code is the last part of the path. */
export function DraftLink() {
  const [code, setCode] = useState<string | null>(null);
  useEffect(() => setCode(location.pathname.split('/').at(-1) ?? ''), []);
  return <DraftView code={code} />;
}
