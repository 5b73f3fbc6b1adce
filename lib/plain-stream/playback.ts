import type { PlainFault } from './plain-fault.ts';

/** What plays a stream in a video element. It reports one end at most, and nothing after `close`. */
export interface PlainPlayback {
  /** Codecs in the notation of MIME types, and Hz, as far as they are known. */
  tracks(): { readonly video?: string; readonly audio?: string; readonly sampleRate?: number };
  /** Of the element: shows the newest frame of a live stream. No effect on files. */
  toLive(): void;
  /** Ends the connection, and empties the element. Safe to call twice. */
  close(): void;
}

export interface PlaybackReport {
  /** So many more bytes have arrived. */
  received(bytes: number): void;
  failed(fault: PlainFault): void;
  /** A file was played to its end. */
  finished(): void;
}

/** Changes the source of the element, which pauses it. */
export function keepPlaying(video: HTMLVideoElement, change: () => void): void {
  const wasPlaying = !video.paused;
  change();
  if (wasPlaying) video.play().catch(() => undefined);
}

/** Seconds between the frame that is shown and the newest one. */
export function aheadS({ buffered, currentTime }: HTMLVideoElement): number {
  return buffered.length === 0 ? 0 : buffered.end(buffered.length - 1) - currentTime;
}
