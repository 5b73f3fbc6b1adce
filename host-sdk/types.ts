// Public types of the SDK. This file is shipped as it is, together with its only import. The tests in
// tests/types/sdk-types.test.ts check it against the protocol.
import type { ErrorCode } from './error-codes.generated.ts';

/** What the player reports: a newer player can send a value that is not listed here. Options and calls have closed unions. */
type Open<Known extends string> = Known | (string & {});

/**
 * Why the player requests a token. `start`: first token; `expired`: it has expired; `denied`: it does not permit this
 * camera.
 */
export type TokenReason = Open<'start' | 'expired' | 'denied'>;

/** How the video is scaled into the player: `fit` (all of it, with bars), `fill` (cropped) or `stretch` (distorted). */
export type ScaleMode = 'fit' | 'fill' | 'stretch';

/** Where recordings are stored: `cloud.rec` on the server, `rec` in the camera. */
export type RecType = 'cloud.rec' | 'rec';

/** Chinese or English, also with a region: `zh-TW`, `en-GB`. */
export type Language = 'zh-CN' | 'en-US' | 'zh' | 'en' | `zh-${string}` | `en-${string}`;

/**
 * A layout of the player. `simple`: video only, `standard`: with controls; `pcLive`, `pcRec`, `mobileLive` and
 * `mobileRec`: those of live video and recordings, on computers and phones; `security`, `voice`: fewer buttons, and talk;
 * `theme`: that of `themeData`; `noData`: no buttons, also in recordings.
 */
export type Template =
  | 'simple'
  | 'default'
  | 'standard'
  | 'security'
  | 'voice'
  | 'pcLive'
  | 'pcRec'
  | 'mobileLive'
  | 'mobileRec'
  | 'theme'
  | 'noData';

declare const idOfTheme: unique symbol;
/** The 32-character id of a theme that is stored on the server: `template: id as ThemeId`. */
export type ThemeId = string & { readonly [idOfTheme]: true };

/** A button of the toolbars. */
export type IconId =
  | 'deviceID'
  | 'deviceName'
  | 'cloudRec'
  | 'cloudRecord'
  | 'rec'
  | 'play'
  | 'capturePicture'
  | 'sound'
  | 'pantile'
  | 'recordvideo'
  | 'talk'
  | 'broadcast'
  | 'zoom'
  | 'speed'
  | 'hd'
  | 'webExpend'
  | 'expend';

/** An entry of the speed menu; 60 and more are a time lapse. */
export type Speed = 0.5 | 1 | 2 | 4 | 8 | 16 | 60 | 288 | 1440;

/**
 * `webcodecs`, `flv`: live video, and a replay from the camera; `recorded`, `hls`: recordings of the server; `mpegts`,
 * `hlsNative`, `hlsLibrary`: streams of other servers.
 */
export type EngineName = Open<
  'webcodecs' | 'flv' | 'recorded' | 'hls' | 'mpegts' | 'hlsNative' | 'hlsLibrary'
>;

