/** UDP sockets of the server for all calls: one for each of its addresses, on one port. Open while there is a call. */
import { createSocket, type Socket } from 'node:dgram';
import { isIPv4 } from 'node:net';
import { networkInterfaces } from 'node:os';
import { AppError } from '../../../kernel/app-error.ts';

/** Where a datagram came from, and the socket that answers it. */
export interface UdpPath {
  /** Unique for both ends. */
  readonly key: string;
  readonly address: string;
  readonly port: number;
  send(datagram: Buffer): void;
}

export interface HostSocketOptions {
  /** UDP port on all addresses; 0: chosen by the system, one for each address. */
  readonly port: number;
  /** The port may be replaced by a free one if it is taken. */
  readonly isPortOptional: boolean;
  /** Addresses to name to browsers in place of those of the interfaces: of a NAT in front of the server. */
  readonly announced: readonly string[];
  /** Addresses of the interfaces; another list is for tests. */
  readonly addresses?: () => readonly string[];
}

export interface HostSockets {
  /** Opens sockets on addresses that have none. Rejects with `peer.failed` if there is none at all. */
  open(): Promise<void>;
  /** Candidate attributes, best first, without `candidate:`. */
  candidates(): readonly string[];
  readonly count: number;
  close(): Promise<void>;
}

interface Bound {
  readonly address: string;
  readonly port: number;
  readonly socket: Socket;
}

export function createHostSockets(
  options: HostSocketOptions,
  receive: (datagram: Buffer, from: UdpPath) => void,
): HostSockets {
  const { addresses = hostAddresses } = options;
  let bound: Bound[] = [];
  let opening: Promise<void> = Promise.resolve();

  async function openMissing(): Promise<void> {
    const wanted = addresses();
    const missing = wanted.filter((address) => !bound.some((one) => one.address === address));
    const opened = await Promise.allSettled(missing.map((address) => bindTo(address, options)));
    for (const result of opened) {
      if (result.status === 'fulfilled') bound.push(listen(result.value, receive));
    }
    if (bound.length > 0) return;
    const cause = opened.find((result) => result.status === 'rejected')?.reason;
    throw new AppError(
      'peer.failed',
      `No UDP port for talk could be opened (${options.port})`,
      {},
      { cause },
    );
  }

  return {
    open() {
      opening = opening.catch(() => {}).then(openMissing);
      return opening;
    },
    candidates() {
      const named =
        options.announced.length > 0
          ? options.announced.flatMap((address) => announcedBy(address, bound))
          : [...bound].sort((a, b) => preference(b.address) - preference(a.address));
      return named.map(({ address, port }, index) => candidate(address, port, named.length - index));
    },
    get count() {
      return bound.length;
    },
    async close() {
      await opening.catch(() => {});
      const closing = bound;
      bound = [];
      await Promise.all(closing.map(({ socket }) => new Promise<void>((done) => socket.close(() => done()))));
    },
  };
}

/** Of all interfaces, with loopback for pages on this machine. Link-local addresses need a zone, which SDP cannot carry. */
function hostAddresses(): string[] {
  const all = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  return [...new Set(all.map(({ address }) => address))].filter(
    (address) => !/^fe[89ab]/i.test(address) && !address.startsWith('169.254.'),
  );
}

async function bindTo(address: string, { port, isPortOptional }: HostSocketOptions): Promise<Bound> {
  try {
    return await bindPort(address, port);
  } catch (error) {
    if (!isPortOptional || port === 0) throw error;
    return bindPort(address, 0);
  }
}

function bindPort(address: string, port: number): Promise<Bound> {
  return new Promise((resolve, reject) => {
    const isV4 = isIPv4(address);
    const socket = createSocket(isV4 ? { type: 'udp4' } : { type: 'udp6', ipv6Only: true });
    socket.once('error', (error) => {
      socket.close();
      reject(error);
    });
    socket.bind({ address, port }, () => {
      socket.removeAllListeners('error');
      resolve({ address, port: socket.address().port, socket });
    });
  });
}

function listen(bound: Bound, receive: (datagram: Buffer, from: UdpPath) => void): Bound {
  const { socket } = bound;
  // An unreachable destination must not end the calls of the others.
  socket.on('error', () => {});
  socket.on('message', (datagram, { address, port }) => {
    receive(datagram, {
      key: `${bound.address} ${bound.port} ${address} ${port}`,
      address,
      port,
      send: (answer) => socket.send(answer, port, address, () => {}),
    });
  });
  // Calls keep the process alive by other means.
  socket.unref();
  return bound;
}

/** The socket behind an announced address: the first of its family that is not loopback. */
function announcedBy(address: string, bound: readonly Bound[]): { address: string; port: number }[] {
  const family = bound.filter((one) => isIPv4(one.address) === isIPv4(address));
  const behind = family.find((one) => !isLoopback(one.address)) ?? family[0];
  return behind ? [{ address, port: behind.port }] : [];
}

function preference(address: string): number {
  if (isLoopback(address)) return 0;
  return isIPv4(address) ? 2 : 1;
}

const isLoopback = (address: string) => address === '::1' || address.startsWith('127.');

/** RFC 8445, 5.1.2.1. `rank`: higher is preferred. */
function candidate(address: string, port: number, rank: number): string {
  const priority = 126 * 2 ** 24 + rank * 2 ** 8 + 255;
  return `${rank} 1 udp ${priority} ${address} ${port} typ host`;
}
