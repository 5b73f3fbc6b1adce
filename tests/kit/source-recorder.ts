/** A sink that records what a source emits, with promises to wait for. */
import type { AccessUnit, MediaSource, SourceFailure, SourceSink, TrackSet } from '../../lib/media/ports.ts';

export class SourceRecorder implements SourceSink {
  readonly trackSets: TrackSet[] = [];
  readonly units: AccessUnit[] = [];
  failure: SourceFailure | null = null;
  /** How long the next key frame was awaited, each time that the source said so. */
  readonly keyWaits: number[] = [];
  /** The kinds of events in order, for rules such as "tracks before units". */
  readonly order: ('tracks' | 'video' | 'audio' | 'failed')[] = [];
  #watchers = new Set<() => void>();

  tracks(tracks: TrackSet): void {
    this.trackSets.push(tracks);
    this.#note('tracks');
  }

  unit(unit: AccessUnit): void {
    this.units.push(unit);
    this.#note(unit.kind);
  }

  awaitsKey(waitedMs: number): void {
    this.keyWaits.push(waitedMs);
  }

  failed(failure: SourceFailure): void {
    if (this.failure !== null) throw new Error('failed twice');
    this.failure = failure;
    this.#note('failed');
  }

  get video(): AccessUnit[] {
    return this.units.filter((unit) => unit.kind === 'video');
  }

  get audio(): AccessUnit[] {
    return this.units.filter((unit) => unit.kind === 'audio');
  }

  /** Resolves when `isMet` holds; rejects with a summary of what was received. */
  until(isMet: (recorder: this) => boolean, timeoutMs = 10_000): Promise<void> {
    return new Promise((resolve, reject) => {
      const check = () => {
        if (isMet(this)) done(resolve);
        else if (this.failure !== null)
          done(() => reject(new Error(`failed: ${JSON.stringify(this.failure)}`)));
      };
      const timer = setTimeout(
        () =>
          done(() =>
            reject(new Error(`timeout: ${this.trackSets.length} track sets, ${this.units.length} units`)),
          ),
        timeoutMs,
      );
      const done = (settle: () => void) => {
        clearTimeout(timer);
        this.#watchers.delete(check);
        settle();
      };
      this.#watchers.add(check);
      check();
    });
  }

  #note(what: (typeof this.order)[number]): void {
    this.order.push(what);
    for (const check of [...this.#watchers]) check();
  }
}

/** Starts a source with a new recorder. */
export function record(source: MediaSource): SourceRecorder {
  const recorder = new SourceRecorder();
  source.start(recorder);
  return recorder;
}

/** Resolves with the failure of a source that is expected to fail. */
export async function failureOf(recorder: SourceRecorder, timeoutMs = 10_000): Promise<SourceFailure> {
  await recorder.until((now) => now.failure !== null, timeoutMs);
  return recorder.failure!;
}