export interface PlayerOptions {
  /** URL of the Oriel server, for example `https://video.example.com`. */
  server: string;
  /** Your application key. */
  app: string;
  /**
   * Returns an access token, or a promise of one, from your backend. Called at the start and whenever the player
   * needs a new token. The token is passed to the player through a private channel only.
   */
  getToken: (reason: TokenReason) => string | Promise<string>;
  /**
   * Camera address, `ezopen://oriel/<serial>/<channel>.live`, or the address of an FLV, MPEG-TS or HLS stream of another
   * server that the operator permits (`ORIEL_STREAM_ORIGINS`). Can be given later with `play(url)`.
   */
  url?: string | undefined;
  /** Layout of the player, or the id of a theme that is stored on the server. Default `simple`. */
  template?: Template | ThemeId | undefined;
  /**
   * Start playing as soon as possible. Default true; in templates with controls, the theme's play button decides
   * unless this is false.
   */
  autoplay?: boolean | undefined;
  /** False: only `autoplay` decides. Default true: with controls, the play button of the theme can prevent it. */
  autoplayByTheme?: boolean | undefined;
  /** Start with audio on. Browsers may require a click first. Default false. */
  audio?: boolean | undefined;
  /** Initial volume, 0 to 100. Default 80. */
  volume?: number | undefined;
  /** Language of the player: `zh-CN` or `en-US`. Default: the language of the browser. */
  language?: Language | undefined;
  /** Theme as an object, as JSON text, or the 32-character id of a stored theme. Takes precedence over the template. */
  themeData?: Theme | string | undefined;
  /** Buttons of the header by icon id, instead of those of the theme. */
  header?: readonly IconId[] | undefined;
  footer?: readonly IconId[] | undefined;
  controls?: readonly IconId[] | undefined;
  /** URL of the image shown until the first frame. */
  poster?: string | undefined;
  /** Default `fit`. */
  scaleMode?: ScaleMode | undefined;
  /** Use the mobile controls. Default: detected from the device. */
  isMobile?: boolean | undefined;
  disabledPTZ?: boolean | undefined;
  /** Use the sub stream while the player is small. Default false. */
  adaptiveQuality?: boolean | undefined;
  /**
   * Milliseconds by which a slow connection may delay live video. Beyond that the player requests the newest frame, then
   * the sub stream. Default 1500; 0: no limit.
   */
  maxDelay?: number | undefined;
  /** Allow several players of the page to be audible at once. Default false: the last one unmuted mutes the others. */
  sharedSound?: boolean | undefined;
  /**
   * Play nothing outside of this range of a recording. Both are `yyyyMMddhhmmss`, at most 24 hours apart, in the time
   * zone of the camera.
   */
  playbackRange?: { begin: string; end: string } | undefined;
  /** Milliseconds between two seeks: of those that follow sooner, the last one is carried out. Default 2000. */
  seekFrequency?: number | undefined;
  /** Show recordings without a timeline. */
  disabledTimeLine?: boolean | undefined;
  /**
   * No video: the player only has its timeline and its buttons, for the other players of a `createWall`. Default false.
   * With `template: 'pcRec'` it needs a height of 160 px.
   */
  controlsOnly?: boolean | undefined;
  /** Addresses of other cameras, at most 16. The timeline shows faintly when they have recordings. */
  companions?: readonly string[] | undefined;
  /** Entries of the speed menu. Default: all that the player supports. */
  speedOptions?: readonly Speed[] | undefined;
  /** Pass snapshots and recordings to your page only; the browser does not download them. Default false. */
  noDownload?: boolean | undefined;
  /** The same for recordings only. */
  noRecordingDownload?: boolean | undefined;
  /** Offer to share a range that was selected on the timeline: the event `share`. Default false. */
  shareButton?: boolean | undefined;
  /** Offer a link to what is shown, in the header and the menu of the right mouse button: the event `copyLink`. Default false. */
  linkButton?: boolean | undefined;
  /** False: a double click in a player with controls does not change full screen. Default true. */
  doubleClickFullscreen?: boolean | undefined;
  /** False: no button for picture-in-picture. Default true, where the browser has it. */
  pictureInPicture?: boolean | undefined;
  /** CSS pixels, or a percentage. Default 600 × 400. */
  width?: number | string | undefined;
  height?: number | string | undefined;
  /** Name of the iframe for screen readers. Default `Camera`. */
  title?: string | undefined;
  /** Allow the player to request the microphone, for two-way talk. Default false. */
  microphone?: boolean | undefined;
}

/** Buttons and colours of the toolbars. Missing fields are taken from the default theme. */
export interface Theme {
  themeId?: string | undefined;
  themeName?: string | undefined;
  themeIntro?: string | undefined;
  themeType?: Open<'webLive' | 'webRec' | 'mobileLive' | 'mobileRec'> | undefined;
  label?: string | undefined;
  labelPic?: string | undefined;
  poster?: string | undefined;
  /** Seconds until the toolbars hide; 0: they stay visible. */
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
  /** 1: active from the start. */
  defaultActive?: number | undefined;
  /** 1: shown. */
  isrender?: number | undefined;
  memo?: string | undefined;
  /** Four parts separated by dashes; the fourth is the position in the toolbar. */
  btnKey?: string | undefined;
}

