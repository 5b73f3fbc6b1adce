import { EZUIKitPlayer } from '../ezuikit-player.ts';
import { findContainer } from '../settings.ts';
import type { EZUIKitPlayerOptions } from '../types.ts';
import { PageGrid, type PageSize, pageBeside, pageCountOf, pageSizeOf } from './page-grid.ts';

export interface InspectionOptions extends EZUIKitPlayerOptions {
  /** Cameras per page: 1, 2, 4, 9, 12 or 16. Default 4. */
  pageSize?: number | undefined;
  /** Start playing at once. Default true. */
  autoPlay?: boolean | undefined;
  /** Options of each player. Missing ones are taken from the options here. */
  list?: (EZUIKitPlayerOptions | string)[] | undefined;
  /** Switch to the next page automatically. Default false. */
  autoTurn?: boolean | undefined;
  /** Seconds per page for `autoTurn`. Default 10. */
  delay?: number | undefined;
  /** Continue with the first page after the last. Default true. */
  loop?: boolean | undefined;
  /** Background image of empty cells. */
  imgUrl?: string | undefined;
  onScreenSelect?: ((index: number, player: EZUIKitPlayer | null) => void) | undefined;
  onPageChange?: ((page: number, pages: number) => void) | undefined;
}

const minDelaySeconds = 1;

/** Shows many cameras in pages. Only the visible page has players. Page numbers start at 1. */
export class EZUIKitInspectionUI {
  /** Vue must not wrap it in a proxy: a reactive copy of a player is of no use. */
  readonly __v_skip = true;
  private readonly container: Element | null;
  private readonly options: InspectionOptions;
  private readonly pageSize: PageSize;
  private readonly list: (EZUIKitPlayerOptions | string | undefined)[];
  private readonly grid: PageGrid;
  private shown: (EZUIKitPlayer | null)[] = [];
  private pageIndex = 0;
  private selected: number | null = null;
  private delaySeconds: number;
  private isLoop: boolean;
  private turnTimer: ReturnType<typeof setInterval> | undefined;
  private isDestroyed = false;
  private readonly resizing: ResizeObserver;

  constructor(container: unknown, options: InspectionOptions = {}) {
    this.container = findContainer(container);
    this.options = options;
    this.list = [...(options.list ?? [])];
    this.pageSize = pageSizeOf(options.pageSize);
    this.delaySeconds = delayOf(options.delay);
    this.isLoop = options.loop ?? true;
    this.grid = new PageGrid(this.pageSize, (cell) => this.select(cell));
    const { element } = this.grid;
    element.setAttribute('role', 'region');
    element.setAttribute('aria-live', 'off');
    this.container?.append(element);
    if (options.imgUrl) this.setBackground(options.imgUrl);
    this.resizing = new ResizeObserver(() => {
      for (const player of this.shown) player?.autoResize().catch(() => {});
    });
    this.resizing.observe(element);
    this.show();
    if (options.autoTurn) this.startTurn();
  }

  /** Players of the current page; null for an empty cell. */
  get players(): readonly (EZUIKitPlayer | null)[] {
    return this.shown;
  }
  /** Number of the current page, from 1. */
  get page(): number {
    return this.pageIndex + 1;
  }
  get pages(): number {
    return pageCountOf(this.list.length, this.pageSize);
  }

  nextPage(): void {
    this.changePage(1);
  }
  /** Goes to the previous page. */
  lastPage(): void {
    this.changePage(-1);
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
      if (!document.hidden) this.changePage(1);
    }, this.delaySeconds * 1_000);
  }
  stopTurn(): void {
    clearInterval(this.turnTimer);
    this.turnTimer = undefined;
  }
  /** Seconds per page for `autoTurn`. */
  setDelay(seconds: number): void {
    this.delaySeconds = delayOf(seconds);
    if (this.turnTimer !== undefined) this.startTurn();
  }
  setLoop(isLoop: boolean): void {
    this.isLoop = Boolean(isLoop);
  }
  /** URL of an image (http, https or `data:image/…`); any other value removes the background. */
  setBackground(image: string): void {
    const isImage =
      URL.canParse(image, location.href) &&
      /^(https?:|data:image\/)/i.test(new URL(image, location.href).href);
    this.grid.setBackground(isImage ? new URL(image, location.href).href : '');
  }

  /** Creates a player in a cell of the current page. Cells are counted from 0. */
  initPlayer(index: number, options: EZUIKitPlayerOptions | string): EZUIKitPlayer | null {
    const cell = this.grid.cells[index];
    if (!cell || this.isDestroyed) return null;
    void this.shown[index]?.destroy();
    this.list[this.pageIndex * this.pageSize + index] = options;
    return this.fill(index, options);
  }

  /** Safe to call twice. */
  async destroy(): Promise<void> {
    this.isDestroyed = true;
    this.stopTurn();
    this.resizing.disconnect();
    const gone = this.clear();
    this.grid.element.remove();
    await gone;
  }

  private changePage(step: 1 | -1): void {
    if (this.isDestroyed) return;
    const next = pageBeside(this.pageIndex, step, this.pages, this.isLoop);
    if (next === null) {
      this.stopTurn();
      return;
    }
    this.pageIndex = next;
    void this.clear();
    this.show();
    this.options.onPageChange?.(this.page, this.pages);
  }

  private clear(): Promise<unknown> {
    const players = this.shown.splice(0);
    return Promise.all(players.map((player) => player?.destroy()));
  }

  private show(): void {
    const from = this.pageIndex * this.pageSize;
    this.select(null);
    this.grid.element.setAttribute('aria-label', `${this.page} / ${this.pages}`);
    this.grid.cells.forEach((_, at) => {
      const options = this.list[from + at];
      this.shown[at] = options === undefined ? null : this.fill(at, options);
      this.grid.cells[at]?.setAttribute('aria-label', `${from + at + 1}`);
    });
  }

  private fill(at: number, options: EZUIKitPlayerOptions | string): EZUIKitPlayer {
    const { pageSize: _size, list: _list, autoPlay, ...shared } = this.options;
    const own = typeof options === 'string' ? { url: options } : options;
    const player = new EZUIKitPlayer({
      audio: false,
      autoplay: autoPlay ?? true,
      ...shared,
      ...own,
      id: this.grid.cells[at],
      width: '100%',
      height: '100%',
    });
    player.on('click', () => this.select(at));
    this.shown[at] = player;
    return player;
  }

  private select(cell: number | null): void {
    if (cell === this.selected) return;
    this.selected = cell;
    this.grid.select(cell);
    if (cell !== null)
      this.options.onScreenSelect?.(this.pageIndex * this.pageSize + cell, this.shown[cell] ?? null);
  }

  /** A call that fails on one player does not affect the others; its handleError reports the reason. */
  private async all(call: (player: EZUIKitPlayer) => Promise<unknown>): Promise<void> {
    await Promise.allSettled(this.shown.map((player) => player && call(player)));
  }
}

const delayOf = (seconds: unknown): number => Math.max(minDelaySeconds, Number(seconds) || 10);
