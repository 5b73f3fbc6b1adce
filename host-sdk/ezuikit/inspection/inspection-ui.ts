import type { Wall } from '../../types.ts';
import { EZUIKitPlayer } from '../ezuikit-player.ts';
import { findContainer, languageOf } from '../settings.ts';
import {
  delayOf,
  type InspectionOptions,
  type InspectionPlayerOptions,
  type InspectionScreen,
  imageUrl,
  type PageChange,
  screenHeightOf,
} from './inspection-options.ts';
import { PageBar } from './page-bar.ts';
import { PageGrid, type PageSize, pageCountOf, pageSizeOf } from './page-grid.ts';
import { PageTimeline } from './page-timeline.ts';

const emptyTexts: Readonly<Record<string, string>> = {
  'zh-CN': '请选择播放设备',
  'en-US': 'Select a device to play',
};
const noScreen: InspectionScreen = { options: null, player: null };

/**
 * Shows many cameras in pages, as `EZUIKitInspectionUI` of EZUIKit 9. Only the page shown has players. Pages, screens
 * and list items are counted from 0.
 */
export class EZUIKitInspectionUI {
  /** Vue must not wrap it in a proxy: a reactive copy of a player is of no use. */
  protected readonly __v_skip = true;
  pageSize: PageSize;
  pageIndex: number;
  private readonly element = document.createElement('div');
  private readonly options: InspectionOptions;
  private readonly grid: PageGrid;
  private readonly bar: PageBar;
  private readonly timeline: PageTimeline | null;
  private readonly selectStyle: CSSStyleSheet | null;
  private readonly hasHeight: boolean;
  private list: (InspectionPlayerOptions | string)[];
  private screens: InspectionScreen[] = [];
  private selected = -1;
  private delayMs: number;
  private isLoop: boolean;
  private turnTimer: ReturnType<typeof setInterval> | undefined;
  private isDestroyed = false;
  private readonly resizing: ResizeObserver;

  constructor(container: unknown, options: InspectionOptions = {}) {
    const outer = findContainer(container);
    this.options = options;
    this.list = [...(options.list ?? [])];
    this.pageSize = pageSizeOf(options.pageSize);
    this.pageIndex = Math.min(Math.max(0, Math.trunc(Number(options.pageIndex)) || 0), this.pages - 1);
    this.delayMs = delayOf(options.delay);
    this.isLoop = Boolean(options.loop);
    // Measured before anything is added, which would give it a height.
    this.hasHeight = (outer?.clientHeight ?? 0) > 0;
    const language = languageOf(options.language);
    this.grid = new PageGrid({
      screenHeight: screenHeightOf(this.list),
      screenStyle: options.screenStyle ?? '',
      textStyle: options.textStyle ?? '',
      onSelect: (screen) => this.screenSelect(screen),
    });
    this.grid.setText(options.text ?? emptyTexts[language] ?? '');
    this.grid.setBackground(imageUrl(options.imgUrl));
    this.bar = new PageBar({ language, onTurn: (step) => this.turn(step) });
    this.selectStyle = addStyle(options.selectStyle);
    this.grid.resize(this.pageSize, this.hasHeight);
    this.element.id = typeof options.id === 'string' ? options.id : 'ezuikit-inspection-player';
    this.element.style.cssText = `display:flex;flex-direction:column;width:100%;height:${this.hasHeight ? '100%' : 'auto'}`;
    this.timeline = options.timeline ? new PageTimeline() : null;
    this.element.append(
      this.grid.element,
      ...(this.timeline ? [this.timeline.element] : []),
      this.bar.element,
    );
    outer?.append(this.element);
    this.resizing = new ResizeObserver(() => {
      for (const { player } of this.screens) player?.autoResize().catch(() => {});
    });
    this.resizing.observe(this.grid.element);
    this.show();
    this.select(Math.trunc(Number(options.selectScreen ?? options.defaultSelect)) || 0);
    if (options.autoTurn) this.startTurn();
  }

  get pages(): number {
    return pageCountOf(this.list.length, this.pageSize);
  }

  /** What the timeline shows in all players of the page. Null without a timeline, and until it is ready. */
  get wall(): Wall | null {
    return this.timeline?.wall ?? null;
  }

  nextPage(): void {
    this.turn(1);
  }
  /** Goes to the previous page. */
  lastPage(): void {
    this.turn(-1);
  }
  pageTo(target: number): void {
    const index = Number(target);
    if (this.isDestroyed || index === this.pageIndex) return;
    const exists = Number.isInteger(index) && index >= 0 && index < this.pages;
    if (exists) {
      this.pageIndex = index;
      this.refresh();
    }
    this.report(exists ? 0 : -1, exists ? 'success' : 'no such page');
  }
  /** Keeps the first camera of the page on the page. */
  changePageSize(size: number): void {
    if (this.isDestroyed) return;
    const first = this.pageIndex * this.pageSize;
    this.pageSize = pageSizeOf(size);
    this.pageIndex = Math.floor(first / this.pageSize);
    void this.clear();
    this.grid.resize(this.pageSize, this.hasHeight);
    this.show();
    this.select(0);
    this.report(0, 'success');
  }

  async playAll(): Promise<void> {
    await this.all((player) => player.play());
  }
  async stopAll(): Promise<void> {
    await this.all((player) => player.stop());
  }
  async muteAll(): Promise<void> {
    await this.all((player) => player.closeSound());
  }
  async unmuteAll(): Promise<void> {
    await this.all((player) => player.openSound());
  }

