import type { PlayerOptions, ScaleMode } from '../types.ts';
import { TEMPLATES } from './names.ts';
import { sourceScript } from './source-script.ts';
import { changedAddress, isYes } from './stream-address.ts';
import type { EZUIKitPlayerOptions } from './types.ts';

/** What a page's options come to. */
export interface Settings {
  /** Null: there is no such element. */
  readonly container: Element | null;
  /** As callbacks repeat it. */
  readonly id: string;
  readonly options: PlayerOptions;
  /** As the page gave them: callbacks are looked up when they are due, as pages set them late. */
  readonly given: EZUIKitPlayerOptions;
  /** Given by the page, or by a later `changePlayUrl({ accessToken })`. */
  accessToken: string;
}

/** 9.x: stretch to the window, whole picture, filled window. */
const scaleModes: readonly ScaleMode[] = ['stretch', 'fit', 'fill'];

export function readSettings(raw: unknown): Settings {
  const page = (typeof raw === 'object' && raw ? raw : {}) as EZUIKitPlayerOptions;
  // Some pages put options into `params`, as the player itself once did.
  const given: EZUIKitPlayerOptions = { ...page.params, ...page };
  const container = findContainer(given.id ?? given.element);
  const settings: Settings = {
    container,
    id: typeof given.id === 'string' ? given.id : (container?.id ?? ''),
    given,
    accessToken: text(given.accessToken) ?? '',
    options: {
      server: serverOf(given),
      app: text(given.app) ?? sourceScript().app ?? '',
      getToken: (reason) => given.getToken?.(reason) ?? heldToken(settings),
      template: templateOf(given),
      ...startOptions(given),
      width: given.width ?? (container?.clientWidth || 600),
      height: given.height ?? (container?.clientHeight || 400),
      microphone: given.plugin?.includes?.('talk') ?? false,
    },
  };
  return settings;
}

function heldToken({ accessToken }: Settings): string {
  if (!accessToken) throw new Error('the page gave no accessToken');
  return accessToken;
}

export function findContainer(id: unknown): Element | null {
  if (id instanceof Element) return id;
  return typeof id === 'string' ? document.getElementById(id) : null;
}

/**
 * The server that the script came from. Only a page that carries this script in a bundle of its own says by
 * `env.domain` which server it means: an address that a page may have from anywhere must not decide who gets
 * the token.
 */
function serverOf({ env, server }: EZUIKitPlayerOptions): string {
  return sourceScript().server ?? text(server) ?? text(env?.domain) ?? '';
}

function templateOf({ template, themeData }: EZUIKitPlayerOptions): string {
  const wanted = typeof template === 'string' && template ? template : themeData ? 'theme' : 'simple';
  return /^[A-Za-z0-9]{32}$/.test(wanted) ? wanted : (knownTemplate(wanted) ?? 'default');
}

/** The template of this name, or the one nearest to a name of theirs. */
export function knownTemplate(name: string): string | undefined {
  if (TEMPLATES.includes(name)) return name;
  return Object.hasOwn(similar, name) ? similar[name] : undefined;
}
const similar: Readonly<Record<string, string>> = { mobileCall: 'mobileLive', miniRec: 'pcRec' };

function startOptions(given: EZUIKitPlayerOptions): Partial<PlayerOptions> {
  const { template = 'simple', themeData, url, quality, audio, muted, autoplay } = given;
  const isSimple = template === 'simple' && !themeData;
  const { volume, language, scaleMode, poster, header, footer, controls, isMobile, disabledPTZ } = given;
  return {
    url: withQuality(text(url), quality),
    adaptiveQuality: quality === 'qp' || undefined,
    // With a theme its play button decides, whatever the page says.
    autoplay: !isSimple || autoplay === undefined || isYes(autoplay),
    audio: muted === undefined ? audio === undefined || isYes(audio) : !isYes(muted),
    volume: typeof volume === 'number' ? volumeOf(volume) : undefined,
    language: languageOf(language),
    themeData: typeof themeData === 'object' ? themeData : undefined,
    header: words(header),
    footer: words(footer),
    controls: words(controls),
    poster: text(poster),
    scaleMode: typeof scaleMode === 'number' ? scaleModeOf(scaleMode) : undefined,
    isMobile: isMobile === undefined ? undefined : isYes(isMobile),
    disabledPTZ: disabledPTZ === undefined ? undefined : isYes(disabledPTZ),
  };
}

/** The full stream from level 2 on, and where the picture comes first (`pp`). */
function withQuality(url: string | undefined, quality: unknown): string | undefined {
  if (!url || quality === undefined || quality === 'qp') return url;
  return changedAddress(url, { hd: quality === 'pp' || Number(quality) >= 2 });
}

export const scaleModeOf = (mode: unknown): ScaleMode => scaleModes[Number(mode)] ?? String(mode);

/** 0 to 1 as 9.x has it, or 0 to 100; here 0 to 100. */
export function volumeOf(volume: number): number {
  const percent = volume <= 1 ? volume * 100 : volume;
  return Math.min(100, Math.max(0, Math.round(percent) || 0));
}

/** Pages of this kind speak Chinese unless they say otherwise. */
function languageOf(language: unknown): string {
  if (typeof language !== 'string') return 'zh-CN';
  return /^en/i.test(language) ? 'en-US' : 'zh-CN';
}

const text = (value: unknown): string | undefined => (typeof value === 'string' && value ? value : undefined);

const words = (list: unknown): string[] | undefined =>
  Array.isArray(list) ? list.filter((item) => typeof item === 'string') : undefined;
