import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'expect';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { flvFileHeader, scriptTag } from '../../lib/codec/flv/flv-tags.ts';
import { FlvMuxer } from '../../lib/media/outputs/flv/flv-muxer.ts';
import { type ClipOptions, type CodedClip, makeClip } from '../kit/coded-clip.ts';
import { readAudio, readFlv, readScript, readVideo } from '../kit/flv-reader.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'oriel-flv-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function mux(clip: CodedClip): Buffer {
  const muxer = new FlvMuxer(clip.tracks);
  const tags = [
    ...muxer.headers(0),
    ...clip.units.flatMap((unit) => muxer.unit({ ...unit, wallMs: 0 }, Math.round(unit.dtsMs))),
  ];
  return Buffer.concat([flvFileHeader(clip.tracks), ...tags.flat()]);
}

function write(name: string, bytes: Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
}

function run(command: 'ffmpeg' | 'ffprobe', args: readonly string[]): Buffer {
  return execFileSync(command, ['-hide_banner', '-loglevel', 'error', ...args], { maxBuffer: 2 ** 28 });
}

/** Number of frames that ffmpeg decodes; any decoding error on its standard error is fatal. */
function decodedFrames(path: string, stream: 'v' | 'a'): number {
  const select = ['-select_streams', stream, '-count_frames', '-show_entries', 'stream=nb_read_frames'];
  return Number(
    run('ffprobe', ['-err_detect', 'explode', ...select, '-of', 'csv=p=0', path])
      .toString()
      .trim(),
  );
}

/** Strength of one frequency relative to the whole, 0 to 1 (Goertzel). */
function share(samples: Int16Array, hertz: number, sampleRate: number): number {
  const factor = 2 * Math.cos((2 * Math.PI * hertz) / sampleRate);
  let [one, two, energy] = [0, 0, 0];
  for (const sample of samples) {
    [one, two] = [sample + factor * one - two, one];
    energy += sample * sample;
  }
  const power = one * one + two * two - factor * one * two;
  return power / ((energy * samples.length) / 2);
}

