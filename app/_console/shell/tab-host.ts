/**
 * Which rooms are open, which one is seen, and the address that belongs to it. A store outside React: the address
 * bar and the history are told, and listened to.
 */
import type { LocalText } from '../../../lib/i18n/translate.ts';
import type { BrowserPlace } from './browser-place.ts';
import { findRoute, homePath, isForeign, type RoomRoute } from './routes.ts';
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
  readonly routes: readonly RoomRoute[];
  /** Where an address leads instead, or null. */
  redirect(fullPath: string): string | null;
  isAllowed(route: RoomRoute): boolean;
  say(title: string | LocalText): string;
}

export interface HostView extends TabsState {
  /** Shown instead of a room. */
  readonly exception: ExceptionCode | null;
  /** Whose rooms are kept, in the order of the tabs. */
  readonly alive: readonly TabRecord[];
  readonly unsaved: ReadonlySet<string>;
  /** How often a room was started anew, by key. */
  readonly runs: Readonly<Record<string, number>>;
}

export interface TabHostParts {
  readonly place: BrowserPlace;
  readonly stored: StoredTabs;
  /** A new window that knows nothing of this one. */
  openForeign(address: string): void;
  /** Whether changes may be lost. */
  confirmLoss(titles: readonly string[]): Promise<boolean>;
  readonly isMultiTab: () => boolean;
}

export type Closed = 'closed' | 'kept' | 'lastTab' | 'homeStays' | 'noLeft' | 'noRight';

/** Rooms that stay alive. */
export const mostAlive = 12;

