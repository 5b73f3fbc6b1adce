// Public types of the facade, without an import but those of the SDK, so that they can be shipped beside them.
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
