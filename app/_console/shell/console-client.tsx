'use client';
/** The console in the browser: whoever is signed in, their menu, their tabs. */
import { ModalsProvider } from '@mantine/modals';
import { usePathname, useSearchParams } from 'next/navigation';
import { useEffect } from 'react';
import { NoticeBell } from '../notice/notice-bell.tsx';
import { useText } from '../settings/use-text.ts';
import { ConsoleShell } from './console-shell.tsx';
import { Guard } from './guard.tsx';
import { useHost } from './shell-context.ts';

/** The router may change the address as well, for instance by a link on another page. */
function FollowRouter() {
  const host = useHost();
  const pathname = usePathname();
  const search = useSearchParams().toString();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new address is what it waits for
  useEffect(() => void host.follow(), [host, pathname, search]);
  return null;
}

export function ConsoleClient() {
  const say = useText();
  return (
    <ModalsProvider labels={{ confirm: say('common.confirm'), cancel: say('common.cancel') }}>
      <Guard>
        {(session) => (
          <ConsoleShell session={session} bell={<NoticeBell />}>
            <FollowRouter />
          </ConsoleShell>
        )}
      </Guard>
    </ModalsProvider>
  );
}
