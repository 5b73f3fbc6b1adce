/** From motion in a camera's stream to a recording on disk, with real streams, files and databases. */
import { rmSync } from 'node:fs';
import { expect } from 'expect';
import { afterAll, afterEach, beforeAll, beforeEach, describe, it } from 'vitest';
import type { OpenDatabase } from '../../lib/db/client.ts';
import { silentLogger } from '../../lib/kernel/logger.ts';
import { type AlarmPlane, createAlarmPlane } from '../../lib/media/alarm-plane.ts';
import { createLivePlane, type LivePlane } from '../../lib/media/live-plane.ts';
import type { AlarmSink, MediaSource, RecordingKey } from '../../lib/media/ports.ts';
import { createRecordingPlane, type RecordingPlane } from '../../lib/media/recording-plane.ts';
import { createDemoSource } from '../../lib/media/sources/demo/demo-camera.ts';
import { type DatabaseBench, engines } from '../kit/databases.ts';
import { type TestDomain, testDomain } from '../kit/domain.ts';
import { segmentFiles } from '../kit/recording-camera.ts';
import { scratchFolder } from '../kit/scratch-folder.ts';

const serial = 'DEMO00001';
const beforeMs = 5_000;
const afterMs = 10_000;
/** Between key frames of the demo cameras, and a little more. */
const gopMs = 4_100;
/** A NAL unit of filler data, which decoders ignore: what moves needs more bytes. */
const filler = Buffer.concat([Buffer.from([0, 0, 0x40, 0, 0x0c]), Buffer.alloc(0x40_00 - 1, 0xff)]);

