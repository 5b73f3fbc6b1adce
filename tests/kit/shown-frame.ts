import type { Frame } from 'playwright-core';
import { type FrameCode, frameCodeReaderSource } from './frame-number.ts';

/** Number burnt into the frame that a player shows; null if there is none. */
export const shownFrame = (player: Frame): Promise<number | null> =>
  player.evaluate((reader) => {
    const element = document.querySelector<HTMLVideoElement | HTMLCanvasElement>('video, canvas');
    const width = element instanceof HTMLVideoElement ? element.videoWidth : (element?.width ?? 0);
    const height = element instanceof HTMLVideoElement ? element.videoHeight : (element?.height ?? 0);
    if (!element || !width) return null;
    const context = new OffscreenCanvas(width, height).getContext('2d')!;
    context.drawImage(element, 0, 0);
    const read = new Function(`${reader}; return globalThis.readFrameCode`)() as (
      ...args: unknown[]
    ) => FrameCode | null;
    return read(context.getImageData(0, 0, width, height).data, width, height)?.frame ?? null;
  }, frameCodeReaderSource);
