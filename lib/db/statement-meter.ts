import type { Ms } from '../kernel/units.ts';

/** A statement and how long it has taken since the process started. Values are parameters and not part of it. */
export interface MeasuredStatement {
  readonly statement: string;
  readonly count: number;
  readonly maxMs: Ms;
  readonly meanMs: Ms;
}

/** Of different statements; beyond it, the one that was fastest at its slowest is forgotten. */
const maxStatements = 200;
const maxLength = 300;

interface Sum {
  count: number;
  maxMs: Ms;
  sumMs: Ms;
}

/** Durations of statements, with waiting for a connection excluded. */
export class StatementMeter {
  readonly #sums = new Map<string, Sum>();
  /** Statements that were never slower are not added while the meter is full. */
  #floorMs: Ms = 0;

  note(text: string, durationMs: Ms): void {
    const statement = text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
    const known = this.#sums.get(statement);
    if (known) {
      known.count += 1;
      known.sumMs += durationMs;
      known.maxMs = Math.max(known.maxMs, durationMs);
      return;
    }
    if (this.#sums.size >= maxStatements) {
      if (durationMs <= this.#floorMs) return;
      this.#forgetFastest();
    }
    this.#sums.set(statement, { count: 1, maxMs: durationMs, sumMs: durationMs });
  }

  #forgetFastest(): void {
    const ordered = [...this.#sums].sort(([, one], [, other]) => one.maxMs - other.maxMs);
    // Several at once, so that sorting is rare.
    const forgotten = ordered.slice(0, maxStatements / 10);
    for (const [statement] of forgotten) this.#sums.delete(statement);
    this.#floorMs = forgotten.at(-1)?.[1].maxMs ?? 0;
  }

  /** Those with the longest single run, longest first. */
  slowest(limit: number): readonly MeasuredStatement[] {
    return [...this.#sums]
      .sort(([, one], [, other]) => other.maxMs - one.maxMs)
      .slice(0, limit)
      .map(([statement, { count, maxMs, sumMs }]) => ({ statement, count, maxMs, meanMs: sumMs / count }));
  }
}
