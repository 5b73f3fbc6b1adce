/** Plays files in a video element, and playlists with hls.js and its defaults. Runs in the browser. */
import Hls from 'hls.js';
import type { Played } from './media-players.ts';

const page = {
  /** To the end, at this speed. */
  async play(url: string, isPlaylist: boolean, rate: number): Promise<Played> {
    const complaints: string[] = [];
    const video = document.createElement('video');
    video.muted = true;
    document.getElementById('stage')!.replaceChildren(video);
    const hls = isPlaylist ? new Hls() : null;
    hls?.on(Hls.Events.ERROR, (_name, { details, fatal, error, frag }) => {
      // A busy machine decodes more slowly than it plays.
      if (details === Hls.ErrorDetails.BUFFER_STALLED_ERROR && !fatal) return;
      complaints.push(`${details}${fatal ? ', fatal' : ''}: ${error.message}, part ${frag?.sn}`);
    });
    hls?.loadSource(url);
    hls?.attachMedia(video);
    if (!hls) video.src = url;
    const ended = new Promise<void>((resolve) => {
      video.addEventListener('ended', () => resolve(), { once: true });
      video.addEventListener('error', () => {
        complaints.push(video.error?.message ?? 'error');
        resolve();
      });
    });
    video.defaultPlaybackRate = rate;
    video.playbackRate = rate;
    await video.play().catch((error: unknown) => complaints.push(String(error)));
    await ended;
    const frames = video.getVideoPlaybackQuality().totalVideoFrames;
    const durationMs = video.currentTime * 1_000;
    hls?.destroy();
    video.remove();
    return { frames, durationMs, complaints };
  },
};

export type MediaPage = typeof page;
Object.assign(window, { mediaPage: page });
