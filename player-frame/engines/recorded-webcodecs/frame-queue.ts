import type { EpochMs, Ms } from '../../../lib/kernel/units.ts';
import type { ReadyFrame } from './frame-feed.ts';

/** Decoded frames that wait: they occupy memory of the decoder. */
const maxFrames = 6;
/** A key frame that is not later than this is shown, even if a later frame is ready. In the viewer's time. */
const keyWithinMs: Ms = 250;

/** Decoded frames that wait for their time, in the order of presentation. */
export class FrameQueue {
  private frames: ReadyFrame[] = [];
  /** Frames whose time came with that of a later one. */
  framesDropped = 0;

  get first(): ReadyFrame | undefined {
    return this.frames[0];
  }

  get isFull(): boolean {
    return this.frames.length >= maxFrames;
  }

  /** From `now` to the last frame; 0 without frames. */
  msAfter(now: EpochMs): Ms {
    const last = this.frames.at(-1);
    return last ? Math.round(last.wallMs - now) : 0;
  }

  push(frame: ReadyFrame): void {
    this.frames.push(frame);
  }

  take(): ReadyFrame | undefined {
    return this.frames.shift();
  }

  /** The newest frame whose time has come, but each key frame, unless it is late. */
  takeDue(now: EpochMs, rate: number): ReadyFrame | null {
    const isKept = (frame: ReadyFrame) => frame.isKey && now - frame.wallMs < keyWithinMs * rate;
    let due: ReadyFrame | null = null;
    for (let next = this.first; next && next.wallMs <= now && !(due && isKept(due)); next = this.first) {
      due?.frame.close();
      if (due) this.framesDropped += 1;
      due = this.frames.shift()!;
    }
    return due;
  }

  drop(): void {
    for (const { frame } of this.frames.splice(0)) frame.close();
  }
}
