/**
 * The host SDK: `createPlayer` embeds a camera player in a page. No dependencies. It can be imported on a server.
 * Start reading at player-handle.ts. May import types of lib/protocol and the guards generated from it, nothing else.
 */
export { PlayerError } from './player-error.ts';
export { createPlayer } from './player-handle.ts';
export type * from './types.ts';
export { version } from './version.ts';
