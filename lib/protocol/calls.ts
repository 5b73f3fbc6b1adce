import * as z from 'zod/mini';
import { address, integer, list, name, openWord, text, themeText, token } from './fields.ts';
import { recordingFile, snapshotFile } from './files.ts';
import { limits } from './limits.ts';
import { playerSnapshot } from './snapshot.ts';
import { playerStats } from './stats.ts';

/** How the host SDK offers a call. */
interface CallOptions<Data extends z.ZodMiniType> {
  /** The method's first parameter is this field of `data`. Without it, the parameter is `data` itself. */
  readonly argument?: keyof z.infer<Data> & string;
  /** How long the SDK waits for the answer, in whole seconds. Default 10,000. */
  readonly timeoutMs?: number;
  /** The argument is an option of `start`: a frame that reloads starts with the latest one. */
  readonly isRemembered?: boolean;
  /** The SDK calls it by itself; it is no method of the player. */
  readonly isInternal?: boolean;
}
/** One request and its answer. `result: null` means the answer says only that it is done. */
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
/** An address of an image or a `data:` picture; the frame judges which it takes. */
const picture = text(limits.themeLength);

/** A first picture may have to wait for a camera that sleeps, a recording for the disk. */
const slow = { timeoutMs: 30_000 };
const internal = { isInternal: true };

/**
 * Host to frame: the window messages of the specification, section 7, and what a page needs beside them. The host
 * SDK makes a method of each row that is not internal (scripts/generate-guards.ts). Names the frame does not know are answered `unsupported`; so are talk and recordings, until the player has them.
 */
export const hostCalls = {
  /**
   * Call 0 of every port, never posted: sending the port asks it. Its answer is the first message of the frame,
   * and calls may follow.
   */
  welcome: call(
    nothing,
    z.object({ v: integer, features: list(name, limits.features), state: playerSnapshot }),
    internal,
  ),
  /** First request: what to show and how. Answered at once; the picture is told by events. */
  start: call(
    z.object({
      /** Camera address, `ezopen://…`. Without one the player waits for `play` or `changePlayUrl`. */
      url: z.optional(address),
      /** With controls the play button of the theme decides, unless this forbids it. */
      autoplay: z.boolean(),
      /** Sound on from the start. */
      audio: z.boolean(),
      /** 0 to 100. */
      volume: z.optional(integer),
      /** BCP 47. The frame takes the nearest language it has. */
      language: z.optional(name),
      /** A theme record, or the id of a stored one. Wins over the template's. */
      themeData: z.optional(themeText),
      /** Buttons by icon id, as pages of old name them. */
      header: z.optional(iconIds),
      footer: z.optional(iconIds),
      controls: z.optional(iconIds),
      poster: z.optional(picture),
      scaleMode: z.optional(scaleMode),
      /** Absent: the frame looks at the device it runs on. */
      isMobile: z.optional(z.boolean()),
      disabledPTZ: z.optional(z.boolean()),
      /** Take the small stream where the player is small. */
      adaptiveQuality: z.optional(z.boolean()),
      /** Several players of the page may be heard at once. */
      sharedSound: z.optional(z.boolean()),
      /** Snapshots and recordings go to the host only, and no file is offered to the viewer. */
      noDownload: z.optional(z.boolean()),
    }),
    null,
    internal,
  ),
  /** Answered when the first picture is on the screen. Already playing: answered at once. */
  play: call(z.object({ url: z.optional(address) }), null, {
    argument: 'url',
    isRemembered: true,
    ...slow,
  }),
  stop: call(nothing, null),
  openSound: call(nothing, null),
  closeSound: call(nothing, null),
  /** 0 to 100. */
  setVolume: call(z.object({ volume: integer }), null, { argument: 'volume', isRemembered: true }),
  startSave: call(z.object({ fileName: z.optional(name) }), null, slow),
  stopSave: call(nothing, recordingFile, slow),
  capturePicture: call(
    z.object({
      fileName: z.optional(name),
      format: z.optional(openWord<'jpeg' | 'png'>()),
      /** Only what electronic zoom shows. */
      zoomed: z.optional(z.boolean()),
      /** Also offer the file to the viewer. */
      download: z.optional(z.boolean()),
    }),
    snapshotFile,
  ),
  /** Electronic zoom on, at 1x or at the scale given, 1 to 8. Answers the scale. */
  enableZoom: call(z.object({ scale: z.optional(integer) }), integer, { argument: 'scale' }),
  closeZoom: call(nothing, null),
  /** Epoch ms of the picture on the screen, by the camera's clock. */
  getOSDTime: call(nothing, integer),
  /** Stops, then plays the new address. Answered like `play`. */
  changePlayUrl: call(z.object({ url: address }), null, { argument: 'url', isRemembered: true, ...slow }),
  /** The container changed its size: lay out again. */
  autoResize: call(nothing, null),
  /** Editing mode of the toolbar, for theme designers. */
  edit: call(z.object({ active: z.boolean() }), null, { argument: 'active' }),
  /** Draws the bars anew from this record, which may be a part of one, and keeps editing. */
  btnReRender: call(z.object({ themeData: themeText }), null, {
    argument: 'themeData',
    isRemembered: true,
  }),
  fetchThemeData: call(nothing, z.object({ themeData: themeText })),
  /** A record, or the 32 characters of a stored one. */
  setThemeData: call(z.object({ themeData: themeText }), null, {
    argument: 'themeData',
    isRemembered: true,
  }),
  /** Empty: none. */
  setPoster: call(z.object({ poster: picture }), null, { argument: 'poster', isRemembered: true }),
  setScaleMode: call(z.object({ scaleMode }), null, { argument: 'scaleMode', isRemembered: true }),
  setLanguage: call(z.object({ language: name }), null, { argument: 'language', isRemembered: true }),
  /** `hd`, `sd`, or `auto` by the size of the player. */
  setQuality: call(z.object({ quality: openWord<'hd' | 'sd' | 'auto'>() }), null, { argument: 'quality' }),
  /** Full-screen, page-wide, or neither. */
  fullScreen: call(z.object({ to: openWord<'none' | 'fullscreen' | 'web'>() }), null, { argument: 'to' }),
  /** The pan-tilt pad. */
  openPtz: call(nothing, null),
  closePtz: call(nothing, null),
  /** The verification code of an encrypted camera; playing goes on with it. */
  setSecretKey: call(z.object({ code: name }), null, { argument: 'code' }),
  getStats: call(nothing, playerStats),
  /** Lets go of everything. What the player held and gave back, and what is left of it: nothing. */
  destroy: call(
    nothing,
    z.object({ engines: integer, recordings: integer, timers: integer, left: integer }),
    internal,
  ),
};

/** Frame to host. A host that cannot answer refuses with an error that has no `d`. */
export const frameCalls = {
  /**
   * Asks for an access token. `start`: there is none yet; `expired`: the server said 10002 or the token is
   * near its end; `denied`: the token is valid but does not open this camera.
   */
  token: call(z.object({ reason: openWord<'start' | 'expired' | 'denied'>() }), token),
};
