import type { Socket } from 'node:dgram';
import { EventEmitter } from 'node:events';
import { expect } from 'expect';
import fc from 'fast-check';
import { describe, it } from 'vitest';
import { aacSetup } from '../../lib/codec/aac.ts';
import { parseAvcConfig } from '../../lib/codec/avc-config.ts';
import { FlvDemuxer } from '../../lib/codec/flv/flv-demuxer.ts';
import { parseH264Sps } from '../../lib/codec/h264-sps.ts';
import { parseH265Sps } from '../../lib/codec/h265-sps.ts';
import { splitAnnexB, splitLengthPrefixed } from '../../lib/codec/nal.ts';
import { ParameterSets } from '../../lib/codec/parameter-sets.ts';
import { isSameForDecoder } from '../../lib/codec/timing-free.ts';
import { parseCameraUrl } from '../../lib/media/net/camera-url.ts';
import { authorization, parseChallenges, pickChallenge } from '../../lib/media/net/digest-auth.ts';
import { parseStreamMuxConfig } from '../../lib/media/sources/rtsp/latm.ts';
import { LiveTimes } from '../../lib/media/sources/rtsp/live-times.ts';
import { MediaReceiver } from '../../lib/media/sources/rtsp/media-receiver.ts';
import { pickTracks, type TrackPlan } from '../../lib/media/sources/rtsp/pick-tracks.ts';
import { RtspReader } from '../../lib/media/sources/rtsp/rtsp-reader.ts';
import { parseSdp } from '../../lib/media/sources/rtsp/sdp.ts';
import { UdpTrack } from '../../lib/media/sources/rtsp/udp/udp-track.ts';
import { FakeClock } from '../kit/fake-clock.ts';
import { makePps, makeSlice, makeSps } from '../kit/h264-bits.ts';
import { mutated, propertyRun } from '../kit/mutation.ts';
import { fragmentH264, fragmentH265, interleaved, makeRtp, makeSenderReport } from '../kit/rtp-bits.ts';
import { aacConfig, h265Sps, longSdp } from '../kit/rtsp-samples.ts';
import { SourceRecorder } from '../kit/source-recorder.ts';

const text = (value: string): Uint8Array => new Uint8Array(Buffer.from(value, 'utf8'));

describe('RTSP reader', () => {
  const answer = `RTSP/1.0 200 OK\r\nCSeq: 2\r\nContent-Length: 5\r\n\r\nhello`;
  const stream = Buffer.concat([
    Buffer.from(answer),
    interleaved(0, makeRtp({ sequence: 1, timestamp: 0 }, makeSlice(true, 200))),
    Buffer.from('OPTIONS rtsp://x RTSP/1.0\r\nCSeq: 9\r\n\r\n'),
    interleaved(1, makeSenderReport(1_760_000_000_000, 0)),
  ]);

  it('gives the same result for any split of the bytes', () => {
    propertyRun(
      'rtsp-reader cuts',
      2_000,
      fc.array(fc.integer({ min: 1, max: stream.length - 1 })),
      (cuts) => {
        const seen: string[] = [];
        const reader = new RtspReader({
          message: (message) => seen.push(`${message.kind} ${Buffer.from(message.body).toString()}`),
          packet: (channel, payload) => seen.push(`packet ${channel} ${payload.length}`),
        });
        const edges = [0, ...[...new Set(cuts)].sort((a, b) => a - b), stream.length];
        for (let i = 1; i < edges.length; i += 1) {
          expect(reader.push(stream.subarray(edges[i - 1], edges[i]))).toBeNull();
        }
        expect(seen).toEqual(['response hello', 'packet 0 212', 'request ', 'packet 1 28']);
      },
    );
  });

  it.each([false, true])(
    'survives 20,000 mutated streams (stray bytes forgiven: %s)',
    (toleratesStrayBytes) => {
      propertyRun('rtsp-reader', 20_000, mutated(stream), (bytes) => {
        const reader = new RtspReader({ message() {}, packet() {} });
        reader.toleratesStrayBytes = toleratesStrayBytes;
        reader.push(Buffer.from(bytes));
      });
    },
  );
});

