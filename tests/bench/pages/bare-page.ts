import type { SeenFrame } from '../../kit/frame-watch.ts';

/** Interface of the pages that benches compare with: as little as possible around a video. */
export interface BarePage {
  open(target: { url: string; ticket: string }): void;
  /** Ms from `open` to the first frame on the screen. */
  firstFrame(target: { url: string; ticket: string }): Promise<number>;
  startWatching(): void;
  stopWatching(): readonly SeenFrame[];
  close(): Promise<void>;
}
