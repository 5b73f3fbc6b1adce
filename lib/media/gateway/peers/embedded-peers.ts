/** All embedded peers of a process: they share UDP sockets and a certificate. */
import { X509Certificate } from 'node:crypto';
import type * as Werift from 'werift';
import { AppError } from '../../../kernel/app-error.ts';
import { type Clock, systemClock } from '../../../kernel/clock.ts';
import type { DtlsIdentity } from './dtls-handshake.ts';
import { createEmbeddedPeer, type EmbeddedPeer, type PeerRoutes } from './embedded-peer.ts';
import { createHostSockets, type HostSocketOptions } from './host-sockets.ts';
import { parseStunCheck } from './stun-message.ts';
import type { TalkPeers } from './talk-peers.ts';

export interface EmbeddedPeersOptions extends HostSocketOptions {
  readonly clock?: Clock;
}

export interface EmbeddedPeers extends TalkPeers {
  /** Peers that have not been closed, and open sockets. */
  counts(): { readonly peers: number; readonly sockets: number };
}

export function createEmbeddedPeers({
  clock = systemClock,
  ...options
}: EmbeddedPeersOptions): EmbeddedPeers {
  const peers = new Set<EmbeddedPeer>();
  const byUfrag = new Map<string, EmbeddedPeer>();
  const byPath = new Map<string, EmbeddedPeer>();
  let loaded: Promise<Loaded> | null = null;
  let isClosed = false;

  const sockets = createHostSockets(options, (datagram, from) => {
    if (datagram.length === 0) return;
    // STUN messages start with two zero bits and a small type (RFC 7983).
    if (datagram[0]! < 4) {
      const check = parseStunCheck(datagram);
      if (check) byUfrag.get(check.localUfrag)?.check(check, from);
    } else {
      byPath.get(from.key)?.receive(datagram, from);
    }
  });

  const routes: PeerRoutes = {
    addPeer: (ufrag, peer) => byUfrag.set(ufrag, peer),
    addPath: (path, peer) => byPath.set(path.key, peer),
    removePath(path, peer) {
      if (byPath.get(path.key) === peer) byPath.delete(path.key);
    },
    removePeer: (ufrag) => byUfrag.delete(ufrag),
  };

  async function closed(peer: EmbeddedPeer): Promise<void> {
    peers.delete(peer);
    if (peers.size === 0) await sockets.close();
  }

  return {
    async open() {
      if (isClosed) throw new AppError('peer.failed', 'The server is stopping');
      loaded ??= load();
      const shared = await loaded;
      const peer = createEmbeddedPeer({ ...shared, sockets, clock, routes, closed });
      peers.add(peer);
      return peer;
    },
    async close() {
      isClosed = true;
      await Promise.all([...peers].map((peer) => peer.close()));
    },
    counts: () => ({ peers: peers.size, sockets: sockets.count }),
  };
}

interface Loaded {
  readonly werift: typeof Werift;
  readonly identity: DtlsIdentity;
  readonly fingerprint: string;
}

/** Loads the library with the first call, and makes a certificate that lasts as long as the process. */
async function load(): Promise<Loaded> {
  const werift = await import('werift');
  const identity = await werift.CipherContext.createSelfSignedCertificateWithKey(
    { signature: werift.SignatureAlgorithm.ecdsa_3, hash: werift.HashAlgorithm.sha256_4 },
    werift.NamedCurveAlgorithm.secp256r1_23,
  );
  return { werift, identity, fingerprint: new X509Certificate(identity.certPem).fingerprint256 };
}
