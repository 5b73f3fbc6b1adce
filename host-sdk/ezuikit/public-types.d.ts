// Public types of the facade, for pages of EZUIKit 7 and 9. tests/types/sdk-types.test.ts checks them against it.
import type { ExportedFiles, Player, Theme, Wall } from '../types.ts';

// biome-ignore lint/suspicious/noExplicitAny: pages annotate the payload with types of their own
export type Callback = (payload: any) => unknown;
/** Options of 7.x and 9.x. Options that are not listed are ignored. */
export interface EZUIKitPlayerOptions {
  /** Id of an element, or the element. */
  id?: string | Element | undefined;
  element?: Element | undefined;
  url?: string | undefined;
  accessToken?: string | undefined;
  /** Alternative to `accessToken`: called again when the token expires. */
  getToken?: ((reason: string) => string | Promise<string>) | undefined;
  /** Your application key, if the script's address does not contain it (`?app=KEY`). */
  app?: string | undefined;
  /** Origin of the server, for pages that bundle this script. Default: that of `configure`. */
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
  autoPlay?: boolean | number | string | undefined;
  audio?: boolean | number | string | undefined;
  muted?: boolean | undefined;
  /** 0 to 1, or 2 to 100. */
  volume?: number | undefined;
  language?: string | undefined;
  poster?: string | undefined;
  /** 0: stretch, 1: fit, 2: fill. */
  scaleMode?: number | undefined;
  /** 0 and 1: sub stream; 2 to 6 and `pp`: main stream; `qp`: depends on the size of the player. */
  quality?: number | string | undefined;
  videoLevelList?: VideoLevel[] | undefined;
  isMobile?: boolean | number | string | undefined;
  disabledPTZ?: boolean | number | string | undefined;
  disabledTimeLine?: boolean | number | string | undefined;
  /** `null`: no timeline. */
  timeLineOptions?: object | null | undefined;
  /** Milliseconds between two seeks. Default 2000. */
  seekFrequency?: number | string | undefined;
  /** Nothing outside is played: `yyyyMMddhhmmss`, on one day. */
  playbackRange?: { begin: string; end: string } | undefined;
  /** Entries of the speed menu. */
  speedOptions?:
    | { list?: readonly (number | { value?: number | string | undefined })[] | undefined }
    | undefined;
  /** False: snapshots and recordings are passed to the page only, not saved for the viewer. */
  download?: boolean | undefined;
  /** False: the same for recordings only. */
  downloadRecord?: boolean | undefined;
  /** How often `streamInfoCB` is emitted: 1, once (default); 0, with every change of the statistics. */
  streamInfoCBType?: number | undefined;
  loggerOptions?: LoggerOptions | undefined;
  handleSuccess?: Callback | undefined;
  handleError?: Callback | undefined;
  handleInitSuccess?: Callback | undefined;
  handleFirstFrameDisplay?: Callback | undefined;
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
  /** Options of EZUIKit that have no effect here. */
  [name: string]: unknown;
}
/** A recording: at most 59 s, in a format that the server knows, for instance WAV. */
export type VoiceFile = Blob | ArrayBuffer | ArrayBufferView;

export interface VoiceQuery {
  /** From 0. */
  pageStart?: number | string | undefined;
  /** Default 5. */
  pageSize?: number | string | undefined;
  /** The messages of the product. */
  default?: boolean | string | undefined;
  [name: string]: unknown;
}

/** Messages of the facade in the console of the browser. */
export interface LoggerOptions {
  /** Label of each message. Default `EZUIKit`. */
  name?: string | undefined;
  /** Lowest level that is written: `INFO` (default), `LOG`, `WARN` or `ERROR`. */
  level?: string | undefined;
  /** Write the time of each message. */
  showTime?: boolean | undefined;
}
export interface Configuration {
  /** Origin of your Oriel server. */
  server?: string | undefined;
  /** Key of your application. */
  app?: string | undefined;
  /** Version of EZUIKit your pages were written for: 7 or 9. Default: recognized by the options of each player. */
  version?: number | undefined;
}
/** For pages that bundle this script: once, before the first player. A served script keeps its own server. */
export declare function configure(configuration: Configuration): void;

