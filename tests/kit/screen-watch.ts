import type { Frame } from 'playwright-core';
import { frameCodeReaderSource, type readFrameCode } from './frame-number.ts';

/** One frame of a demo camera, seen on the screen. Times are epoch ms of the same machine. */
export interface SeenFrame {
  readonly frame: number;
  readonly madeAtMs: number;
  readonly seenAtMs: number;
}

interface WatchedWindow {
  readFrameCode: typeof readFrameCode;
  seenFrames: SeenFrame[] | undefined;
}

/**
 * Records every new frame of a player's document, for any engine and across engine changes. The copy of the last frame
 * that is shown without an engine does not count.
 */
export async function watchScreen(frame: Frame): Promise<{ take(): Promise<readonly SeenFrame[]> }> {
  // tsx names functions by a helper that the page does not have.
  await frame.evaluate('globalThis.__name ??= (named) => named');
  await frame.evaluate(frameCodeReaderSource);
  await frame.evaluate(() => {
    const watched = window as unknown as WatchedWindow;
    const seen: SeenFrame[] = [];
    watched.seenFrames = seen;
    const line = new OffscreenCanvas(640, 6).getContext('2d', { willReadFrequently: true });
    let last = -1;
    const look = (): void => {
      requestAnimationFrame(look);
      const element = document.querySelector<HTMLCanvasElement | HTMLVideoElement>(
        '.oriel-view > canvas:not(.oriel-last-frame), .oriel-view > video',
      );
      if (!element || !line) return;
      const isVideo = element instanceof HTMLVideoElement;
      const width = isVideo ? element.videoWidth : element.width;
      const height = isVideo ? element.videoHeight : element.height;
      if (width === 0 || height === 0) return;
      const lineHeight = Math.max(1, Math.round((height * 6) / 360));
      if (line.canvas.width !== width) line.canvas.width = width;
      if (line.canvas.height !== lineHeight) line.canvas.height = lineHeight;
      line.drawImage(element, 0, 0, width, lineHeight, 0, 0, width, lineHeight);
      const { data } = line.getImageData(0, 0, width, lineHeight);
      const code = watched.readFrameCode(data, width, lineHeight, { x: 0, y: 0, width, height });
      if (!code || code.frame === last) return;
      last = code.frame;
      seen.push({ ...code, seenAtMs: Date.now() });
    };
    look();
  });
  return {
    take: () => frame.evaluate(() => (window as unknown as WatchedWindow).seenFrames?.splice(0) ?? []),
  };
}
