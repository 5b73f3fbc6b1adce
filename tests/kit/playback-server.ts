/** Recordings over HTTP on a real socket, with the real gate over grants that tests end. */
import type { ReadStream } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type PlaybackSubject, PlaybackTickets } from '../../lib/domain/access/playback-ticket.ts';
import { PlaylistAddresses } from '../../lib/domain/access/playlist-address.ts';
import type { CameraUses, UseState } from '../../lib/domain/devices/grant-watch.ts';
import { playbackGate } from '../../lib/domain/recordings/playback-gate.ts';
import { silentLogger } from '../../lib/kernel/logger.ts';
import type { EpochMs, Ms } from '../../lib/kernel/units.ts';
import { createPlaybackOutput } from '../../lib/media/playback/playback-output.ts';
import type { RequestLimits } from '../../lib/media/playback/request-limits.ts';
import type { RecordingKey, ViewCounter } from '../../lib/media/ports.ts';
import { createRecordingReader } from '../../lib/media/recordings/recording-reader.ts';
import type { MovedReads } from '../../lib/media/recordings/stored-segment.ts';
import { FakeClock } from './fake-clock.ts';

export const recordedKey: RecordingKey = { tenantId: 'tenant-1', channelId: 'channel-1', store: 'cloud' };
const camera = { deviceSerial: 'CAM1', channelNo: 1 };

export interface PlaybackServer {
  readonly origin: string;
  readonly clock: FakeClock;
  /** Below it are playlists and segments of the camera: `<base>/index.m3u8`. */
  readonly base: string;
  /** A ticket for a range, optionally of another camera, store or life. */
  ticket(
    from: EpochMs,
    to: EpochMs,
    other?: Partial<{ channelNo: number; store: 'cloud' | 'device'; lifeMs: Ms }>,
  ): string;
  /** Address of the playlist of a range for players that cannot send a ticket. */
  signed(from: EpochMs, to: EpochMs): string;
  /** Ends the grant of all tickets, or makes it cover the camera no longer. `isKnown`: it is said that this grant ended. */
  end(state: UseState, isKnown?: boolean): void;
  /** Responses that are not finished. */
  readonly running: number;
  /** Recordings that are being read, and the bytes read from all so far. */
  reading(): { readonly open: number; readonly bytes: number };
  /** Paths of the requests since the last call. */
  takeRequests(): string[];
  /** Counts what was watched so far. */
  stopViews(): void;
  close(): Promise<void>;
}

/** `serve` answers what is not below `/vod`. `moved` reads what is in an object store. */
export async function playbackServer(
  root: string,
  serve?: (path: string, response: ServerResponse) => void,
  moved?: MovedReads,
  views?: ViewCounter,
  limits?: RequestLimits,
): Promise<PlaybackServer> {
  const clock = new FakeClock();
  const keys = [{ kid: 'media1', key: Buffer.alloc(32, 7) }];
  const tickets = new PlaybackTickets(keys);
  const addresses = new PlaylistAddresses(keys);
  let state: UseState = 'permitted';
  const listeners = new Set<(grantId: string) => void>();
  const doubtListeners = new Set<() => void>();
  const uses: CameraUses = {
    state: async () => ({
      state,
      applicationId: 'app-1',
      expiresAt: Number.MAX_SAFE_INTEGER,
      range: null,
    }),
    admit: () => 'use-1',
    watch: {
      ended: async (ids) => new Set(state === 'permitted' ? [] : ids),
      onRevoked(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      onDoubt: () => () => {},
    },
    onCameraChanged(listener) {
      doubtListeners.add(listener);
      return () => doubtListeners.delete(listener);
    },
  };
  const stored = createRecordingReader(root, moved);
  const reads: ReadStream[] = [];
  const output = createPlaybackOutput({
    gate: playbackGate({ tickets, addresses, uses, clock }),
    reader: {
      ...stored,
      async read(...range) {
        const bytes = await stored.read(...range);
        if (bytes) reads.push(bytes as ReadStream);
        return bytes;
      },
    },
    logger: silentLogger,
    clock,
    ...(views ? { views } : {}),
    ...(limits ? { limits } : {}),
  });
  const subject = (fromMs: EpochMs, toMs: EpochMs): PlaybackSubject => ({
    grantId: 'grant-1',
    tenantId: 'tenant-1',
    channelId: 'channel-1',
    store: 'cloud',
    ...camera,
    fromMs,
    toMs,
  });
  const ticket: PlaybackServer['ticket'] = (fromMs, toMs, { lifeMs = 3_600_000, ...other } = {}) =>
    tickets.issue({ ...subject(fromMs, toMs), ...other }, clock.now(), clock.now() + lifeMs);
  let running = 0;
  const requests: string[] = [];
  const server = createServer((request, response) => {
    running += 1;
    response.once('close', () => {
      running -= 1;
    });
    const target = request.url ?? '/';
    if (serve && !target.startsWith('/vod/')) return serve(target, response);
    requests.push(target);
    void output.handle(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    clock,
    base: `${origin}/vod/CAM1/1/cloud`,
    ticket,
    signed: (fromMs, toMs) =>
      `${origin}/vod/CAM1/1/cloud/${addresses.issue(subject(fromMs, toMs), clock.now(), clock.now() + 86_400_000)}/index.m3u8`,
    end(next, isKnown = true) {
      state = next;
      if (isKnown) for (const listener of listeners) listener('use-1');
      else for (const listener of doubtListeners) listener();
    },
    get running() {
      return running;
    },
    reading: () => ({
      open: reads.filter(({ destroyed }) => !destroyed).length,
      bytes: reads.reduce((sum, { bytesRead }) => sum + bytesRead, 0),
    }),
    takeRequests: () => requests.splice(0),
    stopViews: () => output.stop(),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
