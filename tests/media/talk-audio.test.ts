import { expect } from 'expect';
import { afterEach, describe, it } from 'vitest';
import { aacLcConfig } from '../../lib/codec/aac.ts';
import { silentLogger } from '../../lib/kernel/logger.ts';
import { findFfmpeg } from '../../lib/media/outputs/transcode/find-ffmpeg.ts';
import { aacFrameEncoder } from '../../lib/media/talk/audio/aac-encoder.ts';
import { trackDecoder } from '../../lib/media/talk/audio/track-decoder.ts';
import type { TalkRate } from '../../lib/media/talk-ports.ts';
import { eventually } from '../kit/host-page.ts';
import { dominantHz, makeTone, rms } from '../kit/tone.ts';

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

describe('AAC', () => {
  it.each<[TalkRate, number, number]>([
    [16_000, 16_000, 1],
    [48_000, 44_100, 2],
    [8_000, 8_000, 1],
  ])(
    'written at %i Hz, sent at %i Hz in %i channels: keeps frequency and level',
    async (rate, sampleRate, channels) => {
      const config = aacLcConfig(sampleRate, channels);
      if (!config.ok) throw new Error(config.error.message);
      const heard: number[] = [];
      const decoder = trackDecoder(
        { codec: 'aac', sampleRate, channels, config: config.value },
        { ffmpeg: await findFfmpeg(undefined), logger: silentLogger },
        ({ samples }) => heard.push(...samples),
      );
      if (!decoder.ok) throw new Error(decoder.error);
      const failures: unknown[] = [];
      const encoder = await aacFrameEncoder({
        ...{ rate, sampleRate, channels },
        onFrame: ({ data }) => decoder.value.push(data),
        onFailed: (error) => failures.push(error),
      });
      stops.push(
        () => encoder.close(),
        () => decoder.value.close(),
      );
      for (let ms = 0; ms < 1_000; ms += 20) {
        encoder.write(makeTone(rate, 600, 20, 0.2, ms));
        await new Promise((next) => setTimeout(next, 5));
      }
      await eventually('most of a second', async () => heard.length > 12_000);
      const middle = heard.slice(3_200, 12_000);
      expect(failures).toEqual([]);
      expect(Math.abs(dominantHz(middle, 16_000) - 600)).toBeLessThan(5);
      expect(rms(middle)).toBeCloseTo(0.2, 1);
    },
  );
});