/** Classes of EZUIKit that are not supported: `new` throws a PlayerError with the code `unsupported`. */
export declare const Core: new () => object;
export declare const EZUIKitHD: new () => object;
export declare const EZWebRtc: new () => object;
export interface VideoLevel {
  level: number;
  name: string;
  /** 1: main stream, 2: sub stream. */
  streamTypeIn?: number | undefined;
  type?: string | undefined;
}
/** Payload of every event. `code` 0: success. */
export interface EventPayload {
  eventType: string;
  code: number;
  target: unknown;
  data?: unknown;
  msg: string;
}
/** A snapshot, in the EZUIKit format. */
export interface CapturedPicture {
  fileName: string;
  fileUint8Array: Uint8Array;
  base64: string;
}
/** Event names: `EZUIKitPlayer.EVENTS.firstFrameDisplay`, … */
export declare const EVENTS: {
  readonly init: 'init';
  readonly decoderLoad: 'decoderLoad';
  readonly decoderLoaded: 'decoderLoaded';
  readonly firstFrameDisplay: 'firstFrameDisplay';
  readonly streamInfoCB: 'streamInfoCB';
  readonly videoInfo: 'videoInfo';
  readonly audioInfo: 'audioInfo';
  readonly play: 'play';
  readonly stop: 'stop';
  readonly pause: 'pause';
  readonly resume: 'resume';
  readonly seek: 'seek';
  readonly fast: 'fast';
  readonly slow: 'slow';
  readonly speedChange: 'speedChange';
  readonly playbackEnd: 'playbackEnd';
  readonly changePlayUrl: 'changePlayUrl';
  readonly setVideoLevelList: 'setVideoLevelList';
  readonly getVideoLevelList: 'getVideoLevelList';
  readonly getVideoLevel: 'getVideoLevel';
  readonly changeVideoLevel: 'changeVideoLevel';
  readonly currentVideoLevel: 'currentVideoLevel';
  readonly currentVideoLevelAuto: 'currentVideoLevelAuto';
  readonly autoVideoLevel: 'autoVideoLevel';
  readonly definitionChange: 'definitionChange';
  readonly capturePicture: 'capturePicture';
  readonly startSave: 'startSave';
  readonly stopSave: 'stopSave';
  readonly recordingChange: 'recordingChange';
  readonly openSound: 'openSound';
  readonly closeSound: 'closeSound';
  readonly volumechange: 'volumechange';
  readonly getOSDTime: 'getOSDTime';
  readonly setPoster: 'setPoster';
  readonly reSize: 'reSize';
  readonly resize: 'resize';
  readonly changeTheme: 'changeTheme';
  readonly reSetTheme: 'reSetTheme';
  readonly fullScreen: 'fullScreen';
  readonly cancelFullScreen: 'cancelFullScreen';
  readonly browserFullscreen: 'browserFullscreen';
  readonly exitBrowserFullscreen: 'exitBrowserFullscreen';
  readonly fullscreen: 'fullscreen';
  readonly exitFullscreen: 'exitFullscreen';
  readonly fullscreenChange: 'fullscreenChange';
  readonly startTalk: 'startTalk';
  readonly stopTalk: 'stopTalk';
  readonly talkSuccess: 'talkSuccess';
  readonly talkError: 'talkError';
  readonly talkingChange: 'talkingChange';
  readonly talkVolumeChange: 'talkVolumeChange';
  readonly volumeChange: 'volumeChange';
  readonly queryVoiceList: 'queryVoiceList';
  readonly sendVoice: 'sendVoice';
  readonly sendVoiceOnce: 'sendVoiceOnce';
  readonly setAllDayRecTimes: 'setAllDayRecTimes';
  readonly setRecTimes: 'setRecTimes';
  readonly recTypeChange: 'recTypeChange';
  readonly recTimeChange: 'recTimeChange';
  readonly recStartTimeChange: 'recStartTimeChange';
  readonly getDeviceCapacity: 'getDeviceCapacity';
  readonly setMirrorFlip: 'setMirrorFlip';
  readonly enable3DZoom: 'enable3DZoom';
  readonly close3DZoom: 'close3DZoom';
  readonly changeZoomType: 'changeZoomType';
  readonly getPtzStatus: 'getPtzStatus';
  readonly getPlayRate: 'getPlayRate';
  readonly setFECCorrectType: 'setFECCorrectType';
  readonly setFEC3DViewParam: 'setFEC3DViewParam';
  readonly getFEC3DViewParam: 'getFEC3DViewParam';
  readonly setWaterMarkFont: 'setWaterMarkFont';
  readonly setGlobalBaseTime: 'setGlobalBaseTime';
  readonly setAntialias: 'setAntialias';
  readonly setSecretKey: 'setSecretKey';
  readonly setDisplayRegion: 'setDisplayRegion';
  readonly setLoggerOptions: 'setLoggerOptions';
  readonly aichatChange: 'aichatChange';
  readonly click: 'click';
  readonly dblclick: 'dblclick';
  readonly error: 'error';
  readonly destroy: 'destroy';
  readonly date: {
    readonly openDatePanel: 'openDatePanel';
    readonly closeDatePanel: 'closeDatePanel';
    readonly recStartTimeChange: 'recStartTimeChange';
  };
  readonly ptz: {
    readonly openPtz: 'openPtz';
    readonly closePtz: 'closePtz';
    readonly ptzDirection: 'ptzDirection';
    readonly ptzSpeedChange: 'ptzSpeedChange';
    readonly ptzBtnClick: 'ptzBtnClick';
  };
  readonly zoom: {
    readonly startZoom: 'startZoom';
    readonly openZoom: 'openZoom';
    readonly closeZoom: 'closeZoom';
    readonly onZoomChange: 'onZoomChange';
  };
  readonly timeLine: {
    readonly timeWidthChange: 'timeWidthChange';
  };
  readonly http: {
    readonly getCloudRecTimes: 'getCloudRecTimes';
    readonly getCloudRecordTimes: 'getCloudRecordTimes';
    readonly getLocalRecTimes: 'getLocalRecTimes';
    readonly getDeviceInfo: 'getDeviceInfo';
    readonly getDeviceList: 'getDeviceList';
    readonly setVideoLevel: 'setVideoLevel';
    readonly getDeviceSupportQuality: 'getDeviceSupportQuality';
    readonly getStreamAddressList: 'getStreamAddressList';
    readonly getRecordMonth: 'getRecordMonth';
    readonly getCloudRecordInfo: 'getCloudRecordInfo';
  };
};
export declare const LOCALES: readonly string[];
export declare const TEMPLATES: readonly string[];
export declare const version: string;

