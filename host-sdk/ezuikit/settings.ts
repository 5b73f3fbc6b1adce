import type { PlayerOptions, ScaleMode, ThemeSection } from '../types.ts';
import { TEMPLATES } from './names.ts';
import { sourceScript } from './source-script.ts';
import { changedAddress, isYes, parseStreamAddress } from './stream-address.ts';
import type { EZUIKitPlayerOptions } from './types.ts';

/** Normalized options of a page. */
export interface Settings {
  /** Null if the element does not exist. */
  readonly container: Element | null;
  /** Repeated in callbacks. */
  readonly id: string;
  readonly options: PlayerOptions;
  /** Options as given by the page. Callbacks are read from here at call time, because pages may set them later. */
  readonly given: EZUIKitPlayerOptions;
  /** Replaced by `changePlayUrl({ accessToken })`. */
  accessToken: string;
}

/** Scale modes of 9.x by number. */
const scaleModes: readonly ScaleMode[] = ['stretch', 'fit', 'fill'];

export function readSettings(raw: unknown): Settings {
  const page = (typeof raw === 'object' && raw ? raw : {}) as EZUIKitPlayerOptions;
  // Some pages pass options in `params`. 9.x calls `autoplay` `autoPlay` in some classes.
  const given: EZUIKitPlayerOptions = { ...page.params, ...page };
  given.autoplay ??= given.autoPlay;
  const container = findContainer(given.id ?? given.element);
  const settings: Settings = {
    container,
    id: typeof given.id === 'string' ? given.id : (container?.id ?? ''),
    given,
    accessToken: text(given.accessToken) ?? '',
    options: {
      server: serverOf(given),
      app: text(given.app) ?? sourceScript().app ?? '',
      getToken: (reason) => given.getToken?.(reason) ?? givenToken(settings),
      // Pages may have written anything; the player refuses what it does not know.
      template: templateOf(given) as PlayerOptions['template'],
      ...startOptions(given),
      // 9.x has talk without a plugin.
      microphone: given.plugin?.includes?.('talk') ?? isVersion9(given),
    },
  };
  return settings;
}

function givenToken({ accessToken }: Settings): string {
  if (!accessToken) throw new Error('the page gave no accessToken');
  return accessToken;
}

export function findContainer(id: unknown): Element | null {
  // On a server there is no document: a component that is rendered there creates its player in the browser.
  if (typeof document === 'undefined') return null;
  if (id instanceof Element) return id;
  return typeof id === 'string' ? document.getElementById(id) : null;
}

/** `env.domain` is not read: it names a cloud of EZVIZ in most pages, and decides which server gets the token. */
function serverOf({ server }: EZUIKitPlayerOptions): string {
  const source = sourceScript();
  return (source.folder ? source.server : (text(server) ?? source.server)) ?? '';
}

/** Options that only 9.x has. A page with one of them was written for 9.x, unless the version is configured. */
const optionsOf9 = [
  'autoPlay',
  'dblClickFullscreen',
  'debugDownloadData',
  'decoderType',
  'disableRenderPrivateData',
  'download',
  'downloadRecord',
  'isCloudRecord',
  'language',
  'loggerOptions',
  'mobileExtendOptions',
  'muted',
  'onTimeLineClick',
  'playbackRange',
  'quality',
  'scaleMode',
  'spaceId',
  'speedOptions',
  'streamInfoCBType',
  'timeLineClickable',
  'timeLineOptions',
  'videoLevelList',
  'volume',
] as const;

const isVersion9 = (given: EZUIKitPlayerOptions): boolean =>
  (sourceScript().version ?? (optionsOf9.some((name) => given[name] !== undefined) ? 9 : 7)) === 9;

function templateOf({ template, themeData }: EZUIKitPlayerOptions): string {
  const wanted = typeof template === 'string' && template ? template : themeData ? 'theme' : 'simple';
  return /^[A-Za-z0-9]{32}$/.test(wanted) ? wanted : (knownTemplate(wanted) ?? 'default');
}

/** The template of this name, or the closest equivalent of an EZUIKit template. */
export function knownTemplate(name: string): string | undefined {
  if (TEMPLATES.includes(name)) return name;
  return Object.hasOwn(similar, name) ? similar[name] : undefined;
}
const similar: Readonly<Record<string, string>> = { mobileCall: 'mobileLive', miniRec: 'pcRec' };