export interface CallOptions {
  /** Aborting it rejects the call with `aborted` and cancels the work in the player. */
  signal?: AbortSignal | undefined;
}

export type FailureSource = Open<'device' | 'service' | 'player' | 'protocol'>;

export interface PlayerFailure {
  /** For programs. Its meaning never changes; error-codes.md lists all codes, also those that are numbers. */
  code: Open<ErrorCode>;
  /** For people, in the language of the player. */
  message: string;
  source: FailureSource;
  /** True if the same call can succeed later. */
  retryable: boolean;
  detail?:
    | {
        description?: string | undefined;
        solution?: string | undefined;
        /** Milliseconds until the player retries automatically. */
        retryInMs?: number | undefined;
      }
    | undefined;
  /** With `token.threw`: what `getToken` threw or rejected with, unchanged. It never leaves your page. */
  cause?: unknown;
}

/** Playback state. While `reconnecting`, the last frame stays on the screen. */
export type PlayerPhase = Open<'idle' | 'resolving' | 'loading' | 'playing' | 'reconnecting' | 'failed'>;

export interface PlayerSnapshot {
  phase: PlayerPhase;
  /** Camera address without the verification code. */
  address?: string | undefined;
  muted: boolean;
  /** Audio is on, but the browser blocks it until the viewer clicks in the player. */
  audioBlocked?: boolean | undefined;
  engine?: EngineName | undefined;
  /** Why this engine was selected. */
  engineReason?: string | undefined;
  /** Number of streams requested so far, including reconnections. */
  attempt: number;
  /** Size of the video in pixels. */
  width?: number | undefined;
  height?: number | undefined;
  /** Camera to screen in ms, if it can be measured. */
  latencyMs?: number | undefined;
  /** Reason for `reconnecting` or `failed`. */
  code?: Open<ErrorCode> | undefined;
  message?: string | undefined;
  /** While `reconnecting`: ms until the next attempt. */
  retryInMs?: number | undefined;
  fullScreen?: boolean | undefined;
  /** The iframe fills your page. */
  webFullScreen?: boolean | undefined;
  /** The video is also in a window above all others. */
  pictureInPicture?: boolean | undefined;
  /** 0 to 100. */
  volume?: number | undefined;
  quality?: Open<'hd' | 'sd'> | undefined;
  /** Scale of electronic zoom, 1 to 8; absent while zoom is off. */
  zoom?: number | undefined;
  /** Recordings only, as the following fields. */
  paused?: boolean | undefined;
  /** Speed, 1 is normal. */
  rate?: number | undefined;
  /** Range of the recorded address, epoch ms. `rangeEnd` is exclusive. */
  rangeBegin?: number | undefined;
  rangeEnd?: number | undefined;
  /** IANA name, or offset (`+05:30`), of the time zone of the camera: of the times in addresses and of `seek`. */
  timeZone?: string | undefined;
  /** The PTZ pad is shown. */
  ptz?: boolean | undefined;
  recording?: boolean | undefined;
  /** A talk is running. */
  talking?: boolean | undefined;
  editing?: boolean | undefined;
}

/** A still image as JPEG or PNG, at the resolution of the stream, or cropped to the zoomed region. */
export interface SnapshotFile {
  fileName: string;
  blob: Blob;
  width: number;
  height: number;
}

/** A recording as MP4, not re-encoded. */
export interface RecordingFile {
  fileName: string;
  blob: Blob;
  durationMs: number;
  width: number;
  height: number;
  hasAudio: boolean;
  /**
   * All files, if resolution or codec changed during the recording: an MP4 track has one format. `blob` is the first one,
   * `durationMs` the sum.
   */
  parts?: Blob[] | undefined;
}

