import * as z from 'zod/mini';
import { playerFailure } from './failure.ts';
import { playerSnapshot } from './snapshot.ts';

const nothing = z.object({});

/** Frame to host. A host ignores events it does not know. */
export const frameEvents = {
  /** A picture is on the screen. */
  handleSuccess: nothing,
  handleError: playerFailure,
  state: playerSnapshot,
  dblclick: nothing,
  esc: nothing,
  /** The viewer wants the frame to fill the page (true) or to go back (false), where the browser cannot. */
  iframeFullScreen: z.object({ active: z.boolean() }),
};

/** Host to frame. */
export const hostEvents = {
  /** The handle is gone. The frame stops, forgets the port and waits for a new host with a new nonce. */
  bye: nothing,
};
