'use client';
import { pages } from '../_console/pages/index.ts';
import { ConsoleClient } from '../_console/shell/console-client.tsx';

/**
 * The shell with its pages. A client component, because the layout runs on the server and cannot pass the page
 * loaders.
 */
export function Console() {
  return <ConsoleClient pages={pages} />;
}
