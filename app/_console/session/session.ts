/**
 * The session of this page, as a store outside React: who is signed in, what they may do, and what happens
 * when that ends. `loading → in | out`; `in → out` by signing out here or in another tab, by the server's word
 * that the session ended, or because the user's data cannot be had.
 */

import { apiTexts } from '../../../lib/i18n/console/api.ts';
import { sessionTexts } from '../../../lib/i18n/console/session.ts';
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

/** Between the word that a session ended and the sign-out. */
export const expiryDelayMs = 500;

/** What tabs of one browser tell each other. */
export type TabMessage =
  /** `isChosen`: somebody signed out. Else it ended by itself. */
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
  /** True where our own server sends people with a session away from the login page. */
  readonly isGuarded: () => boolean;
  /** Leaves this document, and with it everything that was held of the session. */
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

  /** Finds out who is signed in. Does it once; `reload` does it again. */
  start(): Promise<void> {
    this.starting ??= this.find();
    return this.starting;
  }

  /** Rights and menus again, for instance after they were changed. */
  async reload(): Promise<void> {
    if (this.held.state !== 'in') {
      this.starting = this.find();
      return this.starting;
    }
    await this.load();
  }

  /** The menu alone, after it was changed. Where that fails, the one that is shown stays. */
  async reloadMenus(): Promise<void> {
    try {
      const menus = await this.parts.api.get<readonly MenuNode[]>('/getRouters', { quiet: true });
      if (this.held.state === 'in') this.set({ ...this.held, menus: menus ?? [] });
    } catch {
      /* an ended session tells itself; without a network the next page has the new menu */
    }
  }

  /** Rejects with the server's reason. Nothing but the account's name is remembered, and only if asked. */
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
    this.parts.bearer.hold(tokenOf(token));
    this.starting = this.load();
    await this.starting;
    if (this.held.user) this.parts.tabs.post({ type: 'in', userId: this.held.user.userId });
  }

  /** Tells the server, and clears everything here whatever it answers. Then leaves for `to`. */
  logout(to: string = loginPath): Promise<void> {
    return this.end(to, true);
  }

  private end(to: string, isChosen: boolean): Promise<void> {
    this.leaving ??= this.leave(to, isChosen).finally(() => {
      this.leaving = null;
    });
    return this.leaving;
  }

  /** The server says that the session has ended: told once, then signed out. */
  readonly expire = (): void => {
    if (this.isEnding || this.held.state === 'out') return;
    this.isEnding = true;
    this.notifyLast(apiTexts['api.expired'][this.parts.locale()]);
    this.parts.clock.after(expiryDelayMs, () => {
      if (this.isEnding) void this.end(landingPath, false);
    });
  };

  /** Why the session before this page ended, to whoever asks first. */
  takeSignOutReason(): string | null {
    return this.parts.storage.takeSignOutReason();
  }

  private async find(): Promise<void> {
    const { storage, bearer } = this.parts;
    const here = this.parts.here();
    // Nobody with a session sees the login page then, so a marker there is an old one.
    if (this.parts.isGuarded() && here.split('?')[0] === loginPath) storage.unmark();
    // Where our server guards pages, whoever sees another one than these has its cookie.
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

  private async load(): Promise<void> {
    const { api } = this.parts;
    try {
      const user = withDefaults(await api.get<SessionUser>('/get-user-info', { quiet: true }));
      this.parts.drafts.open(user.userId);
      // Until the user has done what is asked of them, nothing else is answered.
      if (user.pwdChangeRequired || user.totpRequired) {
        return this.set({ ...signedOut, state: 'in', user });
      }
      const menus = await api.get<readonly MenuNode[]>('/getRouters', { quiet: true });
      this.set({ ...this.held, state: 'in', user, menus: menus ?? [], isLeaving: false });
    } catch (error) {
      // Then that is what is told, and the rest follows.
      if (!isEndOfSession(error)) await this.giveUp();
      return;
    }
    await this.loadCities();
  }

  private async loadCities(): Promise<void> {
    try {
      const cities = (await this.parts.api.get<readonly AreaNode[] | null>('/sys/area/tree')) ?? [];
      const cityCount = cities.reduce((count, { cityNum }) => count + cityNum, 0);
      if (this.held.state === 'in') this.set({ ...this.held, cities, cityCount });
    } catch {
      /* told by the call; pages that choose a place show that there is none */
    }
  }

  /** Of another backend that renews no tokens: its session lasted as long as the page before this one. */
  private forget(): void {
    this.parts.storage.unmark();
    this.set(signedOut);
  }

  private async giveUp(): Promise<void> {
    if (this.isEnding) return;
    this.isEnding = true;
    const locale = this.parts.locale();
    this.notifyLast(sessionTexts['session.userInfoFailed'][locale], sessionTexts['session.error'][locale]);
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
    if (!this.parts.bearer.isHeld) return;
    try {
      await this.parts.api.get('/logout', { quiet: true });
    } catch {
      /* signed out here all the same */
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
    // What this tab shows belongs to somebody else.
    if (state === 'in' && user?.userId !== message.userId) this.parts.leaveFor(this.parts.here());
    else if (state === 'out' && here.pathname === loginPath) {
      this.parts.leaveFor(safeRedirect(here.searchParams.get('redirect'), here.origin));
    }
  }

  /** Told here, where half a second is left to read it, and again by the page that this one is left for. */
  private notifyLast(message: string, title?: string): void {
    this.parts.storage.storeSignOutReason(message);
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

/** People without a role have this one. */
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
