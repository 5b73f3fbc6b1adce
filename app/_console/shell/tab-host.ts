/**
 * Which pages are open, which one is seen, and the address that belongs to it. A store outside React: the address
 * bar and the history are told, and listened to.
 */
import type { LocalText } from '../../../lib/i18n/translate.ts';
import type { BrowserLocation } from './browser-location.ts';
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
  /** Where an address leads instead, or null. */
  redirect(fullPath: string): string | null;
  isAllowed(route: PageRoute): boolean;
  /** A page that every client has, whether or not it is in this menu. */
  isBuiltIn(pathname: string): boolean;
  translate(title: string | LocalText): string;
}

export interface HostView extends TabsState {
  /** Shown instead of a page. */
  readonly exception: ExceptionCode | null;
  /** Whose pages are kept, in the order of the tabs. */
  readonly alive: readonly TabRecord[];
  readonly unsaved: ReadonlySet<string>;
  /** Whether the page that has come to be seen takes the focus: not while somebody walks along the tabs. */
  readonly leads: boolean;
  /** How often a page was started anew, by key. */
  readonly runs: Readonly<Record<string, number>>;
}

export interface TabHostParts {
  readonly place: BrowserLocation;
  readonly stored: StoredTabs;
  /** A new window that knows nothing of this one. */
  openForeign(address: string): void;
  /** Whether changes may be lost. */
  confirmLoss(titles: readonly string[]): Promise<boolean>;
  readonly isMultiTab: () => boolean;
}

export type Closed = 'closed' | 'kept' | 'lastTab' | 'homeStays' | 'noLeft' | 'noRight';

/** Pages that stay alive. */
export const maxAlive = 12;

/** Which exception page an address names, if any. */
export const exceptionOf = (fullPath: string) =>
  /^\/(403|404|500)(?:[?#]|$)/.exec(fullPath)?.[1] as ExceptionCode | undefined;

/** It keeps where somebody wanted to go: once they may, loading the page anew leads there. */
const exceptionPath = (code: ExceptionCode, wanted: string) =>
  exceptionOf(wanted) ? wanted : `/${code}?${new URLSearchParams({ redirect: wanted })}`;

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

  /** Begins with the tabs this window had, and the address it stands at. */
  start(site: Site): void {
    const isFirst = this.#site === null;
    this.#site = site;
    if (isFirst) this.#begin();
    else this.#tell();
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
    return tab.customTitle ?? (route && this.#site ? this.#site.translate(route.title) : titleOf(tab));
  }

  /** In the tab of its page, if it is open. Without a query that tab is shown as it was left. */
  async open(fullPath: string): Promise<void> {
    if (isForeign(fullPath)) return this.parts.openForeign(fullPath);
    const target = this.#site?.redirect(fullPath) ?? fullPath;
    const refusal = this.#refusalOf(target);
    if (refusal) return this.#showException(refusal, target, 'push');
    const asked = this.#record(target);
    const known = this.#tabs.tabs.find((tab) => tab.key === asked?.key);
    const tab = known && (target === known.key ? known : { ...known, fullPath: target });
    await this.#showAfterAsking(tab ?? asked, 'push');
  }

  /** Shows what the address bar says. */
  async follow(): Promise<void> {
    if (!this.#site) return;
    const fullPath = this.parts.place.get();
    const wanted = exceptionOf(fullPath) && new URLSearchParams(fullPath.split('?')[1]).get('redirect');
    const asked = wanted && this.#refusalOf(wanted) === null ? wanted : fullPath;
    const target = this.#site.redirect(asked) ?? asked;
    const refusal = this.#refusalOf(target);
    if (refusal) return this.#showException(refusal, target, 'replace');
    const record = this.#record(target);
    const known = this.#tabs.tabs.find((tab) => tab.key === record?.key);
    await this.#showAfterAsking(known ? { ...known, fullPath: target } : record, 'replace');
  }

  async #showAfterAsking(tab: TabRecord | null, how: 'push' | 'replace'): Promise<void> {
    if (!tab) return;
    const isShown = await this.#mayLeaveFor(tab);
    const shown = isShown ? tab : this.#tabs.tabs.find((one) => one.key === this.#tabs.activeKey);
    // Whoever stays after going back in the history stands at a new step of it.
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

  setTitle(key: string, customTitle: string | null): void {
    if (this.#tabs.tabs.some((tab) => tab.key === key && tab.customTitle !== customTitle)) {
      this.#set(update(this.#tabs, key, { customTitle }));
    }
  }

  setUnsaved(key: string, isUnsaved: boolean): void {
    if (this.#unsaved.has(key) === isUnsaved) return;
    if (isUnsaved) this.#unsaved.add(key);
    else this.#unsaved.delete(key);
    this.#tell();
  }

  /** Starts the page anew, whatever it held. */
  refresh(key: string): void {
    this.#unsaved.delete(key);
    this.#runs = { ...this.#runs, [key]: (this.#runs[key] ?? 0) + 1 };
    this.#tell();
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
    const next = without(this.#tabs, keys);
    for (const gone of keys) this.#unsaved.delete(gone);
    this.#leads = leads;
    this.#set(next);
    if (next.activeKey !== before) this.#tellPlace();
    return 'closed';
  }

  /** The tab beside the shown one, around the ends. */
  step(by: 1 | -1): void {
    const { tabs, activeKey } = this.#tabs;
    const at = tabs.findIndex((tab) => tab.key === activeKey);
    const next = tabs.at((at + by) % tabs.length);
    if (next) void this.open(next.fullPath);
  }

  #tellPlace(): void {
    const tab = this.#tabs.tabs.find((one) => one.key === this.#tabs.activeKey);
    if (tab) this.parts.place.push(tab.fullPath);
  }

  #refusalOf(fullPath: string): ExceptionCode | null {
    const asked = exceptionOf(fullPath);
    if (asked || !this.#site) return asked ?? null;
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

  /** Without tabs, going elsewhere closes what is shown. */
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

  /** The shown tab is left for another: a form with changes stays open in it, other panels do not. */
  #leaving(forKey: string | null): TabsState {
    const left = this.#tabs.tabs.find((tab) => tab.key === this.#tabs.activeKey);
    if (!left || left.key === forKey || this.#unsaved.has(left.key)) return this.#tabs;
    return update(this.#tabs, left.key, { fullPath: withoutPanel(left.fullPath) });
  }

  #showException(code: ExceptionCode, wanted: string, how: 'push' | 'replace'): void {
    const path = exceptionPath(code, wanted);
    if (this.parts.place.get() !== path) this.parts.place[how](path);
    this.#exception = code;
    this.#set(activate(this.#leaving(null), null));
  }

  #set(next: TabsState): void {
    this.#tabs = next;
    this.parts.stored.write(next.tabs.map((tab) => ({ ...tab, fullPath: withoutPanel(tab.fullPath) })));
    this.#tell();
  }

  #tell(): void {
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
