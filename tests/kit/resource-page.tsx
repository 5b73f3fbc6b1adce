/** A console page in jsdom: `ResourcePage` over rows in memory, with a fake tab address. */

import { MantineProvider } from '@mantine/core';
import { Notifications, notifications } from '@mantine/notifications';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, configure, render } from '@testing-library/react';
import { Activity, type ComponentType, useMemo, useState } from 'react';
import type { Slots } from '../../app/_console/resource/context/resource-page-context.ts';
import { ResourcePage } from '../../app/_console/resource/resource-page.tsx';
import { SessionContext } from '../../app/_console/session/use-session.tsx';
import { type ConsolePage, PageContext } from '../../app/_console/shell/page/page-context.ts';
import { ConfirmHost } from '../../app/_console/ui/dialogs/confirm-host.tsx';
import { errorNoticeMs } from '../../app/_console/ui/toasts/notifier.ts';
import type { MaskRule } from '../../lib/contracts/admin/field.ts';
import { loadPageParts } from './lazy-parts.ts';
import { partialSession } from './partial-session.ts';
import { world } from './resource-page-server.ts';

export { bearer, world } from './resource-page-server.ts';

// Resource keys of tests are not in the product's key type.
const AnyResourcePage = ResourcePage as ComponentType<
  { readonly resource: string } & Pick<PageOptions, 'slots' | 'fixed'>
>;
await loadPageParts();

// Parts load when they are first opened, and the machine may be busy.
configure({ asyncUtilTimeout: 5_000 });

/** Substitutes for what jsdom lacks and Mantine needs. `isNarrow` is the result of media queries. */
export const screen = { isNarrow: false };

class NoObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

Object.assign(globalThis, {
  ResizeObserver: NoObserver,
  matchMedia: (query: string) => ({
    matches: screen.isNarrow && query.includes('max-width'),
    media: query,
    addEventListener: () => {},
    removeEventListener: () => {},
    addListener: () => {},
    removeListener: () => {},
  }),
});
Object.assign(window, { matchMedia: globalThis.matchMedia, ResizeObserver: NoObserver });
Element.prototype.scrollIntoView = () => {};

export interface OpenedPage {
  /** The query of the tab's address. */
  readonly query: () => URLSearchParams;
  /** Navigates as the browser's back button. */
  readonly back: () => void;
  readonly isUnsaved: () => boolean;
  /** Shows or hides the tab of the page. */
  readonly show: (isShown: boolean) => Promise<void>;
}

export interface PageOptions {
  readonly query?: string;
  readonly permissions?: readonly string[];
  /** Account name and id of the signed-in user. */
  readonly userName?: string;
  readonly userId?: number;
  /** Kinds of values that are masked for the user. */
  readonly masks?: readonly MaskRule[];
  readonly slots?: Slots;
  /** Values of fields that all rows of the page have. */
  readonly fixed?: Readonly<Record<string, string>>;
}

/** Opens the page of the resource that `world` holds. */
export function openResourcePage({
  query = '',
  permissions = ['*:*:*'],
  userName = 'admin',
  userId = 1,
  masks = [],
  slots,
  fixed,
}: PageOptions = {}): OpenedPage {
  const history: URLSearchParams[] = [new URLSearchParams(query)];
  const now = { isUnsaved: false, change: (_next: URLSearchParams) => {}, show: (_isShown: boolean) => {} };
  const state = {
    user: { userId, userName, permissions, roleCodes: [], masks },
  };
  const session = partialSession({
    subscribe: () => () => undefined,
    get: () => state,
    start: async () => undefined,
  });

  function Tab() {
    const [current, setCurrent] = useState(history[0]!);
    now.change = setCurrent;
    const [isShown, setShown] = useState(true);
    now.show = setShown;
    const page = useMemo(
      (): ConsolePage => ({
        path: '/system/post',
        query: current,
        isActive: true,
        setQuery(next, { push = false } = {}) {
          if (!push) history.pop();
          history.push(next);
          setCurrent(next);
        },
        setTitle: () => undefined,
        setUnsaved: (isUnsaved) => {
          now.isUnsaved = isUnsaved;
        },
        open(fullPath) {
          const next = new URLSearchParams(fullPath.split('?')[1] ?? '');
          history.push(next);
          setCurrent(next);
        },
        close: () => undefined,
      }),
      [current],
    );
    return (
      <PageContext value={page}>
        <Activity mode={isShown ? 'visible' : 'hidden'}>
          <AnyResourcePage
            resource={world.definition!.key}
            {...(slots ? { slots } : {})}
            {...(fixed ? { fixed } : {})}
          />
        </Activity>
      </PageContext>
    );
  }
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
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
    query: () => history.at(-1)!,
    back: () => {
      history.pop();
      now.change(history.at(-1)!);
    },
    isUnsaved: () => now.isUnsaved,
    show: (isShown) => act(async () => now.show(isShown)),
  };
}

export function closePages(): void {
  notifications.clean();
  localStorage.clear();
  sessionStorage.clear();
  screen.isNarrow = false;
}
