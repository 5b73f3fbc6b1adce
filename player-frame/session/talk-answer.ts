import type { z } from 'zod';
import type { talkUrl } from '../../lib/contracts/lapp/talk-url.call.ts';

/** What `live/talk/url` answers. A test compares this with its contract. */
export interface TalkAnswer extends Omit<z.infer<typeof talkUrl.data>, 'expireTime' | 'iceServers'> {
  readonly iceServers: readonly RTCIceServer[];
}

type Fields = Readonly<Record<string, unknown>>;
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;
const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** Null: not the answer of our server. The zod contract would be larger than the talk itself. */
export function readTalkAnswer(data: unknown): TalkAnswer | null {
  if (!isFields(data)) return null;
  const { rtcUrl, ttsUrl, stream, talkType, duplex, iceServers, isRelayOnly } = data;
  if (!isText(rtcUrl) || !isText(ttsUrl) || !isText(stream)) return null;
  return {
    rtcUrl,
    ttsUrl,
    stream,
    ...(talkType === 'gb28181' ? { talkType } : {}),
    duplex: duplex === 'half' ? 'half' : 'full',
    iceServers: Array.isArray(iceServers) ? iceServers.flatMap(readIceServer) : [],
    isRelayOnly: isRelayOnly === true,
  };
}

function readIceServer(value: unknown): RTCIceServer[] {
  if (!isFields(value)) return [];
  const urls = Array.isArray(value.urls) ? value.urls.filter(isText) : [];
  const { username, credential } = value;
  return urls.length === 0
    ? []
    : [{ urls, ...(isText(username) ? { username } : {}), ...(isText(credential) ? { credential } : {}) }];
}
