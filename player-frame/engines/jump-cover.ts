import type { Cancel, Clock } from '../../lib/kernel/clock.ts';
import type { Ms } from '../../lib/kernel/units.ts';
import { fillStage } from './stage-style.ts';

/** A jump that shows nothing new within this time has failed. */
const limitMs: Ms = 1_000;

/**
 * Browsers show what they decode on the way to the target of a seek, from the key frame before it on. After a jump to
 * the live edge these may be older than the frame on the screen, so a copy of that one covers them.
 */
export class JumpCover {
  private readonly canvas = document.createElement('canvas');
  private frameRequest = 0;
  private cancelLimit: Cancel | null = null;

  constructor(
    private readonly video: HTMLVideoElement,
    private readonly clock: Clock,
  ) {
    this.canvas.className = 'oriel-cover';
    this.canvas.style.cssText = fillStage;
  }

  /** Call before the jump. Until a frame of the current time of the element or later is shown. */
  keep(): void {
    const { video, canvas } = this;
    if (video.videoWidth === 0) return;
    const shownS = video.currentTime;
    // Another jump: the copy may still be newer than what the element shows.
    if (!canvas.isConnected) {
      canvas.width = video.videoWidth;
      canvas.height = video.videoHeight;
      canvas.getContext('2d', { alpha: false })?.drawImage(video, 0, 0);
      video.after(canvas);
    }
    this.stopWaiting();
    this.cancelLimit = this.clock.after(limitMs, () => this.remove());
    this.awaitFrame(shownS);
  }

  remove(): void {
    this.stopWaiting();
    this.canvas.remove();
  }

  private awaitFrame(fromS: number): void {
    this.frameRequest = this.video.requestVideoFrameCallback((_now, { mediaTime }) => {
      if (mediaTime >= fromS) this.remove();
      else this.awaitFrame(fromS);
    });
  }

  private stopWaiting(): void {
    this.video.cancelVideoFrameCallback(this.frameRequest);
    this.cancelLimit?.();
    this.cancelLimit = null;
  }
}