/** Figures of the current playback. Unknown values are absent. */
export interface PlayerStats {
  engine?: EngineName | undefined;
  engineReason?: string | undefined;
  /** As in MIME types, for example `avc1.4d401f` and `mp4a.40.2`, and `G.711`. */
  videoCodec?: string | undefined;
  audioCodec?: string | undefined;
  /** In Hz. */
  audioSampleRate?: number | undefined;
  width?: number | undefined;
  height?: number | undefined;
  /** Frames shown in the last second. */
  fps?: number | undefined;
  bitsPerSecond?: number | undefined;
  /** Camera to screen, ms. */
  latencyMs?: number | undefined;
  firstFrameMs?: number | undefined;
  keyFrameIntervalMs?: number | undefined;
  bufferedMs?: number | undefined;
  /** Total since this playback started. */
  framesShown?: number | undefined;
  framesDropped?: number | undefined;
  stalls?: number | undefined;
  bytes?: number | undefined;
  /** Of a recording: when the frame on the screen was captured, epoch ms, at most a second ago. */
  recordedAt?: number | undefined;
  /** Seeks in recordings that led to no frame: nothing is recorded there, or it took too long. */
  seekFailures?: number | undefined;
}

/**
 * What `destroy` has released. The first four fields come from the player; they are absent if it did not respond
 * within 2 s.
 */
export interface DestroyReceipt {
  engines?: number | undefined;
  recordings?: number | undefined;
  timers?: number | undefined;
  /** What the player could not release; normally 0. */
  left?: number | undefined;
  /** Listeners of your page that were still registered. */
  listeners: number;
  /** Calls that were still pending. */
  calls: number;
}

export interface Welcome {
  /** Protocol version. */
  v: number;
  /** Names of the features this player supports. */
  features: string[];
  state: PlayerSnapshot;
}

/** A camera of a talk. `code` and `message` say why it failed. */
export interface TalkCamera {
  deviceSerial: string;
  channelNo: number;
  state: Open<'waiting' | 'receiving' | 'failed'>;
  code?: Open<ErrorCode> | undefined;
  message?: string | undefined;
}

/** Labels are empty without the permission. */
export interface AudioDevices {
  permission: Open<'granted' | 'denied' | 'prompt'>;
  devices: { id: string; label: string; kind: Open<'audioinput' | 'audiooutput'> }[];
}

export interface VoiceList {
  voices: {
    name: string;
    fileUrl: string;
    /** Seconds. */
    duration: number;
  }[];
  total: number;
}

