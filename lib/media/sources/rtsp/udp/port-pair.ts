/** Two neighbouring UDP ports of one track: RTP at the even one, RTCP at the next (RFC 3550, 11). */
import { createSocket, type Socket as UdpSocket } from 'node:dgram';
import { isIPv6 } from 'node:net';

export type { UdpSocket };

/** Both inclusive. */
export interface PortRange {
  readonly from: number;
  readonly to: number;
}

/** Outside the ports that Linux gives to outgoing connections. */
export const defaultRtpPorts: PortRange = { from: 20_000, to: 21_999 };

export interface PortPair {
  readonly rtp: UdpSocket;
  readonly rtcp: UdpSocket;
  /** Of RTP. */
  readonly port: number;
  close(): void;
}

/** A key frame arrives at the speed of the network, before the process has read it. */
const receiveBufferBytes = 2 * 1024 * 1024;
/** So that a range in use is reported soon. */
const maxAttempts = 200;

let lastTaken = 0;

/** Null: no free pair in the range. `address`: of this machine, towards the camera. */
export async function openPortPair(address: string, range: PortRange): Promise<PortPair | null> {
  const first = range.from + (range.from % 2);
  const pairs = Math.floor((range.to - first + 1) / 2);
  // Each call continues after the last one, so that late packets of an ended stream reach nobody else.
  for (let attempt = 0; attempt < Math.min(pairs, maxAttempts); attempt += 1) {
    lastTaken = (lastTaken + 1) % pairs;
    const port = first + lastTaken * 2;
    const rtp = await bind(address, port);
    if (rtp === null) continue;
    const rtcp = await bind(address, port + 1);
    if (rtcp !== null) return pairOf(rtp, rtcp, port);
    rtp.close();
  }
  return null;
}

function pairOf(rtp: UdpSocket, rtcp: UdpSocket, port: number): PortPair {
  let isClosed = false;
  return {
    rtp,
    rtcp,
    port,
    close() {
      if (isClosed) return;
      isClosed = true;
      rtp.close();
      rtcp.close();
    },
  };
}

/** Null: the port is in use. `shared`: other programs may receive the same multicast group. */
export function bind(address: string, port: number, isShared = false): Promise<UdpSocket | null> {
  const socket = createSocket({
    type: isIPv6(address.split('%')[0]!) ? 'udp6' : 'udp4',
    reuseAddr: isShared,
    recvBufferSize: receiveBufferBytes,
  });
  return new Promise((resolve) => {
    socket.once('error', () => {
      socket.close();
      resolve(null);
    });
    socket.bind({ address, port, exclusive: true }, () => {
      socket.removeAllListeners('error');
      // ICMP "unreachable" of an ended peer; silence is noticed elsewhere.
      socket.on('error', () => {});
      resolve(socket);
    });
  });
}
