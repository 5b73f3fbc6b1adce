/** Recordings of odd cameras, as files of an export and as a playlist, in the players of others. */
import { chmodSync, createReadStream, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'expect';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { parsePlaylist } from '../../lib/codec/hls/parse-playlist.ts';
import { type CameraRecording, recordCamera } from '../kit/camera-recording.ts';
import { launchChromium } from '../kit/chromium.ts';
import type { PictureCodec } from '../kit/coded-pictures.ts';
import { bundle, serveFile } from '../kit/live-test-server.ts';
import { chromium, ffmpeg, gstreamer, type Media, type MediaPlayer, vlc } from '../kit/media-players.ts';
import { type OddCamera, oddCameras } from '../kit/odd-cameras.ts';
import { type PlaybackServer, playbackServer, recordedKey } from '../kit/playback-server.ts';
import { scratchFolder } from '../kit/scratch-folder.ts';

interface Recorded extends CameraRecording {
  readonly server: PlaybackServer;
  readonly files: readonly Media[];
  readonly playlist: Media;
}

/** Of the frames of a busy machine: the first one may arrive late, and the last one is as long as the others. */
const toleranceMs = 500;

const recordings = new Map<OddCamera, Promise<Recorded>>();
const pages = new Map<string, { body: string | Uint8Array; type: string }>();
const ends: (() => unknown)[] = [];
let root: string;

async function recorded(camera: OddCamera): Promise<Recorded> {
  const folder = join(root, String(oddCameras.indexOf(camera)));
  mkdirSync(folder);
  const running = await camera.start(folder);
  const { frames, durationMs } = camera;
  const made = await recordCamera(folder, recordedKey, {
    url: running.url,
    frames,
    withinMs: durationMs + 60_000,
  }).finally(() => running.stop());
  const server = await playbackServer(folder, (path, response) => {
    if (!path.endsWith('.mp4')) return serveFile(pages, path, response);
    response.setHeader('content-type', 'video/mp4');
    createReadStream(join(folder, path)).pipe(response);
  });
  ends.push(() => server.close());
  const { begin, end } = made;
  const headers = { authorization: `Bearer ${server.ticket(begin, end)}` };
  const files: Media[] = [];
  for (let part = 1, parts = 1; part <= parts; part += 1) {
    const response = await fetch(`${server.base}/export.mp4?begin=${begin}&end=${end}&part=${part}`, {
      headers,
    });
    parts = Number(response.headers.get('oriel-export-parts'));
    const name = `export-${part}.mp4`;
    writeFileSync(join(folder, name), Buffer.from(await response.arrayBuffer()));
    files.push({ kind: 'file', path: join(folder, name), url: `${server.origin}/${name}` });
  }
  return { ...made, server, files, playlist: { kind: 'playlist', url: server.signed(begin, end) } };
}

beforeAll(async () => {
  root = scratchFolder('oriel-players-');
  ends.push(() => rmSync(root, { recursive: true, force: true }));
  // VLC reads them as another user.
  chmodSync(root, 0o755);
  const page = join(import.meta.dirname, '../kit/media-page.ts');
  await bundle(pages, { 'media-page': page });
  // In real time, so all at once.
  for (const camera of oddCameras) recordings.set(camera, recorded(camera));
  await Promise.all(recordings.values());
}, 240_000);
afterAll(async () => {
  for (const end of ends.reverse()) await end();
});

describe.each(oddCameras.map((camera) => [camera.name, camera] as const))('a camera %s', (_, camera) => {
  it('is recorded whole', async () => {
    const { begin, end, server, files } = (await recordings.get(camera))!;
    expect(Math.abs(end - begin - camera.durationMs)).toBeLessThan(toleranceMs);
    expect(files).toHaveLength(camera.files);
    const response = await fetch(`${server.base}/index.m3u8?begin=${begin}&end=${end}`, {
      headers: { authorization: `Bearer ${server.ticket(begin, end)}` },
    });
    const parts = parsePlaylist(await response.text());
    if (!parts.ok) throw new Error(parts.error);
    const listedMs = parts.value.reduce((sum, { durationMs }) => sum + durationMs, 0);
    expect(Math.abs(listedMs - (camera.durationMs - camera.pauseMs))).toBeLessThan(toleranceMs);
  });
});

interface Limits {
  /** Share by which the number of pictures that the player reports may be wrong. A lost group is more. */
  readonly error?: number;
  /** The player does not decode it here. */
  readonly without?: PictureCodec;
}

function playsAll(
  name: string,
  open: () => MediaPlayer | Promise<MediaPlayer>,
  { error = 0, without }: Limits = {},
): void {
  describe(name, () => {
    let player: MediaPlayer;
    beforeAll(async () => {
      player = await open();
    });

    for (const camera of oddCameras.filter(({ codec }) => codec !== without)) {
      it(`plays the file and the playlist of a camera ${camera.name}`, async () => {
        const { files, playlist } = (await recordings.get(camera))!;
        const recordedMs = camera.durationMs - camera.pauseMs;
        // Players play in real time, if many times as fast.
        const both = [files, [playlist]].map((media) => Promise.all(media.map((one) => player.play(one))));
        for (const played of await Promise.all(both)) {
          expect(played.flatMap(({ complaints }) => complaints)).toEqual([]);
          const frames = played.reduce((sum, one) => sum + one.frames, 0);
          expect(Math.abs(frames - camera.frames)).toBeLessThanOrEqual(Math.ceil(error * camera.frames));
          const playedMs = played.reduce((sum, { durationMs }) => sum + (durationMs ?? Number.NaN), 0);
          if (!Number.isNaN(playedMs)) expect(Math.abs(playedMs - recordedMs)).toBeLessThan(toleranceMs);
        }
      });
    }
  });
}

playsAll('ffmpeg', () => ffmpeg);
playsAll('GStreamer', () => gstreamer);
playsAll('VLC', () => vlc, { error: 0.04 });
const openChromium = async () => {
  const browser = await launchChromium();
  ends.push(() => browser.close());
  return chromium(browser);
};
playsAll('Chromium', openChromium, { without: 'h265' });
