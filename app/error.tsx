'use client';
import { useEffect } from 'react';
import { ExceptionPage } from './_console/shell/exception-page.tsx';

/** Error boundary for everything outside the console's pages, which have their own. */
export default function ErrorPage({ error, reset }: { readonly error: Error; readonly reset: () => void }) {
  useEffect(() => console.error('a page broke', error), [error]);
  return (
    <main>
      <ExceptionPage
        code="500"
        detail={error.message}
        onRetry={reset}
        onHome={() => window.location.assign('/')}
      />
    </main>
  );
}