// biome-ignore lint/suspicious/noExplicitAny: pages annotate the payload with types of their own
export type Listener = (payload: any) => unknown;

/** `player.eventEmitter`: a subset of Node's EventEmitter. An error in a listener does not affect the others. */
export declare class Emitter {
  on(name: string, listener: Listener): this;
  once(name: string, listener: Listener): this;
  addListener(name: string, listener: Listener): this;
  removeListener(name: string, listener?: Listener): this;
  /** Without a listener: removes all listeners of this name. */
  off(name: string, listener?: Listener): this;
  emit(name: string, payload?: unknown): boolean;
  listenerCount(name: string): number;
  /** In the order in which they are called. */
  listeners(name: string): Listener[];
  /** Names with listeners. */
  eventNames(): string[];
  removeAllListeners(name?: string): this;
}

/** The class of EZUIKit 7 and 9, built on the SDK player. Start reading at core.ts. */
export declare class EZUIKitPlayer {
  static readonly EVENTS: typeof EVENTS;
  static readonly LOCALES: readonly string[];
  static readonly TEMPLATES: readonly string[];
  static readonly version: string;
  /** For compatibility only: nothing needs to be loaded before the first player. */
  static preInit: () => Promise<void>;
  static readonly Core: typeof Core;
  static readonly EZUIKitHD: typeof EZUIKitHD;
  static readonly EZWebRtc: typeof EZWebRtc;
  readonly eventEmitter: Emitter;
  readonly Theme: {
    changeTheme(theme: unknown): Promise<unknown>;
  };
  /** The options passed to the constructor. */
  readonly opt: EZUIKitPlayerOptions;
  constructor(options: EZUIKitPlayerOptions);
  /** The iframe, or null if the player could not be created. */
  get iframe(): HTMLIFrameElement | null;
  get id(): string;
  /** Address of the camera that was requested last. */
  get url(): string;
  get playing(): boolean;
  get recording(): boolean;
  get muted(): boolean;
  /** 0 to 1. */
  get volume(): number;
  /** Of live video always 1. */
  get speed(): number;
  /** Of a recording: seconds since the beginning of the range that is played; otherwise 0. */
  get currentTime(): number;
  /** Of a recording: seconds of the range that is played; otherwise 0. */
  get duration(): number;
  /** Not known here: 0. */
  get bufferTime(): number;
  /** Connecting, or reconnecting. */
  get loading(): boolean;
  get zooming(): boolean;
  /** Scale of electronic zoom, 1 to 8. */
  get zoom(): number;
  get talking(): boolean;
  /** Of the microphone, as set by `setVolumeGain`. */
  get talkGain(): number;
  /** The PTZ pad is shown. */
  get ptzing(): boolean;
  /** After `changeVideoLevel('qp')`. */
  get videoLevelAuto(): boolean;
  /** Of the screen, in degrees. */
  get orientationAngle(): number;
  /** Size of the video, 0 while it is unknown. */
  get videoWidth(): number;
  get videoHeight(): number;
  /** Parts of the address, or null if it is no address of a camera. */
  get urlInfo(): ReturnType<typeof parseStreamAddress>;
  get isEzopen(): boolean;
  /** CSS pixels of the player in the page. */
  get width(): number;
  get height(): number;
  /** Payload of the last `videoInfo` event, or null. */
  get videoInfo(): object | null;
  get isCurrentFullscreen(): boolean;
  get isCurrentBrowserFullscreen(): boolean;
  on(name: string, listener: Listener): this;
  addListener(name: string, listener: Listener): this;
  removeListener(name: string, listener?: Listener): this;
  emit(name: string, payload?: unknown): boolean;
  listeners(name: string): Listener[];
  listenerCount(name: string): number;
  eventNames(): string[];
  /** Without a name: of all events. */
  removeAllListeners(name?: string): this;
  once(name: string, listener: Listener): this;
  off(name: string, listener?: Listener): this;
  /** Resolves with true when the first frame is on the screen. */
  play(change?: unknown): Promise<boolean>;
  /** Resolves with the new address when its first frame is on the screen. */
  changePlayUrl(change: unknown): Promise<string>;
  stop(): Promise<boolean>;
  /** Both resolve with 1. */
  openSound(): Promise<number>;
  closeSound(): Promise<number>;
  /** 0 to 1, or 2 to 100. */
  setVolume(volume: number): Promise<void>;
  startSave(fileName?: string): Promise<unknown>;
  /** Downloads the file; `data` contains the file and its object URL. */
  stopSave(): Promise<unknown>;
  startRecord(fileName?: string): Promise<unknown>;
  stopRecord(): Promise<unknown>;
  /** With a callback, the snapshot is passed to it instead of being downloaded. */
  capturePicture(fileName?: unknown, callback?: (picture: CapturedPicture) => void): Promise<unknown>;
  /** Unix seconds. */
  getOSDTime(): Promise<unknown>;
  /** Holds the frame of a recording. */
  pause(): Promise<boolean>;
  /** With a time (formats as of `seek`), continues there. */
  resume(time?: string): Promise<boolean>;
  /** `hhmmss`, or `yyyyMMddThhmmssZ` on the date that is played. */
  seek(time: string): Promise<boolean>;
  /** An extension: EZUIKit has no such call. As in the SDK: `{ begin, end }` in epoch ms. */
  exportRecording(range: Parameters<Player['exportRecording']>[0]): Promise<ExportedFiles>;
  /** 1 to 2 to 4: resolves and rejects with `{ code, data: { speed, result } }`. */
  fast(): Promise<unknown>;
  /** 4 to 2 to 1. */
  slow(): Promise<unknown>;
  /** True for recordings. */
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
  /** Resolves with true when the camera accepts audio. */
  startTalk(): Promise<boolean>;
  stopTalk(): Promise<boolean>;
  /** Asks the viewer if necessary: `{ code, msg, res }`, `code` 0 if it is granted. */
  getMicrophonePermission(): Promise<unknown>;
  /** `{ code, msg, res: [{ deviceId, label }] }`. */
  getMicrophonesList(): Promise<unknown>;
  setProfile(options: { microphoneId?: string | undefined }): Promise<unknown>;
  talkSetProfile(options: { microphoneId?: string | undefined }): Promise<unknown>;
  /** Of the microphone, 0 to 10; 1 is unchanged. */
  setVolumeGain(gain: number): Promise<unknown>;
  /** `{ code: 0, data: [{ voiceName, fileUrl, duration }], page }`. */
  queryVoiceList(options?: VoiceQuery): Promise<unknown>;
  /** A saved message: its `fileUrl`, or `{ fileUrl }`. */
  sendVoice(voice: string | { fileUrl: string }, channelNo?: number | string): Promise<unknown>;
  /** A recorded file, or `{ voiceFile }`. */
  sendVoiceOnce(voice: VoiceFile | { voiceFile: VoiceFile }, channelNo?: number | string): Promise<unknown>;
  getDefinitionList(): Promise<readonly VideoLevel[]>;
  getVideoLevelList(): Promise<readonly VideoLevel[]>;
  getDefinition(): Promise<VideoLevel | null>;
  getVideoLevel(): Promise<VideoLevel | null>;
  setDefinition(level: unknown): Promise<VideoLevel | null>;
  changeVideoLevel(level: unknown): Promise<VideoLevel | null>;
  /** Uses the browser's fullscreen if the page was just clicked, otherwise the page-wide display of the player. */
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
  /** Returns the figures; the overlay itself is opened in the player. */
  displayStreamInfo(): Promise<unknown>;
  /** Has no effect: a click on the timeline always seeks. */
  setTimeLineClickable(isClickable?: boolean): void;
  /** Label, lowest level and time of what the facade writes to the console, for all players of the page. */
  setLoggerOptions(options: LoggerOptions): void;
  /** The name of a template, the 32-character id of a stored theme, or a theme. */
  changeTheme(theme: unknown): Promise<void>;
  /** Restores the theme the player started with. */
  reSetTheme(): Promise<void>;
  edit(isActive?: unknown): Promise<void>;
  btnReRender(theme: Theme): Promise<void>;
  fetchThemeData(): Promise<Theme>;
  setThemeData(theme: Theme): Promise<void>;
  /** Resolves with what was released. Safe to call twice. */
  destroy(): Promise<void>;