/** Which exception page an address names, if any. */
export const exceptionOf = (fullPath: string) =>
  /^\/(403|404|500)(?:[?#]|$)/.exec(fullPath)?.[1] as ExceptionCode | undefined;

export class TabHost {
  #site: Site | null = null;
  #tabs: TabsState = noTabs;
  #exception: ExceptionCode | null = null;
  readonly #unsaved = new Set<string>();
  #runs: Readonly<Record<string, number>> = {};
  #view: HostView = { ...noTabs, exception: null, alive: [], unsaved: new Set(), runs: {} };
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
    const home = this.#record(homePath, homePath);
    const tabs = this.parts.stored
      .read()
      .filter((tab) => tab.key !== homePath && this.#routeOf(tab.fullPath) !== null);
    this.#tabs = { ...noTabs, tabs: [...(home ? [home] : []), ...tabs] };
    this.#stopListening = this.parts.place.onMove(() => void this.follow());
    void this.follow();
  }

  stop(): void {
    this.#stopListening();
    this.#site = null;
  }

  routeOf(tab: TabRecord): RoomRoute | null {
    return this.#site ? findRoute(this.#site.routes, tab.path) : null;
  }

  titleOf(tab: TabRecord): string {
    const route = this.routeOf(tab);
    return tab.customTitle ?? (route && this.#site ? this.#site.say(route.title) : titleOf(tab));
  }

  /** From the menu any tab of the page will do; from elsewhere only one that shows this very address. */
  async open(fullPath: string, options: { readonly fromMenu?: boolean } = {}): Promise<void> {
    if (isForeign(fullPath)) return this.parts.openForeign(fullPath);
    const target = this.#site?.redirect(fullPath) ?? fullPath;
    const refusal = this.#refusalOf(target);
    if (refusal) return this.#showException(refusal, 'push');
    const pathname = target.split(/[?#]/)[0] ?? target;
    const known =
      this.#tabs.tabs.find((tab) => tab.fullPath === target) ??
      this.#tabs.tabs.find((tab) => tab.key === target) ??
      (options.fromMenu ? this.#lastSeen((tab) => tab.path === pathname) : undefined);
    const tab = known ?? this.#record(target, target);
    if (!tab || !(await this.#mayLeaveFor(tab))) return;
    if (tab.key !== this.#tabs.activeKey || tab.fullPath !== this.parts.place.get().fullPath) {
      this.parts.place.push(tab.fullPath, tab.key);
    }
    this.#show(tab);
  }

  /** Shows what the address bar says. */
  async follow(): Promise<void> {
    if (!this.#site) return;
    const { fullPath, tabKey } = this.parts.place.get();
    const target = this.#site.redirect(fullPath) ?? fullPath;
    const refusal = this.#refusalOf(target);
    if (refusal) return this.#showException(refusal, 'replace');
    const byKey = this.#tabs.tabs.find((tab) => tab.key === tabKey && target.startsWith(tab.path));
    const known = byKey ?? this.#tabs.tabs.find((tab) => tab.fullPath === target || tab.key === target);
    const tab = known ? { ...known, fullPath: target } : this.#record(target, tabKey ?? target);
    if (!tab) return;
    if (!(await this.#mayLeaveFor(tab))) {
      const stays = this.#tabs.tabs.find((one) => one.key === this.#tabs.activeKey);
      return stays && this.parts.place.push(stays.fullPath, stays.key);
    }
    if (target !== fullPath || tab.key !== tabKey) this.parts.place.replace(target, tab.key);
    this.#show(tab);
  }

  setQuery(key: string, query: URLSearchParams, push: boolean): void {
    const tab = this.#tabs.tabs.find((one) => one.key === key);
    if (!tab) return;
    const text = query.toString();
    const fullPath = text ? `${tab.path}?${text}` : tab.path;
    if (fullPath === tab.fullPath) return;
    if (this.#tabs.activeKey === key) this.parts.place[push ? 'push' : 'replace'](fullPath, key);
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

  /** Starts the room anew, whatever it held. */
  refresh(key: string): void {
    this.#unsaved.delete(key);
    this.#runs = { ...this.#runs, [key]: (this.#runs[key] ?? 0) + 1 };
    this.#tell();
  }

  async close(key: string, scope: CloseScope): Promise<Closed> {
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
    // Closing left, right or all of a tab that is not seen shows that tab.
    const seen = scope === 'left' || scope === 'right' ? activate(this.#tabs, key) : this.#tabs;
    const next = without(seen, keys, key);
    for (const gone of keys) this.#unsaved.delete(gone);
    this.#exception = next.activeKey === null ? this.#exception : null;
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
    if (tab) this.parts.place.push(tab.fullPath, tab.key);
  }

  #routeOf(fullPath: string): RoomRoute | null {
    const route = this.#site ? findRoute(this.#site.routes, fullPath) : null;
    return route && this.#site?.isAllowed(route) ? route : null;
  }

  #refusalOf(fullPath: string): ExceptionCode | null {
    const asked = exceptionOf(fullPath);
    if (asked || !this.#site) return asked ?? null;
    const route = findRoute(this.#site.routes, fullPath);
    if (!route) return '404';
    return this.#site.isAllowed(route) ? null : '403';
  }

  #record(fullPath: string, key: string): TabRecord | null {
    const route = this.#routeOf(fullPath);
    if (!route || !this.#site) return null;
    const path = fullPath.split(/[?#]/)[0] ?? fullPath;
    return { key, path, fullPath, meta: { title: this.#site.say(route.title) }, customTitle: null };
  }

  #lastSeen(fits: (tab: TabRecord) => boolean): TabRecord | undefined {
    const age = (tab: TabRecord) => this.#tabs.recent.indexOf(tab.key);
    return this.#tabs.tabs.filter(fits).sort((a, b) => age(b) - age(a))[0];
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
    const next = show(this.#tabs, tab);
    this.#set(
      this.parts.isMultiTab()
        ? next
        : { ...next, tabs: next.tabs.filter((one, index) => index === 0 || one.key === tab.key) },
    );
  }

  #showException(code: ExceptionCode, how: 'push' | 'replace'): void {
    if (this.parts.place.get().fullPath !== `/${code}`) this.parts.place[how](`/${code}`, null);
    this.#exception = code;
    this.#set(activate(this.#tabs, null));
  }

  #set(next: TabsState): void {
    this.#tabs = next;
    this.parts.stored.write(next.tabs);
    this.#tell();
  }

  #tell(): void {
    const isMultiTab = this.parts.isMultiTab();
    this.#view = {
      ...this.#tabs,
      exception: this.#exception,
      unsaved: new Set(this.#unsaved),
      runs: this.#runs,
      alive: alive(
        this.#tabs,
        mostAlive,
        (tab) => !isMultiTab || this.routeOf(tab)?.noCache === true,
        (tab) => this.#unsaved.has(tab.key),
      ),
    };
    for (const listener of this.#listeners) listener();
  }
}
