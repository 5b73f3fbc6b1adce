import { cp } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { expect } from 'expect';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { connectDatabase, type OpenDatabase } from '../../lib/db/client.ts';
import { type OnvifDevice, startOnvifDevice } from '../kit/onvif-device.ts';
import { type EventServices, eventServices } from '../kit/onvif-events.ts';
import { type PostgresCluster, startPostgres } from '../kit/postgres.ts';
import { scratchFolder } from '../kit/scratch-folder.ts';
import { type OrielInstance, startOriel } from '../kit/start-oriel.ts';
import { until, wait } from '../kit/steady-viewer.ts';

/** Ends a test that hangs; another process takes over within 13 s. */
const tooLongMs = 120_000;
/** Longer than a process needs to find that it may watch a camera. */
const severalLeasesMs = 7_000;
const password = 'onvif-of-this-test';

describe('two servers on one PostgreSQL', () => {
  let cluster: PostgresCluster;
  let database: OpenDatabase;
  let device: OnvifDevice;
  let events: EventServices;
  const servers: OrielInstance[] = [];

  beforeAll(async () => {
    events = eventServices();
    device = await startOnvifDevice({ password, events });
    cluster = await startPostgres();
    const url = await cluster.createDatabase();
    const folders = [scratchFolder('oriel-one-'), scratchFolder('oriel-two-')] as const;
    const start = (dataDir: string) =>
      startOriel({
        dataDir,
        env: { DATABASE_URL: url, ORIEL_ONVIF_PASSWORD: password, ORIEL_PROCESS_NAME: basename(dataDir) },
      });
    const first = await start(folders[0]);
    const camera = ['--serial', 'CAM7', '--name', 'Gate', '--demo', 'yard'];
    await first.oriel(['camera', 'add', ...camera, '--onvif', device.url, '--onvif-user', 'admin']);
    await first.stop();
    database = await connectDatabase({ url });
    await database.db
      .updateTable('channel')
      .set({ alarmOptions: JSON.stringify({ onvif: true, motion: false, sensitivity: 3 }) })
      .where('deviceSerial', '=', 'CAM7')
      .execute();
    // All processes of an installation have the same keys.
    await cp(join(folders[0], 'secrets'), join(folders[1], 'secrets'), { recursive: true });
    servers.push(...(await Promise.all(folders.map(start))));
  }, tooLongMs);
  afterAll(async () => {
    await database?.close();
    await Promise.all(servers.map((server) => server.stop()));
    await cluster?.stop();
    await device?.stop();
  }, tooLongMs);

  const subscriptions = () => device.received.filter((name) => name === 'CreatePullPointSubscription').length;
  const alarms = () => database.db.selectFrom('alarm').select(['id', 'startAt', 'endAt']).execute();

  /** The process that watches the camera. */
  async function watcher(): Promise<OrielInstance> {
    const { name } = await database.db
      .selectFrom('recorderLease')
      .innerJoin('serverProcess', 'serverProcess.id', 'recorderLease.owner')
      .select('serverProcess.name')
      .executeTakeFirstOrThrow();
    return servers.find(({ dataDir }) => basename(dataDir) === name)!;
  }

  async function seen(isSeen: () => Promise<boolean>): Promise<void> {
    for (const giveUpAt = Date.now() + tooLongMs; !(await isSeen()); await wait(100))
      if (Date.now() > giveUpAt) throw new Error(`timed out; alarms: ${JSON.stringify(await alarms())}`);
  }

  it(
    'subscribe to the events of a camera once; when that one is killed the other continues',
    async () => {
      const move = () =>
        events.emit({ topic: 'tns1:VideoSource/MotionAlarm', data: { State: 'true' }, at: Date.now() });
      await until('a subscription', () => subscriptions() > 0, tooLongMs);
      await wait(severalLeasesMs);
      expect(subscriptions()).toBe(1);
      move();
      await seen(async () => (await alarms()).length > 0);
      expect(await alarms()).toHaveLength(1);

      const first = await watcher();
      await first.kill();
      const killedAt = Date.now();
      await until('another subscription', () => subscriptions() > 1, tooLongMs);
      expect(await watcher()).toBe(servers.find((server) => server !== first));
      move();
      await seen(async () => (await alarms()).some(({ endAt }) => endAt > killedAt));
      await wait(severalLeasesMs);
      expect(subscriptions()).toBe(2);
    },
    tooLongMs,
  );
});
