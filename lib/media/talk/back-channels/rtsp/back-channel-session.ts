/** The requests that open a back channel: OPTIONS, DESCRIBE, SETUP, PLAY (ONVIF streaming specification, 5.3). */
import { AppError } from '../../../../kernel/app-error.ts';
import type { Result } from '../../../../kernel/result.ts';
import type { SourceFailure } from '../../../ports.ts';
import { type KeepAliveTerms, keepAliveTerms } from '../../../sources/rtsp/keep-alive.ts';
import { readChannels } from '../../../sources/rtsp/media-transport.ts';
import type { RtspConnection } from '../../../sources/rtsp/rtsp-connection.ts';
import { firstHeader, type RtspResponse } from '../../../sources/rtsp/rtsp-message.ts';
import { contentBase, readSession, resolveControl } from '../../../sources/rtsp/rtsp-session.ts';
import { parseSdp } from '../../../sources/rtsp/sdp.ts';
import { statusFailure, udpOnly } from '../../../sources/rtsp/source-failure.ts';
import { type BackChannelPlan, pickBackChannel } from './pick-back-channel.ts';
import { openingError } from './talk-failure.ts';

/** In every request, or the camera leaves the back channel out. */
const requirement = ['Require', 'www.onvif.org/ver20/backchannel'] as const;
/** Answers to `Require` of a camera that does not know it. */
const notSupported = [501, 551];

export interface BackChannelSession {
  readonly plan: BackChannelPlan;
  readonly rtpChannel: number;
  readonly rtcpChannel: number;
  readonly playUrl: string;
  readonly sessionId: string;
  readonly keepAlive: KeepAliveTerms;
}

interface Described {
  readonly plan: BackChannelPlan;
  readonly options: RtspResponse;
  readonly base: string;
  readonly control: string | null;
}

/** Null: the camera has no back channel. Rejects with `AppError` of a `TalkFailureCode`. */
export async function describeBackChannel(
  connection: RtspConnection,
  url: string,
): Promise<Described | null> {
  const options = must(await connection.request('OPTIONS', url));
  const described = must(
    await connection.request('DESCRIBE', url, [['Accept', 'application/sdp'], requirement]),
  );
  if (notSupported.includes(described.status)) return null;
  expectOk('DESCRIBE', described);
  const sdp = parseSdp(described.body);
  if (!sdp.ok) throw new AppError('talk.protocol', sdp.error);
  const picked = pickBackChannel(sdp.value);
  if (!picked.ok) {
    throw new AppError('talk.unsupported', `the camera accepts ${picked.error}, which is not supported`);
  }
  if (picked.value === null) return null;
  const base = contentBase(described.headers, sdp.value.control) ?? url;
  return { plan: picked.value, options, base, control: sdp.value.control };
}

/** Rejects with `AppError` of a `TalkFailureCode`. Afterwards the camera plays what it receives. */
export async function openBackChannelSession(
  connection: RtspConnection,
  { plan, options, base, control }: Described,
): Promise<BackChannelSession> {
  const setup = must(
    await connection.request('SETUP', resolveControl(base, plan.control), [
      ['Transport', 'RTP/AVP/TCP;unicast;interleaved=0-1'],
      requirement,
    ]),
  );
  expectOk('SETUP', setup);
  const transport = firstHeader(setup.headers, 'transport') ?? '';
  const opened = readSession(setup);
  const channels = readChannels(transport, 0);
  if (opened === null || channels === null) {
    // Talk stays on TCP: it is little, and a loudspeaker that stutters is worse than one that is late.
    const isUdp = /client_port=|RTP\/AVP\/UDP/i.test(transport);
    throw isUdp ? openingError(udpOnly) : new AppError('talk.protocol', 'the camera set up no TCP channel');
  }
  const { sessionId, timeoutSeconds } = opened;
  const [rtpChannel, rtcpChannel] = [channels.rtp, channels.rtcp];
  const playUrl = resolveControl(base, control);
  const played = must(await connection.request('PLAY', playUrl, [['Session', sessionId], requirement]));
  expectOk('PLAY', played);
  return {
    ...{ plan, rtpChannel, rtcpChannel, playUrl, sessionId },
    keepAlive: keepAliveTerms(options, timeoutSeconds),
  };
}

function must(answer: Result<RtspResponse, SourceFailure>): RtspResponse {
  if (!answer.ok) throw openingError(answer.error);
  return answer.value;
}

function expectOk(method: string, { status }: RtspResponse): void {
  if (status !== 200) throw openingError(statusFailure(method, status));
}
