import type { ReactNode } from 'react';
import { resourceKeys } from '../../lib/contracts/admin/resources/index.ts';
import { Console } from './console.tsx';

/**
 * The console is in the layout, so that it stays mounted when the address changes. The server knows which resources there
 * are: their definitions are not part of the first visit.
 */
export default function ConsoleLayout({ children }: { children: ReactNode }) {
  return (
    <>
      <Console resources={resourceKeys} />
      {children}
    </>
  );
}
