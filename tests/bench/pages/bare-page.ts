import type { SeenFrame } from '../../kit/frame-watch.ts';

/** What the pages that benches compare against offer: as little as possible around a picture. */
export interface BarePage {
  open(target: { url: string; ticket: string }): void;
  /** Ms from `open` to the first picture on the screen. */
  firstFrame(target: { url: string; ticket: string }): Promise<number>;
  startWatching(): void;
  stopWatching(): readonly SeenFrame[];
  close(): Promise<void>;
}