export interface PlayerEvents {
  /** The first frame is on the screen. */
  handleSuccess: Record<never, never>;
  /** A failure outside a call: playback, the connection to the player, or the start. */
  handleError: PlayerFailure;
  /** Emitted after every change of state, and once when the player is ready. */
  state: PlayerSnapshot;
  /** Emitted once per second while video is on the screen, with the result of `getStats`. */
  stats: PlayerStats;
  /** The viewer clicked or tapped in the player. The browser does not report these clicks to your page. */
  click: Record<never, never>;
  dblclick: Record<never, never>;
  /** The pointer moved in the player; at most ten times a second. */
  mousemove: Record<never, never>;
  touchstart: Record<never, never>;
  esc: Record<never, never>;
  /** The player entered (true) or left (false) page-wide display. The SDK has already resized the iframe. */
  iframeFullScreen: { active: boolean };
  /** A toolbar button was clicked, or selected in editing mode. */
  clickEventHandle: { iconId: string };
  /** A toolbar button was removed in editing mode. */
  removeEventHandle: { iconId: string };
  /** The theme was replaced or edited. */
  setThemeData: { themeData: Theme };
  // The following events report an action, started by your page, by the viewer or by the player itself.
  openSound: Record<never, never>;
  closeSound: Record<never, never>;
  startSave: Record<never, never>;
  stopSave: RecordingFile;
  capturePicture: SnapshotFile;
  enableZoom: { scale: number };
  closeZoom: Record<never, never>;
  /**
   * `direction`: 0 up, 1 down, 2 left, 3 right. `code`: 200 accepted, 60002 to 60005 limit reached, others are
   * failures.
   */
  ptz: { direction: number; code: string };
  pause: Record<never, never>;
  resume: Record<never, never>;
  /** A seek to this time, epoch ms, by your page or on the timeline, when it is carried out (`seekFrequency`). */
  seek: { at: number };
  /** A range was selected on the timeline, epoch ms; `end` is exclusive. Without fields: nothing is selected. */
  selectRange: { begin?: number | undefined; end?: number | undefined };
  /** The viewer pressed the button of `shareButton`. */
  share: { begin: number; end: number; recType: Open<RecType> };
  /** The viewer asked for a link (`linkButton`). `at`: when the picture on the screen was recorded, epoch ms; absent: live. */
  copyLink: { at?: number | undefined };
  /** Progress of an export, by your page or by the viewer. */
  exportProgress: { begin: number; end: number; bytes: number; percent: number };
  /**
   * The first camera of a talk accepts audio. Emitted again when the state of a camera of a broadcast changes.
   */
  startTalk: { cameras: TalkCamera[] };
  /** A talk ended. `code`: absent if the viewer or your page ended it, otherwise why. */
  stopTalk: { code?: Open<ErrorCode> | undefined; message?: string | undefined };
  /** A talk could not be started, or a voice message could not be sent. */
  handleTalkError: PlayerFailure;
  /** Levels during a talk, 0 to 100, every 200 ms. */
  talkVolume: { microphone: number; camera: number };
  rateChange: { rate: number };
  recTypeChange: { recType: Open<RecType> };
  /** A level of the timeline (0 to 3), its calendar, or another date (`yyyy-MM-dd`) was selected. */
  timeline: { level?: number | undefined; isCalendarOpen?: boolean | undefined; date?: string | undefined };
  /**
   * What is recorded in the range that is played, as far as the timeline has loaded it: stretches without gaps, at most
   * 1,440. Epoch ms, `end` is exclusive.
   */
  recordings: { recType: Open<RecType>; files: { begin: number; end: number }[] };
  /** Playback skipped a range in which nothing was recorded, epoch ms; `end` is exclusive. */
  gap: { begin: number; end: number };
  /**
   * A recording was played to its end: of the range, or of what is recorded in it. `begin` and `end` are the range, epoch
   * ms; `end` is exclusive.
   */
  playbackEnd: { reason: Open<'reachRangeEnd' | 'noMoreSegment'>; begin: number; end: number };
  changePlayUrl: { url: string };
  /** For the SDK itself, which shows the player in a window of Document Picture-in-Picture. */
  pictureWindow: { active: boolean; start: string };
  /** The window of picture-in-picture was opened or closed. */
  pictureInPicture: { active: boolean };
  fullScreen: { to: Open<'none' | 'fullscreen' | 'web'> };
}

export interface ExportedFiles {
  files: {
    fileName: string;
    blob: Blob;
    bytes: number;
    /** When the first and the last frame were recorded, epoch ms. */
    firstFrame: number;
    lastFrame: number;
  }[];
  /** If it was requested. */
  manifest?: { fileName: string; blob: Blob } | undefined;
}

/** A clock of several players. */
export interface SharedClock {
  /** Time of the cameras, epoch ms, at the moment `since`. */
  at: number;
  /** `performance.timeOrigin + performance.now()`, rounded: page and player share it. */
  since: number;
  rate: number;
  running: boolean;
}

export interface SyncOptions {
  /** Time of the cameras to begin with, epoch ms. */
  at: number;
  /** Default 1. */
  rate?: number | undefined;
  /** Default true. */
  running?: boolean | undefined;
  /** The player with `controlsOnly`, if any: it is not counted. */
  controls?: Player | undefined;
}

export interface SyncGroup {
  /** What all players show now, epoch ms. */
  readonly time: number;
  readonly rate: number;
  readonly running: boolean;
  /** At most nine players. A player that is added shows the moment of the others, also live ones and after `changePlayUrl`. */
  add(player: Player): void;
  /** The player continues by itself. */
  remove(player: Player): void;
  play(): void;
  pause(): void;
  /** To this time of the cameras, epoch ms. */
  seek(at: number): void;
  setRate(rate: number): void;
  /** Called after every change, also by a viewer. Returns a function that removes the listener. */
  onChange(listener: (group: SyncGroup) => void): () => void;
  /** The players continue by themselves. */
  destroy(): void;
}

