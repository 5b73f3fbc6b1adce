import { createEmbeddedPeers } from '../../lib/media/gateway/peers/embedded-peers.ts';
import { talkPeerSuite } from './talk-peer-suite.ts';

talkPeerSuite(
  'The embedded peer',
  async () => createEmbeddedPeers({ port: 0, isPortOptional: true, announced: [] }),
  { reports: true },
);
