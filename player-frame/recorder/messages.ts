/** Messages between the page and the recording worker, and from the decoding worker to the latter. */
import type { Ms } from '../../lib/kernel/units.ts';
import type { RecordingChunk, RecordingEnd } from '../engines/engine.ts';
import type { FeedEvent } from './feed.ts';

export type ToRecorder =
  /** First message, sent once. `name` is the file in browser storage, `fileName` the name for the user. */
  | {
      t: 'open';
      name: string;
      fileName: string;
      target: WritableStream<RecordingChunk> | null;
      closesGaps: boolean;
    }
  /** Samples arrive through this port, as `FeedEvent[]`, the last of which is `end`. */
  | { t: 'attach'; port: MessagePort }
  /** The source has ended. The recording ends too, unless another one attaches in time. */
  | { t: 'detach' }
  | { t: 'finish' };

export type FromRecorder =
  | { t: 'opened'; storage: 'disk' | 'memory' | 'target' }
  /** The stream is being received. */
  | { t: 'running' }
  | { t: 'ended'; reason: RecordingEnd['reason'] }
  /** Last message; null if nothing was recorded or saved. */
  | { t: 'file'; file: MadeFile | null; problem: string | null };

export interface MadeFile {
  readonly blob: Blob;
  readonly durationMs: Ms;
  readonly width: number;
  readonly height: number;
  readonly hasAudio: boolean;
}

export type FeedMessage = readonly FeedEvent[];
