import { expect } from 'expect';
import { describe, it } from 'vitest';
import type { StreamState, StreamStatus } from '../../../lib/media/ports.ts';
import { type HealthParts, readHealth } from '../../../lib/server/http/health.ts';

function stream(state: StreamState, viewers: number): StreamStatus {
  const key = {
    tenantId: 't',
    deviceSerial: 'SECRETCAM',
    channelNo: 1,
    profile: 'main',
  } as const;
  return {
    key,
    state,
    viewers,
    tracks: null,
    lastFailure: null,
    retryAt: null,
    since: 1_760_000_000_000,
    bitrateKbps: 0,
    conversion: null,
  };
}

const parts = (changes: Partial<HealthParts> = {}): HealthParts => ({
  version: '1.2.3',
  pingDatabase: async () => {},
  storage: () => 'ok',
  streams: () => [stream('live', 2), stream('live', 1), stream('retrying', 4), stream('idle', 0)],
  recorders: () => [{ state: 'recording' }, { state: 'failing' }, { state: 'recording' }],
  isStopping: () => false,
  ...changes,
});

describe('health', () => {
  it('is ok, and contains numbers but no names', async () => {
    const health = await readHealth(parts());
    expect(health).toMatchObject({
      status: 'ok',
      version: '1.2.3',
      database: 'ok',
      storage: 'ok',
      streams: { live: 2, retrying: 1, viewers: 7 },
      recordings: { recording: 2, waiting: 0, failing: 1 },
    });
    expect(JSON.stringify(health)).not.toContain('SECRETCAM');
  });

  it('is failing when database queries fail', async () => {
    const pingDatabase = () => Promise.reject(new Error('postgres://u:hunter2@db'));
    const health = await readHealth(parts({ pingDatabase }));
    expect(health).toMatchObject({ status: 'failing', database: 'failing' });
    expect(JSON.stringify(health)).not.toContain('hunter2');
  });

  it('is failing when database queries hang', async () => {
    const health = await readHealth(parts({ pingDatabase: () => new Promise(() => {}) }));
    expect(health.status).toBe('failing');
  });

  it.each([
    ['full', 'failing'],
    ['readOnly', 'failing'],
    ['failed', 'failing'],
    ['low', 'ok'],
    ['damaged', 'ok'],
  ] as const)('with a storage that is %s is %s', async (storage, status) => {
    expect(await readHealth(parts({ storage: () => storage }))).toMatchObject({ status, storage });
  });

  it('reports that the server is stopping', async () => {
    expect((await readHealth(parts({ isStopping: () => true }))).status).toBe('stopping');
  });
});
