// The call video/by/time for a day out of 500,000 segments of a year, on the embedded database, with the work of the
// handler and of JSON, without a network. The figure is CPU-ms per call: the database runs in this thread, and wall time
// grows when other processes share the core; p50 and p95 of wall time are shown beside it. Also the calendar of a month,
// storing a segment, and the oldest segments. Days and months are chosen at random. ORIEL_BENCH_CALLS (300).
import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../../lib/db/client.ts';
import type { RecordedSegment, RecordingKey } from '../../lib/media/ports.ts';
import { testDomain } from '../kit/domain.ts';
import { percentile } from './statistics.ts';

const calls = Number(process.env.ORIEL_BENCH_CALLS ?? 300);
const targetMs = 10;
const count = 500_000;
const dayMs = 86_400_000;
const year = Date.parse('2025-01-01T00:00:00+08:00');
const everyMs = Math.floor((365 * dayMs) / count);

const folder = await mkdtemp(join(tmpdir(), 'oriel-bench-'));
const database = await openDatabase({ file: join(folder, 'oriel.db') });
try {
  const domain = await testDomain(database);
  const { accessToken } = await domain.integrator();
  const { id } = await database.db
    .selectFrom('channel')
    .select('id')
    .where('deviceSerial', '=', 'DEMO00001')
    .executeTakeFirstOrThrow();
  const key: RecordingKey = { tenantId: 'default', channelId: id, store: 'cloud' };
  // Every 50th segment is followed by a gap of 5 s.
  const segmentAt = (at: number): RecordedSegment => ({
    key,
    startMs: year + at * everyMs,
    endMs: year + (at + 1) * everyMs - (at % 50 === 49 ? 5_000 : 0),
    bytes: 1_000_000,
    kind: 'schedule',
  });
  const { segments } = domain.recordings;
  for (let from = 0; from < count; from += 10_000) {
    await segments.put(Array.from({ length: 10_000 }, (_, at) => segmentAt(from + at)));
  }

  async function timed(run: () => Promise<void>): Promise<number> {
    const before = performance.now();
    await run();
    return performance.now() - before;
  }
  const form = { accessToken, deviceSerial: 'DEMO00001', channelNo: '1', recType: '1' };
  const day = async (version: string) => {
    const startTime = year + Math.floor(Math.random() * 365) * dayMs;
    const range = { startTime: String(startTime), endTime: String(startTime + dayMs) };
    const { data } = await domain.call('/api/lapp/video/by/time', { ...form, ...range, version });
    const { files } = data as { files: readonly unknown[] };
    if (files.length < 27 || files.length > 29) throw new Error(`${files.length} files of a day`);
  };
  const month = async () => {
    const name = `2025${String(1 + Math.floor(Math.random() * 12)).padStart(2, '0')}`;
    const { data } = await domain.call('/api/lapp/video/days', { ...form, month: name });
    if ((data as { days: readonly unknown[] }).days.length < 28)
      throw new Error('the calendar is incomplete');
  };
  const store = (at: number) => segments.put([segmentAt(count + at)]);

  const series = async (run: (at: number) => Promise<void>) => {
    for (let at = 0; at < 30; at += 1) await run(at);
    const times: number[] = [];
    const before = process.cpuUsage();
    for (let at = 0; at < calls; at += 1) times.push(await timed(() => run(30 + at)));
    const { user, system } = process.cpuUsage(before);
    const cpu = Number(((user + system) / 1_000 / calls).toFixed(2));
    return { cpu, p50: percentile(times, 0.5), p95: percentile(times, 0.95) };
  };
  const round = ({ cpu, p50, p95 }: { cpu: number; p50: number; p95: number }) =>
    `${cpu} (${p50.toFixed(2)} / ${p95.toFixed(2)})`;
  const [ofDay, ofMonth, ofPut] = [await series(() => day('2.0')), await series(month), await series(store)];
  const oldest = await series(async () => void (await segments.oldest('cloud', 100)));
  console.log(
    `day ${round(ofDay)}, month ${round(ofMonth)}, put ${round(ofPut)}, oldest ${round(oldest)} CPU-ms (wall ms p50 / p95)`,
  );
  const value = ofDay.cpu;
  const peers = {
    dayP50: ofDay.p50,
    dayP95: ofDay.p95,
    month: ofMonth.cpu,
    put: ofPut.cpu,
    oldest: oldest.cpu,
  };
  const result = { bench: 'recording-index', value, unit: 'CPU-ms', target: targetMs };
  console.log(JSON.stringify({ ...result, ok: value <= targetMs, peers }));
  domain.stop();
} finally {
  await database.close();
  rmSync(folder, { recursive: true, force: true });
}
