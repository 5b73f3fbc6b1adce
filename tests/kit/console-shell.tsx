/** The shell in jsdom: a signed-in user, a menu, and pages that keep the typed text. */

import { MantineProvider } from '@mantine/core';
import { Notifications, notifications } from '@mantine/notifications';
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, render } from '@testing-library/react';
import { useEffect, useState } from 'react';
import { vi } from 'vitest';
import { atStart } from '../../app/_console/session/session.ts';
import type { MenuNode, SessionUser } from '../../app/_console/session/session-types.ts';
import { SessionContext } from '../../app/_console/session/use-session.tsx';
import { defaultSettings } from '../../app/_console/settings/settings.ts';
import { settingsStore } from '../../app/_console/settings/settings-store.ts';
import { ConsoleShell } from '../../app/_console/shell/console-shell.tsx';
import { Guard } from '../../app/_console/shell/guard.tsx';
import { useOfferedActions } from '../../app/_console/shell/page/page-actions.ts';
import { usePage } from '../../app/_console/shell/page/page-context.ts';
import { PageRegistryContext } from '../../app/_console/shell/page-registry.ts';
import { language } from '../../app/_console/text/language.ts';
import { ConfirmHost } from '../../app/_console/ui/dialogs/confirm-host.tsx';
import { errorNoticeMs } from '../../app/_console/ui/toasts/notifier.ts';
import { server } from './console-shell-server.ts';
import { loadShellParts } from './lazy-parts.ts';
import { partialSession } from './partial-session.ts';

/** Lazy components and responses arrive in turns of the event loop. */
async function answered(): Promise<void> {
  for (let turn = 0; turn < 12; turn += 1) await new Promise((resolve) => setTimeout(resolve));
}

export const requestedPaths = () => server.requested;
export const storedPreferences = () => server.stored;

await loadShellParts();

export { settingsStore };

/** Substitutes for what jsdom lacks. `width` is compared by media queries. */
export const viewport = { width: 1440 };

class NoObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

const widestOf = (query: string) => Number(/max-width:\s*([\d.]+)em/.exec(query)?.[1] ?? 0) * 16;
const matchMedia = (query: string) => ({
  matches: viewport.width <= widestOf(query),
  media: query,
  addEventListener: () => {},
  removeEventListener: () => {},
  addListener: () => {},
  removeListener: () => {},
});
Object.assign(globalThis, { ResizeObserver: NoObserver, matchMedia });
Object.assign(window, { ResizeObserver: NoObserver, matchMedia, scrollTo: () => {} });
Element.prototype.scrollIntoView = () => {};

const page = (
  path: string,
  component: string,
  title: string,
  meta: Partial<MenuNode['meta']> = {},
): MenuNode => ({
  path,
  name: title,
  component,
  meta: { title, icon: 'IconId', ...meta },
});

/** As the server sends it: paths are relative to their directory. */
export const menus: readonly MenuNode[] = [
  {
    ...page('/system', 'Layout', '系统管理'),
    children: [
      page('post', 'system/post/index', '岗位管理'),
      page('dict', 'system/dict/index', '字典管理', { noCache: true }),
      page('config', 'system/config/index', '参数设置'),
      page('hidden', 'system/hidden/index', '隐藏页面', { hidden: true }),
      page('missing', 'system/missing/index', '没有的页面'),
      page('broken', 'system/broken/index', '坏页面'),
    ],
  },
  {
    ...page('/monitor', 'Layout', '系统监控'),
    children: [page('online', 'monitor/online/index', '在线用户')],
  },
  page('https://example.com/help', '', '帮助中心'),
];

/** Paths of the pages that are mounted with effects active. */
export const running = new Set<string>();

/** Keeps typed text and makes one request. */
function NotePage() {
  const page = usePage();
  const [text, setText] = useState('');
  useOfferedActions([{ key: 'clear', title: `清空 ${page.path}`, run: () => setText('') }]);
  const { data } = useQuery({ queryKey: ['note', page.path], queryFn: async () => `说明 ${page.path}` });
  useEffect(() => {
    running.add(page.path);
    return () => {
      running.delete(page.path);
    };
  }, [page.path]);
  return (
    <>
      <input
        aria-label={`笔记 ${page.path}`}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          page.setUnsaved(event.currentTarget.value !== '');
        }}
      />
      <p>{data}</p>
      <p>{`查询 ${page.query.toString()}`}</p>
      <button
        type="button"
        onClick={() => page.setQuery(new URLSearchParams({ pageNum: '2' }), { push: true })}
      >
        下一页
      </button>
      <button type="button" onClick={() => page.setTitle('改过的标题')}>
        改标题
      </button>
      <button type="button" onClick={() => page.setTitle({ 'zh-CN': '新增岗位', 'en-US': 'Add a post' })}>
        改为两种语言的标题
      </button>
      <button type="button" onClick={() => page.open('/system/notice/form?noticeId=1')}>
        打开公告
      </button>
      <button type="button" onClick={() => page.close()}>
        关闭本页
      </button>
    </>
  );
}

