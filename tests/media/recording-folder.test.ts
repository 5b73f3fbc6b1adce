/** The folder of recordings disappears, is replaced, or disagrees with its indexes, while cameras are recorded. */
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect } from 'expect';
import { afterEach, beforeEach, describe, it } from 'vitest';
import type { RecorderStatus, RecordTask } from '../../lib/media/ports.ts';
import { disagreements, reconcileKey } from '../../lib/media/recordings/reconcile.ts';
import { dayOf, gopIndexPath } from '../../lib/media/recordings/segment-path.ts';
import { FaultyFiles } from '../kit/faulty-files.ts';
import { MemorySegments } from '../kit/memory-segments.ts';
import { segmentFiles } from '../kit/recording-camera.ts';
import { RecordingSite, recordTask } from '../kit/recording-site.ts';
import { scratchFolder } from '../kit/scratch-folder.ts';
import { until } from '../kit/steady-viewer.ts';

const one = recordTask(1);
const two = recordTask(2);
let folder: string;
let root: string;
let site: RecordingSite;
let seen: RecorderStatus[];
beforeEach(() => {
  folder = scratchFolder('oriel-folder-');
  root = join(folder, 'recordings');
  seen = [];
});
afterEach(async () => {
  await site.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function record(
  tasks: readonly RecordTask[],
  options: ConstructorParameters<typeof RecordingSite>[1] = {},
) {
  site = new RecordingSite(root, options);
  site.plans.wanted = [...tasks];
  site.plane.onStatus((status) => seen.push(status));
  await site.plane.start();
}

/**
 * Time passes until it is so, at most this much. Returns how much. `diskMs`: how long each half second waits for
 * comparisons at most, which the clock of the test does not do.
 */
async function passUntil(
  what: string,
  isSo: () => boolean | Promise<boolean>,
  maxMs: number,
  diskMs = 20,
): Promise<number> {
  const from = site.clock.now();
  while (!(await isSo())) {
    if (site.clock.now() - from >= maxMs) throw new Error(`not within ${maxMs} ms: ${what}`);
    await site.pass(500);
    for (let waited = 0; waited < diskMs && !(await isSo()); waited += 20)
      await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return site.clock.now() - from;
}

const states = () => site.plane.statuses().map(({ state }) => state);
const isRecording = (at: number) => () => site.plane.statuses().every(({ newestMs }) => (newestMs ?? 0) > at);
/** What disagrees, except what is being written. */
async function wrongOf({ key }: RecordTask) {
  const open = segmentFiles(join(root, 'cloud', key.channelId)).at(-1);
  const startMs = Number(open?.split('/').at(-1)?.replace('.mp4', ''));
  return disagreements({ root, index: site.index }, key, dayOf(site.clock.now()), [startMs]);
}
const recordedMs = async ({ key }: RecordTask) =>
  (await site.plane.reader.gops(key, 0, Number.MAX_SAFE_INTEGER)).reduce(
    (sum, gop) => sum + gop.durationMs,
    0,
  );

/** How the folder goes, and how it comes back. */
const losses = [
  {
    what: 'is removed, and made again',
    code: 'ENOENT',
    lose: () => rmSync(root, { recursive: true }),
    restore: () => mkdirSync(root),
  },
  {
    what: 'is moved away, and back',
    code: 'ENOENT',
    lose: () => renameSync(root, `${root}.away`),
    restore: () => renameSync(`${root}.away`, root),
  },
  {
    what: 'is replaced by a link, which is removed',
    code: 'ELOOP',
    lose() {
      renameSync(root, `${root}.away`);
      mkdirSync(join(folder, 'elsewhere'));
      symlinkSync(join(folder, 'elsewhere'), root);
    },
    restore() {
      rmSync(root);
      renameSync(`${root}.away`, root);
    },
  },
  {
    what: 'has a parent that is replaced by a link',
    code: 'ELOOP',
    lose() {
      renameSync(folder, `${folder}.away`);
      symlinkSync(`${folder}.away`, folder);
    },
    restore() {
      rmSync(folder);
      renameSync(`${folder}.away`, folder);
    },
  },
] as const;

describe.each(losses)('a folder of recordings that $what', ({ code, lose, restore }) => {
  it('is reported within 5 s, parts wait, and recording goes on when it is back', async () => {
    await record([one]);
    await site.pass(20_000);
    expect(states()).toEqual(['recording']);
    lose();
    const failing = () => site.plane.statuses()[0]?.failure?.code === code;
    expect(await passUntil('failing', failing, 5_000)).toBeLessThanOrEqual(5_000);
    expect(seen.at(-1)).toMatchObject({ state: 'failing' });
    const lostAt = site.clock.now();
    await site.pass(10_000);
    expect(states()).toEqual(['failing']);
    if (code === 'ENOENT') expect(existsSync(root)).toBe(false);
    else expect(existsSync(join(folder, 'elsewhere', 'cloud'))).toBe(false);
    restore();
    await passUntil('recording', isRecording(site.clock.now()), 5_000);
    // What arrived meanwhile waited.
    const [first] = (await site.plane.reader.gops(one.key, lostAt, Number.MAX_SAFE_INTEGER)).values();
    expect(first!.startMs).toBeLessThan(lostAt + 5_000);
    await passUntil('indexes that agree', async () => (await wrongOf(one)).length === 0, 15_000, 500);
    expect(states()).toEqual(['recording']);
  });
});

describe('in the folder of recordings', () => {
  it.each([
    ['the folder of a channel', () => dirname(dirname(segmentFiles(root)[0]!))],
    ['the folder of a day', () => dirname(segmentFiles(root)[0]!)],
    ['the open segment', () => segmentFiles(root)[0]!],
    ['the index of GOPs', () => gopIndexPath(root, one.key, dayOf(site.clock.now()))],
  ])('%s is removed: recording continues in a new file within 5 s', async (_what, path) => {
    await record([one]);
    await site.pass(20_000);
    rmSync(path(), { recursive: true });
    const at = site.clock.now();
    await passUntil('failing', () => seen.some(({ state }) => state === 'failing'), 5_000);
    await passUntil('recording', () => states()[0] === 'recording', 5_000);
    await site.pass(5_000);
    const gops = await site.plane.reader.gops(one.key, at, Number.MAX_SAFE_INTEGER);
    expect(gops[0]!.startMs).toBeLessThan(at + 6_500);
    await passUntil('indexes that agree', async () => (await wrongOf(one)).length === 0, 15_000, 500);
  });

  it('a channel is replaced by a link: nothing is written where it leads', async () => {
    await record([one]);
    await site.pass(10_000);
    const channel = join(root, 'cloud', one.key.channelId);
    renameSync(channel, join(folder, 'moved'));
    mkdirSync(join(folder, 'elsewhere'));
    symlinkSync(join(folder, 'elsewhere'), channel);
    await passUntil('failing', () => site.plane.statuses()[0]?.failure?.code === 'ELOOP', 10_000);
    await site.pass(5_000);
    expect(segmentFiles(join(folder, 'elsewhere'))).toEqual([]);
    rmSync(channel);
    renameSync(join(folder, 'moved'), channel);
    await passUntil('recording', isRecording(site.clock.now()), 5_000);
  });
});

describe('a start on a full disk', () => {
  it('records when there is space again, and the index is right within 10 s, without a gap for it', async () => {
    await record([one, two]);
    await site.pass(70_000);
    await site.stop();
    const { clock, index } = site;
    // Both crashed: torn files, a lost index and lost rows.
    for (const task of [one, two]) {
      rmSync(gopIndexPath(root, task.key, dayOf(clock.now())));
      index.rows = index.rows.filter(({ key }) => key.channelId !== task.key.channelId);
    }
    // The index cannot be written: a folder is in its place.
    const files = new FaultyFiles();
    files.fault = 'ENOSPC';
    const blocked = [one, two].map(({ key }) => `${gopIndexPath(root, key, dayOf(clock.now()))}.new`);
    for (const path of blocked) mkdirSync(path);
    await record([one, two], { clock, index, files });
    await site.pass(20_000);
    expect(states()).toEqual(['failing', 'failing']);
    for (const path of blocked) rmSync(path, { recursive: true });
    files.fault = null;
    const spaceAt = clock.now();
    const agrees = async () =>
      states().every((state) => state === 'recording') &&
      (await wrongOf(one)).length + (await wrongOf(two)).length <= 1;
    expect(await passUntil('indexes that agree', agrees, 10_000, 500)).toBeLessThanOrEqual(10_000);
    await site.pass(10_000);
    const gops = await site.plane.reader.gops(one.key, spaceAt, Number.MAX_SAFE_INTEGER);
    expect(gops.filter(({ startsRun }) => startsRun)).toHaveLength(1);
    await site.stop();
    for (const { key } of [one, two])
      expect(await reconcileKey({ root, index }, key, 'recent')).toEqual({ cut: 0, rows: 0, gopIndexes: 0 });
  });
});

describe('files that no row knows', () => {
  it('delay neither the other channels nor their own', async () => {
    await record([one]);
    await site.pass(60_000);
    await site.stop();
    const { clock } = site;
    const [known] = segmentFiles(root);
    const segment = readFileSync(known!);
    const day = join(root, 'cloud', one.key.channelId, dayOf(clock.now()));
    // Near the times of its frames: further away it would be damaged.
    const begin = Number.parseInt(basename(known!), 10) - 600_000;
    for (let at = 0; at < 40; at += 1) writeFileSync(join(day, `${begin + at * 10_000}.mp4`), segment);
    // A channel that nobody records, with files that say nothing.
    const strange = join(root, 'cloud', 'strange', '20250228');
    mkdirSync(strange, { recursive: true });
    for (let at = 0; at < 100; at += 1) writeFileSync(join(strange, `${begin + at}.mp4`), 'nothing');
    const slow = new SlowSegments();
    site = new RecordingSite(root, { clock, index: slow });
    const tasks = [1, 2, 3, 4, 5, 6].map((number) => recordTask(number));
    site.plans.wanted = tasks;
    // Rows of the strange channel and of the first one come late.
    const started = site.plane.start();
    await until('all recorders', () => site.plane.statuses().length === tasks.length, 20_000);
    await started;
    await site.pass(8_000);
    expect(states().every((state) => state === 'recording')).toBe(true);
    slow.release();
    await passUntil('indexes that agree', async () => (await wrongOf(one)).length === 0, 60_000, 500);
    expect(site.index.rows.filter(({ key }) => key.channelId === one.key.channelId).length).toBeGreaterThan(
      40,
    );
    expect(readdirSync(strange).every((name) => name.endsWith('.damaged'))).toBe(false);
  });

  /** Storing rows takes as long as the test wants. */
  class SlowSegments extends MemorySegments {
    release = () => {};
    private readonly released = new Promise<void>((resolve) => {
      this.release = resolve;
    });

    override async usage() {
      await this.released;
      return super.usage();
    }
  }

  it('of a crashed recorder are complete before it records again', async () => {
    await record([one]);
    await site.pass(20_000);
    await site.stop();
    const { clock, index } = site;
    const [file] = segmentFiles(root);
    const { size } = statSync(file!);
    appendFileSync(file!, readFileSync(file!).subarray(700, 2_000));
    index.rows = [];
    site = new RecordingSite(root, { clock, index });
    site.plans.wanted = [one];
    await site.plane.start();
    expect(statSync(file!).size).toBe(size);
    expect(index.rows).toHaveLength(1);
    expect(await recordedMs(one)).toBeGreaterThan(10_000);
  });

  it('of another process, which recorded the channel meanwhile, are complete before it is recorded here again', async () => {
    await record([one]);
    await site.pass(20_000);
    site.plans.change([]);
    await site.pass(2_000);
    const [file] = segmentFiles(root);
    const { size } = statSync(file!);
    appendFileSync(file!, readFileSync(file!).subarray(700, 2_000));
    rmSync(gopIndexPath(root, one.key, dayOf(site.clock.now())));
    site.index.rows = [];
    site.plans.change([one]);
    await passUntil('recording', () => states()[0] === 'recording', 10_000, 500);
    expect(statSync(file!).size).toBe(size);
    expect(site.index.rows[0]).toMatchObject({ bytes: size });
    expect(await wrongOf(one)).toEqual([]);
  });
});
