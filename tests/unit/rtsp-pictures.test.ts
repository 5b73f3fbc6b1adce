import { expect } from 'expect';
import { describe, it } from 'vitest';
import { BitWriter } from '../../lib/codec/bit-writer.ts';
import { areOfOnePicture } from '../../lib/codec/h264-counting.ts';
import { escapeNal, joinAnnexB, splitLengthPrefixed } from '../../lib/codec/nal.ts';
import type { AccessUnit } from '../../lib/media/ports.ts';
import { parseRtp } from '../../lib/media/sources/rtsp/rtp-packet.ts';
import { VideoReceiver } from '../../lib/media/sources/rtsp/video-receiver.ts';
import { FakeClock } from '../kit/fake-clock.ts';
import { makePps, makeSps } from '../kit/h264-bits.ts';
import { fragmentH264, fragmentH265, makeRtp } from '../kit/rtp-bits.ts';
import { h265Sps } from '../kit/rtsp-samples.ts';

type Codec = 'h264' | 'h265';

/** A receiver that gets packets in order, unless the test loses some. */
class Camera {
  readonly clock = new FakeClock();
  readonly units: AccessUnit[] = [];
  tracks = 0;
  private sequence = 0;
  private readonly receiver: VideoReceiver;

  constructor(readonly codec: Codec) {
    this.receiver = new VideoReceiver(
      {
        ...{ codec, payloadType: 96, clockRate: 90_000, control: null, parameterSets: [] },
        ...{ keyFrameRequest: null, hasFeedback: false, group: null },
      },
      {
        clock: this.clock,
        timeOf: (timestamp) => ({ ms: timestamp / 90, wallMs: timestamp / 90, hasJumped: false }),
        track: () => {
          this.tracks += 1;
        },
        unit: (unit) => this.units.push(unit),
        damaged: () => {},
      },
    );
  }

  send(timestamp: number, payload: Uint8Array, isMarked: boolean): void {
    this.sequence += 1;
    this.receiver.push(parseRtp(makeRtp({ sequence: this.sequence, timestamp, isMarked }, payload))!);
  }

  lose(): void {
    this.sequence += 1;
  }

  /** Number of slices of each picture that was passed on. */
  get slices(): number[] {
    return this.units.map(({ data }) => splitLengthPrefixed(data).filter(isSlice).length);
  }
}

/** Of what this file makes. */
const isSlice = (nal: Uint8Array): boolean => nal.length > 100;

/** Slices of a picture, large enough for several fragments. */
function slices(codec: Codec, frame: number, count: number, isKey = frame === 0): Uint8Array[] {
  return Array.from({ length: count }, (_, at) =>
    codec === 'h264' ? h264Slice({ frame, at, isKey }) : h265Slice(at === 0, isKey),
  );
}

function h264Slice(given: { frame: number; at: number; isKey: boolean; isReference?: boolean }): Uint8Array {
  const { frame, at, isKey, isReference = true } = given;
  const bits = new BitWriter();
  bits.bits((isReference ? 0x60 : 0) | (isKey ? 5 : 1), 8);
  for (const value of [at, isKey ? 7 : 5, 0]) bits.ue(value);
  bits.bits(frame, 4);
  if (isKey) bits.ue(frame % 2);
  for (let left = 100; left > 0; left -= 1) bits.bits(0x5a, 8);
  bits.trailing();
  return escapeNal(bits.written()).slice();
}

function h265Slice(isFirst: boolean, isKey: boolean): Uint8Array {
  return Uint8Array.from([
    (isKey ? 19 : 1) << 1,
    1,
    isFirst ? 0xa0 : 0x20,
    ...new Uint8Array(100).fill(0x5a),
  ]);
}

const sets: Record<Codec, readonly Uint8Array[]> = {
  h264: [makeSps(640, 368), makePps()],
  h265: [Uint8Array.of(0x40, 1, 0x0c, 1, 0xff), h265Sps, Uint8Array.of(0x44, 1, 0xc1, 0x72)],
};
const delimiter: Record<Codec, Uint8Array> = {
  h264: Uint8Array.of(9, 0xf0),
  h265: Uint8Array.of(0x46, 1, 0x50),
};
const information: Record<Codec, Uint8Array> = {
  h264: Uint8Array.of(6, 5, 1, 0x5a, 0x80),
  h265: Uint8Array.of(0x50, 1, 5, 1, 0x5a, 0x80),
};

