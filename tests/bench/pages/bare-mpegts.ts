/** What an integrator would write with mpegts.js and its defaults. Runs in the browser. */
import mpegts from 'mpegts.js';
import { PictureWatch } from '../../kit/picture-watch.ts';
import type { BarePage } from './bare-page.ts';

const stage = document.getElementById('stage')!;
const watch = new PictureWatch(stage);
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
  async firstPicture(target) {
    const from = performance.now();
    page.open(target);
    return (await watch.firstPicture()) - from;
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
