/**
 * Store of the open tabs, independent of React: open pages, current page and its address. Synchronized with the
 * address bar and the history.
 */
import { type LocalText, locales } from '../../../lib/i18n/translate.ts';
import type { BrowserLocation } from '../ui/browser-location.ts';
import { findRoute, homePath, isForeign, type PageRoute, pathnameOf, tabKeyOf } from './menu-routes.ts';
import { withoutPanel } from './page/panel-address.ts';
import type { StoredTabs } from './stored-tabs.ts';
import {
  activate,
  alive,
  type CloseScope,
  closing,
  isHomeTab,
  noTabs,
  show,
  type TabRecord,
  type TabsState,
  titleOf,
  update,
  without,
} from './tabs.ts';

export type ExceptionCode = '403' | '404' | '500';

export interface Site {
  readonly routes: readonly PageRoute[];
  /** Redirect target of an address, or null. */
  redirect(fullPath: string): string | null;
  isAllowed(route: PageRoute): boolean;
  /** A built-in page, whether or not it is in this menu. */
  isBuiltIn(pathname: string): boolean;
  translate(title: string | LocalText): string;
}

export interface HostView extends TabsState {
  /** Exception shown instead of a page. */
  readonly exception: ExceptionCode | null;
  /** Tabs whose pages stay mounted, in tab order. */
  readonly alive: readonly TabRecord[];
  readonly unsaved: ReadonlySet<string>;
  /** Whether the shown page takes the focus; false while navigating with keys in the tab bar. */
  readonly leads: boolean;
  /** Number of refreshes per tab, by key. */
  readonly runs: Readonly<Record<string, number>>;
}

export interface TabHostParts {
  readonly place: BrowserLocation;
  readonly stored: StoredTabs;
  /** Opens a new window without `opener`. */
  openForeign(address: string): void;
  /** Asks whether unsaved changes may be discarded. */
  confirmLoss(titles: readonly string[]): Promise<boolean>;
  readonly isMultiTab: () => boolean;
}

export type Closed = 'closed' | 'kept' | 'lastTab' | 'homeStays' | 'noLeft' | 'noRight';

/** Maximum number of mounted pages. */
export const maxAlive = 12;

