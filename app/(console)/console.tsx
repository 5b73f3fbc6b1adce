'use client';
import { useState } from 'react';
import type { ResourceKey } from '../../lib/contracts/admin/row-types.ts';
import { pagesOf } from '../_console/pages/index.ts';
import { ConsoleClient } from '../_console/shell/console-client.tsx';

/**
 * The shell with its pages. A client component, because the layout runs on the server and cannot pass the page
 * loaders.
 */
export function Console({ resources }: { readonly resources: readonly ResourceKey[] }) {
  const [pages] = useState(() => pagesOf(resources));
  return <ConsoleClient pages={pages} />;
}
