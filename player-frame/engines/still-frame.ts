import { fillStage } from './stage-style.ts';

/** What a video showed last, once its source is gone: without it a video goes blank. */
export class StillFrame {
  private readonly canvas = document.createElement('canvas');

  constructor(private readonly video: HTMLVideoElement) {}

  /** What shows the picture now. */
  get shown(): HTMLVideoElement | HTMLCanvasElement {
    return this.canvas.isConnected ? this.canvas : this.video;
  }

  /** Takes the place of the video, if that has a picture. */
  keep(): void {
    const { video, canvas } = this;
    if (video.videoWidth === 0) return;
    canvas.style.cssText = fillStage;
    canvas.width = video.videoWidth;
    canvas.height = video.videoHeight;
    canvas.getContext('2d', { alpha: false })?.drawImage(video, 0, 0);
    video.replaceWith(canvas);
  }

  remove(): void {
    this.video.remove();
    this.canvas.remove();
  }
}
