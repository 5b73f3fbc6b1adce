/** A program with one embedded peer at a time, for tests that run it in a network of its own. Time runs three times as fast. */
import { systemClock } from '../../lib/kernel/clock.ts';
import { createEmbeddedPeers } from '../../lib/media/gateway/peers/embedded-peers.ts';
import type { TalkPeer } from '../../lib/media/talk-ports.ts';
import type { PeerMessage, PeerOrder } from './remote-peer.ts';

/** Chromium sends a check each 2.5 s, and 15 s without one end a call. */
const fast = 3;
const peers = createEmbeddedPeers({
  port: 0,
  isPortOptional: true,
  announced: [],
  clock: {
    ...systemClock,
    monotonic: () => performance.now() * fast,
    every: (period, run) => systemClock.every(period / fast, run),
  },
});
let peer: TalkPeer | null = null;
// The test may already be gone.
const tell = (message: PeerMessage) => process.send?.(message, undefined, {}, () => {});

async function open(call: number): Promise<void> {
  await peer?.close();
  peer = await peers.open();
  peer.onState((state) => tell({ kind: 'state', call, state }));
  peer.onPacket(({ data, sequence, timestamp }) =>
    tell({ kind: 'packet', call, data: Buffer.from(data).toString('base64'), sequence, timestamp }),
  );
}

process.on('message', async (order: PeerOrder) => {
  if (order.kind === 'answer') {
    await open(order.call);
    tell({ kind: 'answer', sdp: await peer!.answer(order.offer) });
  } else if (order.kind === 'send') {
    const { data, sequence, timestamp } = order;
    peer?.send({ data: Buffer.from(data, 'base64'), sequence, timestamp });
  }
});
process.on('disconnect', () => process.exit());
tell({ kind: 'ready' });
