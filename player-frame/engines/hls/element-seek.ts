import type { Clock } from '../../../lib/kernel/clock.ts';
import type { Ms } from '../../../lib/kernel/units.ts';
import { EngineError } from '../engine.ts';
import { seekReplaced } from '../refusals.ts';

/** A seek to the frame that is on the screen presents no other. */
const sameFrameMs: Ms = 300;
/** The element does not report a seek that it gave up. */
const maxSeekMs: Ms = 5_000;

interface Pending {
  resolve(): void;
  reject(error: EngineError): void;
}

/** Seeks of the element: each replaces the one before. Times are those of the element, in seconds. */
export class ElementSeek {
  private pending: Pending | null = null;

  constructor(
    private readonly video: HTMLVideoElement,
    private readonly clock: Clock,
    /** A seek has ended without a frame that was presented for it. */
    private readonly onUnpresented: () => void,
  ) {}

  get isPending(): boolean {
    return this.pending !== null;
  }

  /** Resolves with `settle`: when a frame was presented. Rejects with an `EngineError` if another seek follows. */
  to(mediaS: number): Promise<void> {
    this.cancel();
    const sought = new Promise<void>((resolve, reject) => {
      this.pending = { resolve, reject };
    });
    const own = this.pending;
    this.video.addEventListener(
      'seeked',
      () =>
        this.clock.after(sameFrameMs, () => {
          if (this.pending !== own) return;
          this.onUnpresented();
          this.settle();
        }),
      { once: true },
    );
    this.video.currentTime = mediaS;
    return sought;
  }

  /** The frame of the seek is on the screen. */
  settle(): void {
    this.pending?.resolve();
    this.pending = null;
  }

  cancel(): void {
    this.pending?.reject(new EngineError(seekReplaced));
    this.pending = null;
  }

  /** One of many seeks that are no seek of the viewer. Never rejects. */
  step(mediaS: number): Promise<void> {
    const shown = new Promise<void>((resolve) => {
      const cancel = this.clock.after(maxSeekMs, resolve);
      this.video.addEventListener('seeked', () => resolve(cancel()), { once: true });
    });
    this.video.currentTime = mediaS;
    return shown;
  }
}
