'use client';
import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, Suspense, useState } from 'react';
import { createQueryClient } from '../_console/api/query-client.ts';
import { Guard } from '../_console/shell/guard.tsx';
import { OfflineBanner } from '../_console/shell/offline-banner.tsx';
import { useReconnect } from '../_console/shell/use-reconnect.ts';
import { ConfirmHost } from '../_console/ui/dialogs/confirm-host.tsx';

/** A page beside the console with its session; without one, the sign-in page returns here. */
export function SignedInPage({
  children,
}: {
  /** `timeZone`: of the organisation. */
  readonly children: (timeZone: string) => ReactNode;
}) {
  const [queryClient] = useState(createQueryClient);
  return (
    <QueryClientProvider client={queryClient}>
      <Guard>
        {({ user }) => (
          <Suspense>
            <Reconnecting />
            {children(user.timeZone ?? 'Asia/Shanghai')}
          </Suspense>
        )}
      </Guard>
      <OfflineBanner />
      <ConfirmHost />
    </QueryClientProvider>
  );
}

/** Failed queries are repeated when the server responds again. */
function Reconnecting() {
  useReconnect();
  return null;
}
