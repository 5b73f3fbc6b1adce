// Public types of the facade, for pages of EZUIKit 7 and 9. tests/types/sdk-types.test.ts holds them against it.
import type { Theme } from '../types.ts';

export type Callback = (payload: never) => void;
/** Options of 7.x and 9.x. What is not listed here is ignored. */
export interface EZUIKitPlayerOptions {
  /** Id of an element, or the element. */
  id?: string | Element | undefined;
  element?: Element | undefined;
  url?: string | undefined;
  accessToken?: string | undefined;
  /** Instead of `accessToken`: asked again when the token ends. */
  getToken?: ((reason: string) => string | Promise<string>) | undefined;
  /** Your application key, where the script's address does not name it (`?app=KEY`). */
  app?: string | undefined;
  /** Only for scripts in a bundle of your own: origin of the server. `env.domain` says the same. */
  server?: string | undefined;
  env?:
    | {
        domain?: string | undefined;
        [name: string]: unknown;
      }
    | undefined;
  params?: EZUIKitPlayerOptions | undefined;
  template?: string | undefined;
  themeData?: Theme | undefined;
  header?: string[] | undefined;
  footer?: string[] | undefined;
  controls?: string[] | undefined;
  plugin?: string[] | undefined;
  width?: number | string | undefined;
  height?: number | string | undefined;
  autoplay?: boolean | number | string | undefined;
  audio?: boolean | number | string | undefined;
  muted?: boolean | undefined;
  /** 0 to 1, or 2 to 100. */
  volume?: number | undefined;
  language?: string | undefined;
  poster?: string | undefined;
  /** 0 stretch, 1 whole picture, 2 filled window. */
  scaleMode?: number | undefined;
  /** 0 and 1: small stream; 2 to 6 and `pp`: full; `qp`: by the size of the player. */
  quality?: number | string | undefined;
  videoLevelList?: VideoLevel[] | undefined;
  isMobile?: boolean | number | string | undefined;
  disabledPTZ?: boolean | number | string | undefined;
  handleSuccess?: Callback | undefined;
  handleError?: Callback | undefined;
  handleInitSuccess?: Callback | undefined;
  handleThemeChange?: Callback | undefined;
  handleTalkSuccess?: Callback | undefined;
  handleTalkError?: Callback | undefined;
  handleCapturePicture?: Callback | undefined;
  capturePictureCallBack?: Callback | undefined;
  startSaveCallBack?: Callback | undefined;
  stopSaveCallBack?: Callback | undefined;
  openSoundCallBack?: Callback | undefined;
  closeSoundCallBack?: Callback | undefined;
  fullScreenCallBack?: Callback | undefined;
  cancelFullScreenCallBack?: Callback | undefined;
  fullScreenChangeCallBack?: Callback | undefined;
  getOSDTimeCallBack?: Callback | undefined;
  clickEventHandle?: Callback | undefined;
  removeEventHandle?: Callback | undefined;
}
export interface VideoLevel {
  level: number;
  name: string;
  /** 1 the full stream, 2 the small one. */
  streamTypeIn?: number | undefined;
  type?: string | undefined;
}
/** What every event carries. `code` 0: done. */
export interface EventPayload {
  eventType: string;
  code: number;
  target: unknown;
  data?: unknown;
  msg: string;
}
/** A snapshot, as pages know it. */
export interface CapturedPicture {
  fileName: string;
  fileUint8Array: Uint8Array;
  base64: string;
}
export interface EventNames {
  readonly [name: string]: string | { readonly [name: string]: string };
}
export declare const EVENTS: EventNames;
export declare const LOCALES: readonly string[];
export declare const TEMPLATES: readonly string[];
export declare const version: string;

export type Listener = (payload: unknown) => void;

/** `player.eventEmitter`: the part of Node's emitter that pages use. A listener that throws stops no other. */
export declare class Emitter {
  on(name: string, listener: Listener): this;
  once(name: string, listener: Listener): this;
  /** Without a listener: all of this name. */
  off(name: string, listener?: Listener): this;
  emit(name: string, payload?: unknown): boolean;
  listenerCount(name: string): number;
  removeAllListeners(name?: string): this;
}

