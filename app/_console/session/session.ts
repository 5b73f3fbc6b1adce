/**
 * Session store of the page, independent of React: current user, permissions and sign-out. `loading → in | out`; `in
 * → out` by sign-out here or in another tab, by expiry reported by the server, or if the user data cannot be loaded.
 */

import { apiTexts } from '../../../lib/i18n/console/api.ts';
import { commonTexts } from '../../../lib/i18n/console/common.ts';
import type { Locale } from '../../../lib/i18n/translate.ts';
import type { Clock } from '../../../lib/kernel/clock.ts';
import { ApiError } from '../api/api-error.ts';
import { type Bearer, type TokenAnswer, tokenOf } from '../api/bearer.ts';
import { type Api, isEndOfSession } from '../api/create-api.ts';
import { errorNoticeMs, type Notifier } from '../ui/toasts/notifier.ts';
import type { DraftStorage } from './draft-storage.ts';
import { landingPath, loginAddress, loginPath, safeRedirect } from './redirect.ts';
import type { SessionStorage } from './session-storage.ts';
import type { AreaNode, Credentials, MenuNode, SessionState, SessionUser } from './session-types.ts';

/** Delay between the message that the session has ended and the sign-out. */
export const expiryDelayMs = 500;

/** Messages between the tabs of a browser. */
export type TabMessage =
  /** `isChosen`: the user signed out; otherwise the session expired. */
  { readonly type: 'out'; readonly isChosen: boolean } | { readonly type: 'in'; readonly userId: number };

export interface SessionParts {
  readonly api: Api;
  readonly bearer: Bearer;
  readonly storage: SessionStorage;
  readonly drafts: Pick<DraftStorage, 'open' | 'close'>;
  readonly clock: Clock;
  readonly notifier: Notifier;
  readonly locale: () => Locale;
  /** Path and query of the page. */
  readonly here: () => string;
  readonly origin: () => string;
  /** True if our own server redirects users with a session away from the sign-in page. */
  readonly isGuarded: () => boolean;
  /** Navigates to another document, which discards all session state. */
  readonly leaveFor: (path: string) => void;
  readonly tabs: {
    post(message: TabMessage): void;
    onMessage(listener: (message: TabMessage) => void): void;
  };
}

const signedOut: SessionState = {
  state: 'out',
  user: null,
  menus: [],
  cities: [],
  cityCount: 0,
  isLeaving: false,
};
export const atStart: SessionState = { ...signedOut, state: 'loading' };

export class Session {
  private held: SessionState = atStart;
  private readonly listeners = new Set<() => void>();
  private starting: Promise<void> | null = null;
  private leaving: Promise<void> | null = null;
  private isEnding = false;

  constructor(private readonly parts: SessionParts) {
    parts.tabs.onMessage((message) => this.onMessage(message));
  }

  readonly get = (): SessionState => this.held;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** Determines the current user, once. `reload` repeats it. */
  start(): Promise<void> {
    this.starting ??= this.find();
    return this.starting;
  }

  /** Reloads permissions and menus. On failure the current ones remain, if any are loaded. */
  async reload(): Promise<void> {
    const { state, user } = this.held;
    if (state !== 'in') {
      this.starting = this.find();
      return this.starting;
    }
    await this.load(!user?.pwdChangeRequired && !user?.totpRequired);
  }

  /** Reloads the menu only. On failure the current menu remains. */
  async reloadMenus(): Promise<void> {
    try {
      const menus = await this.parts.api.get<readonly MenuNode[]>('/getRouters', { quiet: true });
      if (this.held.state === 'in') this.set({ ...this.held, menus: menus ?? [] });
    } catch {
      /* an expired session is reported separately; after a network failure the next page loads the menu */
    }
  }

  /** Rejects with the server's reason. Only the user name is stored, and only on request. */
  async login(credentials: Credentials): Promise<void> {
    const accountNo = credentials.accountNo.trim();
    const token = await this.parts.api.post<TokenAnswer>(
      '/login',
      {
        accountNo,
        password: credentials.password,
        smsCode: credentials.smsCode ?? '',
        uuid: credentials.uuid ?? '',
        userType: 'ADMIN',
        loginType: 'PASSWORD',
        device: 'PC',
        rememberMe: credentials.rememberMe,
        ...(credentials.totpCode ? { totpCode: credentials.totpCode } : {}),
      },
      { quiet: true, withoutToken: true, allowDuplicate: true },
    );
    this.parts.storage.rememberName(credentials.rememberMe ? accountNo : null);
    this.parts.storage.mark();
    this.parts.bearer.set(tokenOf(token));
    this.starting = this.load();
    await this.starting;
    if (this.held.user) this.parts.tabs.post({ type: 'in', userId: this.held.user.userId });
  }

  /** Signs out on the server, clears all local state regardless of the result, and navigates to `to`. */
  logout(to: string = loginPath): Promise<void> {
    return this.end(to, true);
  }

  private end(to: string, isChosen: boolean): Promise<void> {
    this.leaving ??= this.leave(to, isChosen).finally(() => {
      this.leaving = null;
    });
    return this.leaving;
  }

