import { createSecretKey } from 'node:crypto';
import { expect } from 'expect';
import { describe, it } from 'vitest';
import { aacLcConfig } from '../../lib/codec/aac.ts';
import { adtsFrame } from '../../lib/codec/adts.ts';
import { g711Encode } from '../../lib/codec/g711.ts';
import type { AudioTrack } from '../../lib/codec/tracks.ts';
import { err } from '../../lib/kernel/result.ts';
import type { AccessUnit, CameraKey, StreamState, StreamStatus, TrackSet } from '../../lib/media/ports.ts';
import type { StreamReader } from '../../lib/media/stream/reader.ts';
import { OpusEncoder } from '../../lib/media/talk/audio/opus-codec.ts';
import { liveCameraAudio } from '../../lib/media/talk/camera-audio.ts';
import type { Pcm } from '../../lib/media/talk-ports.ts';
import { recordLog } from '../kit/record-log.ts';
import { demoSpec, talkTarget } from '../kit/talk-doubles.ts';
import { dominantHz, makeTone, rms } from '../kit/tone.ts';

const rtsp = { kind: 'rtsp', url: 'rtsp://camera/', username: '', password: '' } as const;

function listen(
  states: { sub?: StreamState; main?: StreamState } = {},
  spec: typeof rtsp | typeof demoSpec = rtsp,
) {
  const { log, lines } = recordLog();
  const read: { key: CameraKey; reader: StreamReader; isClosed: boolean }[] = [];
  const heard: Pcm[] = [];
  const start = liveCameraAudio({
    live: {
      read(key, reader) {
        const entry = { key, reader, isClosed: false };
        read.push(entry);
        const close = () => {
          entry.isClosed = true;
        };
        return { resume() {}, close };
      },
      status: ({ profile }) => (states[profile] ? ({ state: states[profile] } as StreamStatus) : null),
    },
    ffmpeg: err('ffmpeg is not installed'),
    logger: log,
  });
  const stop = start(talkTarget(), spec, (audio) => heard.push(audio));
  return { read, heard, lines, stop };
}

const tracks = (audio: AudioTrack | null, more: Partial<TrackSet> = {}): TrackSet => ({
  video: null,
  audio,
  ...more,
});
const unit = (data: Uint8Array): AccessUnit => ({
  kind: 'audio',
  dtsMs: 0,
  ptsMs: 0,
  wallMs: 0,
  isKey: true,
  data,
});

describe('the sound of a camera', () => {
  it.each([
    ['pcmu', 8_000],
    ['pcma', 16_000],
    ['pcma', 44_100],
  ] as const)('is decoded from %s at %i Hz', (codec, sampleRate) => {
    const { read, heard } = listen();
    read[0]!.reader.tracks(tracks({ codec, sampleRate, channels: 1 }));
    for (let ms = 0; ms < 600; ms += 20) {
      read[0]!.reader.unit(unit(g711Encode(codec, makeTone(sampleRate, 500, 20, 0.2, ms))), 0);
    }
    const samples = Int16Array.from(heard.flatMap((part) => [...part.samples]));
    expect(Math.abs(dominantHz(samples, heard[0]!.rate) - 500)).toBeLessThan(5);
    expect(rms(samples)).toBeCloseTo(0.2, 1);
  });

  it('is decoded from Opus', () => {
    const { read, heard } = listen();
    const encoder = new OpusEncoder(48_000);
    read[0]!.reader.tracks(tracks({ codec: 'opus', sampleRate: 48_000, channels: 2 }));
    for (let ms = 0; ms < 600; ms += 20) {
      read[0]!.reader.unit(unit(encoder.encode(makeTone(48_000, 500, 20, 0.2, ms))!), 0);
    }
    const samples = Int16Array.from(heard.flatMap((part) => [...part.samples]));
    expect(Math.abs(dominantHz(samples, 16_000) - 500)).toBeLessThan(5);
  });

  it('comes from the stream that is being watched, else from the sub stream', () => {
    expect(listen({ main: 'live' }).read[0]!.key.profile).toBe('main');
    expect(listen({ main: 'live', sub: 'live' }).read[0]!.key.profile).toBe('sub');
    expect(listen({ main: 'retrying' }).read[0]!.key.profile).toBe('sub');
  });

  it('of an encrypted device does not leave the server', () => {
    const { read, heard } = listen();
    const encryption = {
      keyId: 'k',
      secret: createSecretKey(Buffer.alloc(16)),
    } as unknown as TrackSet['encryption'];
    read[0]!.reader.tracks(tracks({ codec: 'pcmu', sampleRate: 8_000, channels: 1 }, { encryption }));
    read[0]!.reader.unit(unit(new Uint8Array(160)), 0);
    expect(heard).toEqual([]);
  });

  it('is not heard if it is AAC and there is no ffmpeg: the log says so', () => {
    const { read, lines } = listen();
    const config = Uint8Array.of(0x14, 0x08);
    read[0]!.reader.tracks(tracks({ codec: 'aac', sampleRate: 16_000, channels: 1, config }));
    read[0]!.reader.unit(unit(new Uint8Array(160)), 0);
    expect(lines.join()).toContain('AAC cannot be decoded: ffmpeg is not installed');
  });

  it('ends with the talk', () => {
    const { read, heard, stop } = listen();
    read[0]!.reader.tracks(tracks({ codec: 'pcmu', sampleRate: 8_000, channels: 1 }));
    stop();
    read[0]!.reader.unit(unit(new Uint8Array(160)), 0);
    expect([read[0]!.isClosed, heard]).toEqual([true, []]);
  });

  it('of a demo camera is its echo', () => {
    expect(listen({}, demoSpec).read).toEqual([]);
  });
});

describe('headers of AAC frames', () => {
  it('name the format of the frame', () => {
    const config = aacLcConfig(16_000, 1);
    if (!config.ok) throw new Error(config.error.message);
    const frame = adtsFrame(config.value, Uint8Array.of(1, 2, 3))!;
    // AAC-LC, 16 kHz, one channel, 10 bytes.
    expect([...frame]).toEqual([0xff, 0xf1, 0x60, 0x40, 0x01, 0x5f, 0xfc, 1, 2, 3]);
  });

  it.each([
    ['a rate without an index', Uint8Array.of(0x17, 0x80, 0x1f, 0x40, 0x08), 3],
    ['an object type that they cannot express', Uint8Array.of(0xf8, 0x10), 3],
    ['a frame that is too long', Uint8Array.of(0x14, 0x08), 8_200],
  ])('cannot be written for %s', (_, config, length) => {
    expect(adtsFrame(config, new Uint8Array(length))).toBeNull();
  });
});
