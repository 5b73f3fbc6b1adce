'use client';
/** React access to the session. The first use starts it. */
import { createContext, useContext, useEffect, useMemo, useSyncExternalStore } from 'react';
import { systemClock } from '../../../lib/kernel/clock.ts';
import { bootData } from '../api/boot-data.tsx';
import { api, bearer, pageLocale, sessionEnd } from '../api/request.ts';
import { browserNotifier } from '../ui/toasts/browser-notifier.ts';
import { draftStorage } from './draft-storage.ts';
import { atStart, Session, type TabMessage } from './session.ts';
import { SessionStorage } from './session-storage.ts';
import type { Credentials, SessionState } from './session-types.ts';

export interface SessionView extends SessionState {
  can(permission: string): boolean;
  hasRole(role: string): boolean;
  login(credentials: Credentials): Promise<void>;
  /** Signs out and navigates to the sign-in page, or to `to`. */
  logout(to?: string): Promise<void>;
  reload(): Promise<void>;
  reloadMenus(): Promise<void>;
  reloadCities(): Promise<void>;
  takeSignOutReason(): string | null;
}

/** Replaced in tests; pages use the default. */
export const SessionContext = createContext<Session | null>(null);

let ofThisPage: Session | null = null;

export function browserSession(): Session {
  ofThisPage ??= createBrowserSession();
  return ofThisPage;
}

function createBrowserSession(): Session {
  const channel = new BroadcastChannel('oriel-session');
  const session = new Session({
    api,
    bearer,
    storage: new SessionStorage(localStorage, sessionStorage),
    drafts: draftStorage,
    clock: systemClock,
    notifier: browserNotifier,
    locale: pageLocale,
    here: () => location.pathname + location.search,
    origin: () => location.origin,
    isGuarded: () => bootData().apiBase.startsWith('/'),
    leaveFor: (path) => location.assign(path),
    tabs: {
      post: (message) => channel.postMessage(message),
      onMessage(listener) {
        channel.onmessage = (event: MessageEvent<TabMessage>) => listener(event.data);
      },
    },
  });
  sessionEnd.announce = session.expire;
  return session;
}

const noSubscription = () => () => undefined;

export function useSession(): SessionView {
  const given = useContext(SessionContext);
  const session = given ?? (typeof window === 'undefined' ? null : browserSession());
  const state = useSyncExternalStore(
    session?.subscribe ?? noSubscription,
    session?.get ?? (() => atStart),
    () => atStart,
  );
  useEffect(() => {
    void session?.start();
  }, [session]);
  return useMemo(() => viewOf(state, session), [state, session]);
}

function viewOf(state: SessionState, session: Session | null): SessionView {
  const permissions = new Set(state.user?.permissions);
  const roles = new Set(state.user?.roleCodes);
  const isAdmin = permissions.has('*:*:*') || roles.has('admin');
  const here = () => session ?? browserSession();
  return {
    ...state,
    can: (permission) => isAdmin || permissions.has(permission),
    hasRole: (role) => roles.has('admin') || roles.has(role),
    login: (credentials) => here().login(credentials),
    logout: (to) => here().logout(to),
    reload: () => here().reload(),
    reloadMenus: () => here().reloadMenus(),
    reloadCities: () => here().reloadCities(),
    takeSignOutReason: () => here().takeSignOutReason(),
  };
}
