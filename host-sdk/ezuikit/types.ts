// Public types of the facade. Imports only the types of the SDK, so that both can be shipped together.
import type { Theme } from '../types.ts';

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
  env?: { domain?: string | undefined; [name: string]: unknown } | undefined;
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

/** Messages of the facade in the console of the browser. */
export interface LoggerOptions {
  /** Label of each message. Default `EZUIKit`. */
  name?: string | undefined;
  /** Lowest level that is written: `INFO` (default), `LOG`, `WARN` or `ERROR`. */
  level?: string | undefined;
  /** Write the time of each message. */
  showTime?: boolean | undefined;
}

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
