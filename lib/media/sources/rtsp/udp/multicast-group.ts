/** The multicast group of a track, as the camera names it in its description or in its response to SETUP. */
import { isIPv4 } from 'node:net';

export interface MulticastGroup {
  readonly address: string;
  readonly rtpPort: number;
  readonly rtcpPort: number;
}

/** `described`: of the session description; the response may leave out what is the same. Null: none, or not usable. */
export function readGroup(transport: string, described: MulticastGroup | null): MulticastGroup | null {
  const address = /destination=([0-9.]{7,15})/i.exec(transport)?.[1] ?? described?.address;
  const ports = /(?:^|;)\s*port=(\d{1,5})(?:-(\d{1,5}))?/i.exec(transport);
  const rtpPort = ports === null ? described?.rtpPort : Number(ports[1]);
  if (address === undefined || rtpPort === undefined) return null;
  const rtcpPort = ports?.[2] === undefined ? rtpPort + 1 : Number(ports[2]);
  return multicastGroup(address, rtpPort, rtcpPort);
}

/** Null: not a group that cameras use. */
export function multicastGroup(
  address: string,
  rtpPort: number,
  rtcpPort = rtpPort + 1,
): MulticastGroup | null {
  if (!isIPv4(address)) return null;
  const [first = 0, second, third] = address.split('.').map(Number);
  // 224.0.0.x belongs to protocols of the local network.
  if (first < 224 || first > 239 || (first === 224 && second === 0 && third === 0)) return null;
  const arePorts = [rtpPort, rtcpPort].every((port) => port >= 1_024 && port <= 65_535);
  return arePorts && rtpPort !== rtcpPort ? { address, rtpPort, rtcpPort } : null;
}
