import type { EpochMs, Ms } from '../../kernel/units.ts';

/** A part of a recording that begins with a key frame: bytes of one segment file. */
export interface RecordedPart {
  /** Address of the segment file, relative to the playlist. */
  readonly uri: string;
  /** Length of `ftyp` and `moov`, with which the file begins. */
  readonly initLength: number;
  readonly offset: number;
  readonly length: number;
  /** Wall time of the first frame, in whole ms. */
  readonly startMs: EpochMs;
  /** Up to the next part of the run, or the end of the last frame. */
  readonly durationMs: Ms;
  /** It does not follow the part before: a time without recordings, or other tracks. */
  readonly startsRun: boolean;
}

export const endOf = (part: RecordedPart): EpochMs => part.startMs + part.durationMs;
