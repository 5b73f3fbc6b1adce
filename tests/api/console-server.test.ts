/** The page of the server: figures of this process, and of the others on the same database. */
import { expect } from 'expect';
import { afterAll, afterEach, beforeAll, describe, it } from 'vitest';
import { type OpenDatabase, openDatabase } from '../../lib/db/client.ts';
import type { StreamStatus } from '../../lib/media/ports.ts';
import { describeCameras, ok, streamOf } from '../kit/camera-console.ts';
import { testConsole } from '../kit/console.ts';
import { type DatabaseBench, engines } from '../kit/databases.ts';
import { testSecrets } from '../kit/domain.ts';
import { eventually } from '../kit/host-page.ts';
import { machineFigures, testMeters } from '../kit/machine-figures.ts';

describeCameras('the server', (app) => {
  const read = async (user = app().admin) => ok(await user.call('GET', '/monitor/server'));

  it('shows what it measures, with streams, recorders and talks', async () => {
    app().streams.push(
      streamOf('DEMO00001', 'live', { viewers: 3, bitrateKbps: 800 }),
      streamOf('DEMO00002', 'retrying', { viewers: 1 }),
    );
    const figures = machineFigures();
    expect(await read()).toMatchObject({
      cpu: figures.cpu,
      mem: figures.mem,
      runtime: figures.runtime,
      sys: { hostName: 'se***1' },
      disks: figures.disks,
      db: {
        kind: 'libsql',
        version: '3.45.1',
        size: 4_096,
        pool: null,
        slowest: [{ statement: 'select 1' }],
      },
      work: {
        streams: { live: 1, starting: 0, retrying: 1, viewers: 4, bitrateKbps: 800 },
        recorders: { recording: 0, waiting: 0, failing: 0, lastWrite: null },
        talks: 0,
      },
      processes: [{ name: 'server-1', isOwn: true, work: { streams: { viewers: 4 } } }],
    });
  });

  it('requires a permission', async () => {
    const other = await app().signIn({ permissions: ['iot:camera:list', 'monitor:online:list'] });
    for (const path of ['/monitor/server', '/monitor/server/series']) {
      expect((await other.call('GET', path)).code).toBe(403);
      expect((await app().anonymous.call('GET', path)).status).toBe(401);
    }
    const watcher = await app().signIn({ permissions: ['monitor:server:list'] });
    expect(await read(watcher)).toMatchObject({ cpu: { used: 25 } });
  });

  it('is not shown to other organisations', async () => {
    const guest = await app().signIn({ permissions: ['monitor:server:list'], tenantId: 'guests' });
    for (const path of ['/monitor/server', '/monitor/server/series']) {
      const { code, message } = await guest.call('GET', path);
      expect([code, message]).toEqual(['U0200', '只有服务器所属的组织可以查看']);
    }
  });

  it('keeps an hour, a point every 15 s', async () => {
    const { monitor } = app().monitoring;
    app().streams.push(streamOf('DEMO00001', 'live', { viewers: 3 }));
    const series = async () => ok(await app().admin.call('GET', '/monitor/server/series'));
    for (let beats = 0; beats < 6; beats += 1) {
      await monitor.beat();
      await app().clock.advance(5_000);
    }
    const { everySeconds, processes } = await series();
    expect(everySeconds).toBe(15);
    expect(processes).toEqual([
      {
        id: expect.any(String),
        name: 'server-1',
        points: [
          expect.objectContaining({ cpu: 25, memory: 25, eventLoopP99: 3, viewers: 3, live: 1 }),
          expect.objectContaining({ viewers: 3 }),
        ],
      },
    ]);
    for (let beats = 0; beats < 300; beats += 1) {
      await monitor.beat();
      await app().clock.advance(15_000);
    }
    await app().admin.renew();
    expect((await series()).processes[0].points).toHaveLength(240);
  });
});

describe('several processes on one PostgreSQL', () => {
  let bench: DatabaseBench;
  const open: OpenDatabase[] = [];
  const ends: (() => void)[] = [];
  beforeAll(async () => {
    bench = await engines[1].start();
  });
  afterAll(() => bench.stop());
  afterEach(async () => {
    for (const end of ends.splice(0)) end();
    for (const database of open.splice(0)) await database.close();
  });

  it('are seen as one: the sum, and each process, until it stops', async () => {
    const place = await bench.migrated();
    const secrets = testSecrets();
    const listeners: ((status: StreamStatus) => void)[] = [];
    const started = async (processId: string, ...streams: StreamStatus[]) => {
      const database = await openDatabase(place);
      open.push(database);
      const made = await testConsole(database, {
        ...{ secrets, process: { processId, killedProcessId: null }, streams: () => streams },
        onStream(listener) {
          listeners.push(listener);
          return () => {};
        },
        meters: { ...testMeters, processName: `server-${processId}` },
      });
      ends.push(() => made.stop());
      return made;
    };
    const here = await started('a', streamOf('DEMO00001', 'live', { viewers: 3, bitrateKbps: 800 }));
    const there = await started('b', streamOf('DEMO00002', 'live', { viewers: 4, bitrateKbps: 200 }));
    const admin = await there.root();
    await here.monitoring.monitor.beat();
    await there.monitoring.monitor.beat();
    const server = ok(await admin.call('GET', '/monitor/server'));
    expect(server).toMatchObject({
      work: { streams: { live: 2, viewers: 7, bitrateKbps: 1_000 } },
      processes: [
        { name: 'server-a', isOwn: false, work: { streams: { viewers: 3 } } },
        { name: 'server-b', isOwn: true, work: { streams: { viewers: 4 } } },
      ],
    });
    // The dashboard, too.
    expect(ok(await admin.call('GET', '/dashboard'))).toMatchObject({
      devices: { total: 2, online: 2, offline: 0, unknown: 0 },
      streams: { running: 2, live: 2, viewers: 7, bitrateKbps: 1_000 },
    });
    expect([here.monitoring.monitor.isFirst(), there.monitoring.monitor.isFirst()]).toEqual([true, false]);

    const lastFailure = { code: 'source.silent' as const, message: '', retryable: true };
    for (const listener of listeners) listener(streamOf('DEMO00001', 'retrying', { lastFailure }));
    const counted = { total: 2, byCode: [{ code: 'source.silent', count: 2, cameras: 1 }] };
    await eventually('the failures of both', async () => {
      await here.clock.advance(1_000);
      await there.clock.advance(1_000);
      return ok(await admin.call('GET', '/dashboard')).errors.total === 2;
    });
    expect(ok(await admin.call('GET', '/dashboard')).errors).toMatchObject(counted);

    await here.monitoring.monitor.stop();
    await there.monitoring.monitor.beat();
    expect(ok(await admin.call('GET', '/monitor/server'))).toMatchObject({
      work: { streams: { live: 1, viewers: 4 } },
      processes: [{ name: 'server-b' }],
    });
    expect(there.monitoring.monitor.isFirst()).toBe(true);
  });
});
