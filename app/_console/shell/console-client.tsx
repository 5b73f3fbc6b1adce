'use client';
/** The client side of the console: session, menu, tabs and query cache. */
import { QueryClientProvider } from '@tanstack/react-query';
import { usePathname, useSearchParams } from 'next/navigation';
import { useEffect, useState } from 'react';
import { createQueryClient } from '../api/query-client.ts';
import { everyPermission } from '../session/permission.tsx';
import { ConfirmHost } from '../ui/dialogs/confirm-host.tsx';
import { ConsoleShell } from './console-shell.tsx';
import { Guard } from './guard.tsx';
import { AlarmNotices } from './notices/alarm-notices.tsx';
import { NoticeBell } from './notices/notice-bell.tsx';
import { type PageLoaders, PageRegistryContext } from './page-registry.ts';
import { useHost } from './shell-context.ts';
import { StorageAlert } from './storage-alert.tsx';

/** Follows address changes made by the router, for example by links. */
function FollowRouter() {
  const host = useHost();
  const pathname = usePathname();
  const search = useSearchParams().toString();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new address is what it waits for
  useEffect(() => void host.follow(), [host, pathname, search]);
  return null;
}

export function ConsoleClient({ pages }: { readonly pages: PageLoaders }) {
  const [queryClient] = useState(createQueryClient);
  return (
    <QueryClientProvider client={queryClient}>
      <Guard>
        {(session) => (
          <PageRegistryContext value={pages}>
            <ConsoleShell
              session={session}
              bell={<NoticeBell />}
              alert={session.user.permissions.includes(everyPermission) ? <StorageAlert /> : null}
            >
              <FollowRouter />
              <AlarmNotices />
            </ConsoleShell>
          </PageRegistryContext>
        )}
      </Guard>
      <ConfirmHost />
    </QueryClientProvider>
  );
}
