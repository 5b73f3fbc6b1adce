import { Suspense } from 'react';
import { ComeBack } from './come-back.tsx';

export default function Page() {
  return (
    <Suspense>
      <ComeBack />
    </Suspense>
  );
}
