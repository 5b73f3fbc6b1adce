/**
 * The live part of the media plane: from stored sources to connected viewers. Start reading here; the order is
 * supervisor (one source per stream) → hub (one muxer, one cached group) → viewer (one place in the stream).
 */
import type { Clock } from '../kernel/clock.ts';
import type { Logger } from '../kernel/logger.ts';
import type { LiveViewer, StreamEnd, Subscription } from './outputs/flv/viewer.ts';
import type { MediaSource, SourceDirectory, SourceFactory, StreamKey, StreamStatus } from './ports.ts';
import { defaultRelayLimits, type RelayLimits } from './stream/limits.ts';
import { StreamSupervisor } from './stream/supervisor.ts';

export interface LivePlaneOptions {
  readonly sources: SourceFactory;
  readonly directory: SourceDirectory;
  /** Makes the picture of a source H.264. Without it, `h264` streams of H.265 cameras fail as unsupported. */
  readonly transcode?: (inner: MediaSource) => MediaSource;
  readonly clock: Clock;
  readonly logger: Logger;
  /** In [0, 1); spreads retries. */
  readonly random: () => number;
  readonly limits?: Partial<RelayLimits>;
}

export interface LivePlane {
  /** Starts the source if this is the first viewer. `viewer` may be called before this returns. */
  subscribe(key: StreamKey, viewer: LiveViewer): Subscription;
  /** Null for a stream that nobody has watched lately. */
  status(key: StreamKey): StreamStatus | null;
  statuses(): readonly StreamStatus[];
  /** Called on each change of state, tracks or failure; viewers coming and going are not told. */
  onStatus(listener: (status: StreamStatus) => void): () => void;
  /** Ends all viewers with `server.stopping` and stops all sources. Safe to call twice. */
  close(): void;
}

export const endServerStopping: StreamEnd = { code: 'server.stopping', message: 'The server is stopping.' };

export function createLivePlane(options: LivePlaneOptions): LivePlane {
  const limits: RelayLimits = { ...defaultRelayLimits, ...options.limits };
  const streams = new Map<string, StreamSupervisor>();
  const listeners = new Set<(status: StreamStatus) => void>();
  let isClosed = false;

  const stops = [
    options.directory.onChanged((device) => {
      for (const stream of streams.values()) if (isOf(stream.key, device)) stream.replace();
    }),
    options.directory.onMissed(() => void compareAll()),
  ];

  /** One after the other: the database has just come back. */
  async function compareAll(): Promise<void> {
    for (const stream of [...streams.values()]) await stream.compare();
  }

  function start(key: StreamKey): StreamSupervisor {
    const name = nameOf(key);
    const own = { ...key };
    const stream = new StreamSupervisor({
      ...options,
      key: own,
      sources: (spec) => options.sources(spec, own),
      transcode: options.transcode,
      limits,
      logger: options.logger.child({ stream: name }),
      onStatus: (status) => {
        for (const listener of listeners) listener(status);
      },
      onIdle: () => {
        if (streams.get(name) === stream) streams.delete(name);
      },
    });
    streams.set(name, stream);
    return stream;
  }

  return {
    subscribe(key, viewer) {
      if (isClosed) {
        viewer.end(endServerStopping, null);
        return { resume() {}, close() {}, finish() {} };
      }
      return (streams.get(nameOf(key)) ?? start(key)).join(viewer);
    },
    status: (key) => streams.get(nameOf(key))?.status() ?? null,
    statuses: () => [...streams.values()].map((stream) => stream.status()),
    onStatus(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close() {
      if (isClosed) return;
      isClosed = true;
      for (const stop of stops) stop();
      for (const stream of [...streams.values()]) stream.close(endServerStopping);
      listeners.clear();
    },
  };
}

/** All five parts, unambiguously: two streams never share a name, whatever their parts contain. */
function nameOf({ tenantId, deviceSerial, channelNo, profile, video }: StreamKey): string {
  return [tenantId, deviceSerial, channelNo, profile, video]
    .map((part) => encodeURIComponent(part))
    .join('/');
}

function isOf(key: StreamKey, device: Pick<StreamKey, 'tenantId' | 'deviceSerial' | 'channelNo'>): boolean {
  return (
    key.tenantId === device.tenantId &&
    key.deviceSerial === device.deviceSerial &&
    key.channelNo === device.channelNo
  );
}
