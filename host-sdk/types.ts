// The public types of the SDK, without an import, so that they can be shipped as they are.
// tests/types/sdk-types.test.ts holds them against the protocol.

/** A word from a list that may grow: a newer player may say one that this list does not have. */
type Open<Known extends string> = Known | (string & {});

/** Why the player asks for a token. `expired`: it ran out; `denied`: it does not open this camera. */
export type TokenReason = Open<'start' | 'expired' | 'denied'>;

/** How the picture fills a player of another shape. */
export type ScaleMode = Open<'fit' | 'fill' | 'stretch'>;

export interface PlayerOptions {
  /** Where Oriel runs, for instance `https://video.example.com`. */
  server: string;
  /** Your application key. */
  app: string;
  /** Returns an access token, or a promise of one. It reaches the player over a private channel only. */
  getToken: (reason: TokenReason) => string | Promise<string>;
  /** Camera address, `ezopen://oriel/<serial>/<channel>.live`. May follow later by `play(url)`. */
  url?: string | undefined;
  /**
   * `simple` (picture only, the default), `standard`, `pcLive`, `mobileLive`, `security`, `voice`, … or the
   * 32 characters of a theme stored on the server.
   */
  template?: string | undefined;
  /** Play as soon as possible. Default true; with controls the theme's play button decides, unless this is false. */
  autoplay?: boolean | undefined;
  /** Sound on from the start; browsers may want a click first. Default false. */
  audio?: boolean | undefined;
  /** 0 to 100. Default 80. */
  volume?: number | undefined;
  /** `zh-CN`, `en-US`, … Default: the language of the browser. */
  language?: string | undefined;
  /** Wins over the theme of the template. An object, its JSON text, or the 32 characters of a stored theme. */
  themeData?: Theme | string | undefined;
  /** Buttons by icon id, instead of those of the theme. */
  header?: string[] | undefined;
  footer?: string[] | undefined;
  controls?: string[] | undefined;
  /** Shown until the first picture. */
  poster?: string | undefined;
  /** Default `fit`. */
  scaleMode?: ScaleMode | undefined;
  /** Default: the player looks at the device it runs on. */
  isMobile?: boolean | undefined;
  disabledPTZ?: boolean | undefined;
  /** Take the small stream where the player is small. */
  adaptiveQuality?: boolean | undefined;
  /** Several players of the page may be heard at once. */
  sharedSound?: boolean | undefined;
  /** Snapshots and recordings go to your page only: the viewer gets no file. */
  noDownload?: boolean | undefined;
  /** CSS pixels, or a percentage. Default 600 by 400. */
  width?: number | string | undefined;
  height?: number | string | undefined;
  /** Read out by screen readers. Default `Camera`. */
  title?: string | undefined;
  /** Let the player ask for the microphone (talk). Default false. */
  microphone?: boolean | undefined;
}

/** What a toolbar holds and how it looks. What is left out is the default theme's. */
export interface Theme {
  themeId?: string | undefined;
  themeName?: string | undefined;
  themeIntro?: string | undefined;
  themeType?: Open<'webLive' | 'webRec' | 'mobileLive' | 'mobileRec'> | undefined;
  label?: string | undefined;
  labelPic?: string | undefined;
  poster?: string | undefined;
  /** Seconds until the bars hide; 0: never. */
  autoFocus?: number | undefined;
  createTime?: number | string | undefined;
  updateTime?: number | string | undefined;
  header?: ThemeSection | undefined;
  footer?: ThemeSection | undefined;
}
export interface ThemeSection {
  color?: string | undefined;
  backgroundColor?: string | undefined;
  activeColor?: string | undefined;
  btnList?: ThemeButton[] | undefined;
}
export interface ThemeButton {
  iconId: string;
  part?: Open<'left' | 'right'> | undefined;
  /** 1: on from the start. */
  defaultActive?: number | undefined;
  /** 1: shown. */
  isrender?: number | undefined;
  memo?: string | undefined;
  /** The fourth part between dashes is the place in the bar. */
  btnKey?: string | undefined;
}

export interface CallOptions {
  /** Aborting rejects the call with `aborted`; the player gives the work up. */
  signal?: AbortSignal | undefined;
}

export type FailureSource = Open<'device' | 'service' | 'player' | 'protocol'>;

export interface PlayerFailure {
  /** For programs, never changes meaning: see the list of codes in the guide. */
  code: string;
  /** For people. */
  message: string;
  source: FailureSource;
  /** Trying the same again may work. */
  retryable: boolean;
  detail?:
    | {
        description?: string | undefined;
        solution?: string | undefined;
        /** The player tries again by itself after this many ms. */
        retryInMs?: number | undefined;
      }
    | undefined;
}

