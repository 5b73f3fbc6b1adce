import * as z from 'zod/mini';
import { address, integer, list, name, openWord, token } from './fields.ts';
import { limits } from './limits.ts';
import { playerSnapshot } from './snapshot.ts';

/** One request and its answer. `result: null` means the answer says only that it is done. */
export interface Call<Data extends z.ZodMiniType, Result extends z.ZodMiniType | null> {
  readonly data: Data;
  readonly result: Result;
}
const call = <Data extends z.ZodMiniType, Result extends z.ZodMiniType | null>(
  data: Data,
  result: Result,
): Call<Data, Result> => ({ data, result });

const nothing = z.object({});

/**
 * Host to frame. The specified window messages (specification, section 7) that come in a later step are
 * startSave, stopSave, capturePicture, enableZoom, closeZoom, btnReRender, fetchThemeData, setThemeData
 * and edit; until then the frame answers them, like any name it does not know, with `unsupported`.
 */
export const hostCalls = {
  /**
   * Call 0 of every port, never posted: sending the port asks it. Its answer is the first message of the frame,
   * and calls may follow.
   */
  welcome: call(
    nothing,
    z.object({ v: integer, features: list(name, limits.features), state: playerSnapshot }),
  ),
  /** First request: what to show and how. Answered at once; the picture is told by events. */
  start: call(
    z.object({
      /** Camera address, `ezopen://…`. Without one the player waits for `play` or `changePlayUrl`. */
      url: z.optional(address),
      autoplay: z.boolean(),
      /** Sound on from the start. */
      audio: z.boolean(),
      /** BCP 47. The frame takes the nearest language it has. */
      language: z.optional(name),
    }),
    null,
  ),
  /** Answered when the first picture is on the screen. Already playing: answered at once. */
  play: call(z.object({ url: z.optional(address) }), null),
  stop: call(nothing, null),
  openSound: call(nothing, null),
  closeSound: call(nothing, null),
  /** Epoch ms of the picture on the screen, by the camera's clock. */
  getOSDTime: call(nothing, integer),
  /** Stops, then plays the new address. Answered like `play`. */
  changePlayUrl: call(z.object({ url: address }), null),
  /** The container changed its size: lay out again. */
  autoResize: call(nothing, null),
};

/** Frame to host. A host that cannot answer refuses with an error that has no `d`. */
export const frameCalls = {
  /**
   * Asks for an access token. `start`: there is none yet; `expired`: the server said 10002 or the token is
   * near its end; `denied`: the token is valid but does not open this camera.
   */
  token: call(z.object({ reason: openWord<'start' | 'expired' | 'denied'>() }), token),
};