/** Which packets have a marker. */
type Marks = 'last of picture' | 'last of unit' | 'last of slice' | 'all' | 'none';
const falseMarks = ['last of unit', 'last of slice', 'all', 'none'] as const satisfies Marks[];

function sendPicture(
  camera: Camera,
  timestamp: number,
  nals: readonly Uint8Array[],
  marks: Marks,
  pieceBytes = 40,
): void {
  const fragment = camera.codec === 'h264' ? fragmentH264 : fragmentH265;
  for (const [at, nal] of nals.entries()) {
    const pieces = fragment(nal, pieceBytes);
    for (const [part, piece] of pieces.entries()) {
      const endsUnit = part === pieces.length - 1;
      const isMarked = {
        'last of picture': endsUnit && at === nals.length - 1,
        'last of unit': endsUnit,
        'last of slice': endsUnit && isSlice(nal),
        all: true,
        none: false,
      }[marks];
      camera.send(timestamp, piece, isMarked);
    }
  }
}

const frames = 12;
const step = 3_600;

function play(camera: Camera, marks: Marks, sliceCount: number, pieceBytes = 40): void {
  for (let frame = 0; frame < frames; frame += 1) {
    const before = frame % 6 === 0 ? [...sets[camera.codec], information[camera.codec]] : [];
    const nals = [...before, ...slices(camera.codec, frame % 6, sliceCount)];
    sendPicture(camera, frame * step, nals, marks, pieceBytes);
  }
}

