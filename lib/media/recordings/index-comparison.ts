/**
 * When the indexes of recordings are compared with their files: what a recorder needs before it begins, everything else
 * afterwards, and again what has failed or was lost. `reconcile.ts` compares.
 */
import type { Clock } from '../../kernel/clock.ts';
import type { Logger } from '../../kernel/logger.ts';
import type { EpochMs, Ms } from '../../kernel/units.ts';
import type { RecordingKey, SegmentIndex } from '../ports.ts';
import {
  type Corrections,
  disagreements,
  readAhead,
  reconcileDays,
  reconcileKey,
  storedKeys,
} from './reconcile.ts';
import { dayOf } from './segment-path.ts';
import { Turns } from './turns.ts';

export interface IndexComparisonOptions {
  /** Folder of all recordings. */
  readonly root: string;
  readonly index: Pick<SegmentIndex, 'put' | 'remove' | 'between' | 'recount' | 'usage'>;
  readonly isMounted: () => Promise<boolean>;
  /** What is recorded of a key now: the files that are being written, and whether the disk fails. Null: nothing. */
  readonly recorderOf: (
    key: RecordingKey,
  ) => { readonly open: readonly EpochMs[]; readonly isFailing: boolean } | null;
  /** Runs the work while nothing of the key is written. Rejects if the work does. */
  readonly betweenFiles: (key: RecordingKey, work: () => Promise<void>) => Promise<void>;
  /** Stores rows that wait for the database. */
  readonly storeRows: () => Promise<void>;
  readonly signal: AbortSignal;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Compared again, because it failed or something was lost. */
interface Pending {
  readonly key: RecordingKey;
  /** Of the monotonic clock. */
  readonly at: Ms;
  readonly waitMs: Ms;
}

/** Channels whose files are compared at the same time, before they are recorded. */
const comparedAtOnce = 4;
const patienceMs: Ms = 1_000;
/** A crash leaves fewer. With more, recording begins first. */
const maxReadBefore = 16;
/** A part that was received before belongs to the day before. */
const lateMs: Ms = 10 * 60_000;
const firstWaitMs: Ms = 2_000;
const maxWaitMs: Ms = 10 * 60_000;
/** Of the disk: other channels fail, too. */
const diskFaults: ReadonlySet<unknown> = new Set([
  ...['ENOSPC', 'EDQUOT', 'EROFS', 'EIO', 'ENODEV', 'ENOENT', 'ELOOP', 'EMFILE', 'ENFILE'],
]);

export class IndexComparison {
  private readonly turns: Turns;
  private readonly pending = new Map<string, Pending>();
  /** One comparison of a key at a time: they write the same files. */
  private readonly working = new Map<string, Promise<void>>();
  /** Names whose turn comes. */
  private readonly queued = new Set<string>();
  private isListIncomplete = false;

  constructor(private readonly options: IndexComparisonOptions) {
    this.turns = new Turns(comparedAtOnce, patienceMs, options.clock);
  }

  /** The day on which a recorder is about to write. Never rejects. */
  async prepare(key: RecordingKey): Promise<void> {
    const { options } = this;
    await this.turns.run(() =>
      this.attempt(key, async () => {
        const day = dayOf(options.clock.now());
        const wrong = await disagreements(options, key, day);
        if (wrong.length > maxReadBefore) this.mark(key);
        else this.report(key, await reconcileDays(options, key, [day]));
      }),
    );
  }

  /** Everything, where nothing is being recorded. Never rejects. */
  async compareAll(): Promise<void> {
    const keys = await this.knownKeys();
    for (const part of ['recent', 'older'] as const)
      for (const key of keys) {
        if (this.options.signal.aborted) return;
        await this.attempt(key, () => this.compare(key, part));
      }
  }

  /** Compare this key again: files were lost. */
  mark(key: RecordingKey): void {
    this.pending.set(nameOf(key), { key, at: this.options.clock.monotonic(), waitMs: firstWaitMs });
  }

  /** Compare all keys again: the folder was missing. */
  markAll(): void {
    this.isListIncomplete = true;
  }