/** One viewer who speaks to the cameras of several players: `createBroadcast`, and `broadcast` of a wall. */
export interface Broadcast {
  /** The cameras and which receive it, from the first one that does; empty: there is no broadcast. */
  readonly cameras: readonly TalkCamera[];
  /**
   * Opens the microphone of the viewer for the cameras of these players, by default of all: one that is playing carries the
   * talk and needs the option `microphone`. Ends a broadcast before. Resolves and rejects as `startTalk`: cameras that
   * cannot be talked to are `failed`, with the reason, as long as another one receives it.
   */
  start(options?: { players?: readonly Player[] | undefined; isMuted?: boolean | undefined }): Promise<void>;
  /** Safe to call without a broadcast. */
  stop(): Promise<void>;
  /** Called when it begins and ends, and when the state of a camera changes. Returns a function that removes the listener. */
  onChange(listener: (broadcast: Broadcast) => void): () => void;
  /** Ends it. */
  destroy(): void;
}

/** Live video or recordings of up to nine players, chosen on the timeline of one more, which has `controlsOnly`. */
export interface Wall {
  /** The clock of the players while they show recordings; null while they are live. */
  readonly group: SyncGroup | null;
  add(player: Player): void;
  remove(player: Player): void;
  /** The camera of this player is that of the timeline; the others are drawn faintly, if they are `companions`. */
  choose(player: Player): Promise<void>;
  /** Speaking to the cameras of the players. */
  readonly broadcast: Broadcast;
  /** All players return to live video. */
  toLive(): Promise<void>;
  /** All players show the recordings of this time, epoch ms. */
  toRecorded(at: number): Promise<void>;
  /** Called after every change, also by a viewer. Returns a function that removes the listener. */
  onChange(listener: (wall: Wall) => void): () => void;
  /** The players continue by themselves. */
  destroy(): void;
}

export interface Player {
  readonly iframe: HTMLIFrameElement;
  /** Resolves when the player has connected; rejects with `handshake-timeout`, `version` or `destroyed`. */
  readonly ready: Promise<Welcome>;
  /** Latest state; absent before `ready`. */
  readonly state?: PlayerSnapshot | undefined;

  // Every call rejects with a PlayerError, at the latest after 10 s (play, changePlayUrl, toLive, toRecorded, setRecType, startSave, stopSave:
  // 30 s).
  // Calls made before `ready` are sent when the player has connected.

  /** Starts playback of `url`, or of the current address. Resolves when the first frame is on the screen. */
  play(url?: string, options?: CallOptions): Promise<void>;
  /** Stops playback. Rejects with `player.notPlaying` if nothing is playing. */
  stop(options?: CallOptions): Promise<void>;
  /** Switches to another camera, or to recordings. Resolves when the first frame is on the screen. */
  changePlayUrl(url: string, options?: CallOptions): Promise<void>;
  /** Unmutes the audio. Browsers may block it until the viewer clicks in the player: see `audioBlocked`. */
  openSound(options?: CallOptions): Promise<void>;
  /** Mutes the audio. */
  closeSound(options?: CallOptions): Promise<void>;
  /** Sets the volume, 0 to 100. */
  setVolume(volume: number, options?: CallOptions): Promise<void>;

  // Recordings: addresses with `.cloud.rec` or `.rec`. With live video the calls reject with `player.noPause`,
  // `player.noSeek`, `player.noRate` or `player.noStep`; `toRecorded` and `setRecType` start a recording.

  pause(options?: CallOptions): Promise<void>;
  /** Continues; a recording at its end starts again. With a time (as of `seek`) it continues there. */
  resume(time?: string, options?: CallOptions): Promise<void>;
  /**
   * Plays from this time on: `hhmmss` of the date that is played, or `yyyyMMddThhmmssZ` on that date, in the time zone of
   * the camera; of a time that occurs twice, because clocks are set back, the one closest to what is playing. Before
   * playback is started, it will begin there. Rejects with `seek.format` or `seek.otherDate`. Resolves when the frame is on the screen, at the latest
   * after 6 s: a time without recordings is no failure, see `seekFailures` of `getStats`.
   */
  seek(time: string, options?: CallOptions): Promise<void>;
  /** From 1 to 2 to 4. Resolves with the new rate; rejects with `rate.max`. */
  fast(options?: CallOptions): Promise<number>;
  /** From 4 to 2 to 1. Resolves with the new rate; rejects with `rate.min`. */
  slow(options?: CallOptions): Promise<number>;
  /** Rejects with `rate.unsupported` if the player does not have this rate. */
  setRate(rate: number, options?: CallOptions): Promise<void>;
  /**
   * Pauses, then shows the next or the previous frame. Resolves when it is on the screen; rejects with `step.none` at the
   * ends of the range.
   */
  step(direction: 'forward' | 'back', options?: CallOptions): Promise<void>;
  /** Returns to live video of the same camera. Resolves, like the next two, when the first frame is on the screen. */
  toLive(options?: CallOptions): Promise<void>;
  /** Plays the recording of this time, epoch ms. */
  toRecorded(at: number, options?: CallOptions): Promise<void>;
  /** Changes the storage. Starts at 00:00:00 of the date that was played, or of today. */
  setRecType(recType: RecType, options?: CallOptions): Promise<void>;

