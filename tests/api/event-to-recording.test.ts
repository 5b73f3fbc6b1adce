/** From an event of an ONVIF camera to a recording on disk: a real device, RTSP stream, files and database. */
import { rmSync } from 'node:fs';
import { expect } from 'expect';
import { afterAll, afterEach, beforeAll, beforeEach, it } from 'vitest';
import type { OpenDatabase } from '../../lib/db/client.ts';
import { systemClock } from '../../lib/kernel/clock.ts';
import { silentLogger } from '../../lib/kernel/logger.ts';
import { type AlarmPlane, createAlarmPlane } from '../../lib/media/alarm-plane.ts';
import { parseOnvifUrl } from '../../lib/media/control/onvif-url.ts';
import { createLivePlane, type LivePlane } from '../../lib/media/live-plane.ts';
import { parseCameraUrl } from '../../lib/media/net/camera-url.ts';
import { parseNetworks } from '../../lib/media/net/ip-address.ts';
import type { RecordingKey } from '../../lib/media/ports.ts';
import { createRecordingPlane, type RecordingPlane } from '../../lib/media/recording-plane.ts';
import { createSourceFactory } from '../../lib/media/sources/open-source.ts';
import { type DatabaseBench, engines } from '../kit/databases.ts';
import { type TestDomain, testDomain } from '../kit/domain.ts';
import { type FakeCamera, startFakeCamera } from '../kit/fake-camera.ts';
import { type OnvifDevice, startOnvifDevice } from '../kit/onvif-device.ts';
import { type EventServices, eventServices, type SentEvent } from '../kit/onvif-events.ts';
import { packets } from '../kit/recorded-file.ts';
import { segmentFiles } from '../kit/recording-camera.ts';
import { scratchFolder } from '../kit/scratch-folder.ts';
import { until, wait } from '../kit/steady-viewer.ts';

const serial = 'CAM1';
const password = 'one <two> & "three"';
const beforeMs = 2_000;
const afterMs = 2_000;
/** The camera sends 25 frames per second, and a key frame each second. */
const gopMs = 1_000;
const loopback = parseNetworks('127.0.0.0/8');
if (!loopback.ok) throw new Error(loopback.error);

let bench: DatabaseBench;
let database: OpenDatabase;
let domain: TestDomain;
let root: string;
let camera: FakeCamera;
let events: EventServices;
let device: OnvifDevice;
let live: LivePlane;
let recordings: RecordingPlane;
let alarms: AlarmPlane;
let key: RecordingKey;

beforeAll(async () => {
  bench = await engines[0].start();
});
afterAll(() => bench.stop());
beforeEach(async () => {
  root = scratchFolder('oriel-event-');
  events = eventServices();
  device = await startOnvifDevice({ password, events });
  camera = await startFakeCamera({ playing: (connection) => connection.stream({ keyEvery: 25 }) });
  database = await bench.open();
  domain = await testDomain(database, {
    clock: systemClock,
    checkCameraUrl: parseCameraUrl,
    checkOnvifUrl: parseOnvifUrl,
  });
  await domain.operator.run('camera.add', {
    serial,
    name: '大门',
    main: { kind: 'rtsp', url: camera.url },
    onvif: { url: device.url, login: { username: 'admin', password } },
  });
  const { id: channelId } = await database.db
    .selectFrom('channel')
    .select('id')
    .where('deviceSerial', '=', serial)
    .executeTakeFirstOrThrow();
  key = { tenantId: 'default', channelId, store: 'cloud' };
  const plan = { enabled: true, mode: 'alarm', days: [], keepDays: 7, preRecordSec: 2, postRecordSec: 2 };
  await database.db
    .updateTable('channel')
    .set({
      recordPlan: JSON.stringify(plan),
      alarmOptions: JSON.stringify({ onvif: true, motion: false, sensitivity: 3 }),
    })
    .where('id', '=', channelId)
    .execute();
  openPlanes();
});
afterEach(async () => {
  alarms?.close();
  await recordings?.close();
  live?.close();
  await domain.recordings.release();
  domain.stop();
  await camera.stop();
  await device.stop();
  rmSync(root, { recursive: true, force: true });
});

