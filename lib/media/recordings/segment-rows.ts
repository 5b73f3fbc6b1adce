import type { Cancel, Clock } from '../../kernel/clock.ts';
import type { Logger } from '../../kernel/logger.ts';
import type { Ms } from '../../kernel/units.ts';
import type { RecordedSegment, SegmentIndex } from '../ports.ts';

const storeEveryMs: Ms = 2_000;

/**
 * Rows on their way to the database: the newest state of each segment, stored together. While the database does not
 * respond, they wait here, and recording continues.
 */
export class SegmentRows {
  private readonly waiting = new Map<string, RecordedSegment>();
  private readonly cancel: Cancel;
  private storing: Promise<void> | null = null;
  private isFailing = false;

  constructor(
    private readonly index: Pick<SegmentIndex, 'put'>,
    clock: Clock,
    private readonly logger: Logger,
  ) {
    this.cancel = clock.every(storeEveryMs, () => void this.store());
  }

  add(segment: RecordedSegment): void {
    this.waiting.set(nameOf(segment), segment);
  }

  /** Resolves when what was added is stored, or has failed once. Never rejects. */
  async store(): Promise<void> {
    await this.storing;
    this.storing ??= this.storeAll().finally(() => {
      this.storing = null;
    });
    await this.storing;
  }

  /** Stores what waits. */
  async close(): Promise<void> {
    this.cancel();
    await this.store();
  }

  private async storeAll(): Promise<void> {
    const segments = [...this.waiting.values()];
    if (segments.length === 0) return;
    try {
      await this.index.put(segments);
    } catch (error) {
      if (!this.isFailing) this.logger.warn({ err: error }, 'recorded segments are not in the database yet');
      this.isFailing = true;
      return;
    }
    this.isFailing = false;
    for (const segment of segments) {
      if (this.waiting.get(nameOf(segment)) === segment) this.waiting.delete(nameOf(segment));
    }
  }
}

const nameOf = ({ key, startMs }: RecordedSegment): string => `${key.store}/${key.channelId}/${startMs}`;