/** Exception page of an address, if any. */
export const exceptionOf = (fullPath: string) =>
  /^\/(403|404|500)(?:[?#]|$)/.exec(fullPath)?.[1] as ExceptionCode | undefined;

/** Keeps the requested address, so that a reload opens it if access was granted in the meantime. */
const exceptionPath = (code: ExceptionCode, redirect: string) =>
  exceptionOf(redirect) ? redirect : `/${code}?${new URLSearchParams({ redirect })}`;

export class TabHost {
  #site: Site | null = null;
  #tabs: TabsState = noTabs;
  #exception: ExceptionCode | null = null;
  readonly #unsaved = new Set<string>();
  #runs: Readonly<Record<string, number>> = {};
  #view: HostView = { ...noTabs, exception: null, alive: [], unsaved: new Set(), leads: true, runs: {} };
  #leads = true;
  readonly #listeners = new Set<() => void>();
  #stopListening = () => {};

  constructor(private readonly parts: TabHostParts) {}

  readonly get = (): HostView => this.#view;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Restores the tabs of this window and opens the current address. */
  start(site: Site): void {
    const isFirst = this.#site === null;
    this.#site = site;
    if (isFirst) this.#begin();
    else this.#notify();
  }

  #begin(): void {
    const stored = this.parts.stored.read().map((tab) => {
      const known = this.#record(tab.fullPath);
      return known && { ...known, customTitle: tab.customTitle };
    });
    const tabs = new Map([this.#record(homePath), ...stored].flatMap((tab) => (tab ? [[tab.key, tab]] : [])));
    this.#tabs = { ...noTabs, tabs: [...tabs.values()] };
    this.#stopListening = this.parts.place.onMove(() => void this.follow());
    void this.follow();
  }

  stop(): void {
    this.#stopListening();
    this.#site = null;
  }

  routeOf(tab: TabRecord): PageRoute | null {
    return this.#site ? findRoute(this.#site.routes, tab.path) : null;
  }

  titleOf(tab: TabRecord): string {
    const route = this.routeOf(tab);
    const title = tab.customTitle ?? route?.title;
    return title !== undefined && this.#site ? this.#site.translate(title) : titleOf(tab);
  }

  /** Opens or activates the tab of the page. Without a query the tab keeps its state. */
  async open(fullPath: string): Promise<void> {
    if (isForeign(fullPath)) return this.parts.openForeign(fullPath);
    const target = this.#site?.redirect(fullPath) ?? fullPath;
    const refusal = this.#refusalOf(target);
    if (refusal) return this.#showException(refusal, target, 'push');
    const requested = this.#record(target);
    const known = this.#tabs.tabs.find((tab) => tab.key === requested?.key);
    const tab = known && (target === known.key ? known : { ...known, fullPath: target });
    await this.#showIfAllowed(tab ?? requested, 'push');
  }

  /** Shows the page of the address bar. */
  async follow(): Promise<void> {
    if (!this.#site) return;
    const fullPath = this.parts.place.get();
    const redirect = exceptionOf(fullPath) && new URLSearchParams(fullPath.split('?')[1]).get('redirect');
    const requested = redirect && this.#refusalOf(redirect) === null ? redirect : fullPath;
    const target = this.#site.redirect(requested) ?? requested;
    const refusal = this.#refusalOf(target);
    if (refusal) return this.#showException(refusal, target, 'replace');
    const record = this.#record(target);
    const known = this.#tabs.tabs.find((tab) => tab.key === record?.key);
    await this.#showIfAllowed(known ? { ...known, fullPath: target } : record, 'replace');
  }

  async #showIfAllowed(tab: TabRecord | null, how: 'push' | 'replace'): Promise<void> {
    if (!tab) return;
    const isShown = await this.#mayLeaveFor(tab);
    const shown = isShown ? tab : this.#tabs.tabs.find((one) => one.key === this.#tabs.activeKey);
    // If leaving was declined after going back, restores the address of the shown page.
    if (shown && shown.fullPath !== this.parts.place.get()) {
      this.parts.place[isShown ? how : 'push'](shown.fullPath);
    }
    if (isShown) this.#show(tab);
  }

  setQuery(key: string, query: URLSearchParams, push: boolean): void {
    const tab = this.#tabs.tabs.find((one) => one.key === key);
    if (!tab) return;
    const text = query.toString();
    const fullPath = text ? `${tab.path}?${text}` : tab.path;
    if (fullPath === tab.fullPath) return;
    if (this.#tabs.activeKey === key) this.parts.place[push ? 'push' : 'replace'](fullPath);
    this.#set(update(this.#tabs, key, { fullPath }));
  }

  setTitle(key: string, customTitle: TabRecord['customTitle']): void {
    if (this.#tabs.tabs.some((tab) => tab.key === key && !isSameTitle(tab.customTitle, customTitle))) {
      this.#set(update(this.#tabs, key, { customTitle }));
    }
  }

  setUnsaved(key: string, isUnsaved: boolean): void {
    if (this.#unsaved.has(key) === isUnsaved) return;
    if (isUnsaved) this.#unsaved.add(key);
    else this.#unsaved.delete(key);
    this.#notify();
  }

  /** Remounts the page and discards its state. */
  async refresh(key: string): Promise<void> {
    const tab = this.#tabs.tabs.find((one) => one.key === key);
    if (tab && this.#unsaved.has(key) && !(await this.parts.confirmLoss([this.titleOf(tab)]))) return;
    this.#unsaved.delete(key);
    this.#runs = { ...this.#runs, [key]: (this.#runs[key] ?? 0) + 1 };
    this.#notify();
  }

  async close(key: string, scope: CloseScope, { leads = true } = {}): Promise<Closed> {
    const keys = closing(this.#tabs, key, scope);
    if (keys.length === 0) {
      if (scope === 'left') return 'noLeft';
      if (scope === 'right') return 'noRight';
      return this.#tabs.tabs.length > 1 && isHomeTab(this.#tabs, key) && scope === 'current'
        ? 'homeStays'
        : 'lastTab';
    }
    const losing = this.#tabs.tabs.filter((tab) => keys.includes(tab.key) && this.#unsaved.has(tab.key));
    if (losing.length > 0 && !(await this.parts.confirmLoss(losing.map((tab) => this.titleOf(tab))))) {
      return 'kept';
    }
    const before = this.#tabs.activeKey;
    // The tab that stays is shown.
    const tabs = scope === 'others' ? { ...this.#tabs, activeKey: key } : this.#tabs;
    const next = without(tabs, keys);
    for (const gone of keys) this.#unsaved.delete(gone);
    this.#leads = leads;
    this.#set(next);
    if (next.activeKey !== before) this.#pushAddress();
    return 'closed';
  }

  /** Activates the next or previous tab, wrapping around. */
  step(by: 1 | -1): void {
    const { tabs, activeKey } = this.#tabs;
    const at = tabs.findIndex((tab) => tab.key === activeKey);
    const next = tabs.at((at + by) % tabs.length);
    if (next) void this.open(next.fullPath);
  }

  #pushAddress(): void {
    const tab = this.#tabs.tabs.find((one) => one.key === this.#tabs.activeKey);
    if (tab) this.parts.place.push(tab.fullPath);
  }

  #refusalOf(fullPath: string): ExceptionCode | null {
    const requested = exceptionOf(fullPath);
    if (requested || !this.#site) return requested ?? null;
    const route = findRoute(this.#site.routes, fullPath);
    if (!route) return this.#site.isBuiltIn(pathnameOf(fullPath)) ? '403' : '404';
    return this.#site.isAllowed(route) ? null : '403';
  }

  #record(fullPath: string): TabRecord | null {
    const route = this.#site ? findRoute(this.#site.routes, fullPath) : null;
    if (!route || !this.#site?.isAllowed(route)) return null;
    const key = tabKeyOf(route, fullPath);
    const meta = { title: this.#site.translate(route.title) };
    return { key, path: pathnameOf(fullPath), fullPath, meta, customTitle: null };
  }

  /** Without tabs, navigating closes the current page. */
  async #mayLeaveFor(tab: TabRecord): Promise<boolean> {
    const shown = this.#tabs.tabs.find((one) => one.key === this.#tabs.activeKey);
    if (this.parts.isMultiTab() || !shown || shown.key === tab.key || !this.#unsaved.has(shown.key))
      return true;
    const isFine = await this.parts.confirmLoss([this.titleOf(shown)]);
    if (isFine) this.#unsaved.delete(shown.key);
    return isFine;
  }

  #show(tab: TabRecord): void {
    this.#exception = null;
    this.#leads = true;
    const next = show(this.#leaving(tab.key), tab);
    this.#set(
      this.parts.isMultiTab()
        ? next
        : { ...next, tabs: next.tabs.filter((one, index) => index === 0 || one.key === tab.key) },
    );
  }

  /** Closes the panel of the tab being left, unless it is a form with changes. */
  #leaving(forKey: string | null): TabsState {
    const left = this.#tabs.tabs.find((tab) => tab.key === this.#tabs.activeKey);
    if (!left || left.key === forKey || this.#unsaved.has(left.key)) return this.#tabs;
    return update(this.#tabs, left.key, { fullPath: withoutPanel(left.fullPath) });
  }

  #showException(code: ExceptionCode, redirect: string, how: 'push' | 'replace'): void {
    const path = exceptionPath(code, redirect);
    if (this.parts.place.get() !== path) this.parts.place[how](path);
    this.#exception = code;
    this.#set(activate(this.#leaving(null), null));
  }

  #set(next: TabsState): void {
    this.#tabs = next;
    this.parts.stored.write(next.tabs.map((tab) => ({ ...tab, fullPath: withoutPanel(tab.fullPath) })));
    this.#notify();
  }

  #notify(): void {
    const isMultiTab = this.parts.isMultiTab();
    this.#view = {
      ...this.#tabs,
      exception: this.#exception,
      unsaved: new Set(this.#unsaved),
      leads: this.#leads,
      runs: this.#runs,
      alive: alive(
        this.#tabs,
        maxAlive,
        (tab) => !isMultiTab || this.routeOf(tab)?.noCache === true,
        (tab) => this.#unsaved.has(tab.key),
      ),
    };
    for (const listener of this.#listeners) listener();
  }
}

function isSameTitle(one: TabRecord['customTitle'], other: TabRecord['customTitle']): boolean {
  if (one === null || other === null || typeof one === 'string' || typeof other === 'string')
    return one === other;
  return locales.every((locale) => one[locale] === other[locale]);
}
