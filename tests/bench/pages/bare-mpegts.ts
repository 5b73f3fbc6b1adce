/** What an integrator would write with mpegts.js and its defaults. Runs in the browser. */
import mpegts from 'mpegts.js';
import { FrameWatch } from '../../kit/frame-watch.ts';
import type { BarePage } from './bare-page.ts';

const stage = document.getElementById('stage')!;
const watch = new FrameWatch(stage);
let player: mpegts.Player | null = null;

const page: BarePage = {
  open({ url, ticket }) {
    const video = document.createElement('video');
    video.muted = true;
    stage.append(video);
    player = mpegts.createPlayer(
      { type: 'flv', url, isLive: true },
      { headers: { Authorization: `Bearer ${ticket}` } },
    );
    player.attachMediaElement(video);
    player.load();
    void player.play();
  },
  async firstFrame(target) {
    const from = performance.now();
    page.open(target);
    return (await watch.firstFrame()) - from;
  },
  startWatching: () => watch.start(),
  stopWatching: () => watch.stop(),
  async close() {
    player?.destroy();
    stage.replaceChildren();
  },
};
mpegts.LoggingControl.enableAll = false;
Object.assign(window, { barePage: page });
