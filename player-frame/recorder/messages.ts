/** What the page and the recording worker say to each other, and what the decoding worker tells the latter. */
import type { Ms } from '../../lib/kernel/units.ts';
import type { LiveTarget, RecordingChunk, RecordingEnd } from '../engines/engine.ts';
import type { FeedEvent } from './feed.ts';

export type ToRecorder =
  /** First, and once. `name` is the file's in the browser's storage, `fileName` the one the user sees. */
  | { t: 'open'; name: string; fileName: string; target: WritableStream<RecordingChunk> | null }
  /** Samples come through this port, as `FeedEvent[]`. */
  | { t: 'attach'; port: MessagePort }
  /** Samples come over a connection of the recorder's own. */
  | { t: 'connect'; target: LiveTarget }
  | { t: 'renew'; ticket: string }
  /** Nothing comes any more, unless somebody attaches again in time. */
  | { t: 'detach' }
  | { t: 'finish' };

export type FromRecorder =
  | { t: 'opened'; storage: 'disk' | 'memory' | 'target' }
  /** The stream is there. */
  | { t: 'running' }
  /** The recorder's own connection broke. */
  | { t: 'lost'; code: string }
  | { t: 'ended'; reason: RecordingEnd['reason'] }
  /** Last of all; null when nothing was recorded or nothing could be saved. */
  | { t: 'file'; file: MadeFile | null; problem: string | null };

export interface MadeFile {
  readonly blob: Blob;
  readonly durationMs: Ms;
  readonly width: number;
  readonly height: number;
  readonly hasAudio: boolean;
}

export type FeedMessage = readonly FeedEvent[];
