import type { PlayerStats } from '../types.ts';

const videoFormats: Readonly<Record<string, string>> = { avc: 'H264', hev: 'H265', hvc: 'H265' };
const audioFormats: Readonly<Record<string, string>> = {
  mp4a: 'AAC',
  alaw: 'G711A',
  ulaw: 'G711U',
  'g.711': 'G711',
  flac: 'FLAC',
  opus: 'OPUS',
};

/** Name of the format of a codec such as `avc1.4d401f`; an unknown codec keeps its own. */
const formatOf = (formats: Readonly<Record<string, string>>, codec: string): string =>
  Object.entries(formats).find(([start]) => codec.toLowerCase().startsWith(start))?.[1] ?? codec;

/**
 * Reports a stream as EZUIKit 9 does, with the information itself as the payload: `videoInfo` and `audioInfo` when they
 * change, `streamInfoCB` once, or with every change of the statistics if `type` is 0.
 */
export function streamReport(
  type: unknown,
  emit: (name: 'videoInfo' | 'audioInfo' | 'streamInfoCB', payload: object) => void,
): (stats: PlayerStats) => void {
  const last = { videoInfo: '', audioInfo: '' };
  let frameRate = 0;
  let isReported = false;
  const emitChanged = (name: keyof typeof last, payload: object) => {
    const text = JSON.stringify(payload);
    if (last[name] === text) return;
    last[name] = text;
    emit(name, payload);
  };
  return (stats) => {
    const { videoCodec, audioCodec, width, height, fps, audioSampleRate } = stats;
    if (videoCodec && width && height && fps) {
      // The rate that is shown varies by a frame or two.
      if (Math.abs(frameRate - fps) > 2) frameRate = fps;
      emitChanged('videoInfo', {
        videoFormatName: formatOf(videoFormats, videoCodec),
        width,
        height,
        frameRate,
      });
    }
    if (audioCodec) {
      emitChanged('audioInfo', {
        audioFormatName: formatOf(audioFormats, audioCodec),
        ...(audioSampleRate ? { audioSamplesRate: audioSampleRate } : {}),
      });
    }
    if (isReported && Number(type ?? 1) !== 0) return;
    isReported = true;
    emit('streamInfoCB', stats);
  };
}
