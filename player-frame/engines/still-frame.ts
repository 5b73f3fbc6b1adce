import { fillStage } from './stage-style.ts';

/** Keeps the last frame of a video element, which turns blank when its source is removed. */
export class StillFrame {
  private readonly canvas = document.createElement('canvas');

  constructor(private readonly video: HTMLVideoElement) {}

  /** The element that currently shows the frame. */
  get shown(): HTMLVideoElement | HTMLCanvasElement {
    return this.canvas.isConnected ? this.canvas : this.video;
  }

  /** Replaces the video by a canvas, if it has a frame. */
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