describe.each(engines)('from an alarm to its recording on $engine', ({ start }) => {
  let bench: DatabaseBench;
  let database: OpenDatabase;
  let domain: TestDomain;
  let root: string;
  let live: LivePlane;
  let recordings: RecordingPlane;
  let alarms: AlarmPlane;
  let isMoving: boolean;
  let accessToken: string;
  let key: RecordingKey;
  /** Alarms that are being stored. */
  let storing: Promise<void>[];

  beforeAll(async () => {
    bench = await start();
  });
  afterAll(() => bench.stop());
  beforeEach(async () => {
    isMoving = false;
    storing = [];
    root = scratchFolder('oriel-alarm-');
    database = await bench.open();
    domain = await testDomain(database);
    ({ accessToken } = await domain.integrator());
    const { id: channelId } = await database.db
      .selectFrom('channel')
      .select('id')
      .where('deviceSerial', '=', serial)
      .executeTakeFirstOrThrow();
    key = { tenantId: 'default', channelId, store: 'cloud' };
    const plan = { enabled: true, mode: 'alarm', days: [], keepDays: 7, preRecordSec: 5, postRecordSec: 10 };
    await database.db
      .updateTable('channel')
      .set({
        recordPlan: JSON.stringify(plan),
        // The pictures of the demo camera move a little all the time.
        alarmOptions: JSON.stringify({ onvif: false, motion: true, sensitivity: 1 }),
      })
      .where('id', '=', channelId)
      .execute();
    await openPlanes();
  });
  afterEach(async () => {
    alarms.close();
    await recordings.close();
    live.close();
    await domain.recordings.release();
    domain.stop();
    rmSync(root, { recursive: true, force: true });
  });

  /** As the server connects them. */
  async function openPlanes(): Promise<void> {
    const { clock } = domain;
    const common = { clock, logger: silentLogger, random: () => 0.5 };
    live = createLivePlane({ ...common, sources: busySource, directory: domain.sources });
    recordings = createRecordingPlane({
      ...{ root, live, clock, logger: silentLogger },
      directory: domain.recordings.directory,
      index: domain.recordings.segments,
    });
    const { directory } = domain.alarms;
    const sink: AlarmSink = (sighting) => {
      const stored = domain.alarms.sink(sighting);
      storing.push(stored);
      return stored;
    };
    // No camera is asked for its events here.
    const network = { clock, addressPolicy: { allowed: [], ownPorts: [] } };
    alarms = createAlarmPlane({ ...common, directory, sink, live, network });
    domain.alarms.onTriggered(({ at, ...channel }) => {
      recordings.trigger(channel, at);
    });
    await recordings.start();
    alarms.start();
  }

  /** The demo camera, in whose pictures something moves when the test says so. */
  function busySource(): MediaSource {
    const source = createDemoSource({ scene: 'harbour', profile: 'sub', clock: domain.clock });
    return {
      start: (sink) =>
        source.start({
          tracks: (tracks) => sink.tracks(tracks),
          failed: (failure) => sink.failed(failure),
          unit(unit) {
            const grows = isMoving && unit.kind === 'video' && !unit.isKey;
            sink.unit(grows ? { ...unit, data: Buffer.concat([unit.data, filler]) } : unit);
          },
        }),
      stop: () => source.stop(),
    };
  }

  /** Time passes; disk and database keep up. */
  async function pass(ms: number): Promise<void> {
    for (let left = ms; left > 0; left -= 1_000) {
      await domain.clock.advance(Math.min(left, 1_000));
      // However slow the machine is: what is recorded before an alarm would be over otherwise.
      await Promise.all(storing.splice(0));
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }
  const raised = () =>
    database.db.selectFrom('alarm').selectAll().where('channelId', '=', key.channelId).execute();
  const gops = () => recordings.reader.gops(key, 0, Number.MAX_SAFE_INTEGER);
  const byId = (alarmId: string) =>
    domain.call('/api/lapp/video/by/id', { accessToken, deviceSerial: serial, channelNo: '1', alarmId });

  it('motion in the stream is an alarm, whose pre-roll and post-roll are on disk and found by its id', async () => {
    await pass(60_000);
    expect([await raised(), segmentFiles(root)]).toEqual([[], []]);

    const beganAt = domain.clock.now();
    isMoving = true;
    await pass(8_000);
    isMoving = false;
    const endedAt = domain.clock.now();
    await pass(60_000);

    const [alarm, ...others] = await raised();
    expect(others).toEqual([]);
    expect(alarm).toMatchObject({ kind: 'motion', source: 'stream', state: '0' });
    // Two of three seconds must show motion, and the first one may be half over.
    expect(alarm!.startAt).toBeGreaterThan(beganAt);
    expect(alarm!.startAt).toBeLessThanOrEqual(beganAt + 4_000);
    expect(alarm!.endAt).toBeLessThanOrEqual(endedAt + 2_000);
    expect([alarm!.recordFrom, alarm!.recordTo]).toEqual([alarm!.startAt - beforeMs, alarm!.endAt + afterMs]);

    const recorded = await gops();
    const last = recorded.at(-1)!;
    const [from, to] = [recorded[0]!.startMs, last.startMs + last.durationMs];
    expect(recorded.filter(({ startsRun }) => startsRun)).toHaveLength(1);
    expect(from).toBeLessThanOrEqual(alarm!.recordFrom);
    expect(from).toBeGreaterThan(alarm!.recordFrom - gopMs);
    expect(to).toBeGreaterThanOrEqual(alarm!.recordTo);
    expect(to).toBeLessThan(alarm!.recordTo + gopMs);
    const rows = await domain.recordings.segments.between(key, 0, Number.MAX_SAFE_INTEGER);
    expect(rows.map(({ kind }) => kind)).toEqual(rows.map(() => 'alarm'));
    expect([rows[0]!.startMs, rows.at(-1)!.endMs]).toEqual([from, to]);
    expect(segmentFiles(root)).toHaveLength(rows.length);

    expect(await byId(alarm!.id)).toMatchObject({
      code: '200',
      data: { recType: 1, videoType: 2, startTime: alarm!.recordFrom, endTime: alarm!.recordTo },
    });
  });

  it('motion that is switched off in the options is no alarm, and records nothing', async () => {
    await database.db
      .updateTable('channel')
      .set({ alarmOptions: JSON.stringify({ onvif: false, motion: false, sensitivity: 3 }) })
      .execute();
    await pass(60_000);
    isMoving = true;
    await pass(30_000);
    expect([await raised(), segmentFiles(root)]).toEqual([[], []]);
  });

  it('each of two alarms far apart has its own recording', async () => {
    await pass(60_000);
    for (let each = 0; each < 2; each += 1) {
      isMoving = true;
      await pass(5_000);
      isMoving = false;
      await pass(90_000);
    }
    const both = await raised();
    expect(both).toHaveLength(2);
    expect((await gops()).filter(({ startsRun }) => startsRun)).toHaveLength(2);
    for (const { id, recordFrom, recordTo } of both) {
      expect((await byId(id)).data).toMatchObject({ startTime: recordFrom, endTime: recordTo });
    }
  });
});
