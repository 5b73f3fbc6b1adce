import { parsePlaylist } from '../../../lib/codec/hls/parse-playlist.ts';
import type { RecordedPart } from '../../../lib/codec/hls/recorded-part.ts';
import type { Cancel, Clock } from '../../../lib/kernel/clock.ts';
import type { EpochMs, Ms } from '../../../lib/kernel/units.ts';
import { EngineError, type RecordedTarget } from '../engine.ts';
import { badStream } from '../failures.ts';
import { fetchRecorded } from './fetch-playlist.ts';
import type { RecordedTimeline } from './recorded-timeline.ts';

/** The playlist is requested again this often while its end is near. */
const checkEveryMs: Ms = 2_000;
/** This often if nothing was added to it for a while. */
const idleCheckEveryMs: Ms = 10_000;
/** Playback at its normal speed is this close to the end when the rest is requested. */
const nearMs: Ms = 20_000;
/** A camera that records adds something within this time. */
const expectedWithinMs: Ms = 15_000;

export interface GrowthDeps {
  readonly clock: Clock;
  readonly timeline: RecordedTimeline;
  /** What was recorded after this time. Rejects with an `EngineError`. */
  readonly fetch: (from: EpochMs) => Promise<readonly RecordedPart[]>;
  /** The timeline has more parts. */
  readonly onGrown: () => void;
}

/** A recording that is still being written: adds to the timeline what follows, up to the end of its range. */
export class Growth {
  private readonly stopChecking: Cancel;
  private requestedAt: Ms = Number.NEGATIVE_INFINITY;
  private grownAt: Ms;
  private isRequesting = false;
  /** Read every second: wall time and rate of playback. */
  position: { readonly wallMs: EpochMs; readonly rate: number } | null = null;

  constructor(private readonly deps: GrowthDeps) {
    this.grownAt = deps.clock.monotonic();
    this.stopChecking = deps.clock.every(1_000, () => void this.check());
  }

  /** More is expected soon: playback waits instead of ending. */
  get isExpected(): boolean {
    return this.isOpen && this.deps.clock.monotonic() - this.grownAt < expectedWithinMs;
  }

  close(): void {
    this.stopChecking();
  }

  /** The range is not over. The viewer's clock may be some minutes fast. */
  get isOpen(): boolean {
    const { timeline, clock } = this.deps;
    return !timeline.reachesEnd && timeline.range.end > clock.now() - 5 * 60_000;
  }

  private async check(): Promise<void> {
    const { position } = this;
    const now = this.deps.clock.monotonic();
    const everyMs = this.isExpected ? checkEveryMs : idleCheckEveryMs;
    const endMs = this.deps.timeline.end;
    const isNear = position !== null && endMs - position.wallMs < nearMs * Math.max(1, position.rate);
    if (this.isRequesting || !this.isOpen || !isNear || now - this.requestedAt < everyMs) return;
    this.requestedAt = now;
    this.isRequesting = true;
    // A request that fails is repeated; what was loaded plays on.
    const parts = await this.deps.fetch(endMs + 1).catch(() => []);
    this.isRequesting = false;
    if (this.deps.timeline.add(parts) === 0) return;
    this.grownAt = this.deps.clock.monotonic();
    this.deps.onGrown();
  }
}

/** What is recorded from a time to the end of the range of the target. Rejects with an `EngineError`. */
export async function fetchRest(
  { url: playlist, range }: RecordedTarget,
  ticket: string,
  from: EpochMs,
  signal: AbortSignal,
): Promise<readonly RecordedPart[]> {
  if (from >= range.end) return [];
  const url = new URL(`?begin=${from}&end=${range.end}&more=1`, playlist).href;
  const response = await fetchRecorded(url, ticket, signal);
  if (response.status === 204) return [];
  const parsed = parsePlaylist(await response.text());
  if (!parsed.ok) throw new EngineError(badStream(parsed.error));
  return parsed.value;
}