describe.each(['h264', 'h265'] as const)('pictures of a camera that sends %s', (codec) => {
  it.each(
    falseMarks.flatMap((marks) =>
      [1, 2, 4].flatMap((count) => [40, 1_000].map((bytes) => ({ marks, count, bytes }))),
    ),
  )(
    'are whole with $count slices in packets of $bytes bytes and a marker at: $marks',
    ({ marks, count, bytes }) => {
      const camera = new Camera(codec);
      play(camera, marks, count, bytes);
      camera.send(frames * step, delimiter[codec], false); // ends the last one
      expect(camera.slices).toEqual(Array(frames).fill(count));
      expect(camera.units.map(({ dtsMs }) => dtsMs)).toEqual(
        Array.from({ length: frames }, (_, at) => at * 40),
      );
      expect(camera.units.map(({ isKey }) => isKey).filter(Boolean)).toHaveLength(2);
      expect(camera.tracks).toBe(1);
    },
  );

  it('are passed on at the marker of a camera that sets it as it should', () => {
    const camera = new Camera(codec);
    for (let frame = 0; frame < 4; frame += 1) {
      const before = frame === 0 ? sets[codec] : [];
      sendPicture(camera, frame * step, [...before, ...slices(codec, frame, 2)], 'last of picture');
      // The first one waits for the proof that its marker is the last packet of a picture.
      expect(camera.units).toHaveLength(frame === 0 ? 0 : frame + 1);
    }
  });

  it('begin without delay if nothing follows the first one', async () => {
    const camera = new Camera(codec);
    sendPicture(camera, 0, [...sets[codec], ...slices(codec, 0, 2)], 'last of picture');
    await camera.clock.advance(40);
    expect(camera.slices).toEqual([2]);
    sendPicture(camera, 225_000, slices(codec, 1, 2), 'last of picture');
    expect(camera.slices).toEqual([2, 2]);
  });

  it('have no marker after the first ones: each ends where the next one begins', () => {
    const camera = new Camera(codec);
    sendPicture(camera, 0, [...sets[codec], ...slices(codec, 0, 2)], 'last of picture');
    for (let frame = 1; frame < 5; frame += 1)
      sendPicture(camera, frame * step, slices(codec, frame, 2), 'none');
    expect(camera.slices).toEqual([2, 2, 2, 2]);
  });

  it('have one slice at first, and later several with a marker each: one picture is incomplete', () => {
    const camera = new Camera(codec);
    sendPicture(camera, 0, [...sets[codec], ...slices(codec, 0, 1)], 'last of slice');
    for (let frame = 1; frame < 6; frame += 1)
      sendPicture(camera, frame * step, slices(codec, frame, frame < 3 ? 1 : 3), 'last of slice');
    camera.send(6 * step, delimiter[codec], false);
    expect(camera.slices).toEqual([1, 1, 1, 1, 3, 3]);
    expect(camera.units.map(({ dtsMs }) => dtsMs)).toEqual([0, 40, 80, 120, 160, 200]);
  });

  it.each(['information', 'delimiter', 'parameter sets'] as const)(
    'end at the marker although %s follows with the same timestamp',
    (what) => {
      const following = {
        information: [information[codec]],
        delimiter: [delimiter[codec]],
        'parameter sets': sets[codec],
      };
      const camera = new Camera(codec);
      sendPicture(camera, 0, [...sets[codec], ...slices(codec, 0, 2)], 'last of picture');
      for (let frame = 1; frame < 5; frame += 1) {
        sendPicture(camera, frame * step, slices(codec, frame, 2), 'last of picture');
        expect(camera.units).toHaveLength(frame + 1);
        sendPicture(camera, frame * step, following[what], 'last of picture');
      }
      expect(camera.slices).toEqual([2, 2, 2, 2, 2]);
    },
  );

  it.each(['last of picture', 'none'] as const)('are two if two share a timestamp, marker: %s', (marks) => {
    const camera = new Camera(codec);
    sendPicture(camera, 0, [...sets[codec], ...slices(codec, 0, 2)], 'last of picture');
    for (let frame = 1; frame < 7; frame += 1) {
      const timestamp = step * Math.floor((frame + 1) / 2);
      sendPicture(camera, timestamp, [delimiter[codec], ...slices(codec, frame, 2)], marks);
    }
    camera.send(9 * step, delimiter[codec], false);
    expect(camera.slices).toEqual([2, 2, 2, 2, 2, 2, 2]);
    const times = camera.units.map(({ dtsMs }) => Math.round(dtsMs));
    expect(new Set(times).size).toBe(times.length);
  });

  it('are whole behind lost packets, and a whole one before them stays whole', () => {
    const camera = new Camera(codec);
    sendPicture(camera, 0, [...sets[codec], ...slices(codec, 0, 2)], 'last of picture');
    camera.lose();
    sendPicture(camera, 2 * step, slices(codec, 2, 2), 'last of picture');
    sendPicture(camera, 3 * step, slices(codec, 3, 2).slice(0, 1), 'none');
    camera.lose();
    sendPicture(camera, 4 * step, slices(codec, 4, 2), 'last of picture');
    expect(camera.units[0]!.isKey).toBe(true);
    expect(camera.slices).toEqual([2, 2, 1, 2]);
  });

  it('without markers that can be trusted: of one with lost packets, the slices that are complete', () => {
    const camera = new Camera(codec);
    play(camera, 'last of slice', 3);
    sendPicture(camera, frames * step, slices(codec, 6, 3).slice(0, 2), 'last of slice');
    camera.lose();
    sendPicture(camera, (frames + 1) * step, slices(codec, 7, 3), 'last of slice');
    camera.send((frames + 2) * step, delimiter[codec], false);
    expect(camera.slices.slice(-3)).toEqual([3, 2, 3]);
  });

  describe('with start codes', () => {
    const codes: number[][][] = [[[0, 0, 1]], [[0, 0, 0, 1]]];
    const nals = (frame: number) => [...(frame % 6 === 0 ? sets[codec] : []), ...slices(codec, frame % 6, 2)];

    function whole(camera: Camera): void {
      expect(camera.units).toHaveLength(frames);
      for (const [frame, { data, isKey }] of camera.units.entries()) {
        expect(isKey).toBe(frame % 6 === 0);
        expect(splitLengthPrefixed(data).map((nal) => Buffer.from(nal).toString('hex'))).toEqual(
          slices(codec, frame % 6, 2).map((nal) => Buffer.from(nal).toString('hex')),
        );
      }
    }

    it.each(codes)('in front of units, whole or in fragments: %j', (prefix) => {
      for (const bytes of [40, 1_000]) {
        const camera = new Camera(codec);
        for (let frame = 0; frame < frames; frame += 1) {
          const coded = nals(frame).map((nal) => Uint8Array.of(...prefix, ...nal));
          sendPicture(camera, frame * step, coded, 'last of picture', bytes);
        }
        whole(camera);
      }
    });

    it('in front of payloads, fragments too', () => {
      const camera = new Camera(codec);
      const fragment = codec === 'h264' ? fragmentH264 : fragmentH265;
      for (let frame = 0; frame < frames; frame += 1) {
        const payloads = nals(frame).flatMap((nal) => fragment(nal, 40));
        for (const [at, payload] of payloads.entries())
          camera.send(frame * step, Uint8Array.of(0, 0, 0, 1, ...payload), at === payloads.length - 1);
      }
      whole(camera);
    });

    it.each(['in front and between', 'between'] as const)('%s the units of a payload', (where) => {
      const camera = new Camera(codec);
      for (let frame = 0; frame < frames; frame += 1) {
        const joined = joinAnnexB(nals(frame));
        camera.send(frame * step, where === 'between' ? joined.subarray(4) : joined, true);
      }
      whole(camera);
    });
  });
});