  // Not supported: these reject with the code `unsupported`, which handleError reports too.
  setGlobalBaseTime(...args: unknown[]): Promise<never>;
  getSpaceList(...args: unknown[]): Promise<never>;
  setSpaceId(...args: unknown[]): Promise<never>;
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
  getDeviceCapacity(...args: unknown[]): Promise<never>;
  captureCamera(...args: unknown[]): Promise<never>;
  createCaptureTask(...args: unknown[]): Promise<never>;
}

/** Shows many cameras in pages. Only the visible page has players. */
export declare class EZUIKitInspectionUI {
  /** Cameras per page. */
  readonly pageSize: number;
  /** From 0. */
  readonly pageIndex: number;
  constructor(container: unknown, options?: InspectionOptions);
  get pages(): number;
  /** What the timeline shows in all players of the page. Null without a timeline, and until it is ready. */
  get wall(): Wall | null;
  nextPage(): void;
  /** Goes to the previous page. */
  lastPage(): void;
  /** Pages are counted from 0. */
  pageTo(target: number): void;
  changePageSize(size: number): void;
  playAll(): Promise<void>;
  stopAll(): Promise<void>;
  muteAll(): Promise<void>;
  unmuteAll(): Promise<void>;
  startTurn(): void;
  stopTurn(): void;
  /** Milliseconds per page for `startTurn`. */
  setDelay(delay: number): void;
  setLoop(isLoop: boolean): void;
  /** Shown where nothing plays. */
  setText(text: string): void;
  /** URL of an image (http, https or `data:image/…`); any other value removes the background. */
  setBackground(image: string): void;
  getDeviceList(): (InspectionPlayerOptions | string)[];
  /** Replaces the cameras and shows the first page. */
  setList(list: (InspectionPlayerOptions | string)[]): void;
  /** Without an index: the selected screen. */
  getScreen(index?: number): InspectionScreen;
  /** Screens of the current page. */
  getScreenList(): InspectionScreen[];
  screenSelect(index: number): InspectionScreen;
  /** Plays `options`, or item `listIndex` of the list, on a screen of this page, by default on the selected one. */
  initPlayer(
    listIndex: number,
    screenIndex?: number,
    options?: InspectionPlayerOptions | string,
  ): EZUIKitPlayer | null;
  destroyScreen(index: number): Promise<void>;
  /** `keepsScreens`: the empty screens stay in the page. Safe to call twice. */
  destroy(keepsScreens?: boolean): Promise<void>;
}