  startTurn(): void {
    this.stopTurn();
    if (this.isDestroyed) return;
    this.turnTimer = setInterval(() => {
      if (!document.hidden) this.turn(1);
    }, this.delayMs);
  }
  stopTurn(): void {
    clearInterval(this.turnTimer);
    this.turnTimer = undefined;
  }
  /** Milliseconds per page for `startTurn`. */
  setDelay(delay: number): void {
    this.delayMs = delayOf(delay);
    if (this.turnTimer !== undefined) this.startTurn();
  }
  setLoop(isLoop: boolean): void {
    this.isLoop = Boolean(isLoop);
    this.bar.show(this.pageIndex, this.pages, this.isLoop);
  }
  setText(text: string): void {
    this.grid.setText(String(text));
  }
  /** URL of an image (http, https or `data:image/…`); any other value removes the background. */
  setBackground(image: string): void {
    this.grid.setBackground(imageUrl(image));
  }

  getDeviceList(): (InspectionPlayerOptions | string)[] {
    return this.list;
  }
  /** Replaces the cameras and shows the first page. */
  setList(list: (InspectionPlayerOptions | string)[]): void {
    if (this.isDestroyed) return;
    this.list = [...list];
    this.pageIndex = 0;
    this.refresh();
    this.report(0, 'success');
  }

  /** Without an index: the selected screen. */
  getScreen(index: number = this.selected): InspectionScreen {
    return this.screens[index] ?? noScreen;
  }
  getScreenList(): InspectionScreen[] {
    return [...this.screens];
  }
  screenSelect(index: number): InspectionScreen {
    if (this.select(index)) this.options.onScreenSelect?.(index, this.getScreen(index));
    return this.getScreen(index);
  }

  /**
   * Plays a camera on a screen of this page, by default on the selected one: that of `options`, or item `listIndex` of
   * the list. Null if there is no such screen or item.
   */
  initPlayer(
    listIndex: number,
    screenIndex: number = this.selected,
    options: InspectionPlayerOptions | string | undefined = this.list[listIndex],
  ): EZUIKitPlayer | null {
    if (this.isDestroyed || options === undefined || !this.screens[screenIndex]) return null;
    const before = this.screens[screenIndex].player;
    const player = this.fill(screenIndex, options);
    this.timeline?.replace(before, player);
    if (screenIndex === this.selected) this.timeline?.choose(player);
    void before?.destroy();
    return player;
  }
  /** Ends the player of a screen, which stays as an empty one. */
  async destroyScreen(index: number): Promise<void> {
    const player = this.screens[index]?.player;
    if (this.screens[index]) this.screens[index] = noScreen;
    this.timeline?.replace(player ?? null, null);
    await player?.destroy();
  }

  /** `keepsScreens`: the empty screens stay in the page. Safe to call twice. */
  async destroy(keepsScreens = false): Promise<void> {
    this.isDestroyed = true;
    this.stopTurn();
    this.resizing.disconnect();
    this.timeline?.end();
    this.timeline?.element.remove();
    const gone = this.clear();
    this.bar.element.remove();
    if (!keepsScreens) this.element.remove();
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== this.selectStyle);
    await gone;
  }

  private turn(step: 1 | -1): void {
    if (this.isDestroyed) return;
    const { pages } = this;
    const next = this.pageIndex + step;
    const isEnd = next < 0 || next >= pages;
    if (!isEnd || (this.isLoop && pages > 1)) this.pageTo((next + pages) % pages);
    else {
      this.stopTurn();
      this.report(-1, step > 0 ? 'this is the last page' : 'this is the first page');
    }
  }

  private report(code: number, msg: string): void {
    const { pageSize, pageIndex } = this;
    const change: PageChange = { eventType: 'pageChange', code, msg, data: { pageSize, pageIndex } };
    this.options.onPageChange?.(change);
  }

  private refresh(): void {
    void this.clear();
    this.show();
    this.select(0);
  }

  private clear(): Promise<unknown> {
    return Promise.all(this.screens.splice(0).map(({ player }) => player?.destroy()));
  }

  private show(): void {
    const from = this.pageIndex * this.pageSize;
    this.selected = -1;
    this.grid.element.setAttribute('aria-label', `${this.pageIndex + 1} / ${this.pages}`);
    this.bar.show(this.pageIndex, this.pages, this.isLoop);
    this.grid.screens.forEach((screen, at) => {
      const options = this.list[from + at];
      this.screens[at] = noScreen;
      if (options !== undefined) this.fill(at, options);
      screen.setAttribute('aria-label', `${from + at + 1}`);
    });
    this.timeline?.show(
      this.screens.flatMap(({ player }) => player ?? []),
      this.options,
    );
  }

  private fill(at: number, given: InspectionPlayerOptions | string): EZUIKitPlayer {
    const { pageSize: _size, list: _list, autoPlay, ...shared } = this.options;
    const options = typeof given === 'string' ? { url: given } : given;
    const player = new EZUIKitPlayer({
      audio: false,
      autoplay: autoPlay ?? true,
      ...shared,
      ...options,
      id: options.container ?? this.grid.players[at],
      width: '100%',
      height: '100%',
    });
    player.on('click', () => this.screenSelect(at));
    this.screens[at] = { options, player };
    return player;
  }

  /** False if nothing changed. */
  private select(screen: number): boolean {
    if (screen === this.selected || !this.screens[screen]) return false;
    this.selected = screen;
    this.grid.select(screen, !this.selectStyle);
    this.timeline?.choose(this.getScreen().player);
    return true;
  }

  /** A call that fails on one player does not affect the others; its handleError reports the reason. */
  private async all(call: (player: EZUIKitPlayer) => Promise<unknown>): Promise<void> {
    await Promise.allSettled(this.screens.map(({ player }) => player && call(player)));
  }
}

/** A sheet of its own, which a CSP that forbids style elements does not block. */
function addStyle(rules: unknown): CSSStyleSheet | null {
  if (typeof rules !== 'string' || !rules) return null;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(rules);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  return sheet;
}
