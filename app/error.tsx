'use client';
import { useEffect } from 'react';
import { ExceptionPage } from './_console/shell/exception-page.tsx';

/**
 * Error boundary for everything outside the console's pages, which have their own. Without an error: the page for
 * addresses that the server does not know. One file for both, because every first visit loads the code of both.
 */
export default function ErrorPage({ error, reset }: { readonly error?: Error; readonly reset?: () => void }) {
  useEffect(() => {
    if (error) console.error('a page broke', error);
  }, [error]);
  return (
    <main>
      <ExceptionPage
        code={error ? '500' : '404'}
        {...(error ? { detail: error.message } : {})}
        {...(reset ? { onRetry: reset } : {})}
        onHome={() => window.location.assign('/')}
      />
    </main>
  );
}