export { EZUIKitInspectionUI as EZUIKitInspection };

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

export interface PlainOptions {
  /** Folder of `hls.js` and `flv.js`. Default: the folder of this script. */
  folder?: string | undefined;
  /** Start playing at once. Default true. */
  autoplay?: boolean | undefined;
  handleError?: ((error: { code: number; msg: string; type: string }) => void) | undefined;
}

/** Plays a plain address in a video element. A network error reloads, a media error recovers, others end playback. */
declare class PlainPlayer {
  readonly video: HTMLVideoElement | null;
  isPlaying: boolean;
  loading: boolean;
  constructor(target: string | HTMLVideoElement, url: string, options?: PlainOptions);
  /** Resolves when the element plays; rejects on failure, or if stopped before. */
  play(): Promise<void>;
  stop(): void;
  destroy(): void;
}
export declare class HLS extends PlainPlayer {}
export declare class FLV extends PlainPlayer {}

export interface StreamAddress {
  readonly deviceSerial: string;
  readonly channelNo: number;
  /** Empty if there is none. */
  readonly validCode: string;
  readonly hd: boolean;
  /** `live`, `rec`, `cloud.rec`. */
  readonly type: string;
}
/** Parses `ezopen://[code@]host/SERIAL/CHANNEL[.hd].TYPE`; null if the address is invalid. */
export declare function parseStreamAddress(url: unknown): StreamAddress | null;

declare const EZUIKit: {
  EZUIKitPlayer: typeof EZUIKitPlayer;
  EZUIKitInspectionUI: typeof EZUIKitInspectionUI;
  EZUIKitInspection: typeof EZUIKitInspectionUI;
  HLS: typeof HLS;
  FLV: typeof FLV;
  EVENTS: typeof EVENTS;
  LOCALES: readonly string[];
  TEMPLATES: readonly string[];
  parseStreamAddress: typeof parseStreamAddress;
  configure: typeof configure;
  Core: typeof Core;
  EZUIKitHD: typeof EZUIKitHD;
  EZWebRtc: typeof EZWebRtc;
  version: string;
};
export default EZUIKit;
export as namespace EZUIKit;
