'use client';
import { ExceptionPage } from './_console/shell/exception-page.tsx';

/** For pages that find nothing on the server. */
export default function NotFound() {
  return (
    <main>
      <ExceptionPage code="404" onHome={() => window.location.assign('/')} />
    </main>
  );
}
