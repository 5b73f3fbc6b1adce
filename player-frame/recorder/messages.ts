/** Messages between the page and the recording worker, and from the decoding worker to the latter. */
import type { Ms } from '../../lib/kernel/units.ts';
import type { LiveTarget, RecordingChunk, RecordingEnd } from '../engines/engine.ts';
import type { FeedEvent } from './feed.ts';

export type ToRecorder =
  /** First message, sent once. `name` is the file in browser storage, `fileName` the name for the user. */
  | { t: 'open'; name: string; fileName: string; target: WritableStream<RecordingChunk> | null }
  /** Samples arrive through this port, as `FeedEvent[]`. */
  | { t: 'attach'; port: MessagePort }
  /** Samples arrive over the recorder's own connection. */
  | { t: 'connect'; target: LiveTarget }
  | { t: 'renew'; ticket: string }
  /** No more samples, unless another source attaches in time. */
  | { t: 'detach' }
  | { t: 'finish' };

export type FromRecorder =
  | { t: 'opened'; storage: 'disk' | 'memory' | 'target' }
  /** The stream is being received. */
  | { t: 'running' }
  /** The recorder's own connection broke. */
  | { t: 'lost'; code: string }
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
