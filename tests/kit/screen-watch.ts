import type { Frame } from 'playwright-core';
import type { Ms } from '../../lib/kernel/units.ts';
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
 * that is shown without an engine does not count. Looks at each animation frame, or where that costs too much, at the
 * multiples of `everyMs` of the wall clock.
 */
export async function watchScreen(
  frame: Frame,
  everyMs: Ms | null = null,
): Promise<{ take(): Promise<readonly SeenFrame[]> }> {
  // tsx names functions by a helper that the page does not have.
  await frame.evaluate('globalThis.__name ??= (named) => named');
  await frame.evaluate(frameCodeReaderSource);
  await frame.evaluate((pauseMs) => {
    const watched = window as unknown as WatchedWindow;
    const seen: SeenFrame[] = [];
    watched.seenFrames = seen;
    const line = new OffscreenCanvas(640, 6).getContext('2d', { willReadFrequently: true });
    let last = -1;
    const look = (): void => {
      if (pauseMs === null) requestAnimationFrame(look);
      else setTimeout(look, pauseMs - (Date.now() % pauseMs));
      const element =
        document.querySelector<HTMLCanvasElement>('.oriel-view > .oriel-cover') ??
        document.querySelector<HTMLCanvasElement | HTMLVideoElement>(
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
  }, everyMs);
  return {
    take: () => frame.evaluate(() => (window as unknown as WatchedWindow).seenFrames?.splice(0) ?? []),
  };
}