/** The class of EZUIKit 7 and 9 over a player of this SDK. Start reading at core.ts. */
export declare class EZUIKitPlayer {
  static readonly EVENTS: EventNames;
  static readonly LOCALES: readonly string[];
  static readonly TEMPLATES: readonly string[];
  static readonly version: string;
  /** Nothing has to be fetched before the first player. */
  static preInit: () => Promise<void>;
  readonly eventEmitter: Emitter;
  readonly Theme: {
    changeTheme(theme: unknown): Promise<unknown>;
  };
  /** The options as they were given. */
  readonly opt: EZUIKitPlayerOptions;
  constructor(options: EZUIKitPlayerOptions);
  /** The iframe; null where there is none. */
  get iframe(): HTMLIFrameElement | null;
  on(name: string, listener: Listener): this;
  once(name: string, listener: Listener): this;
  off(name: string, listener?: Listener): this;
  /** Resolves with true when the picture is on the screen. */
  play(change?: unknown): Promise<boolean>;
  /** Resolves with the new address when its picture is on the screen. */
  changePlayUrl(change: unknown): Promise<string>;
  stop(): Promise<boolean>;
  /** Resolve with 1, as pages expect of sound. */
  openSound(): Promise<number>;
  closeSound(): Promise<number>;
  /** 0 to 1, or 2 to 100. */
  setVolume(volume: number): Promise<void>;
  startSave(fileName?: string): Promise<unknown>;
  /** The viewer gets the file, and `data` its address and itself. */
  stopSave(): Promise<unknown>;
  startRecord(fileName?: string): Promise<unknown>;
  stopRecord(): Promise<unknown>;
  /** A callback gets the picture instead of the viewer. */
  capturePicture(fileName?: unknown, callback?: (picture: CapturedPicture) => void): Promise<unknown>;
  /** Unix seconds. */
  getOSDTime(): Promise<unknown>;
  /** Live pictures can neither be sought in nor paused. */
  supportSeek(): Promise<boolean>;
  supportPauseResume(): Promise<boolean>;
  getPlayRate(): Promise<number>;
  enableZoom(): Promise<number>;
  closeZoom(): Promise<void>;
  zoomAdd(): Promise<number>;
  zoomSub(): Promise<number>;
  openPtz(): Promise<void>;
  closePtz(): Promise<void>;
  getPtzStatus(): Promise<boolean>;
  getDefinitionList(): Promise<readonly VideoLevel[]>;
  getVideoLevelList(): Promise<readonly VideoLevel[]>;
  getDefinition(): Promise<VideoLevel | null>;
  getVideoLevel(): Promise<VideoLevel | null>;
  setDefinition(level: unknown): Promise<VideoLevel | null>;
  changeVideoLevel(level: unknown): Promise<VideoLevel | null>;
  /** Full screen by the browser where the page was just clicked, else by the player. */
  fullScreen(): Promise<void>;
  cancelFullScreen(): Promise<void>;
  fullscreen(): Promise<void>;
  exitFullscreen(): Promise<void>;
  browserFullscreen(): Promise<void>;
  exitBrowserFullscreen(): Promise<void>;
  isBrowserFullscreen(): Promise<boolean>;
  reSize(width: number | string, height: number | string): Promise<void>;
  resize(width: number | string, height: number | string): Promise<void>;
  autoResize(): Promise<void>;
  setPoster(poster: string): Promise<void>;
  setScaleMode(mode: number): Promise<void>;
  setSecretKey(code: string): Promise<void>;
  /** The player's own figures; the overlay is opened in the player. */
  displayStreamInfo(): Promise<unknown>;
  /** The name of a template, the 32 characters of a stored theme, or a theme. */
  changeTheme(theme: unknown): Promise<void>;
  /** Back to the theme the player started with. */
  reSetTheme(): Promise<void>;
  edit(isActive?: unknown): Promise<void>;
  btnReRender(theme: Theme): Promise<void>;
  fetchThemeData(): Promise<Theme>;
  setThemeData(theme: Theme): Promise<void>;
  /** Resolves with what was let go. Safe to call twice. */
  destroy(): Promise<unknown>;

  // What cannot be done here rejects with the code `unsupported`, and tells handleError.
  pause(...args: unknown[]): Promise<never>;
  resume(...args: unknown[]): Promise<never>;
  seek(...args: unknown[]): Promise<never>;
  fast(...args: unknown[]): Promise<never>;
  slow(...args: unknown[]): Promise<never>;
  setGlobalBaseTime(...args: unknown[]): Promise<never>;
  getSpaceList(...args: unknown[]): Promise<never>;
  enable3DZoom(...args: unknown[]): Promise<never>;
  close3DZoom(...args: unknown[]): Promise<never>;
  changeZoomType(...args: unknown[]): Promise<never>;
  setMiooroFlip(...args: unknown[]): Promise<never>;
  setMirrorFlip(...args: unknown[]): Promise<never>;
  setFECCorrectType(...args: unknown[]): Promise<never>;
  setFEC3DViewParam(...args: unknown[]): Promise<never>;
  getFEC3DViewParam(...args: unknown[]): Promise<never>;
  setWaterMarkFont(...args: unknown[]): Promise<never>;
  setDisplayRegion(...args: unknown[]): Promise<never>;
  setAntialias(...args: unknown[]): Promise<never>;
  setVolumeGain(...args: unknown[]): Promise<never>;
  getDeviceCapacity(...args: unknown[]): Promise<never>;
  startTalk(...args: unknown[]): Promise<never>;
  stopTalk(...args: unknown[]): Promise<never>;
  getMicrophonePermission(...args: unknown[]): Promise<never>;
  getMicrophonesList(...args: unknown[]): Promise<never>;
  setProfile(...args: unknown[]): Promise<never>;
  queryVoiceList(...args: unknown[]): Promise<never>;
  sendVoice(...args: unknown[]): Promise<never>;
  sendVoiceOnce(...args: unknown[]): Promise<never>;
  captureCamera(...args: unknown[]): Promise<never>;
  createCaptureTask(...args: unknown[]): Promise<never>;
}

