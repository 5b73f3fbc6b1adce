import type { LiveViewer } from '../live-viewer.ts';
import type { SharedBytes } from '../shared-bytes.ts';
import type { Answer } from './refusal.ts';

/** One viewer's connection over HTTP or WebSocket, with the same bytes in different framing. */
export interface Transport extends Omit<LiveViewer, 'end'> {
  /** Before the first byte: sends only an error response. */
  refuse(answer: Answer): void;
  /** After the first byte: sends the last tag and closes. */
  finish(answer: Answer, lastTag: SharedBytes | null): void;
  /** Bytes buffered for the viewer. */
  readonly pendingBytes: number;
  /** Called once when the connection is closed by either side, also after `refuse`. */
  onClosed(listener: () => void): void;
  /** Called when the viewer has received queued data. */
  onProgress(listener: () => void): void;
  /** Closes immediately, without a response. */
  destroy(): void;
}