/** What the player does. `reconnecting` keeps the last picture on the screen. */
export type PlayerPhase = Open<'idle' | 'resolving' | 'loading' | 'playing' | 'reconnecting' | 'failed'>;

export interface PlayerSnapshot {
  phase: PlayerPhase;
  /** Camera address without its verification code. */
  address?: string | undefined;
  muted: boolean;
  /** Sound is wanted, but the browser waits for a click in the player. */
  audioBlocked?: boolean | undefined;
  engine?: Open<'webcodecs' | 'flv' | 'hls'> | undefined;
  /** Why this engine and not another. */
  engineReason?: string | undefined;
  /** How often a stream was asked for so far, each reconnection counted; waiting and stopping count nothing. */
  attempt: number;
  /** Size of the picture in pixels. */
  width?: number | undefined;
  height?: number | undefined;
  /** Camera to screen, ms, where it can be told. */
  latencyMs?: number | undefined;
  /** Why it is `reconnecting` or `failed`. */
  code?: string | undefined;
  message?: string | undefined;
  /** While `reconnecting`: ms until the next attempt. */
  retryInMs?: number | undefined;
  fullScreen?: boolean | undefined;
  /** The player fills the page. */
  webFullScreen?: boolean | undefined;
  /** 0 to 100. */
  volume?: number | undefined;
  quality?: Open<'hd' | 'sd'> | undefined;
  /** Scale of electronic zoom; absent while it is off. */
  zoom?: number | undefined;
  /** The pan-tilt pad is shown. */
  ptz?: boolean | undefined;
  recording?: boolean | undefined;
  editing?: boolean | undefined;
}

/** JPEG or PNG at the size the camera sent, or the zoomed part of it. */
export interface SnapshotFile {
  fileName: string;
  blob: Blob;
  width: number;
  height: number;
}

/** MP4 with the samples as the camera encoded them. */
export interface RecordingFile {
  fileName: string;
  blob: Blob;
  durationMs: number;
  width: number;
  height: number;
  hasAudio: boolean;
}

/** How the stream does at this moment. What is not known is absent. */
export interface PlayerStats {
  engine?: Open<'webcodecs' | 'flv' | 'hls'> | undefined;
  engineReason?: string | undefined;
  /** As in MIME types: `avc1.4d401f`, `mp4a.40.2`. */
  videoCodec?: string | undefined;
  audioCodec?: string | undefined;
  width?: number | undefined;
  height?: number | undefined;
  /** Pictures shown in the last second. */
  fps?: number | undefined;
  bitsPerSecond?: number | undefined;
  /** Camera to screen. */
  latencyMs?: number | undefined;
  firstFrameMs?: number | undefined;
  keyFrameIntervalMs?: number | undefined;
  bufferedMs?: number | undefined;
  /** Since this playback started. */
  framesShown?: number | undefined;
  framesDropped?: number | undefined;
  stalls?: number | undefined;
  bytes?: number | undefined;
}

/** What was let go. The first four are told by the player, and absent when it did not answer within 2 s. */
export interface DestroyReceipt {
  engines?: number | undefined;
  recordings?: number | undefined;
  timers?: number | undefined;
  /** What the player could not let go of: 0. */
  left?: number | undefined;
  /** Listeners of your page that were still on. */
  listeners: number;
  /** Calls that were still waiting. */
  calls: number;
}

export interface Welcome {
  /** Protocol version. */
  v: number;
  /** What this player can do. */
  features: string[];
  state: PlayerSnapshot;
}

export interface PlayerEvents {
  /** A picture is on the screen. */
  handleSuccess: Record<never, never>;
  /** Something failed outside a call: playback, the connection to the player, the start. */
  handleError: PlayerFailure;
  /** After every change, and once when the player is ready. */
  state: PlayerSnapshot;
  /** Once a second while a picture is on the screen: what `getStats` answers. */
  stats: PlayerStats;
  /** The viewer clicked or tapped somewhere in the player; the page itself hears nothing of it. */
  click: Record<never, never>;
  dblclick: Record<never, never>;
  esc: Record<never, never>;
  /** The player fills the page (true) or went back (false); the SDK has moved the iframe already. */
  iframeFullScreen: { active: boolean };
  /** A button of the toolbar was pressed; in editing mode: chosen. */
  clickEventHandle: { iconId: string };
  /** A button was removed in editing mode. */
  removeEventHandle: { iconId: string };
  /** The theme is another one, or was edited. */
  setThemeData: { themeData: Theme };
  // From here on: it happened, whoever asked for it: your page, the viewer or the player itself.
  openSound: Record<never, never>;
  closeSound: Record<never, never>;
  startSave: Record<never, never>;
  stopSave: RecordingFile;
  capturePicture: SnapshotFile;
  enableZoom: { scale: number };
  closeZoom: Record<never, never>;
  /** 0 up, 1 down, 2 left, 3 right; `code` 200 accepted, 60002 to 60005 limits, others failures. */
  ptz: { direction: number; code: string };
  changePlayUrl: { url: string };
  fullScreen: { to: Open<'none' | 'fullscreen' | 'web'> };
}

