/**
 * Live video of one organisation and recordings of another from one process, as the product serves them, so that gaps and
 * memory under load can be measured from outside. `node --import tsx recorded-load-process.ts <root> <limited|unlimited>`;
 * sends its port over the IPC channel. Tickets for recordings are the names of grants.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { systemClock } from '../../lib/kernel/clock.ts';
import { silentLogger } from '../../lib/kernel/logger.ts';
import { createLivePlane } from '../../lib/media/live-plane.ts';
import { createLiveOutput } from '../../lib/media/outputs/flv/delivery/live-output.ts';
import { createPlaybackOutput } from '../../lib/media/playback/playback-output.ts';
import { requestLimits } from '../../lib/media/playback/request-limits.ts';
import type { PlaylistGate } from '../../lib/media/ports.ts';
import { createRecordingReader } from '../../lib/media/recordings/recording-reader.ts';
import { createDemoSource } from '../../lib/media/sources/demo/demo-camera.ts';
import { streamKey } from './fake-gate.ts';
import { recordedKey } from './playback-server.ts';

const [root = '', mode = 'limited'] = process.argv.slice(2);
const never = () => () => {};
const watch = { ended: async () => new Set<string>(), onRevoked: never, onDoubt: never };

const plane = createLivePlane({
  sources: () => createDemoSource({ scene: 'harbour', profile: 'main', clock: systemClock }),
  directory: {
    find: async () => ({ kind: 'demo', scene: 'harbour', profile: 'main' }),
    onChanged: never,
    onMissed: never,
  },
  clock: systemClock,
  logger: silentLogger,
  random: Math.random,
});
const live = createLiveOutput({
  plane,
  gate: {
    ...watch,
    admit: async () => ({
      ok: true,
      value: { key: streamKey, grantId: 'live', applicationId: 'a', expiresAt: Number.MAX_SAFE_INTEGER },
    }),
  },
  clock: systemClock,
  logger: silentLogger,
});

const admit = async (grantId: string) =>
  ({
    ok: true,
    value: {
      key: recordedKey,
      grantId,
      applicationId: 'b',
      fromMs: 0,
      toMs: Number.MAX_SAFE_INTEGER,
      expiresAt: Number.MAX_SAFE_INTEGER,
      validUntil: Number.MAX_SAFE_INTEGER,
    },
  }) as const;
const gate: PlaylistGate = {
  ...watch,
  admit,
  admitSigned: () => Promise.reject(new Error('not used')),
};
const endless = Number.POSITIVE_INFINITY;
const none = { ofGrant: endless, ofOrganisation: endless, inAll: endless };
const playback = createPlaybackOutput({
  gate,
  reader: createRecordingReader(root),
  logger: silentLogger,
  clock: systemClock,
  limits:
    mode === 'limited'
      ? requestLimits
      : { playlist: none, segment: none, keyFrame: none, export: none, manifest: none },
});

const server = createServer((request, response) => {
  if (request.url?.startsWith('/vod/')) void playback.handle(request, response);
  else live.handleLiveHttp(request, response);
});
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));
process.on('disconnect', () => process.exit());
