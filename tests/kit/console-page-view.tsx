/** A console page in jsdom, with a fake tab address. Calls are recorded and answered by the test. */

import { MantineProvider } from '@mantine/core';
import { Notifications, notifications } from '@mantine/notifications';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, configure, render } from '@testing-library/react';
import { type ReactNode, useMemo, useState } from 'react';
import type { AreaNode } from '../../app/_console/session/session-types.ts';
import { SessionContext } from '../../app/_console/session/use-session.tsx';
import { type ConsolePage, PageContext } from '../../app/_console/shell/page/page-context.ts';
import { ConfirmHost } from '../../app/_console/ui/dialogs/confirm-host.tsx';
import { errorNoticeMs } from '../../app/_console/ui/toasts/notifier.ts';
import type { LocalText } from '../../lib/i18n/translate.ts';
import { server } from './console-page-server.ts';
import { loadPageParts } from './lazy-parts.ts';
import { partialSession } from './partial-session.ts';

await loadPageParts();

// Tests also run on slow machines.
configure({ asyncUtilTimeout: 10_000 });

class NoObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}
// jsdom has no matchMedia, which Mantine needs.
const matchMedia = (media: string) => ({
  matches: false,
  media,
  addEventListener: () => {},
  removeEventListener: () => {},
  addListener: () => {},
  removeListener: () => {},
});
Object.assign(globalThis, { ResizeObserver: NoObserver, matchMedia });
Object.assign(window, { ResizeObserver: NoObserver, matchMedia });
Element.prototype.scrollIntoView = () => {};

export { type PageCall, pageOf, server } from './console-page-server.ts';

export interface ShownPage {
  readonly query: () => URLSearchParams;
  readonly opened: readonly string[];
  readonly isUnsaved: () => boolean;
  readonly title: () => string | null;
  readonly isClosed: () => boolean;
}

export interface ShownPageOptions {
  readonly query?: string;
  readonly permissions?: readonly string[];
  /** More fields of the `/get-user-info` response. */
  readonly user?: object;
  /** Provinces with their cities. */
  readonly cities?: readonly AreaNode[];
}

/** Renders a page, or a part of one. */
export function showConsolePage(
  element: ReactNode,
  { query = '', permissions = ['*:*:*'], user = {}, cities = [] }: ShownPageOptions = {},
): ShownPage {
  const held = {
    query: new URLSearchParams(query),
    isUnsaved: false,
    title: null as string | LocalText | null,
  };
  const opened: string[] = [];
  const end = { isClosed: false };
  const state = {
    state: 'in',
    user: { nickName: '管理员', permissions, roleCodes: [], ...user },
    menus: [],
    cities,
  };
  const session = partialSession({
    subscribe: () => () => undefined,
    get: () => state,
    start: async () => undefined,
    reload: async () => {
      server.reloads += 1;
    },
    reloadMenus: async () => {
      server.menuReloads += 1;
    },
    reloadCities: async () => {
      server.cityReloads += 1;
    },
  });

  function Tab() {
    const [current, setCurrent] = useState(held.query);
    const page = useMemo(
      (): ConsolePage => ({
        path: '/room',
        query: current,
        isActive: true,
        setQuery(next) {
          held.query = next;
          setCurrent(next);
        },
        setTitle: (title) => {
          held.title = title;
        },
        setUnsaved: (isUnsaved) => {
          held.isUnsaved = isUnsaved;
        },
        open: (path) => void opened.push(path),
        close: () => {
          end.isClosed = true;
        },
      }),
      [current],
    );
    return <PageContext value={page}>{element}</PageContext>;
  }
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 5_000 } } });
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <SessionContext value={session}>
          <Tab />
          <Notifications autoClose={errorNoticeMs} />
          <ConfirmHost />
        </SessionContext>
      </QueryClientProvider>
    </MantineProvider>,
  );
  return {
    query: () => held.query,
    opened,
    isUnsaved: () => held.isUnsaved,
    title: () => (held.title !== null && typeof held.title === 'object' ? held.title['zh-CN'] : held.title),
    isClosed: () => end.isClosed,
  };
}

export function leavePages(): void {
  cleanup();
  notifications.clean();
  localStorage.clear();
  sessionStorage.clear();
  server.calls.length = 0;
  server.answers.clear();
  server.reloads = 0;
  server.menuReloads = 0;
  server.cityReloads = 0;
}