export interface Player {
  readonly iframe: HTMLIFrameElement;
  /** Resolves when the player answers; rejects with `handshake-timeout`, `version` or `destroyed`. */
  readonly ready: Promise<Welcome>;
  /** The latest state; absent before `ready`. */
  readonly state?: PlayerSnapshot | undefined;

  /** Resolves when the picture is on the screen. Calls before `ready` wait for it. */
  play(url?: string, options?: CallOptions): Promise<void>;
  stop(options?: CallOptions): Promise<void>;
  changePlayUrl(url: string, options?: CallOptions): Promise<void>;
  openSound(options?: CallOptions): Promise<void>;
  closeSound(options?: CallOptions): Promise<void>;
  /** 0 to 100. */
  setVolume(volume: number, options?: CallOptions): Promise<void>;

  /** Resolves when the recording has begun. */
  startSave(options?: CallOptions & { fileName?: string | undefined }): Promise<void>;
  /** The file stays readable after `destroy()`. */
  stopSave(options?: CallOptions): Promise<RecordingFile>;
  capturePicture(
    options?: CallOptions & {
      fileName?: string | undefined;
      format?: Open<'jpeg' | 'png'> | undefined;
      /** Only what electronic zoom shows. */
      zoomed?: boolean | undefined;
      /** Also offer the file to the viewer. */
      download?: boolean | undefined;
    },
  ): Promise<SnapshotFile>;

  /** Electronic zoom, 1 to 8. Resolves with the scale. */
  enableZoom(scale?: number, options?: CallOptions): Promise<number>;
  closeZoom(options?: CallOptions): Promise<void>;
  /** The pan-tilt pad. */
  openPtz(options?: CallOptions): Promise<void>;
  closePtz(options?: CallOptions): Promise<void>;

  /** Epoch ms of the picture on the screen, by the camera's clock. */
  getOSDTime(options?: CallOptions): Promise<number>;
  getStats(options?: CallOptions): Promise<PlayerStats>;

  /** The container changed its size: lay out again. */
  autoResize(options?: CallOptions): Promise<void>;
  setPoster(poster: string, options?: CallOptions): Promise<void>;
  setScaleMode(scaleMode: ScaleMode, options?: CallOptions): Promise<void>;
  setLanguage(language: string, options?: CallOptions): Promise<void>;
  /** `auto`: by the size of the player. */
  setQuality(quality: Open<'hd' | 'sd' | 'auto'>, options?: CallOptions): Promise<void>;
  fullScreen(to: Open<'none' | 'fullscreen' | 'web'>, options?: CallOptions): Promise<void>;
  /** The verification code of an encrypted camera; playing goes on with it. */
  setSecretKey(code: string, options?: CallOptions): Promise<void>;

  /** Editing mode of the toolbar, for theme designers. */
  edit(active: boolean, options?: CallOptions): Promise<void>;
  /** Draws the bars anew from this part of a theme, and keeps editing. */
  btnReRender(theme: Theme | string, options?: CallOptions): Promise<void>;
  fetchThemeData(options?: CallOptions): Promise<{ themeData: Theme }>;
  /** A theme, its JSON text, or the 32 characters of a stored one. */
  setThemeData(theme: Theme | string, options?: CallOptions): Promise<void>;

  /** Returns a function that removes the listener. */
  on<Name extends keyof PlayerEvents>(name: Name, listener: (data: PlayerEvents[Name]) => void): () => void;
  /** As `on`, for the next time only. */
  once<Name extends keyof PlayerEvents>(name: Name, listener: (data: PlayerEvents[Name]) => void): () => void;
  off<Name extends keyof PlayerEvents>(name: Name, listener: (data: PlayerEvents[Name]) => void): void;
  /** Removes the player, at the latest after 2 s. Calls that wait reject with `destroyed`. Safe to call twice. */
  destroy(): Promise<DestroyReceipt>;
}
