import type { IncomingMessage, ServerResponse } from 'node:http';
import { Writable } from 'node:stream';
import { expect } from 'expect';
import { describe, it } from 'vitest';
import { silentLogger } from '../../lib/kernel/logger.ts';
import { ok } from '../../lib/kernel/result.ts';
import { createPlaybackOutput } from '../../lib/media/playback/playback-output.ts';
import { type RequestLimits, requestLimits } from '../../lib/media/playback/request-limits.ts';
import type { PlaylistGate } from '../../lib/media/ports.ts';
import type { Gop } from '../../lib/media/recordings/gop-index.ts';
import type { RecordingReader } from '../../lib/media/recordings/recording-reader.ts';
import { FakeClock } from '../kit/fake-clock.ts';

const hourMs = 3_600_000;
const gops: readonly Gop[] = Array.from({ length: 500 }, (_, at) => ({
  ...{ startMs: at * 5_000, durationMs: 4_000, segmentMs: at * 5_000 },
  ...{ offset: 100, bytes: 1_000, startsRun: true },
}));
const reader = {
  find: async () => ({
    async *pieces() {
      yield gops;
    },
  }),
} as unknown as RecordingReader;
const admission = {
  key: { tenantId: 'tenant', channelId: 'channel', store: 'cloud' },
  ...{ fromMs: 0, toMs: hourMs, applicationId: 'app', grantId: 'grant' },
  ...{ expiresAt: Number.MAX_SAFE_INTEGER, validUntil: Number.MAX_SAFE_INTEGER },
};
const gate = {
  admit: async () => ok(admission),
  onRevoked: () => () => {},
  onDoubt: () => () => {},
} as unknown as PlaylistGate;

/** A viewer who takes nothing until it goes. */
class StalledResponse extends Writable {
  status = 0;
  constructor() {
    super({ highWaterMark: 1 });
  }
  get headersSent(): boolean {
    return this.status !== 0;
  }
  writeHead(status: number): this {
    this.status = status;
    return this;
  }
  override _write(): void {}
}

function asker(limits: RequestLimits) {
  const output = createPlaybackOutput({ gate, reader, logger: silentLogger, clock: new FakeClock(), limits });
  return async () => {
    const response = new StalledResponse();
    const url = '/vod/CAM1/1/cloud/index.m3u8';
    const request = { method: 'GET', url, headers: { authorization: 'Bearer ticket' } };
    const ended = output.handle(request as unknown as IncomingMessage, response as unknown as ServerResponse);
    for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    return { response, ended };
  };
}

const one = { ofGrant: 1, ofOrganisation: 1, inAll: 1 };
const two = { ofGrant: 2, ofOrganisation: 2, inAll: 2 };

describe('a playlist whose viewer takes nothing', () => {
  it('keeps a place of a segment, and none of a playlist', async () => {
    const ask = asker({ ...requestLimits, playlist: one, segment: two });
    const asked = [await ask(), await ask(), await ask()];
    expect(asked.map(({ response }) => response.status)).toEqual([200, 200, 0]);
    asked[0]?.response.destroy();
    await asked[0]?.ended;
    for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    expect(asked[2]?.response.status).toBe(200);
    for (const { response } of asked) response.destroy();
  });
});