  /** To be called every few seconds. Begins what is due; never rejects. */
  async compareAgain(): Promise<void> {
    const { clock, isMounted, recorderOf } = this.options;
    if (!(await isMounted())) return;
    if (this.isListIncomplete) for (const key of await this.knownKeys()) this.mark(key);
    let isDiskFailing = false;
    const compare = async (name: string, pending: Pending): Promise<void> => {
      this.queued.delete(name);
      if (isDiskFailing || this.options.signal.aborted) return;
      const error = await this.attempt(pending.key, () => this.compareWhole(pending.key), pending);
      if (error === null && this.pending.get(name) === pending) this.pending.delete(name);
      isDiskFailing ||= diskFaults.has((error as NodeJS.ErrnoException | null)?.code);
    };
    for (const [name, pending] of this.pending) {
      const { key, at } = pending;
      // While its disk fails, nothing can be written.
      const canBeTried = clock.monotonic() >= at && recorderOf(key)?.isFailing !== true;
      // Some wait for a key frame of their camera.
      if (!canBeTried || this.working.has(name) || this.queued.has(name)) continue;
      this.queued.add(name);
      void this.turns.run(() => compare(name, pending));
    }
  }

  /** A day whose files were changed by something else than a recorder. Never rejects. */
  async correctDay(key: RecordingKey, day: string): Promise<void> {
    await this.attempt(key, () => this.compareDay(key, day));
  }

  /** After the signal: resolves when nothing is compared any more. */
  async ended(): Promise<void> {
    await Promise.all(this.working.values());
  }

  private async compareWhole(key: RecordingKey): Promise<void> {
    const { options } = this;
    await options.storeRows();
    for (const day of this.busyDays(key)) {
      const wrong = await disagreements(options, key, day, options.recorderOf(key)?.open);
      if (wrong.length > 0) await this.compareDay(key, day, await readAhead(options, key, wrong));
    }
    await this.compare(key, 'recent');
    await this.compare(key, 'older');
  }

  /** A recorder that adds to the same index waits meanwhile. */
  private async compareDay(
    key: RecordingKey,
    day: string,
    scans?: Awaited<ReturnType<typeof readAhead>>,
  ): Promise<void> {
    const { options } = this;
    const work = async () =>
      this.report(key, await reconcileDays({ ...options, ...(scans && { scans }) }, key, [day]));
    if (this.busyDays(key).includes(day)) await options.betweenFiles(key, work);
    else await work();
  }

  private async compare(key: RecordingKey, part: 'recent' | 'older'): Promise<void> {
    const isBusy = (day: string) => this.busyDays(key).includes(day);
    this.report(key, await reconcileKey({ ...this.options, isBusy }, key, part));
  }

  /** Days to which a recorder of the key may add. */
  private busyDays(key: RecordingKey): readonly string[] {
    const recorder = this.options.recorderOf(key);
    if (recorder === null) return [];
    const now = this.options.clock.now();
    return [...new Set([...recorder.open, now, now - lateMs].map(dayOf))];
  }

  /** Returns why it failed, and it is tried again later; null: it did not. */
  private async attempt(key: RecordingKey, work: () => Promise<void>, before?: Pending): Promise<unknown> {
    const { clock, logger, recorderOf } = this.options;
    const name = nameOf(key);
    let failure: unknown = null;
    const mine = (this.working.get(name) ?? Promise.resolve()).then(work).catch((error: unknown) => {
      failure = error;
    });
    this.working.set(name, mine);
    await mine;
    if (this.working.get(name) === mine) this.working.delete(name);
    if (failure === null) return null;
    if (!before) logger.error({ err: failure, channel: key.channelId }, 'recordings could not be compared');
    // Each attempt ends a segment of what is recorded, so they become less frequent.
    const waitMs = before ? Math.min(maxWaitMs, before.waitMs * (recorderOf(key) ? 2 : 1)) : firstWaitMs;
    this.pending.set(name, { key, at: clock.monotonic() + waitMs, waitMs });
    return failure;
  }

  /** Of channels with files, and of those with rows. If they cannot be read, they are asked for again. */
  private async knownKeys(): Promise<readonly RecordingKey[]> {
    const { root, index, logger } = this.options;
    try {
      const found = new Map<string, RecordingKey>();
      for (const { key } of await index.usage()) found.set(nameOf(key), key);
      for (const key of await storedKeys(root)) found.set(nameOf(key), key);
      this.isListIncomplete = false;
      return [...found.values()];
    } catch (error) {
      if (!this.isListIncomplete) logger.error({ err: error }, 'recordings could not be compared');
      this.isListIncomplete = true;
      return [];
    }
  }

  private report(key: RecordingKey, corrected: Corrections): void {
    const { cut, rows, gopIndexes } = corrected;
    if (cut + rows + gopIndexes === 0) return;
    const channel = { channel: key.channelId, store: key.store };
    this.options.logger.info({ ...channel, ...corrected }, 'recordings were corrected');
  }
}

const nameOf = ({ tenantId, channelId, store }: RecordingKey): string =>
  JSON.stringify([tenantId, channelId, store]);