describe('session descriptions', () => {
  it('parses the sample', () => {
    const sdp = parseSdp(text(longSdp));
    if (!sdp.ok) throw new Error(sdp.error);
    expect(pickTracks(sdp.value)).toMatchObject({
      video: { codec: 'h264', payloadType: 96, control: 'trackID=1' },
      audio: {
        packing: 'mpeg4Generic',
        sizeBits: 13,
        indexBits: 3,
        track: { codec: 'aac', sampleRate: 16_000 },
      },
      skipped: [{ kind: 'audio', encoding: 'G726-32', reason: 'codec not supported' }],
    });
  });

  it('survives 20,000 mutated ones', () => {
    propertyRun('sdp', 20_000, mutated(text(longSdp)), (bytes) => {
      const sdp = parseSdp(bytes);
      if (sdp.ok)
        for (const skipped of pickTracks(sdp.value).skipped)
          expect(skipped.encoding).toMatch(/^[\x21-\x7e]*$/);
    });
  });
});

describe('RTP of both tracks', () => {
  const plan = (video: 'h264' | 'h265', packing: 'mpeg4Generic' | 'latm' | 'g711'): TrackPlan => ({
    video: {
      ...{ codec: video, payloadType: 96, clockRate: 90_000, control: null, parameterSets: [] },
      ...{ keyFrameRequest: null, hasFeedback: false, group: null },
    },
    audio: {
      packing,
      payloadType: 97,
      clockRate: 16_000,
      control: null,
      ...{ hasFeedback: false, group: null },
      track: { codec: 'aac', sampleRate: 16_000, channels: 1, config: aacConfig },
      samplesPerFrame: 1_024,
      sizeBits: 13,
      indexBits: 3,
    },
    skipped: [],
  });

  const h264Payloads = [makeSps(640, 368), makePps(), makeSlice(true, 900), makeSlice(false, 300)].flatMap(
    (nal) => fragmentH264(nal, 200),
  );
  const stapA = Uint8Array.from([24, 0, 3, 0x67, 1, 2, 0, 2, 0x68, 1]);
  const h265Payloads = [h265Sps, Uint8Array.from([0x26, 1, ...new Uint8Array(900).fill(0x5a)])].flatMap(
    (nal) => fragmentH265(nal, 200),
  );
  const aggregation = Uint8Array.from([48 << 1, 1, 0, 3, 0x40, 1, 9, 0, 3, 0x42, 1, 9]);
  const aacTwo = Uint8Array.from([0, 32, 0, 5 << 3, 0, 4 << 3, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  const latm = Uint8Array.from([3, 9, 9, 9]);

  /** Packets behind 2-byte lengths, so that one mutation can reach any of them. */
  const pack = (payloads: readonly Uint8Array[], payloadType: number): Uint8Array =>
    Buffer.concat(
      payloads.map((payload, index) => {
        const packet = makeRtp(
          { sequence: index, timestamp: index * 3_600, isMarked: index % 2 === 1, payloadType },
          payload,
        );
        return Buffer.concat([Buffer.from([packet.length >> 8, packet.length & 0xff]), packet]);
      }),
    );

  const unpack = (bytes: Uint8Array): Uint8Array[] => {
    const packets: Uint8Array[] = [];
    for (let at = 0; at + 2 <= bytes.length; ) {
      const end = at + 2 + ((bytes[at]! << 8) | bytes[at + 1]!);
      packets.push(bytes.subarray(at + 2, Math.min(end, bytes.length)));
      at = end;
    }
    return packets;
  };

  it.each([
    ['H.264', 'video', plan('h264', 'g711'), pack([...h264Payloads, stapA], 96)],
    ['H.265', 'video', plan('h265', 'g711'), pack([...h265Payloads, aggregation], 96)],
    ['AAC', 'audio', plan('h264', 'mpeg4Generic'), pack([aacTwo, aacTwo], 97)],
    ['LATM', 'audio', plan('h264', 'latm'), pack([latm, latm], 97)],
    ['G.711', 'audio', plan('h264', 'g711'), pack([new Uint8Array(160)], 97)],
  ] as const)(
    'survives 20,000 mutated %s packet runs; the output remains valid',
    (name, kind, tracks, sample) => {
      propertyRun(name, 20_000, mutated(sample), (bytes) => {
        const clock = new FakeClock();
        const recorder = new SourceRecorder();
        const receiver = new MediaReceiver({
          plan: tracks,
          clock,
          sink: recorder,
          times: new LiveTimes(tracks, clock, {}),
          onGoodbye() {},
          requestKeyFrame() {},
        });
        for (const packet of unpack(bytes)) receiver.rtp(kind, packet);
        if (recorder.units.length > 0) expect(recorder.order[0]).toBe('tracks');
        let last = Number.NEGATIVE_INFINITY;
        let total = 0;
        for (const unit of recorder.units) {
          expect(unit.dtsMs).toBeGreaterThanOrEqual(last);
          last = unit.dtsMs;
          total += unit.data.length;
        }
        // No output is larger than the input, except for a length before each unit.
        expect(total).toBeLessThanOrEqual(bytes.length + recorder.units.length * 4 * 16);
      });
    },
  );

  it('survives 20,000 runs of mutated packets by UDP, and holds no more than its limits', () => {
    const run = [65_534, 0, 65_535, 1, 3, 2, 4].map((sequence) =>
      makeRtp({ sequence, timestamp: 5, isMarked: true }, makeSlice(false, 60)),
    );
    const report = makeSenderReport(1_760_000_000_000, 90_000);
    const sample = Buffer.concat(
      [...run, report].flatMap((packet) => [Buffer.of(packet.length >> 8, packet.length & 0xff), packet]),
    );
    propertyRun('udp', 20_000, mutated(sample), (bytes) => {
      const sockets = [new EventEmitter(), new EventEmitter()];
      const sent: Buffer[] = [];
      for (const socket of sockets) Object.assign(socket, { send: (packet: Buffer) => sent.push(packet) });
      const [rtp, rtcp] = sockets as unknown as Socket[];
      let delivered = 0;
      const clock = new FakeClock();
      const track = new UdpTrack({
        ...{ rtp: rtp!, rtcp: rtcp!, remote: '192.0.2.1', clock, clockRate: 90_000, keyFrameRequest: 'fir' },
        onRtp: (packet) => {
          delivered += packet.length;
        },
        onRtcp: () => {},
      });
      track.punch({ rtp: 6_000, rtcp: 6_001 });
      for (const packet of unpack(bytes)) {
        for (const socket of sockets) socket.emit('message', Buffer.from(packet), { address: '192.0.2.1' });
      }
      track.requestKeyFrame();
      expect(delivered).toBeLessThanOrEqual(bytes.length);
      expect(clock.pending).toBeLessThanOrEqual(1);
      for (const packet of sent) expect(packet.length % 4).toBe(0);
      expect(track.reception.lostShare ?? 0).toBeLessThanOrEqual(1);
      track.close();
      expect(clock.pending).toBe(0);
    });
  });

  it('survives 20,000 mutated control packets', () => {
    const compound = Buffer.concat([
      makeSenderReport(1_760_000_000_000, 90_000),
      Buffer.from([0x81, 203, 0, 1, 0, 0, 0, 1]),
    ]);
    propertyRun('rtcp', 20_000, mutated(compound), (bytes) => {
      const receiver = new MediaReceiver({
        plan: plan('h264', 'g711'),
        clock: new FakeClock(),
        sink: new SourceRecorder(),
        times: new LiveTimes(plan('h264', 'g711'), new FakeClock(), {}),
        onGoodbye() {},
        requestKeyFrame() {},
      });
      receiver.rtcp('video', bytes);
      receiver.rtp('video', makeRtp({ sequence: 1, timestamp: 5, isMarked: true }, makeSlice(true, 50)));
      expect(Number.isFinite(receiver.clockSkewMs ?? 0)).toBe(true);
    });
  });
});

describe('codec headers', () => {
  it('survives 20,000 mutated H.264 parameter sets; sizes remain plausible', () => {
    propertyRun('h264 sps', 20_000, mutated(makeSps(1920, 1088)), (bytes) => {
      isSameForDecoder('h264', bytes, makeSps(1920, 1088));
      const sps = parseH264Sps(bytes);
      if (!sps.ok) return;
      for (const side of [sps.value.width, sps.value.height]) {
        expect(Number.isInteger(side) && side >= 1 && side <= 16_384).toBe(true);
      }
    });
  });

  it('survives 20,000 mutated H.265 parameter sets; sizes remain plausible', () => {
    propertyRun('h265 sps', 20_000, mutated(h265Sps), (bytes) => {
      isSameForDecoder('h265', bytes, h265Sps);
      const sps = parseH265Sps(bytes);
      if (!sps.ok) return;
      for (const side of [sps.value.width, sps.value.height]) {
        expect(Number.isInteger(side) && side >= 1 && side <= 16_384).toBe(true);
      }
    });
  });

  it('survives 20,000 mutated audio configurations and units', () => {
    propertyRun('aac', 20_000, mutated(aacConfig), (bytes) => {
      aacSetup(bytes);
      parseStreamMuxConfig(bytes);
      splitAnnexB(bytes);
      splitLengthPrefixed(bytes);
      parseAvcConfig(bytes);
      const sets = new ParameterSets('h264');
      sets.offer([bytes, makePps()]);
      sets.takeChange();
    });
  });

  it('parses encoder output with any content of the units', () => {
    const unit = fc.uint8Array({ minLength: 1, maxLength: 40 }).map((bytes) => {
      const clean = bytes.map((byte) => Math.max(1, byte)); // no start code inside, no zero at the end
      return clean;
    });
    propertyRun('annex b', 5_000, fc.array(unit, { maxLength: 6 }), (units) => {
      const bytes = Buffer.concat(units.flatMap((nal) => [Buffer.from([0, 0, 1]), Buffer.from(nal)]));
      expect(splitAnnexB(bytes).map((nal) => [...nal])).toEqual(units.map((nal) => [...nal]));
    });
  });
});

describe('texts from the camera and the operator', () => {
  it.each(['"', ' ', ',', '\\"', 'a=', 'a="', 'a ', 'Digest realm="a\\"b"', '=', '\t,', 'a= '])(
    'reads a 16 KB challenge made of %j in linear time',
    (unit) => {
      const header = unit.repeat(16_384 / unit.length);
      parseChallenges([header]);
      parseChallenges([`Digest realm="${header}`]);
    },
  );

  it.each(['R', 'RTSP/', 'A', '$', '\n', 'ABCD ', 'RTSP/1.0 200 OK\r\n', 'A b RTSP/1.0\r\n\r\n'])(
    'reads 16 KB of %j, byte by byte, in linear time',
    (unit) => {
      const bytes = Buffer.from(unit.repeat(16_384 / unit.length));
      for (const toleratesStrayBytes of [false, true]) {
        const reader = new RtspReader({ message() {}, packet() {} });
        reader.toleratesStrayBytes = toleratesStrayBytes;
        for (let at = 0; at < bytes.length; at += 1)
          if (reader.push(bytes.subarray(at, at + 1)) !== null) break;
      }
    },
  );

  it('survives 20,000 mutated challenges; the answer has no line break', () => {
    const sample = text(
      'Digest realm="a\\"b", nonce="n,=", qop="auth,auth-int", algorithm=SHA-256, Basic realm="x"',
    );
    propertyRun('challenge', 20_000, mutated(sample), (bytes) => {
      const offer = pickChallenge(
        parseChallenges([
          Buffer.from(bytes)
            .toString('latin1')
            .replace(/[\r\n]/g, ''),
        ]),
      );
      if (offer === null) return;
      const who = { username: 'u', password: 'p' };
      expect(
        authorization(offer, who, { method: 'PLAY', uri: 'rtsp://x', count: 1, clientNonce: 'c' }),
      ).not.toMatch(/[\r\n]/);
    });
  });

  it('survives 20,000 mutated camera addresses; no part of the login is left or repeated', () => {
    const canary = 'Zq9canary';
    const sample = text(`rtsp://user:${canary}@10.0.0.7:8554/Streaming/Channels/101?a=b`);
    propertyRun('camera url', 20_000, mutated(sample), (bytes) => {
      const input = Buffer.from(bytes).toString('latin1');
      const parsed = parseCameraUrl(input);
      if (!parsed.ok) {
        expect(parsed.error.message).not.toContain(canary);
        return;
      }
      expect(parsed.value.label).not.toContain(canary);
      expect(parsed.value.url).not.toMatch(/[\s\\]|^-/);
      const again = parseCameraUrl(parsed.value.url);
      expect(again).toMatchObject({ ok: true, value: { url: parsed.value.url, username: '', password: '' } });
    });
  });
});

describe('output of the converter', () => {
  it('survives 20,000 mutated FLV streams', () => {
    const tag = (type: number, body: number[]) => [
      type,
      0,
      0,
      body.length,
      0,
      0,
      9,
      0,
      0,
      0,
      0,
      ...body,
      0,
      0,
      0,
      body.length + 11,
    ];
    const flv = Uint8Array.from([
      ...Buffer.from('FLV'),
      1,
      1,
      0,
      0,
      0,
      9,
      0,
      0,
      0,
      0,
      ...tag(18, [2, 0, 1, 65]),
      ...tag(9, [0x17, 0, 0, 0, 0, 1, 66, 0, 30, 0xff, 0xe1, 0, 1, 0x67, 1, 0, 1, 0x68]),
      ...tag(9, [0x17, 1, 0, 0, 0, 0, 0, 0, 2, 0x65, 0x88]),
    ]);
    propertyRun('flv', 20_000, mutated(flv), (bytes) => {
      new FlvDemuxer((event) => {
        if (event.type === 'videoConfig') parseAvcConfig(event.config.config);
      }).push(bytes);
    });
  });
});
