'use client';
import { pages } from '../_console/pages/index.ts';
import { ConsoleClient } from '../_console/shell/console-client.tsx';

/** The shell with its pages. Loaders are functions, so the layout, which runs on the server, cannot pass them. */
export function Console() {
  return <ConsoleClient pages={pages} />;
}
