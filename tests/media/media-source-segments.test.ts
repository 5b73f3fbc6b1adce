import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'expect';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { silentFrame } from '../../lib/codec/audio-frames.ts';
import type { AudioConfig } from '../../lib/codec/decoder-config.ts';
import { readAacConfig, readFlacConfig, readOpusConfig } from '../../lib/codec/decoder-config.ts';
import { FLAC_BLOCK_SAMPLES, flacFrame, flacStreamInfo } from '../../lib/codec/flac-frame.ts';
import { opusHead } from '../../lib/codec/opus.ts';
import {
  type Segment,
  Segmenter,
  type TrackKind,
} from '../../player-frame/engines/media-source/segmenter.ts';
import { type CodedClip, makeClip } from '../kit/coded-clip.ts';
import { audioSamples, decodeStrictly, packets } from '../kit/recorded-file.ts';

let folder: string;
let clip: CodedClip;
let aac: AudioConfig;
const flac = readFlacConfig(flacStreamInfo(8_000, 1))!;
const flacMs = (FLAC_BLOCK_SAMPLES * 1_000) / 8_000;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'oriel-segments-'));
  clip = makeClip({ seconds: 2, fps: 25 });
  const { audio } = clip.tracks;
  aac = readAacConfig(audio?.codec === 'aac' ? audio.config : new Uint8Array())!;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function segmenter(holdsNewest = false) {
  const segments: Segment[] = [];
  const made = new Segmenter((segment) => segments.push(segment), holdsNewest);
  const file = (kind: TrackKind): string => {
    const path = join(folder, `${kind}.mp4`);
    writeFileSync(path, Buffer.concat(segments.filter((one) => one.kind === kind).map(({ data }) => data)));
    return path;
  };
  const times = async (kind: TrackKind): Promise<number[]> =>
    (await packets(file(kind), kind)).map(({ timeS }) => timeS);
  const addVideo = (ms: number): void =>
    made.addVideo({ dtsMs: ms, ptsMs: ms, isKey: true, data: clip.units[0]!.data });
  return { made, segments, file, times, addVideo };
}

/** G.711 in `count` frames. */
const flacUnits = (fromMs: number, count: number) =>
  Array.from({ length: count }, (_, index) => ({
    ptsMs: Math.round(fromMs + index * flacMs),
    data: flacFrame([new Int16Array(FLAC_BLOCK_SAMPLES).fill(index + 1)], index, 8_000),
  }));

