import { flacStreamInfo } from '../../lib/codec/flac-frame.ts';
import {
  audioHeaderTag,
  audioTag,
  type FlvTag,
  flvFileHeader,
  scriptTag,
  videoHeaderTag,
  videoTag,
} from '../../lib/codec/flv/flv-tags.ts';
import type { AudioTrack, VideoTrack } from '../../lib/codec/tracks.ts';

const bytes = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex, 'hex'));

/** High profile, level 2.2, 634x358, as x264 writes it. */
export const h264Track: VideoTrack = {
  codec: 'h264',
  width: 634,
  height: 358,
  config: bytes(
    '01640016ffe1001967640016acb201405fc9360220000003002000000303d1e2c5c901000668ebe3cb22c0fdf8f800',
  ),
  codecString: 'avc1.640016',
};

/** Main profile, level 4, as x265 writes it, without the arrays of parameter sets. */
export const h265Track: VideoTrack = {
  codec: 'h265',
  width: 1920,
  height: 1080,
  config: bytes('01016000000090000000000078f000fcfdf8f800000f00'),
  codecString: 'hvc1.1.6.L120.90',
};

/** AAC-LC, 16 kHz, mono. */
export const aacTrack: AudioTrack = { codec: 'aac', sampleRate: 16_000, channels: 1, config: bytes('1408') };
export const pcmaTrack: AudioTrack = { codec: 'pcma', sampleRate: 8_000, channels: 1 };

export const join = (tags: readonly FlvTag[]): Uint8Array =>
  Uint8Array.from(Buffer.concat(tags.flat().map((piece) => Buffer.from(piece))));

export interface Sample {
  readonly video: VideoTrack;
  readonly audio: AudioTrack;
  /** One entry for each tag; the file header is first. */
  readonly tags: readonly FlvTag[];
}

/** A short stream as the server sends it: headers, a clock tag before each key frame, video and audio. */
export function sampleStream(video: VideoTrack, audio: AudioTrack, frames = 6): Sample {
  const config = audio.codec === 'aac' ? audio.config : flacStreamInfo(audio.sampleRate, audio.channels);
  const tags: FlvTag[] = [
    [flvFileHeader({ video, audio })],
    scriptTag('onMetaData', { hasVideo: true, hasAudio: true, width: video.width, height: video.height }, 0),
    videoHeaderTag(video, 0),
    audioHeaderTag(audio.codec, config, 0),
  ];
  for (let index = 0; index < frames; index += 1) {
    const isKey = index % 3 === 0;
    const timeMs = 1_000 + index * 66;
    if (isKey) tags.push(scriptTag('onOrielClock', { mediaMs: timeMs, wallMs: 5, serverMs: 7 }, timeMs));
    tags.push(videoTag(video.codec, isKey, timeMs, 0, frameData(index)));
    tags.push(audioTag(audio.codec, timeMs + 3, frameData(index).subarray(0, 20)));
  }
  tags.push(scriptTag('onOrielEnd', { code: '10002' }, 2_000));
  return { video, audio, tags };
}

function frameData(index: number): Uint8Array {
  return Uint8Array.from({ length: 40 + index }, (_, at) => (at * 7 + index) & 255);
}
