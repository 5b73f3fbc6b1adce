/** A page of another site around `recorder-page`: receives the recording, and removes the frame first. */
import { readThrough } from './recorder-page.ts';

declare global {
  interface Window {
    taken: Promise<{ bytes: number; opening: string }>;
  }
}

const frame = document.createElement('iframe');
frame.src = decodeURIComponent(location.hash.slice(1));
document.body.append(frame);
window.taken = new Promise((resolve, reject) => {
  addEventListener('message', ({ data }: MessageEvent<{ blob: Blob }>) => {
    frame.remove();
    // After a delay, as when a page uploads it.
    setTimeout(() => readThrough(data.blob).then(resolve, reject), 300);
  });
});
