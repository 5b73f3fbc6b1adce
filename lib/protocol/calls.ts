import * as z from 'zod/mini';
import {
  address,
  binary,
  integer,
  list,
  name,
  openWord,
  playbackRate,
  sentence,
  text,
  themeText,
  token,
} from './fields.ts';
import { exportedFiles, recordingFile, snapshotFile } from './files.ts';
import { limits } from './limits.ts';
import { playerSnapshot } from './snapshot.ts';
import { playerStats } from './stats.ts';
import { audioDevices, voiceList } from './talk.ts';

/** How the host SDK exposes a call. */
interface CallOptions<Data extends z.ZodMiniType> {
  /** The method's first parameter is this field of `data`. Without it, the parameter is `data` itself. */
  readonly argument?: keyof z.infer<Data> & string;
  /** Timeout of the SDK in ms, a multiple of 1,000. Default 10,000. */
  readonly timeoutMs?: number;
  /** Called only by the SDK itself; not a method of the player. */
  readonly isInternal?: boolean;
}
/** One request and its answer. `result: null`: the answer only confirms completion. */
export interface Call<Data extends z.ZodMiniType, Result extends z.ZodMiniType | null>
  extends CallOptions<Data> {
  readonly data: Data;
  readonly result: Result;
}
const call = <Data extends z.ZodMiniType, Result extends z.ZodMiniType | null>(
  data: Data,
  result: Result,
  options: CallOptions<Data> = {},
): Call<Data, Result> => ({ ...options, data, result });

const nothing = z.object({});
const iconIds = list(name, limits.buttons);
const scaleMode = openWord<'fit' | 'fill' | 'stretch'>();
/** URL of an image, or a `data:` URL; the frame decides which it accepts. */
const imageUrl = text(limits.themeLength);

/** The first frame may have to wait for a sleeping camera, a recording for the disk. */
const slow = { timeoutMs: 30_000 };

/**
 * Host to frame: the window messages of section 7 of the specification, and additional ones. The host SDK
 * makes a method of each row that is not internal (scripts/generate-guards.ts). Names the frame does not know
 * are answered `unsupported`.
 */