/** As the server connects them. */
function openPlanes(): void {
  const common = { clock: systemClock, logger: silentLogger, random: () => 0.5 };
  const network = {
    clock: systemClock,
    addressPolicy: { allowed: loopback.ok ? loopback.value : [], ownPorts: [] },
  };
  live = createLivePlane({
    ...common,
    sources: createSourceFactory({
      ...{ ...network, logger: silentLogger },
      demo: () => {
        throw new Error('no demo camera in this test');
      },
    }),
    directory: domain.sources,
  });
  recordings = createRecordingPlane({
    ...{ root, live, clock: systemClock, logger: silentLogger },
    directory: domain.recordings.directory,
    index: domain.recordings.segments,
  });
  alarms = createAlarmPlane({
    ...common,
    ...{ live, network, directory: domain.alarms.directory, sink: domain.alarms.sink },
  });
  domain.alarms.onTriggered(({ at, ...channel }) => {
    recordings.trigger(channel, at);
  });
}

const gops = () => recordings.reader.gops(key, 0, Number.MAX_SAFE_INTEGER);
const raised = () => database.db.selectFrom('alarm').selectAll().execute();

it('an event of the camera is an alarm, whose pre-roll and post-roll are on disk and found by its id', async () => {
  await recordings.start();
  alarms.start();
  await until('a subscription', () => events.open === 1 && device.received.includes('PullMessages'));
  await until('the stream', () => live.statuses()[0]?.state === 'live');
  // What is recorded before the alarm, from a key frame on.
  await wait(beforeMs + 2 * gopMs);
  expect([await raised(), segmentFiles(root)]).toEqual([[], []]);

  const crossed: SentEvent = {
    topic: 'tns1:RuleEngine/FieldDetector/ObjectsInside',
    source: { VideoSourceConfigurationToken: 'VSC1', Rule: 'Yard' },
    operation: 'Changed',
  };
  const beganAt = Date.now();
  events.emit({ ...crossed, data: { IsInside: 'true' } });
  await until('a recording', () => recordings.statuses()[0]?.state === 'recording');
  events.emit({ ...crossed, data: { IsInside: 'false' } });
  await until('its end', () => recordings.statuses()[0]?.state === 'waiting');
  await recordings.close();

  const [alarm, ...others] = await raised();
  expect(others).toEqual([]);
  expect(alarm).toMatchObject({ kind: 'intrusion', source: 'onvif', channelId: key.channelId, state: '0' });
  expect(Math.abs(alarm!.startAt - beganAt)).toBeLessThan(5_000);
  expect([alarm!.recordFrom, alarm!.recordTo]).toEqual([alarm!.startAt - beforeMs, alarm!.endAt + afterMs]);

  const recorded = await gops();
  const last = recorded.at(-1)!;
  expect(recorded.filter(({ startsRun }) => startsRun)).toHaveLength(1);
  expect(recorded[0]!.startMs).toBeLessThanOrEqual(alarm!.recordFrom);
  expect(last.startMs + last.durationMs).toBeGreaterThanOrEqual(alarm!.recordTo);
  const rows = await domain.recordings.segments.between(key, 0, Number.MAX_SAFE_INTEGER);
  expect(rows.map(({ kind }) => kind)).toEqual(['alarm']);
  const [file] = segmentFiles(root);
  expect(file).toContain(`/${rows[0]!.startMs}.mp4`);
  // Fewer than 25 per second on a busy machine.
  expect((await packets(file!)).length).toBeGreaterThan(25);

  const { accessToken } = await domain.integrator();
  const found = await domain.call('/api/lapp/video/by/id', {
    ...{ accessToken, deviceSerial: serial, channelNo: '1', alarmId: alarm!.id },
  });
  expect(found).toMatchObject({
    code: '200',
    data: { videoType: 2, startTime: alarm!.recordFrom, endTime: alarm!.recordTo },
  });
});
