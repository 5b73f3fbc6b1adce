/** How the media of a session travels: over the RTSP connection, or by UDP next to it. */
import { err, ok, type Result } from '../../../kernel/result.ts';
import type { RtspTransport, TransportFault } from '../../ports.ts';
import type { AudioPlan, VideoPlan } from './pick-tracks.ts';
import { keyFrameRequest } from './rtcp-writer.ts';
import type { RtspConnection } from './rtsp-connection.ts';
import { firstHeader, type RtspResponse } from './rtsp-message.ts';
import type { TrackKind } from './stream-times.ts';

export interface MediaSink {
  rtp(kind: TrackKind, bytes: Uint8Array): void;
  rtcp(kind: TrackKind, bytes: Uint8Array): void;
}

export interface TrackOffer {
  /** Value of the Transport header of SETUP. */
  readonly header: string;
  /** Reads the response, whose status is 200. */
  accept(answer: RtspResponse): Promise<Result<void, TransportFault>>;
}

export interface MediaTransport {
  readonly name: RtspTransport;
  /** Share of RTP packets that were lost; null: not known. */
  readonly lostShare: number | null;
  /** For one track, before its SETUP. */
  offer(kind: TrackKind, plan: VideoPlan | AudioPlan): Promise<Result<TrackOffer, TransportFault>>;
  /** Before PLAY, which media may overtake. */
  open(): void;
  /** If the camera offers that. May be called often. */
  requestKeyFrame(): void;
  /** Nothing is delivered afterwards. Safe to call twice. */
  close(): void;
}

/** `RTP/AVPF` where the camera describes its media so. */
export const profileOf = (plan: VideoPlan | AudioPlan): string => (plan.hasFeedback ? 'RTP/AVPF' : 'RTP/AVP');

/** Packets between the messages of the RTSP connection. */
export class TcpTransport implements MediaTransport {
  readonly name = 'tcp';
  readonly lostShare = null;
  readonly #connection: RtspConnection;
  readonly #sink: MediaSink;
  readonly #channels = new Map<number, { readonly kind: TrackKind; readonly isControl: boolean }>();
  #offered = 0;
  #video: { readonly rtcpChannel: number; readonly plan: VideoPlan } | null = null;
  #videoSender = 0;
  #requests = 0;
  #isClosed = false;

  constructor(connection: RtspConnection, sink: MediaSink) {
    this.#connection = connection;
    this.#sink = sink;
  }

  async offer(kind: TrackKind, plan: VideoPlan | AudioPlan): Promise<Result<TrackOffer, TransportFault>> {
    const wanted = this.#offered;
    this.#offered += 2;
    return ok({
      header: `${profileOf(plan)}/TCP;unicast;interleaved=${wanted}-${wanted + 1}`,
      accept: async (answer) => {
        const channels = readChannels(firstHeader(answer.headers, 'transport') ?? '', wanted);
        if (channels === null) return err({ code: 'refused' });
        this.#channels.set(channels.rtp, { kind, isControl: false });
        this.#channels.set(channels.rtcp, { kind, isControl: true });
        if (kind === 'video') this.#video = { rtcpChannel: channels.rtcp, plan: plan as VideoPlan };
        return ok(undefined);
      },
    });
  }

  open(): void {
    // From now on, stray bytes between packets are tolerated.
    this.#connection.startMedia();
  }

  packet(channel: number, payload: Uint8Array): void {
    const place = this.#channels.get(channel);
    if (place === undefined || this.#isClosed) return;
    if (place.isControl) this.#sink.rtcp(place.kind, payload);
    else {
      if (place.kind === 'video' && payload.length >= 12) {
        this.#videoSender = new DataView(payload.buffer, payload.byteOffset).getUint32(8);
      }
      this.#sink.rtp(place.kind, payload);
    }
  }

  requestKeyFrame(): void {
    const request = this.#video?.plan.keyFrameRequest ?? null;
    if (request === null || this.#isClosed) return;
    this.#requests += 1;
    this.#connection.sendPacket(
      this.#video!.rtcpChannel,
      keyFrameRequest(request, 1, this.#videoSender, this.#requests),
    );
  }

  close(): void {
    this.#isClosed = true;
  }
}

/** Null if the camera chose another transport than interleaved TCP. */
export function readChannels(transport: string, wanted: number): { rtp: number; rtcp: number } | null {
  if (/RTP\/AVPF?\/UDP/i.test(transport) || /client_port=/i.test(transport)) return null;
  const given = /interleaved=(\d{1,3})(?:-(\d{1,3}))?/i.exec(transport);
  const rtp = given === null ? wanted : Number(given[1]);
  const rtcp = given?.[2] === undefined ? rtp + 1 : Number(given[2]);
  return rtp > 255 || rtcp > 255 ? null : { rtp, rtcp };
}