function BrokenPage(): never {
  throw new Error('坏了');
}

const note = async () => ({ default: NotePage });
const registry = {
  index: note,
  'system/post/index': note,
  'system/dict/index': note,
  'system/config/index': note,
  'system/hidden/index': note,
  'monitor/online/index': note,
  AccountSettings: note,
  AccountCenter: note,
  NoticeForm: note,
  AuthUser: note,
  'system/broken/index': async () => ({ default: BrokenPage }),
};

export interface ShellOptions {
  readonly at?: string;
  readonly user?: Partial<SessionUser>;
  readonly menus?: readonly MenuNode[];
  /** Value of the setting `site.locales`. */
  readonly locales?: string;
  /** Language stored with the account. */
  readonly accountLanguage?: string;
  /** What `/search` finds, by definition. */
  readonly found?: Readonly<
    Record<
      string,
      readonly {
        id: number | string;
        title: string;
        detail?: string;
        fields?: Readonly<Record<string, unknown>>;
      }[]
    >
  >;
  /** True: no user is signed in. */
  readonly signedOut?: boolean;
}

const administrator: SessionUser = {
  userId: 1,
  userName: 'admin',
  nickName: '林晓',
  avatar: '',
  roleCodes: ['admin'],
  permissions: ['*:*:*'],
  tenantId: 't',
  deptName: '总部',
  pwdChangeRequired: false,
  totpRequired: false,
  totpAdvised: false,
  lastLoginTime: null,
};

function fakeSession(options: ShellOptions) {
  const state = options.signedOut
    ? { ...atStart, state: 'out' as const }
    : {
        ...atStart,
        state: 'in' as const,
        user: { ...administrator, ...options.user },
        menus: options.menus ?? menus,
      };
  return {
    get: () => state,
    subscribe: () => () => {},
    start: async () => {},
    logout: vi.fn(async () => {}),
    reload: vi.fn(async () => {}),
  };
}

/** Opens the console at an address and waits until it is rendered. */
export async function openShell(options: ShellOptions = {}) {
  window.history.replaceState(null, '', options.at ?? '/index');
  server.requested = [];
  server.stored = [];
  server.answer = (path) => {
    if (path.endsWith('site.locales')) return options.locales ?? 'zh-CN,en-US';
    if (path === '/preference/language') return options.accountLanguage ?? null;
    if (path !== '/search') return [];
    return Object.entries(options.found ?? {}).map(([resource, records]) => ({ resource, records }));
  };
  const session = fakeSession(options);
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const leftFor: string[] = [];
  const tree = (
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <Notifications autoClose={errorNoticeMs} />
        <ConfirmHost />
        <SessionContext value={partialSession(session)}>
          <PageRegistryContext value={registry}>
            <Guard leaveFor={(address) => leftFor.push(address)}>
              {(session) => <ConsoleShell session={session} />}
            </Guard>
          </PageRegistryContext>
        </SessionContext>
      </QueryClientProvider>
    </MantineProvider>
  );
  const view = render(tree);
  await settle();
  return {
    session,
    client,
    leftFor,
    /** Number of observers of a query, by its key. */
    observersOf: (path: string) =>
      client
        .getQueryCache()
        .find({ queryKey: ['note', path] })
        ?.getObserversCount() ?? 0,
    async back() {
      await act(async () => {
        window.history.back();
        await new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }));
        await answered();
      });
    },
    unmount: view.unmount,
  };
}

export const settle = () => act(answered);

/** Restores the initial state. */
export function resetShell(): void {
  notifications.clean();
  running.clear();
  viewport.width = 1440;
  settingsStore.change(defaultSettings);
  language.takeChosen();
  window.sessionStorage.clear();
  window.localStorage.clear();
}
