import * as z from 'zod/mini';
import { playerFailure } from './failure.ts';
import { address, integer, list, name, openWord, playbackRate, sentence, text, themeText } from './fields.ts';
import { recordingFile, snapshotFile } from './files.ts';
import { limits } from './limits.ts';
import { playerSnapshot } from './snapshot.ts';
import { playerStats } from './stats.ts';
import { talkCamera } from './talk.ts';

const nothing = z.object({});

/**
 * Frame to host. A host ignores events it does not know. An event with the name of a call reports the action,
 * whether requested by the host page, the viewer or the player itself.
 */
export const frameEvents = {
  /** The first frame is shown. */
  handleSuccess: nothing,
  handleError: playerFailure,
  state: playerSnapshot,
  /** Once a second while video is shown. */
  stats: playerStats,
  /** The viewer clicked or tapped anywhere in the player; pages do not receive clicks in a frame. */
  click: nothing,
  dblclick: nothing,
  /** The pointer moved in the player, at most ten times a second. */
  mousemove: nothing,
  touchstart: nothing,
  esc: nothing,
  /**
   * The viewer requests page-wide display (true) or its end (false), where the browser has no full-screen
   * mode.
   */
  iframeFullScreen: z.object({ active: z.boolean() }),
  /** A button of the toolbar was pressed, or selected in editing mode. */
  clickEventHandle: z.object({ iconId: name }),
  /** A button was removed in editing mode. */
  removeEventHandle: z.object({ iconId: name }),
  /** The theme was changed or edited. */
  setThemeData: z.object({ themeData: themeText }),
  openSound: nothing,
  closeSound: nothing,
  startSave: nothing,
  /** A recording ended: by its button, another address, or the end of the stream. */
  stopSave: recordingFile,
  /** The viewer took a snapshot. */
  capturePicture: snapshotFile,
  /** Zoom is enabled at this scale. */
  enableZoom: z.object({ scale: integer }),
  closeZoom: nothing,
  /** PTZ: `code` 200 accepted, 60002 to 60005 limits, others failures. */
  ptz: z.object({ direction: integer, code: name }),
  pause: nothing,
  resume: nothing,
  /** A seek to this time, epoch ms. */
  seek: z.object({ at: integer }),
  /** The viewer selected a range on the timeline, epoch ms, `end` exclusive; without fields: nothing is selected. */
  selectRange: z.object({ begin: z.optional(integer), end: z.optional(integer) }),
  /** The viewer wants to share the selected range. Only with the option `shareButton`. */
  share: z.object({ begin: integer, end: integer, recType: openWord<'cloud.rec' | 'rec'>() }),
  /** The viewer wants a link. Only with the option `linkButton`. `at`: of the recorded picture on the screen, epoch ms. */
  copyLink: z.object({ at: z.optional(integer) }),
  /** Progress of the export of this range; `bytes` received so far. */
  exportProgress: z.object({ begin: integer, end: integer, bytes: integer, percent: integer }),
  /** The first camera of a talk accepts audio. Again when the state of a camera of a broadcast changes. */
  startTalk: z.object({ cameras: list(talkCamera, limits.talkCameras) }),
  /** A talk ended. `code`: absent if the viewer or the page ended it, otherwise why. */
  stopTalk: z.object({ code: z.optional(name), message: z.optional(sentence) }),
  /** A talk could not be started, or a voice message could not be sent. */
  handleTalkError: playerFailure,
  /** Levels during a talk, 0 to 100, every 200 ms. */
  talkVolume: z.object({ microphone: integer, camera: integer }),
  rateChange: z.object({ rate: playbackRate }),
  recTypeChange: z.object({ recType: openWord<'cloud.rec' | 'rec'>() }),
  /**
   * The viewer changed the timeline: its level (0 to 3), its calendar, or the date (`yyyy-MM-dd`), which the page may also
   * have changed.
   */
  timeline: z.object({
    level: z.optional(integer),
    isCalendarOpen: z.optional(z.boolean()),
    date: z.optional(name),
  }),
  /**
   * What is recorded in the range that is played, as far as the timeline has loaded it: stretches without gaps, epoch ms,
   * `end` exclusive. Of more than the limit, the first ones.
   */
  recordings: z.object({
    recType: openWord<'cloud.rec' | 'rec'>(),
    files: list(z.object({ begin: integer, end: integer }), limits.recordedFiles),
  }),
  /** Nothing was recorded in this range, and playback skipped it; epoch ms, `end` exclusive. */
  gap: z.object({ begin: integer, end: integer }),
  /** The recording was played to its end; the range is that of the address, epoch ms, `end` exclusive. */
  playbackEnd: z.object({
    reason: openWord<'reachRangeEnd' | 'noMoreSegment'>(),
    begin: integer,
    end: integer,
  }),
  changePlayUrl: z.object({ url: address }),
  pictureInPicture: z.object({ active: z.boolean() }),
  /**
   * Asks the SDK to open the window with the player (true; again while it is open, with the latest `start`) or to close
   * it. `start`: JSON of the options with which the player continues in the other document.
   */
  pictureWindow: z.object({ active: z.boolean(), start: text(limits.addressLength * 2) }),
  fullScreen: z.object({ to: openWord<'none' | 'fullscreen' | 'web'>() }),
};

/** Host to frame. */
export const hostEvents = {
  /** The handle was destroyed. The frame stops, closes the port and waits for a new host with a new nonce. */
  bye: nothing,
};
