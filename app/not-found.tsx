'use client';
import { ExceptionPage } from './_console/shell/exception-page.tsx';

/** For pages that find out on the server that there is nothing. */
export default function NotFound() {
  return (
    <main>
      <ExceptionPage code="404" onHome={() => window.location.assign('/')} />
    </main>
  );
}
