import type { EZUIKitPlayer } from '../ezuikit-player.ts';
import type { EZUIKitPlayerOptions } from '../types.ts';

export interface InspectionPlayerOptions extends EZUIKitPlayerOptions {
  /** Element of the page that shows this camera instead of a screen of the wall. */
  container?: HTMLElement | undefined;
}

/** A screen of the current page. `player` is null if nothing plays there. */
export interface InspectionScreen {
  options: InspectionPlayerOptions | null;
  player: EZUIKitPlayer | null;
}

/** `code` is 0, or -1 if the page could not be changed. */
export interface PageChange {
  eventType: 'pageChange';
  code: number;
  msg: string;
  /** `pageIndex` counts from 0. */
  data: { pageSize: number; pageIndex: number };
}

export interface InspectionOptions extends EZUIKitPlayerOptions {
  /** Cameras per page: 1, 2, 4, 9, 12 or 16. Default 4. */
  pageSize?: number | undefined;
  /** First page shown, from 0. Default 0. */
  pageIndex?: number | undefined;
  /** Screen that is selected first, from 0. Default 0. */
  defaultSelect?: number | undefined;
  selectScreen?: number | undefined;
  /** Start playing at once. Default true. */
  autoPlay?: boolean | undefined;
  /** Options of each player. Missing ones are taken from the options here. */
  list?: (InspectionPlayerOptions | string)[] | undefined;
  /** Switch to the next page automatically. Default false. */
  autoTurn?: boolean | undefined;
  /** Milliseconds per page for `autoTurn`. Default 10,000, at least 1,000. */
  delay?: number | undefined;
  /** Continue with the first page after the last. Default false. */
  loop?: boolean | undefined;
  /** One timeline below the screens for all players of the page. Default false. */
  timeline?: boolean | undefined;
  /** Shown where nothing plays. */
  text?: string | undefined;
  imgUrl?: string | undefined;
  /** CSS declarations of the text, and of each screen. */
  textStyle?: string | undefined;
  screenStyle?: string | undefined;
  /** CSS rules for the selected screen, `.screen-select`. */
  selectStyle?: string | undefined;
  onScreenSelect?: ((index: number, screen: InspectionScreen) => void) | undefined;
  onPageChange?: ((change: PageChange) => void) | undefined;
}

const minDelayMs = 1_000;
const defaultDelayMs = 10_000;

/** Milliseconds. */
export const delayOf = (delay: unknown): number => Math.max(minDelayMs, Number(delay) || defaultDelayMs);

/** Height of a screen in pixels, as in the list, or 400. */
export function screenHeightOf(list: readonly (InspectionPlayerOptions | string)[]): number {
  const heights = list.map((item) => (typeof item === 'string' ? 0 : Number(item.height) || 0));
  return Math.max(0, ...heights) || 400;
}

/** Absolute URL of an image (http, https or `data:image/…`); empty for any other value. */
export function imageUrl(image: unknown): string {
  if (typeof image !== 'string' || !URL.canParse(image, location.href)) return '';
  const { href } = new URL(image, location.href);
  return /^(https?:|data:image\/)/i.test(href) ? href : '';
}
