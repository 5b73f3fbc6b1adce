import type { ReactNode } from 'react';
import { Console } from './console.tsx';

/** The console lives in the layout, so that a change of the address keeps it. The page below adds nothing. */
export default function ConsoleLayout({ children }: { children: ReactNode }) {
  return (
    <>
      <Console />
      {children}
    </>
  );
}
