import type { StreamStatus } from '../../media/ports.ts';

/** What the media plane tells several areas. */
export interface StreamDeps {
  /** The running streams. Called on demand, so the media plane may be created after the domain. */
  readonly streams: () => readonly StreamStatus[];
  /** Calls the listener for each status change of a stream. */
  readonly onStream: (listener: (status: StreamStatus) => void) => () => void;
}