  /**
   * Shows what a clock says, as other players with the same clock do: see `createSyncGroup`. Without a clock, the player
   * no longer follows one.
   */
  followClock(clock?: SharedClock, options?: CallOptions): Promise<void>;

  /**
   * Downloads what was recorded in [begin, end), epoch ms, as MP4 files without conversion: one, or several if the format
   * of the video changed. They begin with the key frame at or before `begin`; gaps are closed. The browser saves the
   * files for the viewer, except with `noDownload`. Progress is reported by `exportProgress`; aborting `signal` cancels.
   * Rejects with `playback.none` (nothing was recorded), `playback.tooLong` (more than 24 h), `export.running`,
   * `export.tooLarge` (the browser has no room), `10031` (the token does not permit it) or `network.closed`. Takes four
   * hours at most.
   */
  exportRecording(
    range: CallOptions & {
      begin: number;
      end: number;
      /** Of which storage. Default: the one that is played, or `cloud.rec`. */
      recType?: RecType | undefined;
      fileName?: string | undefined;
      /** Also download the manifest: JSON with the SHA-256 of the files. */
      manifest?: boolean | undefined;
    },
  ): Promise<ExportedFiles>;

  /** Starts recording. Resolves when the recording has started; rejects with `player.notPlaying` if nothing is playing. */
  startSave(options?: CallOptions & { fileName?: string | undefined }): Promise<void>;
  /** Ends the recording and resolves with the file, which remains readable after `destroy()`. */
  stopSave(options?: CallOptions): Promise<RecordingFile>;
  /** Captures the current frame. Rejects with `player.notPlaying` if nothing is playing. */
  capturePicture(
    options?: CallOptions & {
      fileName?: string | undefined;
      /** Default `jpeg`. */
      format?: 'jpeg' | 'png' | undefined;
      /** Capture only the region that electronic zoom shows. */
      zoomed?: boolean | undefined;
      /** Also download the file in the browser of the viewer. */
      download?: boolean | undefined;
    },
  ): Promise<SnapshotFile>;

  /** Turns on electronic zoom with a scale of 1 to 8. Resolves with the scale in effect. */
  enableZoom(scale?: number, options?: CallOptions): Promise<number>;
  closeZoom(options?: CallOptions): Promise<void>;
  /** Shows the PTZ pad. */
  openPtz(options?: CallOptions): Promise<void>;
  closePtz(options?: CallOptions): Promise<void>;

