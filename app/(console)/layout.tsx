import type { ReactNode } from 'react';
import { Console } from './console.tsx';

/** The console is in the layout, so that it stays mounted when the address changes. */
export default function ConsoleLayout({ children }: { children: ReactNode }) {
  return (
    <>
      <Console />
      {children}
    </>
  );
}
