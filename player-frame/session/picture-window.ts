import type { Ms } from '../../lib/kernel/units.ts';

/** Where the video comes from. */
export interface PictureSource {
  readonly element: HTMLCanvasElement | HTMLVideoElement;
  /** Draws its frame again: a capture of a canvas begins with the next frame. */
  readonly redraw: (() => void) | undefined;
}

/** A window of the browser with the video, above all other windows. */
export interface PictureWindow {
  /** Shows another source, for example of the next connection. */
  show(source: PictureSource): void;
  /** Safe to call twice. */
  close(): void;
}

/** Missing in the DOM library, which has it for canvases only. */
interface Capturable {
  captureStream(): MediaStream;
}

/** A source has a frame, so its first one arrives soon. */
const firstFrameMs: Ms = 2_000;

/**
 * Opens the window; the browser wants a recent click or key press in this frame. Rejects with its error.
 *
 * The window belongs to an element of its own, which shows a capture of the source: the source can change while it is
 * open. Nothing is captured while there is no window. `closed`: by whom ever.
 */
export async function openPictureWindow(source: PictureSource, closed: () => void): Promise<PictureWindow> {
  const video = document.createElement('video');
  const shown = new MediaStream();
  let captured: MediaStream | null = null;
  let isOver = false;

  /** Sound stays where it is. A video element has its tracks once it knows them. */
  function take(of: MediaStream): void {
    for (const track of of.getAudioTracks()) track.stop();
    const [track] = of.getVideoTracks();
    if (of !== captured || !track || shown.getTracks().includes(track)) return;
    dropTracks();
    shown.addTrack(track);
  }

  function dropTracks(): void {
    for (const track of shown.getTracks()) {
      shown.removeTrack(track);
      track.stop();
    }
  }

  function show({ element, redraw }: PictureSource): void {
    const next = (element as Capturable).captureStream();
    captured = next;
    next.addEventListener('addtrack', () => take(next));
    take(next);
    redraw?.();
  }

  function release(): void {
    isOver = true;
    captured = null;
    dropTracks();
    video.srcObject = null;
  }

  function end(): void {
    if (isOver) return;
    release();
    closed();
  }

  video.muted = true;
  video.autoplay = true;
  video.srcObject = shown;
  show(source);
  try {
    await loaded(video);
    await video.requestPictureInPicture();
  } catch (error) {
    release();
    throw error;
  }
  video.addEventListener('leavepictureinpicture', end);
  return {
    show: (next) => isOver || show(next),
    close() {
      if (document.pictureInPictureElement === video)
        document.exitPictureInPicture().catch(() => {
          /* closed in the meantime */
        });
      end();
    },
  };
}

function loaded(video: HTMLVideoElement): Promise<void> {
  if (video.readyState > HTMLMediaElement.HAVE_NOTHING) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the capture has no frame')), firstFrameMs);
    video.addEventListener('loadedmetadata', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