describe('FLV that ffmpeg reads', () => {
  it('carries H.264 and AAC: every frame decodes, with the size and the duration of the source', () => {
    const clip = makeClip({ seconds: 2, fps: 25, video: 'h264', audio: 'aac' });
    const path = write('avc.flv', mux(clip));
    const entries = 'stream=codec_name,width,height,sample_rate';
    const text = run('ffprobe', ['-show_entries', entries, '-of', 'json', path]).toString();
    expect(JSON.parse(text).streams).toEqual([
      expect.objectContaining({ codec_name: 'h264', width: 320, height: 180 }),
      expect.objectContaining({ codec_name: 'aac', sample_rate: '16000' }),
    ]);
    expect(decodedFrames(path, 'v')).toBe(50);
    expect(decodedFrames(path, 'a')).toBe(clip.units.filter((unit) => unit.kind === 'audio').length);
    const times = run('ffprobe', [
      '-select_streams',
      'v',
      '-show_entries',
      'packet=pts_time',
      '-of',
      'csv=p=0',
      path,
    ]);
    expect(times.toString().trim().split('\n').map(Number).at(-1)).toBeCloseTo(49 / 25, 2);
  });

  it('keeps the order of B-frames with composition times', () => {
    const muxer = new FlvMuxer(makeClip({ seconds: 1, audio: null }).tracks);
    const unit = { kind: 'video', isKey: false, data: new Uint8Array(4), wallMs: 0 } as const;
    const [tag] = muxer.unit({ ...unit, dtsMs: 40, ptsMs: 120 }, 40);
    const [early] = muxer.unit({ ...unit, dtsMs: 80, ptsMs: 60 }, 80);
    expect(Buffer.concat(tag!).readIntBE(13, 3)).toBe(80);
    expect(Buffer.concat(early!).readIntBE(13, 3)).toBe(-20);
  });

  it('carries H.265 in enhanced tags whose frames decode', () => {
    const clip = makeClip({ seconds: 1, fps: 25, video: 'h265', audio: null });
    const { flags, tags, rest } = readFlv(mux(clip));
    expect({ flags, rest }).toEqual({ flags: { audio: false, video: true }, rest: 0 });
    const frames = tags.filter((tag) => tag.type === 'video').map(readVideo);
    expect(frames[0]).toMatchObject({ codec: 'hvc1', isHeader: true });
    expect(frames[1]).toMatchObject({ codec: 'hvc1', isHeader: false, isKey: true });
    const path = write(
      'hevc.h265',
      annexB(
        clip.tracks.video!.config,
        frames.slice(1).map((one) => one.data),
      ),
    );
    expect(decodedFrames(path, 'v')).toBe(25);
  });

  it.each(['pcma', 'pcmu'] as const)('converts %s to FLAC that decodes to the same samples', (audio) => {
    const clip = makeClip({ seconds: 3, video: null, audio, toneHz: 431 });
    const { tags } = readFlv(mux(clip));
    const audioTags = tags.filter((tag) => tag.type === 'audio');
    const [header, ...frames] = audioTags.map(readAudio);
    expect(header).toMatchObject({ codec: 'fLaC', isHeader: true });
    const flac = Buffer.concat([Buffer.from('fLaC'), header!.data, ...frames.map((frame) => frame.data)]);
    const decoded = toSamples(run('ffmpeg', ['-i', write(`${audio}.flac`, flac), '-f', 's16le', '-']));

    const raw = write(`${audio}.raw`, Buffer.concat(clip.units.map((unit) => unit.data)));
    const law = { pcma: 'alaw', pcmu: 'mulaw' }[audio];
    const input = ['-f', law, '-ar', '8000', '-ac', '1', '-i', raw];
    const expected = toSamples(run('ffmpeg', [...input, '-f', 's16le', '-'])).subarray(0, decoded.length);
    expect(decoded.length).toBeGreaterThan(23_000);
    expect(Buffer.compare(Buffer.from(decoded.buffer), Buffer.from(expected.slice().buffer))).toBe(0);
    expect(share(decoded, 431, 8_000)).toBeGreaterThan(0.95);
    expect(share(decoded, 668, 8_000)).toBeLessThan(0.01);

    const steps = audioTags.slice(2).map((tag, index) => tag.timestampMs - audioTags[index + 1]!.timestampMs);
    expect(new Set(steps)).toEqual(new Set([32]));
    expect(flac.length).toBeLessThan(decoded.length * 2);
  });

  it('encodes silence and noise', () => {
    const silence = Buffer.alloc(512 * 8, 0xd5);
    const noise = Buffer.from(
      Array.from({ length: 512 * 8 }, (_, index) => (index * 7_919 + (index >> 3) * 104_729) & 0xff),
    );
    const tracks = { video: null, audio: { codec: 'pcma', sampleRate: 8_000, channels: 1 } } as const;
    const sizes = [silence, noise].map((data, index) => {
      const muxer = new FlvMuxer(tracks);
      const unit = { kind: 'audio', dtsMs: 0, ptsMs: 0, wallMs: 0, isKey: true, data } as const;
      const parts = [...muxer.headers(0), ...muxer.unit(unit, 0)].flat();
      const audioTags = readFlv(Buffer.concat([flvFileHeader(tracks), ...parts])).tags.filter(
        ({ type }) => type === 'audio',
      );
      const flac = Buffer.concat([Buffer.from('fLaC'), ...audioTags.map((tag) => readAudio(tag).data)]);
      const decoded = toSamples(run('ffmpeg', ['-i', write(`edge${index}.flac`, flac), '-f', 's16le', '-']));
      const input = ['-f', 'alaw', '-ar', '8000', '-ac', '1', '-i', write('edge.raw', data)];
      expect(Buffer.from(decoded.buffer)).toEqual(run('ffmpeg', [...input, '-f', 's16le', '-']));
      return flac.length;
    });
    expect(sizes[0]).toBeLessThan(1_200);
    expect(sizes[1]).toBeLessThan(512 * 8 * 2 + 400);
  });

  it.each([
    [
      'h264',
      'aac',
      { width: 320, height: 180, videocodecid: 7, audiocodecid: 10, audiosamplerate: 16_000, stereo: false },
    ],
    ['h264', null, { hasAudio: false, hasVideo: true }],
    [null, 'pcma', { hasAudio: true, hasVideo: false, audiocodecid: 0x664c6143, audiosamplerate: 8_000 }],
  ] as const)('describes %s and %s in flags and metadata', (video, audio, meta) => {
    const clip = makeClip({ seconds: 1, video, audio } as ClipOptions);
    const { flags, tags } = readFlv(mux(clip));
    expect(flags).toEqual({ video: video !== null, audio: audio !== null });
    expect(readScript(tags[0]!)).toEqual({ name: 'onMetaData', value: expect.objectContaining(meta) });
  });

  it('writes timestamps of more than 24 bits in the extended field', () => {
    const bytes = Buffer.concat(scriptTag('onOrielEnd', { code: 'x' }, 0x7f_01_02_03));
    expect([...bytes.subarray(4, 8)]).toEqual([0x01, 0x02, 0x03, 0x7f]);
  });
});

function toSamples(bytes: Buffer): Int16Array {
  return new Int16Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
}

/** The parameter sets of an HEVC configuration record, then frames with 4-byte lengths, as Annex B. */
function annexB(config: Uint8Array, frames: readonly Buffer[]): Buffer {
  const start = Buffer.from([0, 0, 0, 1]);
  const record = Buffer.from(config);
  const pieces: Buffer[] = [];
  for (let at = 23, left = record[22]!; left > 0; left -= 1) {
    const length = record.readUInt16BE(at + 3);
    pieces.push(start, record.subarray(at + 5, at + 5 + length));
    at += 5 + length;
  }
  for (const frame of frames) {
    for (let at = 0; at < frame.length; ) {
      const length = frame.readUInt32BE(at);
      pieces.push(start, frame.subarray(at + 4, at + 4 + length));
      at += 4 + length;
    }
  }
  return Buffer.concat(pieces);
}