function startOptions(given: EZUIKitPlayerOptions): Partial<PlayerOptions> {
  const { template = 'simple', themeData, url, quality, audio, muted, autoplay } = given;
  const isSimple = template === 'simple' && !themeData;
  const is9 = isVersion9(given);
  const {
    download,
    downloadRecord,
    volume,
    language,
    scaleMode,
    poster,
    header,
    footer,
    controls,
    isMobile,
    disabledPTZ,
    disabledTimeLine,
    seekFrequency,
  } = given;
  return {
    url: withQuality(text(url), quality),
    adaptiveQuality: quality === 'qp' || undefined,
    // In templates with controls, 7.x leaves it to the play button of the theme.
    autoplay: (!is9 && !isSimple) || autoplay === undefined || isYes(autoplay),
    autoplayByTheme: is9 ? false : undefined,
    audio: muted === undefined ? audio === undefined || isYes(audio) : !isYes(muted),
    volume: typeof volume === 'number' ? volumeOf(volume) : undefined,
    language: languageOf(language) as PlayerOptions['language'],
    themeData: themeOf(given),
    header: stringList(header) as PlayerOptions['header'],
    footer: stringList(footer) as PlayerOptions['footer'],
    controls: stringList(controls) as PlayerOptions['controls'],
    poster: text(poster),
    scaleMode: scaleModeOf(scaleMode ?? (is9 ? 0 : undefined)),
    isMobile: isMobile === undefined ? undefined : isYes(isMobile),
    disabledPTZ: disabledPTZ === undefined ? undefined : isYes(disabledPTZ),
    disabledTimeLine:
      given.timeLineOptions === null ||
      (disabledTimeLine === undefined ? undefined : isYes(disabledTimeLine)),
    seekFrequency: Number(seekFrequency ?? -1) >= 0 ? Math.round(Number(seekFrequency)) : undefined,
    playbackRange: playbackRangeOf(given.playbackRange),
    speedOptions: speedsOf(given.speedOptions),
    doubleClickFullscreen: isNo(given.dblClickFullscreen) ? false : undefined,
    noDownload: isNo(download) || undefined,
    noRecordingDownload: isNo(downloadRecord) || undefined,
  };
}

/**
 * Themes of EZUIKit 9 do not name their type: with a recorded address they are for recordings. Their menu of storages,
 * `recDropdown`, is a button for each storage here.
 */
function themeOf(given: EZUIKitPlayerOptions): PlayerOptions['themeData'] {
  const { themeData, url, isMobile, mobileExtendOptions } = given;
  if (typeof themeData !== 'object' || !themeData) return undefined;
  const isRecorded = parseStreamAddress(url)?.type.endsWith('rec') ?? false;
  const isForPhones = isMobile === undefined ? Boolean(mobileExtendOptions) : isYes(isMobile);
  const themeType = isForPhones ? 'mobileRec' : 'webRec';
  try {
    return {
      ...(isRecorded ? { themeType } : {}),
      ...themeData,
      ...sectionOf('header', themeData.header),
      ...sectionOf('footer', themeData.footer),
    };
  } catch {
    return themeData; // a getter of the page throws; the player reports it
  }
}

function sectionOf(
  name: 'header' | 'footer',
  section: ThemeSection | undefined,
): { readonly [name: string]: ThemeSection } {
  const { btnList } = section ?? {};
  if (!section || !Array.isArray(btnList)) return {};
  const storages = ['cloudRec', 'rec'] as const;
  const list = btnList.flatMap((button) =>
    button?.iconId === 'recDropdown' ? storages.map((iconId) => ({ ...button, iconId })) : [button],
  );
  return { [name]: { ...section, btnList: list } };
}

/** Main stream from level 2 on, and for quality first (`pp`). */
function withQuality(url: string | undefined, quality: unknown): string | undefined {
  if (!url || quality === undefined || quality === 'qp') return url;
  return changedAddress(url, { hd: quality === 'pp' || Number(quality) >= 2 });
}

/** Written as a switch, and off. */
export const isNo = (value: unknown): boolean => value !== undefined && value !== null && !isYes(value);

/** Undefined for undefined. An unknown mode is passed on, and refused by the player. */
export const scaleModeOf = (mode: unknown): ScaleMode | undefined =>
  mode === undefined ? undefined : (scaleModes[Number(mode)] ?? (String(mode) as ScaleMode));

/** Converts 0 to 1 (9.x) or 2 to 100 to 0 to 100. */
export function volumeOf(volume: number): number {
  const percent = volume <= 1 ? volume * 100 : volume;
  return Math.min(100, Math.max(0, Math.round(percent) || 0));
}

/** Default: Chinese, as in EZUIKit. */
export function languageOf(language: unknown): string {
  if (typeof language !== 'string') return 'zh-CN';
  return /^en/i.test(language) ? 'en-US' : 'zh-CN';
}

/** Times as in addresses. Anything else is passed on, and refused by the player. */
function playbackRangeOf(range: EZUIKitPlayerOptions['playbackRange']): PlayerOptions['playbackRange'] {
  if (typeof range !== 'object' || !range) return undefined;
  return { begin: String(range.begin), end: String(range.end) };
}

/** The values of a list of select items, or numbers. Those that this player does not have are left out. */
function speedsOf(options: EZUIKitPlayerOptions['speedOptions']): PlayerOptions['speedOptions'] {
  const list = options?.list;
  if (!Array.isArray(list)) return undefined;
  return speeds.filter((speed) => list.some((item) => Number(item?.value ?? item) === speed));
}
const speeds = [0.5, 1, 2, 4, 8, 16] as const;

const text = (value: unknown): string | undefined => (typeof value === 'string' && value ? value : undefined);

const stringList = (list: unknown): string[] | undefined =>
  Array.isArray(list) ? list.filter((item) => typeof item === 'string') : undefined;