  /** The server reported the end of the session: shows it once, then signs out. */
  readonly expire = (): void => {
    if (this.isEnding || this.held.state === 'out') return;
    this.isEnding = true;
    const message = apiTexts['api.expired'][this.parts.locale()];
    // Shown here for half a second, and again on the next page.
    this.notify(message);
    this.parts.storage.storeSignOutReason(message);
    this.parts.clock.after(expiryDelayMs, () => {
      if (this.isEnding) void this.end(landingPath, false);
    });
  };

  /** Why the previous session ended. Returned once. */
  takeSignOutReason(): string | null {
    return this.parts.storage.takeSignOutReason();
  }

  private async find(): Promise<void> {
    const { storage, bearer } = this.parts;
    const here = this.parts.here();
    // Our server never shows the sign-in page to a signed-in user, so a marker there is stale.
    if (this.parts.isGuarded() && here.split('?')[0] === loginPath) storage.unmark();
    // If our server guards pages, all pages except /user/ imply a session cookie.
    const mayBeIn = storage.isMarked || (this.parts.isGuarded() && !here.startsWith('/user/'));
    if (!mayBeIn) return this.set(signedOut);
    try {
      await bearer.renew();
    } catch (error) {
      if (!storage.isMarked) return this.set(signedOut);
      if (isEndOfSession(error)) return this.expire();
      if (!this.parts.isGuarded() && isNotThere(error)) return this.forget();
      return this.giveUp();
    }
    storage.mark();
    await this.load();
  }

  private async load(isLoaded = false): Promise<void> {
    const { api } = this.parts;
    try {
      const user = withDefaults(await api.get<SessionUser>('/get-user-info', { quiet: true }));
      this.parts.drafts.open(user.userId);
      // The server rejects other calls until the required actions are completed.
      if (user.pwdChangeRequired || user.totpRequired) {
        return this.set({ ...signedOut, state: 'in', user });
      }
      const menus = await api.get<readonly MenuNode[]>('/getRouters', { quiet: true });
      this.set({ ...this.held, state: 'in', user, menus: menus ?? [], isLeaving: false });
    } catch (error) {
      // The end of the session is reported separately.
      if (!isEndOfSession(error)) await this.giveUp(isLoaded);
      return;
    }
    await this.reloadCities();
  }

  /** Reports failures itself. */
  async reloadCities(): Promise<void> {
    try {
      const cities = (await this.parts.api.get<readonly AreaNode[] | null>('/sys/area/tree')) ?? [];
      const cityCount = cities.reduce((count, { cityNum }) => count + cityNum, 0);
      if (this.held.state === 'in') this.set({ ...this.held, cities, cityCount });
    } catch {
      /* reported by the call; the area pickers are empty */
    }
  }

  /** For a backend without token renewal: its session ended with the previous page. */
  private forget(): void {
    this.parts.storage.unmark();
    this.set(signedOut);
  }

  /** `staysIn`: only says so. */
  private async giveUp(staysIn = false): Promise<void> {
    if (this.isEnding) return;
    const locale = this.parts.locale();
    const message = apiTexts['api.userInfoFailed'][locale];
    this.notify(message, commonTexts['common.error'][locale]);
    if (staysIn) return;
    this.isEnding = true;
    this.parts.storage.storeSignOutReason(message);
    await this.end(landingPath, false);
  }

  private async leave(to: string, isChosen: boolean): Promise<void> {
    this.isEnding = true;
    await this.notifyServer();
    if (isChosen) this.parts.drafts.close();
    this.clear();
    this.parts.tabs.post({ type: 'out', isChosen });
    this.parts.leaveFor(to);
    this.isEnding = false;
  }

  private async notifyServer(): Promise<void> {
    if (!this.parts.bearer.hasToken) return;
    try {
      await this.parts.api.get('/logout', { quiet: true });
    } catch {
      /* signed out locally in any case */
    }
  }

  private clear(): void {
    this.parts.bearer.drop();
    this.parts.storage.unmark();
    this.set({ ...signedOut, isLeaving: true });
  }

  private onMessage(message: TabMessage): void {
    const { state, user } = this.held;
    if (message.type === 'out' && message.isChosen) this.parts.drafts.close();
    if (message.type === 'out' && state !== 'out' && !this.isEnding) {
      this.clear();
      this.parts.leaveFor(loginAddress(this.parts.here()));
    }
    if (message.type !== 'in') return;
    const here = new URL(this.parts.here(), this.parts.origin());
    // This tab shows data of another user.
    if (state === 'in' && user?.userId !== message.userId) this.parts.leaveFor(this.parts.here());
    else if (state === 'out' && here.pathname === loginPath) {
      this.parts.leaveFor(safeRedirect(here.searchParams.get('redirect'), here.origin));
    }
  }

  private notify(message: string, title?: string): void {
    this.parts.notifier.show({
      kind: 'error',
      message,
      ...(title === undefined ? {} : { title }),
      durationMs: errorNoticeMs,
    });
  }

  private set(next: SessionState): void {
    this.held = next;
    for (const listener of this.listeners) listener();
  }
}

function isNotThere(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.code === '404');
}

/** Adds the default role to users without roles. */
function withDefaults(user: SessionUser): SessionUser {
  return {
    ...user,
    avatar: user.avatar ?? '',
    totpRequired: user.totpRequired ?? false,
    totpAdvised: user.totpAdvised ?? false,
    roleCodes: user.roleCodes?.length ? user.roleCodes : ['ROLE_DEFAULT'],
    permissions: user.permissions ?? [],
  };
}
