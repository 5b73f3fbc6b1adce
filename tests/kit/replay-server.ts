/** Replay plane and output on a real port, with tickets for one camera. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { systemClock } from '../../lib/kernel/clock.ts';
import { silentLogger } from '../../lib/kernel/logger.ts';
import { err, ok } from '../../lib/kernel/result.ts';
import { onvifRecordings } from '../../lib/media/control/onvif-recordings.ts';
import { parseNetworks } from '../../lib/media/net/ip-address.ts';
import { createReplayOutput } from '../../lib/media/outputs/replay/replay-output.ts';
import type { MediaKey, OnvifCamera, PlaybackAdmission, PlaybackGate } from '../../lib/media/ports.ts';
import { createReplayPlane, type ReplayPlane } from '../../lib/media/replay-plane.ts';
import { createReplayOpener } from '../../lib/media/sources/open-source.ts';

const loopback = parseNetworks('127.0.0.0/8');
if (!loopback.ok) throw new Error(loopback.error);
const opening = {
  clock: systemClock,
  logger: silentLogger,
  addressPolicy: { allowed: loopback.value, ownPorts: [] },
};

/** Tickets can be used repeatedly. The ticket's text is the id of its grant. */
export class FakePlaybackGate implements PlaybackGate {
  readonly revoked = new Set<string>();
  readonly #listeners = new Set<(grantId: string) => void>();
  readonly #tickets = new Map<string, PlaybackAdmission>();

  issue(range: { readonly fromMs: number; readonly toMs: number }, grantId = 'grant-1'): string {
    const key = { tenantId: 'tenant', channelId: 'channel', store: 'device' as const };
    this.#tickets.set(grantId, {
      key,
      ...range,
      grantId,
      applicationId: 'app-1',
      expiresAt: Number.MAX_SAFE_INTEGER,
      validUntil: Number.MAX_SAFE_INTEGER,
    });
    return grantId;
  }

  async admit(ticket: string, { deviceSerial, store }: Parameters<PlaybackGate['admit']>[1]) {
    const admission = this.#tickets.get(ticket);
    if (!admission || this.revoked.has(ticket)) {
      return err({ status: 401 as const, code: '10002', message: 'bad ticket' });
    }
    return deviceSerial === 'CAM1' && store === 'device'
      ? ok(admission)
      : err({ status: 403 as const, code: '10031', message: 'another camera' });
  }

  async ended(grantIds: readonly string[]): Promise<ReadonlySet<string>> {
    return new Set(grantIds.filter((grantId) => this.revoked.has(grantId)));
  }

  onRevoked(listener: (grantId: string) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  onDoubt(): () => void {
    return () => {};
  }

  /** As in another process: nobody is told. */
  revoke(grantId = 'grant-1'): void {
    this.revoked.add(grantId);
  }
}

export interface ReplayServer {
  readonly port: number;
  readonly gate: FakePlaybackGate;
  readonly plane: ReplayPlane;
  close(): Promise<void>;
}

/** `camera`: null if the stored camera has no ONVIF address. */
export async function startReplayServer(
  camera: () => OnvifCamera | null,
  encryption: MediaKey | null = null,
): Promise<ReplayServer> {
  const gate = new FakePlaybackGate();
  const plane = createReplayPlane({
    ...opening,
    directory: { find: async () => camera(), encryption: async () => encryption },
    recordings: onvifRecordings(opening),
    open: createReplayOpener({ ...opening, timings: { silenceMs: 2_000 } }),
  });
  const output = createReplayOutput({ ...opening, plane, gate });
  const http: Server = createServer((request, response) => output.handleHttp(request, response));
  http.on('upgrade', (request, socket, head) => output.handleUpgrade(request, socket, head));
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  return {
    port: (http.address() as AddressInfo).port,
    gate,
    plane,
    async close() {
      plane.close();
      await output.stop();
      await new Promise((resolve) => {
        http.close(resolve);
        http.closeAllConnections();
      });
    },
  };
}