/**
 * Many cameras, a page of them at a time. Pages that are not shown have no players: what nobody sees is not
 * fetched. Pages are counted from 1 for callers.
 */
export declare class EZUIKitInspectionUI {
  constructor(container: unknown, options?: InspectionOptions);
  /** The players of the page that is shown, null where there is no camera. */
  get players(): readonly (EZUIKitPlayer | null)[];
  /** From 1. */
  get page(): number;
  get pages(): number;
  nextPage(): void;
  /** The page before. */
  lastPage(): void;
  playAll(): Promise<void>;
  stopAll(): Promise<void>;
  muteAll(): Promise<void>;
  unmuteAll(): Promise<void>;
  startTurn(): void;
  stopTurn(): void;
  /** Seconds between two pages. */
  setDelay(seconds: number): void;
  setLoop(isLoop: boolean): void;
  /** An address of an image over http or https, or `data:image/…`; anything else clears it. */
  setBackground(image: string): void;
  /** Puts a camera into a cell of this page, counted from 0. */
  initPlayer(index: number, options: EZUIKitPlayerOptions | string): EZUIKitPlayer | null;
  /** Safe to call twice. */
  destroy(): Promise<void>;
}

export interface InspectionOptions extends EZUIKitPlayerOptions {
  /** 1, 2, 4, 9, 12 or 16 pictures at a time. Default 4. */
  pageSize?: number | undefined;
  /** Default true. */
  autoPlay?: boolean | undefined;
  /** Options of one player each; what they leave out is taken from the options here. */
  list?: (EZUIKitPlayerOptions | string)[] | undefined;
  /** Turns to the next page by itself. Default false. */
  autoTurn?: boolean | undefined;
  /** Seconds between two pages. Default 10. */
  delay?: number | undefined;
  /** Begin anew after the last page. Default true. */
  loop?: boolean | undefined;
  /** Shown where no picture is. */
  imgUrl?: string | undefined;
  onScreenSelect?: ((index: number, player: EZUIKitPlayer | null) => void) | undefined;
  onPageChange?: ((page: number, pages: number) => void) | undefined;
}

export interface PlainOptions {
  /** Where `hls.js` and `flv.js` are; default: beside the script. */
  folder?: string | undefined;
  /** Default true. */
  autoplay?: boolean | undefined;
  handleError?: ((error: { code: number; msg: string; type: string }) => void) | undefined;
}

/** A plain address in a video element. A network error loads again, a media error recovers, others end it. */
declare class PlainPlayer {
  readonly video: HTMLVideoElement | null;
  isPlaying: boolean;
  loading: boolean;
  constructor(target: string | HTMLVideoElement, url: string, options?: PlainOptions);
  /** Resolves when the element plays. */
  play(): Promise<void>;
  stop(): void;
  destroy(): void;
}
export declare class HLS extends PlainPlayer {}
export declare class FLV extends PlainPlayer {}

export interface StreamAddress {
  readonly deviceSerial: string;
  readonly channelNo: number;
  /** '' when there is none. */
  readonly validCode: string;
  readonly hd: boolean;
  /** `live`, `rec`, `cloud.rec`. */
  readonly type: string;
}
/** Null for what is no such address. */
export declare function parseStreamAddress(url: unknown): StreamAddress | null;

declare const EZUIKit: {
  EZUIKitPlayer: typeof EZUIKitPlayer;
  EZUIKitInspectionUI: typeof EZUIKitInspectionUI;
  HLS: typeof HLS;
  FLV: typeof FLV;
  EVENTS: EventNames;
  LOCALES: readonly string[];
  TEMPLATES: readonly string[];
  parseStreamAddress: typeof parseStreamAddress;
  version: string;
};
export default EZUIKit;
export as namespace EZUIKit;
