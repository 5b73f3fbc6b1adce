import type { Clock } from '../../../kernel/clock.ts';
import type { Logger } from '../../../kernel/logger.ts';
import type { TalkPeer } from '../../talk-ports.ts';
import { createJanusConnection, type JanusAccess } from './janus-connection.ts';
import { openJanusPeer } from './janus-peer.ts';
import type { TalkPeers } from './talk-peers.ts';

export interface JanusPeersOptions extends JanusAccess {
  readonly rtpAddress: string;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Peers in a Janus, over one connection to it. */
export function createJanusPeers({ rtpAddress, clock, logger, ...access }: JanusPeersOptions): TalkPeers {
  const connection = createJanusConnection(access, clock, logger);
  const peers = new Set<TalkPeer>();
  return {
    async open() {
      const peer = await openJanusPeer({
        connection,
        rtpAddress,
        clock,
        closed: (one) => peers.delete(one),
      });
      peers.add(peer);
      return peer;
    },
    async close() {
      await Promise.all([...peers].map((peer) => peer.close()));
      connection.close();
    },
  };
}