describe('H.264 pictures of which several slices are first ones', () => {
  it('are one picture: two fields of a frame, and nothing else with other numbers', () => {
    const counting = { frameNumBits: 4, orderBits: 4, hasColourPlanes: false, framesOnly: false };
    const slice = (frameNum: number, order: number, field: 'frame' | 'top' | 'bottom', head = 0x61) => {
      const bits = new BitWriter();
      bits.bits(head, 8);
      for (const value of [0, 5, 0]) bits.ue(value);
      bits.bits(frameNum, 4);
      bits.bits(field === 'frame' ? 0 : field === 'top' ? 0b10 : 0b11, field === 'frame' ? 1 : 2);
      if ((head & 0x1f) === 5) bits.ue(2);
      bits.bits(order, 4);
      bits.bits(0x5a, 8);
      bits.trailing();
      return bits.written().slice();
    };
    const isOne = (a: Uint8Array, b: Uint8Array) => areOfOnePicture(a, b, counting);
    expect(isOne(slice(3, 6, 'frame'), slice(3, 6, 'frame'))).toBe(true);
    expect(isOne(slice(0, 0, 'top', 0x65), slice(0, 1, 'bottom'))).toBe(true);
    expect(isOne(slice(3, 6, 'top'), slice(3, 6, 'bottom', 0x01))).toBe(true);
    expect(isOne(slice(3, 6, 'top'), slice(4, 8, 'bottom'))).toBe(false);
    expect(isOne(slice(3, 6, 'top'), slice(3, 8, 'top'))).toBe(false);
    expect(isOne(slice(3, 6, 'frame'), slice(4, 6, 'frame'))).toBe(false);
    expect(isOne(slice(3, 6, 'frame'), slice(3, 8, 'frame'))).toBe(false);
    expect(isOne(slice(3, 6, 'frame'), slice(3, 6, 'frame', 0x01))).toBe(false);
    // Parts of a partitioned slice, and one that is damaged.
    expect(isOne(slice(3, 6, 'frame', 0x62), Uint8Array.of(0x63, 0xff, 0xff, 0xff))).toBe(true);
    expect(isOne(slice(3, 6, 'frame'), Uint8Array.of(0x61))).toBe(true);
  });

  it('are one picture: redundant slices repeat their numbers', () => {
    const camera = new Camera('h264');
    for (let frame = 0; frame < 5; frame += 1) {
      const [slice] = slices('h264', frame, 1) as [Uint8Array];
      sendPicture(camera, frame * step, [...(frame === 0 ? sets.h264 : []), slice, slice], 'last of unit');
    }
    camera.send(5 * step, delimiter.h264, false);
    expect(camera.slices).toEqual([2, 2, 2, 2, 2]);
  });
});
