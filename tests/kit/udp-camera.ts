/** A camera that sends by UDP, over a wire that the test controls: packets may be lost, repeated, reordered or forged. */
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import {
  defaultAnswer,
  type FakeCamera,
  type FakeConnection,
  type FakeRequest,
  reply,
  startFakeCamera,
  videoSdp,
} from './fake-camera.ts';

type Transport = 'tcp' | 'udp' | 'multicast';

export interface UdpCameraOptions {
  readonly sdp?: string;
  /** Transports that SETUP accepts; others are answered with 461. Both by default. */
  readonly accepts?: readonly Transport[];
  /** Accepted, but no packet arrives by it. */
  readonly silentOver?: Transport;
  /** What it answers to a SETUP of multicast, and where it sends then. */
  readonly group?: { readonly address: string; readonly port: number };
  /** What arrives of each packet of the video that is sent by UDP. */
  readonly wire?: (packet: Buffer) => readonly Buffer[];
  readonly playing?: (camera: FakeConnection) => void;
}

export class UdpCamera {
  camera!: FakeCamera;
  readonly rtp: Socket = createSocket('udp4');
  readonly rtcp: Socket = createSocket('udp4');
  /** RTCP packets of the receiver. */
  readonly reports: Buffer[] = [];
  /** Packets of the receiver to the RTP port. */
  punches = 0;
  /** RTP port of the receiver, of the newest session. */
  clientPort = 0;
  /** Of each SETUP. */
  readonly setups: Transport[] = [];
  private address = '127.0.0.1';
  private isStopped = false;

  static async start(options: UdpCameraOptions = {}): Promise<UdpCamera> {
    const udp = new UdpCamera();
    for (const socket of [udp.rtp, udp.rtcp]) {
      socket.bind(0, '127.0.0.1');
      await once(socket, 'listening');
    }
    udp.rtcp.on('message', (bytes) => udp.reports.push(bytes));
    udp.rtp.on('message', () => {
      udp.punches += 1;
    });
    const transports = new WeakMap<FakeConnection, Transport>();
    udp.camera = await startFakeCamera({
      answer: (request, connection) => {
        if (request.method !== 'SETUP') return defaultAnswer(request, options.sdp ?? videoSdp);
        const wanted = transportOf(request);
        udp.setups.push(wanted);
        if (!(options.accepts ?? ['tcp', 'udp', ...(options.group ? ['multicast'] : [])]).includes(wanted))
          return reply(request, '461 Unsupported Transport');
        transports.set(connection, wanted);
        if (wanted === 'multicast') return udp.setUpGroup(request, options.group!);
        return wanted === 'tcp' ? undefined : udp.setUp(request);
      },
      playing: (connection) => {
        const used = transports.get(connection) ?? 'tcp';
        if (used !== 'tcp') connection.send = (packet) => udp.sendAll(options.wire?.(packet) ?? [packet]);
        if (used === options.silentOver) connection.send = () => {};
        if (options.playing) options.playing(connection);
        else connection.stream();
      },
    });
    return udp;
  }

  get url(): string {
    return this.camera.url;
  }

  sendAll(packets: readonly Buffer[]): void {
    if (this.isStopped) return;
    for (const packet of packets) this.rtp.send(packet, this.clientPort, this.address, () => {});
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    await this.camera.stop();
    this.rtp.close();
    this.rtcp.close();
  }

  private setUpGroup(request: FakeRequest, { address, port }: { address: string; port: number }): string {
    this.rtp.setMulticastInterface('127.0.0.1');
    this.rtp.setMulticastTTL(0);
    this.address = address;
    this.clientPort = port;
    return reply(request, '200 OK', [
      `Transport: RTP/AVP;multicast;destination=${address};port=${port}-${port + 1};ttl=1`,
      'Session: 4713;timeout=60',
    ]);
  }

  private setUp(request: FakeRequest): string {
    const ports = /client_port=(\d+)-(\d+)/.exec(request.headers.get('transport') ?? '');
    this.clientPort = Number(ports?.[1]);
    const own = `server_port=${this.rtp.address().port}-${this.rtcp.address().port}`;
    return reply(request, '200 OK', [
      `Transport: RTP/AVP;unicast;client_port=${ports?.[1]}-${ports?.[2]};${own}`,
      'Session: 4712;timeout=60',
    ]);
  }
}

function transportOf(request: FakeRequest): Transport {
  const wanted = request.headers.get('transport') ?? '';
  if (/interleaved=/.test(wanted)) return 'tcp';
  return /multicast/.test(wanted) ? 'multicast' : 'udp';
}
