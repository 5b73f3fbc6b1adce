/**
 * The server's end of a WebRTC connection with Opus both ways, in this process. It is an ICE-lite agent: it answers the
 * browser's checks and sends nothing to an address that has not proven to know the password of the call. So it needs no
 * STUN server, looks up no `.local` names, and cannot be made to send packets to third parties.
 */
import { randomInt } from 'node:crypto';
import type * as Werift from 'werift';
import { AppError } from '../../../kernel/app-error.ts';
import type { Cancel, Clock } from '../../../kernel/clock.ts';
import { randomId } from '../../../kernel/random-id.ts';
import type { Ms } from '../../../kernel/units.ts';
import type { OpusPacket, TalkPeer, TrickledCandidate } from '../../talk-ports.ts';
import { type DtlsHandshake, type DtlsIdentity, startDtlsHandshake } from './dtls-handshake.ts';
import type { HostSockets, UdpPath } from './host-sockets.ts';
import { createListeners } from './listeners.ts';
import { cname, writeAnswer } from './sdp-answer.ts';
import { parseOffer } from './sdp-offer.ts';
import { createSrtpMedia, type SrtpMedia } from './srtp-media.ts';
import { type StunCheck, stunRoleConflict, stunSuccess } from './stun-message.ts';

/** A browser repeats its checks for about 15 s. */
export const connectWithinMs: Ms = 20_000;
/** Browsers repeat the check of the path in use every 2.5 s (Chromium) to 6 s (Firefox). */
export const silentAfterMs: Ms = 15_000;
/** Also of the reports to the browser. */
const watchEveryMs: Ms = 1_000;
/** Addresses of a browser: interfaces, NAT mappings and relays. The oldest is forgotten. */
const maxPaths = 32;

export interface EmbeddedPeer extends TalkPeer {
  /** A check with a user name of this peer; signed or not. */
  check(check: StunCheck, from: UdpPath): void;
  /** A datagram from an address that has passed a check. */
  receive(datagram: Buffer, from: UdpPath): void;
}

/** What all embedded peers of a process share. */
export interface EmbeddedPeerParts {
  readonly werift: typeof Werift;
  readonly identity: DtlsIdentity;
  readonly fingerprint: string;
  readonly sockets: HostSockets;
  readonly clock: Clock;
  readonly routes: PeerRoutes;
  /** Called once, by the first `close`. */
  closed(peer: EmbeddedPeer): Promise<void>;
}

/** Which datagrams belong to which peer. */
export interface PeerRoutes {
  addPeer(ufrag: string, peer: EmbeddedPeer): void;
  addPath(path: UdpPath, peer: EmbeddedPeer): void;
  removePath(path: UdpPath, peer: EmbeddedPeer): void;
  removePeer(ufrag: string): void;
}

export function createEmbeddedPeer({
  werift,
  identity,
  fingerprint,
  sockets,
  clock,
  routes,
  closed,
}: EmbeddedPeerParts): EmbeddedPeer {
  const ufrag = randomId(8);
  const password = randomId(24);
  const ssrc = randomInt(1, 2 ** 32);
  const packets = createListeners<OpusPacket>();
  const candidates = createListeners<TrickledCandidate>();
  const states = createListeners<Parameters<Parameters<TalkPeer['onState']>[0]>[0]>();
  const paths = new Map<string, UdpPath>();
  let isDown = false;
  let closing: Promise<void> | null = null;
  let selected: UdpPath | null = null;
  let dtls: DtlsHandshake | null = null;
  let media: SrtpMedia | null = null;
  let lastCheckAt = clock.monotonic();
  let stopWatch: Cancel | null = null;

  function release(): void {
    isDown = true;
    stopWatch?.();
    dtls?.close();
    routes.removePeer(ufrag);
    for (const path of paths.values()) routes.removePath(path, peer);
    paths.clear();
  }

  function down(reason: string): void {
    if (isDown) return;
    release();
    states.emit({ state: 'down', reason });
  }

  function sendReport({ report }: SrtpMedia): void {
    const sealed = report();
    if (sealed) selected?.send(sealed);
  }

  function watch(startedAt: Ms): void {
    const now = clock.monotonic();
    if (media) {
      if (now - lastCheckAt > silentAfterMs) down('The browser has sent nothing for 15 s');
      else sendReport(media);
    } else if (now - startedAt > connectWithinMs) {
      down(
        selected === null
          ? 'No packet of the browser has reached the server: there is no network path between them'
          : 'The DTLS handshake with the browser did not end in time',
      );
    }
  }

  function refuseIfOver(): void {
    if (isDown) throw new AppError('peer.failed', 'The talk has ended');
  }

  const peer: EmbeddedPeer = {
    async answer(sdp) {
      const offer = parseOffer(sdp);
      refuseIfOver();
      await sockets.open();
      // Closed meanwhile: nothing would end what begins here.
      refuseIfOver();
      dtls = startDtlsHandshake(werift, identity, offer.fingerprints, {
        send: (datagram) => selected?.send(datagram),
        connected(keys) {
          media = createSrtpMedia(werift, keys, { payloadType: offer.opusPayloadType, ssrc, cname });
          states.emit({ state: 'up' });
        },
        ended: down,
      });
      routes.addPeer(ufrag, peer);
      const startedAt = clock.monotonic();
      stopWatch = clock.every(watchEveryMs, () => watch(startedAt));
      const answer = { ufrag, password, fingerprint, ssrc, candidates: sockets.candidates() };
      return writeAnswer(offer, answer);
    },
    check(check, from) {
      if (!check.isSignedBy(password)) return;
      if (check.isControlled) return from.send(stunRoleConflict(check, password));
      lastCheckAt = clock.monotonic();
      if (!paths.has(from.key)) {
        const [oldest] = paths.values();
        if (paths.size >= maxPaths && oldest) {
          paths.delete(oldest.key);
          routes.removePath(oldest, peer);
        }
        paths.set(from.key, from);
        routes.addPath(from, peer);
      }
      if (selected === null || check.isNominating) selected = from;
      from.send(stunSuccess(check, from, password));
    },
    receive(datagram, from) {
      const first = datagram[0]!;
      if (first >= 20 && first <= 63) {
        // Before a nomination the answer goes to where the handshake comes from.
        if (!media) selected = from;
        dtls?.receive(datagram);
      } else if (first >= 128 && first <= 191) {
        const packet = media?.open(datagram, clock.monotonic());
        if (packet) packets.emit(packet);
      }
    },
    addCandidate() {
      // The browser's checks show its addresses.
    },
    onCandidate: candidates.add,
    onPacket: packets.add,
    onState: states.add,
    send(packet) {
      if (isDown || !media) return;
      const sealed = media.seal(packet);
      if (sealed) selected?.send(sealed);
    },
    lossSinceLastCall: () => media?.lossSinceLastCall() ?? 0,
    close() {
      if (!isDown) release();
      for (const listeners of [packets, candidates, states]) listeners.clear();
      closing ??= closed(peer);
      return closing;
    },
  };
  return peer;
}