describe('segments for Media Source', () => {
  it('contain every frame at once, at its own time from the first key frame', async () => {
    const { made, segments, file, times } = segmenter();
    made.configureVideo({ ...clip.tracks.video!, width: 320, height: 180 });
    made.configureAudio(aac);
    const shiftMs = 90_000;
    for (const unit of clip.units) {
      const before = segments.length;
      const shifted = { dtsMs: unit.dtsMs + shiftMs, ptsMs: unit.ptsMs + shiftMs };
      if (unit.kind === 'video') made.addVideo({ ...unit, ...shifted });
      else made.addAudio({ data: unit.data, ptsMs: Math.round(shifted.ptsMs) }, false);
      made.flush();
      expect(segments.length).toBe(before + 1);
    }
    const video = await times('video');
    expect(video).toHaveLength(50);
    for (const [index, timeS] of video.entries()) expect(timeS).toBeCloseTo(index / 25, 6);
    expect((await decodeStrictly(file('video'))).complaints).toBe('');
    const audio = await times('audio');
    for (const [index, timeS] of audio.entries()) expect(timeS).toBeCloseTo(index * 0.064, 6);
    expect(await audioSamples(file('audio'))).toHaveLength(audio.length * 1_024);
  });

  it('join the frames that arrive together', async () => {
    const { made, segments, times } = segmenter();
    made.configureVideo({ ...clip.tracks.video!, width: 320, height: 180 });
    for (const unit of clip.units) if (unit.kind === 'video') made.addVideo(unit);
    made.flush();
    expect(segments).toHaveLength(2);
    expect(await times('video')).toHaveLength(50);
  });

  it('hold the newest frame where a browser needs its duration', async () => {
    const { made, segments, times } = segmenter(true);
    made.configureVideo({ ...clip.tracks.video!, width: 320, height: 180 });
    const [data] = clip.units.map((unit) => unit.data);
    for (const [index, dtsMs] of [0, 40, 400].entries()) {
      made.addVideo({ dtsMs, ptsMs: dtsMs, isKey: true, data: data! });
      made.flush();
      expect(segments).toHaveLength(index + 1);
    }
    expect(await times('video')).toEqual([0, 0.04]);
  });

  it('have reordered frames at their presentation times', async () => {
    const { made, times } = segmenter();
    made.configureVideo({ ...clip.tracks.video!, width: 320, height: 180 });
    const [data] = clip.units.map((unit) => unit.data);
    for (const [index, ptsMs] of [80, 200, 120, 160].entries()) {
      made.addVideo({ dtsMs: index * 40, ptsMs, isKey: index === 0, data: data! });
      made.flush();
    }
    expect(await times('video')).toEqual([0.08, 0.2, 0.12, 0.16]);
  });

  it('fill gaps of audio with silence, so that it stays in sync', async () => {
    const { made, file, times, addVideo } = segmenter();
    made.configureAudio(flac);
    addVideo(0);
    // 1,000 ms are 31.25 frames: audio continues at the nearest whole frame.
    for (const unit of [...flacUnits(0, 10), ...flacUnits(10 * flacMs + 1_000, 5)])
      made.addAudio(unit, false);
    made.flush();
    expect(await times('audio')).toHaveLength(10 + 31 + 5);
    expect(await audioSamples(file('audio'))).toHaveLength((10 + 31 + 5) * FLAC_BLOCK_SAMPLES);
  });

  it('leave out audio that overlaps, and keep it that is a little early or late', async () => {
    const { made, times, addVideo } = segmenter();
    made.configureAudio(flac);
    addVideo(0);
    for (const unit of flacUnits(0, 10)) made.addAudio(unit, false);
    for (const unit of flacUnits(10 * flacMs - 100, 5)) made.addAudio(unit, false);
    for (const unit of flacUnits(12 * flacMs + 15, 5)) made.addAudio(unit, false);
    made.flush();
    expect(await times('audio')).toHaveLength(10 + 2 + 5);
  });

  it('continue with silence where a camera stops sending audio', async () => {
    const { made, times, addVideo } = segmenter();
    made.configureAudio(flac);
    addVideo(0);
    for (const unit of flacUnits(0, 10)) made.addAudio(unit, false);
    for (let ms = 40; ms <= 6_400; ms += 40) addVideo(ms);
    made.flush();
    // A second behind video.
    expect((await times('audio')).at(-1)).toBeCloseTo(5.4, 1);
  });

  it('start again after a long gap instead of filling it', async () => {
    const { made, times, addVideo } = segmenter();
    made.configureAudio(flac);
    addVideo(0);
    for (const unit of [...flacUnits(0, 2), ...flacUnits(60_000, 2)]) made.addAudio(unit, false);
    made.flush();
    expect(await times('audio')).toEqual([0, 0.032, 60, 60.032]);
  });

  it('keep Opus packets of any duration, and fill gaps between them', async () => {
    const { made, file, times, addVideo } = segmenter();
    const { units } = makeClip({ seconds: 1, video: null, audio: 'opus' });
    made.configureAudio(readOpusConfig(opusHead(2))!);
    addVideo(0);
    const lost = units.filter(({ dtsMs }) => dtsMs < 200 || dtsMs >= 400);
    for (const { ptsMs, data } of lost) made.addAudio({ ptsMs, data }, false);
    made.flush();
    expect(await times('audio')).toHaveLength(units.length);
    expect(await audioSamples(file('audio'))).toHaveLength(units.length * 960 * 2);
  });

  it('start with a key frame, and audio that is not before it', async () => {
    const { made, segments, times } = segmenter();
    made.configureVideo({ ...clip.tracks.video!, width: 320, height: 180 });
    made.configureAudio(flac);
    for (const unit of flacUnits(900, 4)) made.addAudio(unit, false);
    made.addVideo({ dtsMs: 960, ptsMs: 960, isKey: false, data: clip.units[0]!.data });
    made.flush();
    expect(segments).toHaveLength(2);
    expect([made.baseMs, made.audioEndMs]).toEqual([null, null]);
    made.addVideo({ dtsMs: 1_000, ptsMs: 1_000, isKey: true, data: clip.units[0]!.data });
    for (const unit of flacUnits(990, 4)) made.addAudio(unit, false);
    made.flush();
    expect(made.baseMs).toBe(1_000);
    expect((await times('audio'))[0]).toBeCloseTo(0.022, 3);
  });

  it('start with audio where there is no video', async () => {
    const { made, times } = segmenter();
    made.configureAudio(flac);
    for (const unit of flacUnits(500, 3)) made.addAudio(unit, true);
    made.flush();
    expect(await times('audio')).toEqual([0, 0.032, 0.064]);
  });

  it.each([1, 2])('have silence of %d channels that decodes to zeros', async (channels) => {
    const { made, file, addVideo } = segmenter();
    const config = readAacConfig(Uint8Array.of(0x14, channels << 3))!;
    made.configureAudio(config);
    addVideo(0);
    for (let frame = 0; frame < 10; frame += 1)
      made.addAudio({ ptsMs: frame * 64, data: silentFrame(config)! }, false);
    made.flush();
    const samples = await audioSamples(file('audio'));
    expect(samples).toHaveLength(10 * 1_024 * channels);
    expect(samples.every((sample) => sample === 0)).toBe(true);
  });
});
