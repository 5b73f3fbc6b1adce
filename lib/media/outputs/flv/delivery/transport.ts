import type { LiveViewer } from '../live-viewer.ts';
import type { SharedBytes } from '../shared-bytes.ts';
import type { Answer } from './refusal.ts';

/** One viewer's connection, HTTP or WebSocket: the same bytes in different wrapping. */
export interface Transport extends Omit<LiveViewer, 'end'> {
  /** Before the first byte: the answer is all the viewer gets. */
  refuse(answer: Answer): void;
  /** After it: the last tag, then the close. */
  finish(answer: Answer, lastTag: SharedBytes | null): void;
  /** Bytes this process holds for the viewer. */
  readonly pendingBytes: number;
  /** The connection is closed, by whomever. Called once, also for refusals. */
  onGone(listener: () => void): void;
  /** The viewer took something of what waited. */
  onProgress(listener: () => void): void;
  /** At once, without a word. */
  destroy(): void;
}
