/**
 * Names and limits of the media gateway's protocol, which the player frame and the server share (specification, document
 * 2, sections 7 and 9). Messages are those of the Janus protocol with `rtcgw` in place of `janus`.
 */
import type { Ms } from './units.ts';

/** WebSocket subprotocol. */
export const gatewaySubprotocol = 'rtcgw-protocol';
/** Path of the gateway on the server: WebSocket, and the root of the HTTP calls. */
export const gatewayPath = '/rtcgw';
/** The key that names the command or the event of a message. */
export const gatewayDiscriminator = 'rtcgw';
/** The plugin that connects a viewer's microphone with cameras. */
export const talkPlugin = 'rtcgw.plugin.talk';

/** A long poll without events is answered with a keepalive after half of it. */
export const gatewayLongPollMs: Ms = 60_000;
/** A session without any message for this long is ended with the event `timeout`. */
export const gatewaySessionTimeoutMs: Ms = 60_000;
/** Of a message, in bytes. */
export const gatewayMaxMessageBytes = 65_536;
/** Events per long poll. */
export const gatewayMaxEvents = 10;
/** Close code of a WebSocket whose session has timed out; the reason is `Gateway timeout`. */
export const gatewayTimeoutClose = { code: 3504, reason: 'Gateway timeout' } as const;

/** `gb28181`: the camera is reached over GB/T 28181, which changes the form of the link. */
export type TalkType = 'gb28181';

/** The link that the talk plugin receives with the offer. */
export function talkLink(camera: {
  readonly ttsUrl: string;
  readonly deviceSerial: string;
  readonly channelNo: number;
  readonly talkType?: TalkType | undefined;
}): string {
  const { ttsUrl, deviceSerial, channelNo, talkType } = camera;
  const base = ttsUrl.replace(/\/+$/, '');
  return talkType === 'gb28181'
    ? `${base}/gb28181/${deviceSerial}/${channelNo}`
    : `${base}/talk/${deviceSerial}/${channelNo}`;
}

/** The camera that a talk link names, or null. Channel 0: the one of the ticket. */
export function parseTalkLink(
  link: string,
): { readonly deviceSerial: string; readonly channelNo: number } | null {
  const groups = /\/(?:talk|gb28181)\/(?<serial>[A-Za-z0-9_-]{1,64})\/(?<channel>\d{1,3})$/.exec(
    link,
  )?.groups;
  return groups ? { deviceSerial: groups.serial ?? '', channelNo: Number(groups.channel) } : null;
}

/** Body of the `message` to the talk plugin that carries the offer. */
export interface TalkStart {
  readonly request: 'start';
  /** As `talkLink` makes it. */
  readonly url: string;
  readonly codec: 'opus';
}

/** A camera of a talk. `code` says why it failed: a code of the open-platform API, or a `talk.` code. */
export interface TalkCameraState {
  readonly deviceSerial: string;
  readonly channelNo: number;
  readonly state: 'waiting' | 'receiving' | 'failed';
  readonly code?: string | undefined;
  readonly message?: string | undefined;
}

/** Data of the talk plugin's events. */
export type TalkPluginData =
  /** With the answer as `jsep`, which does not wait for the cameras. */
  | { readonly result: 'started'; readonly cameras: readonly TalkCameraState[] }
  /** The state of a camera changed; all cameras are named. */
  | { readonly result: 'cameras'; readonly cameras: readonly TalkCameraState[] }
  /** The talk ended, or was refused: then also without `started`. `code`: absent if the viewer ended it. */
  | { readonly result: 'done'; readonly code?: string | undefined; readonly message?: string | undefined };
