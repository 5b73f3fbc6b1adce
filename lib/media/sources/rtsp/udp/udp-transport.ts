/**
 * Media by UDP, to a pair of ports of our own or to a multicast group. The RTSP connection stays open; it ends the
 * session and keeps it alive.
 */
import type { Cancel, Clock } from '../../../../kernel/clock.ts';
import { err, ok, type Result } from '../../../../kernel/result.ts';
import type { Ms } from '../../../../kernel/units.ts';
import { type AddressPolicy, judgeAddress } from '../../../net/address-policy.ts';
import { literalRefusal } from '../../../net/safe-connect.ts';
import type { TransportFault } from '../../../ports.ts';
import { type MediaSink, type MediaTransport, profileOf, type TrackOffer } from '../media-transport.ts';
import type { AudioPlan, VideoPlan } from '../pick-tracks.ts';
import { firstHeader, type RtspResponse } from '../rtsp-message.ts';
import type { TrackKind } from '../stream-times.ts';
import { type MulticastGroup, readGroup } from './multicast-group.ts';
import { bind, openPortPair, type PortRange, type UdpSocket } from './port-pair.ts';
import { type RemotePorts, UdpTrack } from './udp-track.ts';

export interface UdpTransportOptions {
  readonly name: 'udp' | 'multicast';
  /** Addresses of the RTSP connection: of this machine and of the camera. */
  readonly local: string;
  readonly remote: string;
  readonly clock: Clock;
  readonly ports: PortRange;
  readonly addressPolicy: AddressPolicy;
  readonly sink: MediaSink;
}

/** RFC 3550 requires at least five seconds; with one sender and one receiver there is nothing to spread. */
const reportEveryMs: Ms = 5_000;

interface OpenTrack {
  readonly kind: TrackKind;
  readonly track: UdpTrack;
  readonly sockets: readonly UdpSocket[];
  remotePorts: RemotePorts | null;
}

export class UdpTransport implements MediaTransport {
  readonly name: 'udp' | 'multicast';
  readonly #options: UdpTransportOptions;
  readonly #tracks: OpenTrack[] = [];
  #cancelReports: Cancel | null = null;
  #isClosed = false;

  constructor(options: UdpTransportOptions) {
    this.name = options.name;
    this.#options = options;
  }

  get lostShare(): number | null {
    const video = this.#tracks.find(({ kind }) => kind === 'video') ?? this.#tracks[0];
    return video?.track.reception.lostShare ?? null;
  }

  async offer(kind: TrackKind, plan: VideoPlan | AudioPlan): Promise<Result<TrackOffer, TransportFault>> {
    return this.name === 'udp' ? this.#offerPorts(kind, plan) : this.#offerGroup(kind, plan);
  }

  open(): void {
    for (const { track, remotePorts } of this.#tracks) if (remotePorts !== null) track.punch(remotePorts);
    this.#cancelReports = this.#options.clock.every(reportEveryMs, () => {
      for (const { track } of this.#tracks) track.report();
    });
  }

  requestKeyFrame(): void {
    this.#tracks.find(({ kind }) => kind === 'video')?.track.requestKeyFrame();
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#cancelReports?.();
    for (const { track, sockets } of this.#tracks) {
      track.close();
      // Also leaves the group.
      for (const socket of sockets) socket.close();
    }
  }

  async #offerPorts(
    kind: TrackKind,
    plan: VideoPlan | AudioPlan,
  ): Promise<Result<TrackOffer, TransportFault>> {
    const { local, remote, ports: range, addressPolicy } = this.#options;
    const pair = await openPortPair(local, range);
    if (pair === null) return err({ code: 'noPorts' });
    const opened = this.#add(kind, plan, pair.rtp, pair.rtcp);
    return ok({
      header: `${profileOf(plan)};unicast;client_port=${pair.port}-${pair.port + 1}`,
      accept: async (answer) => {
        const transport = transportOf(answer);
        if (/\/TCP|interleaved=|\bmulticast\b/i.test(transport)) return err({ code: 'refused' });
        const ports = readServerPorts(transport);
        // The camera names them, and may be a program of this machine.
        const isAllowed = (port: number) => literalRefusal(addressPolicy, { host: remote, port }) === null;
        if (ports !== null && [ports.rtp, ports.rtcp].every(isAllowed)) opened.remotePorts = ports;
        return ok(undefined);
      },
    });
  }

  async #offerGroup(
    kind: TrackKind,
    plan: VideoPlan | AudioPlan,
  ): Promise<Result<TrackOffer, TransportFault>> {
    return ok({
      header: `${profileOf(plan)};multicast`,
      accept: async (answer) => {
        const transport = transportOf(answer);
        if (/\/TCP|interleaved=|\bunicast\b|client_port=/i.test(transport)) return err({ code: 'refused' });
        const group = readGroup(transport, plan.group);
        if (group === null) return err({ code: 'refused' });
        return this.#join(kind, plan, group);
      },
    });
  }

  async #join(
    kind: TrackKind,
    plan: VideoPlan | AudioPlan,
    group: MulticastGroup,
  ): Promise<Result<void, TransportFault>> {
    if (!judgeAddress(this.#options.addressPolicy, group.address).allowed) return err({ code: 'forbidden' });
    const sockets: UdpSocket[] = [];
    for (const port of [group.rtpPort, group.rtcpPort]) {
      // Bound to the group: other traffic to this port does not arrive here.
      const socket = await bind(group.address, port, true);
      if (socket !== null) sockets.push(socket);
    }
    const [rtp, rtcp] = sockets;
    try {
      if (rtp === undefined || rtcp === undefined) throw new Error('a port is in use');
      for (const socket of sockets) socket.addMembership(group.address, this.#options.local);
    } catch {
      for (const socket of sockets) socket.close();
      return err({ code: 'noPorts' });
    }
    this.#add(kind, plan, rtp!, rtcp!);
    return ok(undefined);
  }

  #add(kind: TrackKind, plan: VideoPlan | AudioPlan, rtp: UdpSocket, rtcp: UdpSocket): OpenTrack {
    const { remote, clock, sink } = this.#options;
    const track = new UdpTrack({
      ...{ rtp, rtcp, remote, clock },
      clockRate: plan.clockRate,
      keyFrameRequest: 'keyFrameRequest' in plan ? plan.keyFrameRequest : null,
      onRtp: (bytes) => sink.rtp(kind, bytes),
      onRtcp: (bytes) => sink.rtcp(kind, bytes),
    });
    const opened: OpenTrack = { kind, track, sockets: [rtp, rtcp], remotePorts: null };
    if (this.#isClosed) {
      rtp.close();
      rtcp.close();
    } else this.#tracks.push(opened);
    return opened;
  }
}

const transportOf = (answer: RtspResponse): string => firstHeader(answer.headers, 'transport') ?? '';

/** Null: the camera names none, and nothing is sent to it. */
function readServerPorts(transport: string): RemotePorts | null {
  const given = /server_port=(\d{1,5})(?:-(\d{1,5}))?/i.exec(transport);
  if (given === null) return null;
  const rtp = Number(given[1]);
  const rtcp = given[2] === undefined ? rtp + 1 : Number(given[2]);
  const isValid = [rtp, rtcp].every((port) => port >= 1 && port <= 65_535);
  return isValid ? { rtp, rtcp } : null;
}
