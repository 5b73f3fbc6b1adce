/** What an integrator would write with hls.js and its defaults. Runs in the browser. */
import Hls, { type Fragment } from 'hls.js';
import { FrameWatch } from '../../kit/frame-watch.ts';

const stage = document.getElementById('stage')!;
const watch = new FrameWatch(stage);
const video = document.createElement('video');
let fragments: readonly Fragment[] = [];

const page = {
  /** Resolves on the first frame, and pauses. */
  async open(url: string): Promise<void> {
    video.muted = true;
    stage.append(video);
    const hls = new Hls();
    hls.on(Hls.Events.LEVEL_LOADED, (_name, { details }) => {
      fragments = details.fragments;
    });
    hls.loadSource(url);
    hls.attachMedia(video);
    await video.play();
    await watch.firstFrame();
    video.pause();
  },
  /** From the call until one of these frames is on the screen, and until the element reports the seek, ms. */
  async seekToPicture(to: number, first: number, last: number) {
    const fragment = fragments.findLast(({ programDateTime }) => (programDateTime ?? Infinity) <= to);
    if (!fragment) throw new Error('outside the playlist');
    const from = performance.now();
    const reported = new Promise<number>((resolve) =>
      video.addEventListener('seeked', () => resolve(performance.now()), { once: true }),
    );
    video.currentTime = fragment.start + (to - fragment.programDateTime!) / 1_000;
    const shownAt = await watch.shows(first, last);
    return { shownMs: shownAt === null ? null : shownAt - from, reportedMs: (await reported) - from };
  },
};

export type BareHlsPage = typeof page;
Object.assign(window, { barePage: page });
