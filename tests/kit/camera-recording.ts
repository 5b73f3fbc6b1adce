import { systemClock } from '../../lib/kernel/clock.ts';
import { silentLogger } from '../../lib/kernel/logger.ts';
import type { EpochMs } from '../../lib/kernel/units.ts';
import { createLivePlane } from '../../lib/media/live-plane.ts';
import { parseNetworks } from '../../lib/media/net/ip-address.ts';
import type { RecordingKey } from '../../lib/media/ports.ts';
import { createRecordingPlane } from '../../lib/media/recording-plane.ts';
import { createSourceFactory } from '../../lib/media/sources/open-source.ts';
import { MemorySegments } from './memory-segments.ts';
import { until } from './steady-viewer.ts';

const loopback = parseNetworks('127.0.0.0/8');
if (!loopback.ok) throw new Error(loopback.error);
const common = { clock: systemClock, logger: silentLogger };
const addressPolicy = { allowed: loopback.value, ownPorts: [] };

export interface CameraRecording {
  readonly begin: EpochMs;
  readonly end: EpochMs;
}

/**
 * Records an RTSP camera of this machine as the server does, over its live plane and its recording plane, until it has
 * received `frames` of video. The files are below `root`.
 */
export async function recordCamera(
  root: string,
  key: RecordingKey,
  { url, frames, withinMs }: { readonly url: string; readonly frames: number; readonly withinMs: number },
): Promise<CameraRecording> {
  const camera = { tenantId: key.tenantId, deviceSerial: 'CAM1', channelNo: 1, profile: 'main' } as const;
  const spec = { kind: 'rtsp', url, username: '', password: '' } as const;
  const live = createLivePlane({
    ...common,
    sources: createSourceFactory({
      ...common,
      addressPolicy,
      demo: () => {
        throw new Error('no demo camera is recorded');
      },
    }),
    directory: { find: async () => spec, onChanged: () => () => {}, onMissed: () => () => {} },
    random: () => 0.5,
  });
  const index = new MemorySegments();
  const plane = createRecordingPlane({
    ...common,
    root,
    live,
    index,
    directory: {
      tasks: async () => [{ key, camera, when: 'always' }],
      retention: async () => [],
      onChanged: () => () => {},
    },
  });
  let received = 0;
  try {
    await plane.start();
    const counter = {
      tracks() {},
      unit({ kind }: { kind: string }) {
        if (kind === 'video') received += 1;
      },
      restarted() {},
      status() {},
      end() {},
    };
    live.read(camera, counter, { start: 'cachedGop', maxQueuedBytes: 0, whenFull: 'skip' });
    await until(`${frames} frames`, () => received >= frames, withinMs);
  } finally {
    await plane.close();
    live.close();
  }
  return { begin: Math.floor(index.rows[0]!.startMs), end: Math.ceil(index.rows.at(-1)!.endMs) };
}
