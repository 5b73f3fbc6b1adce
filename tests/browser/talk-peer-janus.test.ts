import { randomUUID } from 'node:crypto';
import { systemClock } from '../../lib/kernel/clock.ts';
import { silentLogger } from '../../lib/kernel/logger.ts';
import { createJanusPeers } from '../../lib/media/gateway/peers/janus-peers.ts';
import { startJanus } from '../kit/janus.ts';
import { talkPeerSuite } from './talk-peer-suite.ts';

talkPeerSuite("A peer in Debian's Janus", async () => {
  const secrets = { apiSecret: randomUUID(), tokenSecret: randomUUID() };
  const janus = await startJanus(secrets);
  const peers = createJanusPeers({
    url: janus.url,
    ...secrets,
    rtpAddress: '127.0.0.1',
    clock: systemClock,
    logger: silentLogger,
  });
  return {
    open: peers.open,
    async close() {
      await peers.close();
      await janus.stop();
    },
  };
});
