import * as z from 'zod/mini';
import { playerFailure } from './failure.ts';
import { address, integer, name, openWord, themeText } from './fields.ts';
import { recordingFile, snapshotFile } from './files.ts';
import { playerSnapshot } from './snapshot.ts';
import { playerStats } from './stats.ts';

const nothing = z.object({});

/**
 * Frame to host. A host ignores events it does not know. Where an event has the name of a call, it tells that
 * the thing happened, whoever asked for it: the host page, the viewer or the player itself.
 */
export const frameEvents = {
  /** A picture is on the screen. */
  handleSuccess: nothing,
  handleError: playerFailure,
  state: playerSnapshot,
  /** Once a second while a picture is on the screen. */
  stats: playerStats,
  /** The viewer clicked or tapped, wherever in the player: a page hears nothing of clicks in a frame. */
  click: nothing,
  dblclick: nothing,
  esc: nothing,
  /** The viewer wants the frame to fill the page (true) or to go back (false), where the browser cannot. */
  iframeFullScreen: z.object({ active: z.boolean() }),
  /** A button of the toolbar was pressed; in editing mode: chosen. */
  clickEventHandle: z.object({ iconId: name }),
  /** A button was removed in editing mode. */
  removeEventHandle: z.object({ iconId: name }),
  /** The theme is another one, or was edited. */
  setThemeData: z.object({ themeData: themeText }),
  openSound: nothing,
  closeSound: nothing,
  startSave: nothing,
  /** A recording ended: by its button, by another address, or because the stream did. */
  stopSave: recordingFile,
  /** The viewer took a snapshot. */
  capturePicture: snapshotFile,
  /** Zoom is on, at this scale. */
  enableZoom: z.object({ scale: integer }),
  closeZoom: nothing,
  /** Pan-tilt: `code` 200 accepted, 60002 to 60005 limits, others failures. */
  ptz: z.object({ direction: integer, code: name }),
  changePlayUrl: z.object({ url: address }),
  fullScreen: z.object({ to: openWord<'none' | 'fullscreen' | 'web'>() }),
};

/** Host to frame. */
export const hostEvents = {
  /** The handle is gone. The frame stops, forgets the port and waits for a new host with a new nonce. */
  bye: nothing,
};