export const hostCalls = {
  /**
   * Call 0 of every port. It is never posted: sending the port is the request. Its answer is the first
   * message of the frame; calls may follow.
   */
  welcome: call(
    nothing,
    z.object({ v: integer, features: list(name, limits.features), state: playerSnapshot }),
    { isInternal: true, timeoutMs: 15_000 },
  ),
  /** First request: what to show and how. Answered immediately; playback is reported by events. */
  start: call(
    z.object({
      /** Camera address, `ezopen://…`. Without one the player waits for `play` or `changePlayUrl`. */
      url: z.optional(address),
      /** False: do not play automatically. With controls, otherwise the play button of the theme decides. */
      autoplay: z.optional(z.boolean()),
      /** False: `autoplay` decides, whatever the theme says. */
      autoplayByTheme: z.optional(z.boolean()),
      /** Unmuted from the start. */
      audio: z.optional(z.boolean()),
      /** 0 to 100. */
      volume: z.optional(integer),
      /** BCP 47. The frame uses the closest available language. */
      language: z.optional(name),
      /** A theme record, or the ID of a stored one. Takes precedence over the template's. */
      themeData: z.optional(themeText),
      /** Buttons by icon ID, as in older pages. */
      header: z.optional(iconIds),
      footer: z.optional(iconIds),
      controls: z.optional(iconIds),
      poster: z.optional(imageUrl),
      scaleMode: z.optional(scaleMode),
      /** Absent: detected by the frame. */
      isMobile: z.optional(z.boolean()),
      disabledPTZ: z.optional(z.boolean()),
      /** Use the sub stream while the player is small. */
      adaptiveQuality: z.optional(z.boolean()),
      /** Ms by which the stream may lag behind before its newest frame is requested; 0: no limit. */
      maxDelay: z.optional(integer),
      /** Several players of the page may play audio at once. */
      sharedSound: z.optional(z.boolean()),
      /** Nothing outside of this range of a recording is played: `yyyyMMddhhmmss`, as in addresses. */
      playbackRange: z.optional(z.object({ begin: name, end: name })),
      /** Ms between two seeks; of those that follow sooner, the last is carried out. */
      seekFrequency: z.optional(integer),
      disabledTimeLine: z.optional(z.boolean()),
      /** No video: a timeline and buttons for other players of the page, which follow the same clock. */
      controlsOnly: z.optional(z.boolean()),
      /** Addresses of other cameras whose recordings the timeline shows, too. */
      companions: z.optional(list(address, limits.companions)),
      /** Entries of the speed menu. */
      speedOptions: z.optional(list(playbackRate, limits.speeds)),
      /** Snapshots and recordings are passed to the host only, not offered to the viewer as files. */
      noDownload: z.optional(z.boolean()),
      /** The same for recordings only. */
      noRecordingDownload: z.optional(z.boolean()),
      /** A selected range has a button that asks the host to share it: the event `share`. */
      shareButton: z.optional(z.boolean()),
      /** The menu of the player asks the host for a link to what is shown: the event `copyLink`. */
      linkButton: z.optional(z.boolean()),
      /** False: a double click does not change full screen. */
      doubleClickFullscreen: z.optional(z.boolean()),
      /** False: the player offers no picture-in-picture. */
      pictureInPicture: z.optional(z.boolean()),
      /** By the SDK: the player is, can be, or was in a window of Document Picture-in-Picture. */
      pictureWindow: z.optional(openWord<'can' | 'open' | 'closed'>()),
      /** From the player before, of which this one takes the place. */
      continues: z.optional(
        z.object({
          /** Of a recording: epoch ms. */
          at: z.optional(integer),
          paused: z.optional(z.boolean()),
          rate: z.optional(playbackRate),
          /** The page chose the range of the address. */
          fixed: z.optional(z.boolean()),
        }),
      ),
    }),
    null,
    { isInternal: true },
  ),
  /** Answered when the first frame is shown, or immediately if already playing. */
  play: call(z.object({ url: z.optional(address) }), null, {
    argument: 'url',
    ...slow,
  }),
  stop: call(nothing, null),
  openSound: call(nothing, null),
  closeSound: call(nothing, null),
  /** 0 to 100. */
  setVolume: call(z.object({ volume: integer }), null, { argument: 'volume' }),
  /** Recordings only, like the following ones. */
  pause: call(nothing, null),
  /** Continues, or starts at this time: formats as of `seek`. */
  resume: call(z.object({ time: z.optional(name) }), null, { argument: 'time' }),
  /**
   * `hhmmss` of the date that is played, or `yyyyMMddThhmmssZ`, in the civil time of the camera. Answered when a frame is
   * shown, and after 6 s in any case: a time without recordings is no failure.
   */
  seek: call(z.object({ time: name }), null, { argument: 'time' }),
  /** 1, 2, 4. Returns the new rate. */
  fast: call(nothing, playbackRate),
  /** 4, 2, 1. Returns the new rate. */
  slow: call(nothing, playbackRate),
  setRate: call(z.object({ rate: playbackRate }), null, { argument: 'rate' }),
  /** Pauses and shows the next or the previous frame. */
  step: call(z.object({ direction: openWord<'forward' | 'back'>() }), null, { argument: 'direction' }),
  /** Answered like `play`, as are the following two. */
  toLive: call(nothing, null, slow),
  /** From live video to the recording of this time, epoch ms. */
  toRecorded: call(z.object({ at: integer }), null, { argument: 'at', ...slow }),
  /** The other storage, from 00:00:00 of the selected date on. */
  setRecType: call(z.object({ recType: openWord<'cloud.rec' | 'rec'>() }), null, {
    argument: 'recType',
    ...slow,
  }),
  /**
   * Shows what the clock says, as other players with the same clock do; absent: no longer. At `since` (epoch ms of
   * `performance`, which page and frame share) the clock was at `at`, a time of the camera.
   */
  followClock: call(
    z.object({
      clock: z.optional(z.object({ at: integer, since: integer, rate: playbackRate, running: z.boolean() })),
    }),
    null,
    { argument: 'clock' },
  ),
  /**
   * Downloads the recordings of [begin, end), epoch ms, of the camera that is shown, as they are stored. `recType`: of
   * which storage; absent: the one that is played, or `cloud.rec`.
   */
  exportRecording: call(
    z.object({
      begin: integer,
      end: integer,
      recType: z.optional(openWord<'cloud.rec' | 'rec'>()),
      fileName: z.optional(name),
      /** Also the manifest. */
      manifest: z.optional(z.boolean()),
    }),
    exportedFiles,
    { timeoutMs: 14_400_000 },
  ),
  startSave: call(z.object({ fileName: z.optional(name) }), null, slow),
  stopSave: call(nothing, recordingFile, slow),
  capturePicture: call(
    z.object({
      fileName: z.optional(name),
      format: z.optional(openWord<'jpeg' | 'png'>()),
      /** Only the area shown by digital zoom. */
      zoomed: z.optional(z.boolean()),
      /** Also offer the file to the viewer. */
      download: z.optional(z.boolean()),
    }),
    snapshotFile,
  ),
  /** Enables digital zoom at 1x or the given scale, 1 to 8. Returns the scale. */
  enableZoom: call(z.object({ scale: z.optional(integer) }), integer, { argument: 'scale' }),
  closeZoom: call(nothing, null),
  /** Epoch ms of the current frame, by the camera's clock. */
  getOSDTime: call(nothing, integer),
  /** Stops, then plays the new address. Answered like `play`. */
  changePlayUrl: call(z.object({ url: address }), null, { argument: 'url', ...slow }),
  /** The container was resized: update the layout. */
  autoResize: call(nothing, null),
  /** Editing mode of the toolbar, for theme designers. */
  edit: call(z.object({ active: z.boolean() }), null, { argument: 'active' }),
  /** Redraws the bars from this (possibly partial) record, and stays in editing mode. */
  btnReRender: call(z.object({ themeData: themeText }), null, {
    argument: 'themeData',
  }),
  /** Buttons that are shown in the bars, with their sizes in CSS pixels; not those in the overflow menu. */
  getControls: call(
    nothing,
    list(z.object({ iconId: name, width: integer, height: integer }), limits.buttons),
  ),
  fetchThemeData: call(nothing, z.object({ themeData: themeText })),
  /** A record, or the 32-character ID of a stored one. */
  setThemeData: call(z.object({ themeData: themeText }), null, {
    argument: 'themeData',
  }),
  /** Empty: none. */
  setPoster: call(z.object({ poster: imageUrl }), null, { argument: 'poster' }),
  setScaleMode: call(z.object({ scaleMode }), null, { argument: 'scaleMode' }),
  setLanguage: call(z.object({ language: name }), null, { argument: 'language' }),
  /** `hd`, `sd`, or `auto` by the size of the player. */
  setQuality: call(z.object({ quality: openWord<'hd' | 'sd' | 'auto'>() }), null, { argument: 'quality' }),
  /** Full-screen, page-wide, or neither. */
  fullScreen: call(z.object({ to: openWord<'none' | 'fullscreen' | 'web'>() }), null, { argument: 'to' }),
  /** Opens or closes the window above all others that shows the video. */
  pictureInPicture: call(
    z.object({
      active: z.boolean(),
      /** By the SDK, which could not open a window with the player: one with the video. */
      inBrowser: z.optional(z.boolean()),
    }),
    null,
    { argument: 'active' },
  ),
  /** The PTZ pad. */
  openPtz: call(nothing, null),
  closePtz: call(nothing, null),
  /** The verification code of an encrypted camera; playback continues with it. */
  setSecretKey: call(z.object({ code: name }), null, { argument: 'code' }),
  /**
   * Connects the viewer's microphone with the loudspeaker of the camera, and with those of other cameras of `cameras`
   * (addresses). Answered when the first camera accepts audio. `isMuted`: begin silent, for push-to-talk.
   */
  startTalk: call(
    z.object({
      cameras: z.optional(list(address, limits.talkCameras)),
      isMuted: z.optional(z.boolean()),
    }),
    null,
    slow,
  ),
  stopTalk: call(nothing, null),
  /** Of a running talk and of later ones. Ids as `getAudioDevices` returns them; `gain` 0 to 10, 1 is unchanged. */
  setTalk: call(
    z.object({
      isMuted: z.optional(z.boolean()),
      microphoneId: z.optional(sentence),
      speakerId: z.optional(sentence),
      gain: z.optional(z.number().check(z.nonnegative())),
    }),
    null,
  ),
  /** `request`: ask the viewer for the permission if it is needed. */
  getAudioDevices: call(z.object({ request: z.optional(z.boolean()) }), audioDevices, slow),
  /** Saved voice messages, `page` from 0, `pageSize` 5 by default. `isDefault`: those of the product. */
  queryVoices: call(
    z.object({
      page: z.optional(integer),
      pageSize: z.optional(integer),
      isDefault: z.optional(z.boolean()),
    }),
    voiceList,
  ),
  /**
   * Plays a voice message on the camera: a saved one (`fileUrl`), a recorded file, or a text that the server speaks.
   * Answered when the camera has received it.
   */
  sendVoice: call(
    z.object({
      fileUrl: z.optional(sentence),
      file: z.optional(binary),
      text: z.optional(text(limits.spokenLength)),
    }),
    null,
    { timeoutMs: 120_000 },
  ),
  getStats: call(nothing, playerStats),
  /** Releases everything. Returns the released resources and the remaining ones (none). */
  destroy: call(
    nothing,
    z.object({ engines: integer, recordings: integer, timers: integer, left: integer }),
    { isInternal: true, timeoutMs: 2_000 },
  ),
};

/** Frame to host. A host that cannot answer responds with an error without `d`. */
export const frameCalls = {
  /**
   * Requests an access token. `start`: there is none yet; `expired`: the server responded 10002, or the token
   * is about to expire; `denied`: the token is valid but not for this camera.
   */
  token: call(z.object({ reason: openWord<'start' | 'expired' | 'denied'>() }), token),
};
