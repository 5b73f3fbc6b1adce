/** Players of others. Each plays a file or a playlist to its end, as fast as it can. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';
import type { Browser } from 'playwright-core';
import type { Ms } from '../../lib/kernel/units.ts';
import type { MediaPage } from './media-page.ts';
import { wait } from './steady-viewer.ts';

const run = promisify(execFile);

export interface Played {
  /** Pictures that were decoded. */
  readonly frames: number;
  /** Absent: the player does not say. */
  readonly durationMs?: Ms;
  /** What it said that is wrong. */
  readonly complaints: readonly string[];
}

/** `path` is for programs, `url` for browsers. */
export type Media =
  | { readonly kind: 'file'; readonly path: string; readonly url: string }
  | { readonly kind: 'playlist'; readonly url: string };

export interface MediaPlayer {
  play(media: Media): Promise<Played>;
}

const placeOf = (media: Media): string => (media.kind === 'file' ? media.path : media.url);

export const ffmpeg: MediaPlayer = {
  async play(media) {
    const place = placeOf(media);
    // Decodes all of it.
    const entries = [
      '-count_frames',
      '-show_entries',
      'packet=stream_index,dts_time:stream=codec_type,nb_read_frames',
    ];
    const asked = ['-v', 'error', ...entries, '-show_entries', 'format=duration', '-of', 'json', place];
    const { stdout, stderr } = await run('ffprobe', asked, { maxBuffer: 2 ** 26 });
    const { packets, streams, format } = JSON.parse(stdout) as {
      packets: { stream_index: number; dts_time: string }[];
      streams: { codec_type: string; nb_read_frames: string }[];
      format: { duration?: string };
    };
    const complaints = stderr === '' ? [] : [stderr];
    for (const index of streams.keys()) {
      const times = packets
        .filter(({ stream_index }) => stream_index === index)
        .map(({ dts_time }) => Number(dts_time));
      const back = times.findIndex((time, at) => at > 0 && !(time > times[at - 1]!));
      if (back >= 0)
        complaints.push(`the decoding time of packet ${back} is not after that of its predecessor`);
    }
    const video = streams.find(({ codec_type }) => codec_type === 'video');
    return { frames: Number(video?.nb_read_frames), durationMs: Number(format.duration) * 1_000, complaints };
  },
};

export const gstreamer: MediaPlayer = {
  async play(media) {
    const uri = media.kind === 'file' ? `file://${media.path}` : media.url;
    const video = ['!', 'queue', '!', 'videoconvert', '!', 'identity', 'silent=false', '!', 'fakesink'];
    const audio = ['!', 'queue', '!', 'audioconvert', '!', 'fakesink'];
    const hasAudio = await sounds(placeOf(media));
    const elements = [
      ...['uridecodebin', `uri=${uri}`, 'name=d', 'd.', ...video],
      ...(hasAudio ? ['d.', ...audio] : []),
    ];
    const { stdout, stderr } = await run('gst-launch-1.0', ['-v', ...elements], { maxBuffer: 2 ** 26 });
    const hasEnded = stdout.includes('Got EOS');
    return {
      frames: stdout.match(/chain +\*{7}/g)?.length ?? 0,
      complaints: [...(hasEnded ? [] : ['it did not reach the end']), ...(stderr === '' ? [] : [stderr])],
    };
  },
};

async function sounds(place: string): Promise<boolean> {
  const entries = ['-select_streams', 'a', '-show_entries', 'stream=index', '-of', 'csv=p=0'];
  return (await run('ffprobe', ['-v', 'error', ...entries, place])).stdout.trim() !== '';
}

const vlcProgram = 'vlc';
const vlcRate = 8;
const vlcSaysEveryMs = 100;
/** Its other errors are about the desktop, the screen and the sound card that it does not find here. */
const vlcErrors = /^.*(?:demux|stream|packetizer|avcodec decoder) error: .*/gm;

export const vlc: MediaPlayer = {
  async play(media) {
    const child = spawn(
      vlcProgram,
      [
        ...['-I', 'rc', '--rc-fake-tty', '--no-plugins-cache', '--vout', 'dummy', '--aout', 'dummy'],
        // What is late is decoded as well.
        ...['--no-avcodec-hurry-up', '--no-skip-frames', '--no-drop-late-frames'],
        ...['--rate', String(vlcRate), '--play-and-pause', placeOf(media)],
      ],
      {
        // It refuses to run as root.
        ...(process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}),
        env: { ...process.env, HOME: '/tmp' },
      },
    );
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        said += chunk.toString();
      });
    const exited = once(child, 'exit');
    const isRunning = () => child.exitCode === null && child.signalCode === null;
    const decoded = () => Number([...said.matchAll(/video decoded +: +(\d+)/g)].at(-1)?.[1] ?? 0);
    while (isRunning() && !said.includes('( state paused )')) {
      child.stdin.write('status\n');
      await wait(vlcSaysEveryMs);
    }
    // The figures follow a moment later.
    for (let same = 0, before = -1; isRunning() && same < 10; before = decoded()) {
      child.stdin.write('stats\n');
      await wait(vlcSaysEveryMs);
      same = decoded() === before ? same + 1 : 0;
    }
    child.stdin.end('quit\n');
    await exited;
    // VLC 3 counts each picture twice, and one or two more.
    return { frames: Math.round(decoded() / 2), complaints: said.match(vlcErrors) ?? [] };
  },
};

const browserRate = 4;

/** With hls.js for playlists. The page `media-page.ts` is served beside the media. */
export const chromium = (browser: Browser): MediaPlayer => ({
  async play({ url, kind }) {
    const page = await browser.newPage();
    try {
      await page.goto(new URL('/plain/media-page.html', url).href);
      await page.waitForFunction(() => 'mediaPage' in window);
      return await page.evaluate(
        ([url, isPlaylist, rate]) =>
          (window as unknown as { mediaPage: MediaPage }).mediaPage.play(url, isPlaylist, rate),
        [url, kind === 'playlist', browserRate] as const,
      );
    } finally {
      await page.close();
    }
  },
});
