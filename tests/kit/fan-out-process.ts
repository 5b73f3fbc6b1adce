/**
 * A server of one stream in a process of its own, so that its memory and CPU time can be measured separately.
 * `node --import tsx fan-out-process.ts <bounded|unbounded> <kbps> <fps>`; communicates over the IPC channel.
 */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { systemClock } from '../../lib/kernel/clock.ts';
import { silentLogger } from '../../lib/kernel/logger.ts';
import { createLivePlane, defaultLiveLimits } from '../../lib/media/live-plane.ts';
import { createLiveOutput } from '../../lib/media/outputs/flv/delivery/live-output.ts';
import type { ViewerSubscription } from '../../lib/media/outputs/flv/live-viewer.ts';
import type { LiveGate } from '../../lib/media/ports.ts';
import { ClipSource } from './clip-source.ts';
import { makeClip } from './coded-clip.ts';
import { streamKey } from './fake-gate.ts';

export interface FanOutReport {
  readonly viewers: number;
  readonly pendingBytes: number;
}

const [mode = 'bounded', kbps = '1000', fps = '25', merging = 'auto'] = process.argv.slice(2);
const clip = makeClip({
  seconds: 10,
  fps: Number(fps),
  gopSeconds: 1,
  aacRate: 32_000,
  kbps: Number(kbps),
  size: '640x360',
});

const plane = createLivePlane({
  sources: () => new ClipSource(clip, systemClock),
  directory: {
    find: async () => ({ kind: 'demo', scene: 'fan-out', profile: 'main' }),
    onChanged: () => () => {},
    onMissed: () => () => {},
  },
  clock: systemClock,
  logger: silentLogger,
  random: Math.random,
  limits: {
    merge: {
      ...defaultLiveLimits.merge,
      ...(merging === 'never' && { aboveViewers: Number.POSITIVE_INFINITY }),
      ...(merging === 'always' && { aboveViewers: 0 }),
    },
  },
});

/** Accepts every ticket: tickets are not part of the measurement. */
const gate: LiveGate = {
  admit: async () => ({
    ok: true,
    value: { key: streamKey, grantId: 'all', applicationId: 'app-1', expiresAt: Number.MAX_SAFE_INTEGER },
  }),
  ended: async () => new Set(),
  onRevoked: () => () => {},
  onDoubt: () => () => {},
};
const output = createLiveOutput({
  plane,
  gate,
  clock: systemClock,
  logger: silentLogger,
  limits: { perAddress: 10_000, perGrant: 10_000 },
});

const unbounded = new Set<ServerResponse>();
const http = createServer((request, response) => {
  if (mode === 'bounded') {
    output.handleLiveHttp(request, response);
    return;
  }
  // The control: writes each viewer's bytes without waiting for the previous write.
  unbounded.add(response);
  const subscription: ViewerSubscription = plane.subscribe(streamKey, {
    open: () => response.writeHead(200, { 'Content-Type': 'video/x-flv' }),
    hasCapacity: () => true,
    write: (bytes) => response.write(Buffer.from(bytes.body)),
    cork() {},
    uncork() {},
    end: () => response.end(),
  });
  response.on('close', () => {
    unbounded.delete(response);
    subscription.close();
  });
});
http.on('upgrade', (request, socket, head) => output.handleLiveUpgrade(request, socket, head));
http.listen(0, '127.0.0.1', () => process.send?.({ port: (http.address() as AddressInfo).port }));

process.on('message', () => {
  const { viewers, pendingBytes } = output.stats();
  const report: FanOutReport =
    mode === 'bounded'
      ? { viewers, pendingBytes }
      : {
          viewers: unbounded.size,
          pendingBytes: [...unbounded].reduce((sum, { writableLength }) => sum + writableLength, 0),
        };
  process.send?.(report);
});
process.on('disconnect', () => process.exit());
