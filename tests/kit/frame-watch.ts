/** Reads the frame that a page shows on the screen. Runs in the browser. */
import { type FrameCode, readFrameCode } from './frame-number.ts';

export interface SeenFrame {
  readonly frame: number;
  /** From the creation of the frame to its display on this page, ms. */
  readonly latencyMs: number;
  /** `performance.now()` at which it was seen. */
  readonly at: number;
}

export class FrameWatch {
  private readonly line = new OffscreenCanvas(640, 6).getContext('2d', { willReadFrequently: true })!;
  private seen: SeenFrame[] = [];
  private isWatching = false;

  constructor(private readonly stage: Element) {}

  get element(): HTMLCanvasElement | HTMLVideoElement | null {
    return this.stage.querySelector('canvas, video');
  }

  /** The code in the frame on the screen, or null without one. */
  readCode(): FrameCode | null {
    const { element, line } = this;
    if (!element) return null;
    const width = element instanceof HTMLVideoElement ? element.videoWidth : element.width;
    const height = element instanceof HTMLVideoElement ? element.videoHeight : element.height;
    if (!width || !height) return null;
    // Only the line is copied: reading back whole frames would slow down the measured page.
    const lineHeight = Math.max(1, Math.round((height * 6) / 360));
    if (line.canvas.width !== width) line.canvas.width = width;
    if (line.canvas.height !== lineHeight) line.canvas.height = lineHeight;
    line.drawImage(element, 0, 0, width, lineHeight, 0, 0, width, lineHeight);
    const { data } = line.getImageData(0, 0, width, lineHeight);
    return readFrameCode(data, width, lineHeight, { x: 0, y: 0, width, height });
  }

  /** Brightness of the cells of the line, 0 to 9, for failure messages. */
  cells(): string {
    this.readCode();
    const { width, height } = this.line.canvas;
    const { data } = this.line.getImageData(0, 0, width, height);
    return Array.from({ length: 80 }, (_, cell) => {
      const x = Math.floor((cell + 0.5) * (width / 80));
      return Math.floor(data[(Math.floor(height / 2) * width + x) * 4 + 1]! / 26);
    }).join('');
  }

  /** Resolves with `performance.now()` at the first refresh that shows a frame. */
  firstFrame(): Promise<number> {
    return new Promise((resolve) => {
      const check = (): void => {
        if (this.readCode()) resolve(performance.now());
        else requestAnimationFrame(check);
      };
      check();
    });
  }

  /** Resolves with `performance.now()` at the first refresh that shows one of these frames, or null after 10 s. */
  shows(first: number, last: number): Promise<number | null> {
    const giveUpAt = performance.now() + 10_000;
    return new Promise((resolve) => {
      const check = (): void => {
        const frame = this.readCode()?.frame ?? -1;
        if (frame >= first && frame <= last) resolve(performance.now());
        else if (performance.now() > giveUpAt) resolve(null);
        else requestAnimationFrame(check);
      };
      check();
    });
  }

  start(): void {
    this.seen = [];
    this.isWatching = true;
    const watch = (): void => {
      if (!this.isWatching) return;
      const code = this.readCode();
      if (code && code.frame !== this.seen.at(-1)?.frame) {
        const at = performance.now();
        this.seen.push({ frame: code.frame, latencyMs: performance.timeOrigin + at - code.madeAtMs, at });
      }
      requestAnimationFrame(watch);
    };
    watch();
  }

  stop(): readonly SeenFrame[] {
    this.isWatching = false;
    return this.seen;
  }
}