  /**
   * Connects the viewer's microphone with the loudspeaker of the camera; `cameras`: addresses of further cameras that are to
   * play the same. Resolves when the first camera accepts audio. Needs the option `microphone`. Rejects with `-1000` (the camera does not support talk), `400904` (somebody talks to it), `10031` (the token has
   * no `talk`), and the `talk.…` codes of [error codes](../docs/ref/error-codes.md).
   */
  startTalk(
    options?: CallOptions & {
      cameras?: readonly string[] | undefined;
      /** Begin silent, for push-to-talk: `setTalk({ isMuted: false })` opens the microphone. */
      isMuted?: boolean | undefined;
    },
  ): Promise<void>;
  stopTalk(options?: CallOptions): Promise<void>;
  /** For a running talk and for later ones. */
  setTalk(
    options: CallOptions & {
      isMuted?: boolean | undefined;
      /** Ids of `getAudioDevices`. */
      microphoneId?: string | undefined;
      speakerId?: string | undefined;
      /** Of the microphone, 0 to 10; 1 is unchanged. */
      gain?: number | undefined;
    },
  ): Promise<void>;
  /** `request`: asks the viewer for the permission if it is needed. */
  getAudioDevices(options?: CallOptions & { request?: boolean | undefined }): Promise<AudioDevices>;
  /** Saved voice messages. `page` counts from 0; `pageSize` is 5 by default. `isDefault`: those of the product. */
  queryVoices(
    options?: CallOptions & {
      page?: number | undefined;
      pageSize?: number | undefined;
      isDefault?: boolean | undefined;
    },
  ): Promise<VoiceList>;
  /**
   * Plays a voice message on the camera: a saved one, an audio file of at most a minute, or a text that the server speaks.
   * Resolves when the camera has received it.
   */
  sendVoice(
    voice: CallOptions & {
      fileUrl?: string | undefined;
      file?: Blob | undefined;
      text?: string | undefined;
    },
  ): Promise<void>;

  /** Capture time of the frame on the screen in epoch ms, by the camera's clock. */
  getOSDTime(options?: CallOptions): Promise<number>;
  getStats(options?: CallOptions): Promise<PlayerStats>;

  /** Lays out the player again. Call it when the size of the container has changed. */
  autoResize(options?: CallOptions): Promise<void>;
  /** Sets the URL of the image that is shown until the first frame. */
  setPoster(poster: string, options?: CallOptions): Promise<void>;
  setScaleMode(scaleMode: ScaleMode, options?: CallOptions): Promise<void>;
  setLanguage(language: Language, options?: CallOptions): Promise<void>;
  /** `hd`: main stream, `sd`: sub stream, `auto`: depends on the size of the player. */
  setQuality(quality: 'hd' | 'sd' | 'auto', options?: CallOptions): Promise<void>;
  /**
   * `fullscreen`: the whole screen (requires a recent click), `web`: the whole page, `none`: back. Rejects with
   * `player.notPlaying` if nothing is playing.
   */
  fullScreen(to: 'none' | 'fullscreen' | 'web', options?: CallOptions): Promise<void>;
  /**
   * Opens (`true`) or closes a window above all others: with the player, where the browser has Document
   * Picture-in-Picture, otherwise with the video. Browsers open it only after a click. Rejects with `player.notPlaying`,
   * `picture.unsupported` or `picture.refused`.
   */
  pictureInPicture(active: boolean, options?: CallOptions): Promise<void>;
  /** Sets the verification code of an encrypted camera and continues playback with it. */
  setSecretKey(code: string, options?: CallOptions): Promise<void>;

  /** Turns editing mode of the toolbars on or off, for theme designers. */
  edit(active: boolean, options?: CallOptions): Promise<void>;
  /** Renders the toolbars from a part of a theme, without leaving editing mode. */
  btnReRender(theme: Theme | string, options?: CallOptions): Promise<void>;
  /**
   * The buttons that are shown in the bars, with the sizes of the areas that react to a press, in CSS pixels. Those that do
   * not fit are in the menu `more`.
   * `live` is the badge.
   */
  getControls(options?: CallOptions): Promise<{ iconId: string; width: number; height: number }[]>;
  fetchThemeData(options?: CallOptions): Promise<{ themeData: Theme }>;
  /** Applies a theme: an object, its JSON text, or the 32-character id of a stored theme. */
  setThemeData(theme: Theme | string, options?: CallOptions): Promise<void>;

  /** Adds a listener. Returns a function that removes it. */
  on<Name extends keyof PlayerEvents>(name: Name, listener: (data: PlayerEvents[Name]) => void): () => void;
  /** Like `on`, for the next event only. */
  once<Name extends keyof PlayerEvents>(name: Name, listener: (data: PlayerEvents[Name]) => void): () => void;
  off<Name extends keyof PlayerEvents>(name: Name, listener: (data: PlayerEvents[Name]) => void): void;
  /** Removes the player within 2 s. Pending calls reject with `destroyed`. Safe to call twice. */
  destroy(): Promise<DestroyReceipt>;
}

export type { ErrorCode };
