import { expect } from 'expect';
import { describe, it } from 'vitest';
import { ReorderBuffer } from '../../lib/media/sources/rtsp/udp/reorder-buffer.ts';
import { FakeClock } from '../kit/fake-clock.ts';
import { makeRtp } from '../kit/rtp-bits.ts';
import { rounds } from '../kit/soak.ts';

const waitMs = 60;

function setUp(maxPackets?: number) {
  const clock = new FakeClock();
  const delivered: number[] = [];
  const buffer = new ReorderBuffer({
    clock,
    maxWaitMs: waitMs,
    ...(maxPackets === undefined ? {} : { maxPackets }),
    deliver: (bytes) => delivered.push((bytes[2]! << 8) | bytes[3]!),
  });
  const push = (...sequences: number[]) => {
    for (const sequence of sequences) buffer.push(makeRtp({ sequence, timestamp: 0 }, Buffer.alloc(1)));
  };
  return { clock, delivered, buffer, push };
}

describe('the buffer that puts RTP packets in order', () => {
  it('passes on at once what is in order, and sets no timer', () => {
    const { delivered, push, clock } = setUp();
    push(7, 8, 9);
    expect(delivered).toEqual([7, 8, 9]);
    expect(clock.pending).toBe(0);
  });

  it('puts packets that overtook each other in order, also where the numbers wrap', () => {
    const { delivered, push, clock } = setUp();
    push(65_534, 0, 65_535, 2, 1);
    expect(delivered).toEqual([65_534, 65_535, 0, 1, 2]);
    expect(clock.pending).toBe(0);
  });

  it('drops what came before, and what came too late', async () => {
    const { delivered, push, clock, buffer } = setUp();
    push(1, 1, 3, 3);
    await clock.advance(waitMs);
    push(2, 1, 4);
    expect(delivered).toEqual([1, 3, 4]);
    expect(buffer.lostPackets).toBe(1);
  });

  it('gives up on a missing packet after its time, each gap by itself', async () => {
    const { delivered, push, clock, buffer } = setUp();
    push(1, 3);
    await clock.advance(waitMs / 2);
    push(5);
    expect(delivered).toEqual([1]);
    await clock.advance(waitMs / 2);
    expect(delivered).toEqual([1, 3]);
    await clock.advance(waitMs / 2);
    expect(delivered).toEqual([1, 3, 5]);
    expect(buffer.lostPackets).toBe(2);
  });

  it('holds no more packets than its limit', () => {
    const { delivered, push, buffer } = setUp(4);
    push(1, 3, 4, 5, 6, 7);
    expect(delivered).toEqual([1, 3, 4, 5, 6, 7]);
    expect(buffer.heldPackets).toBe(0);
  });

  it('follows a camera that begins to count anew, once two packets agree', () => {
    const { delivered, push } = setUp();
    push(100, 101, 40_000, 102);
    expect(delivered).toEqual([100, 101, 102]);
    push(40_001, 40_002, 40_003);
    expect(delivered).toEqual([100, 101, 102, 40_001, 40_002, 40_003]);
  });

  it('accepts another sender only when the first one is silent', async () => {
    const { delivered, buffer, clock } = setUp();
    const from = (ssrc: number, sequence: number) =>
      buffer.push(makeRtp({ sequence, timestamp: 0, ssrc }, Buffer.alloc(1)));
    from(1, 10);
    from(2, 500);
    from(1, 11);
    expect(delivered).toEqual([10, 11]);
    await clock.advance(500);
    from(2, 501);
    from(1, 12);
    from(2, 502);
    expect(delivered).toEqual([10, 11, 501, 502]);
  });

  it('ignores what is not RTP, and everything after stop', () => {
    const { delivered, buffer, push, clock } = setUp();
    buffer.push(Buffer.alloc(11, 0x80));
    buffer.push(Buffer.alloc(40));
    push(1, 3);
    buffer.stop();
    push(2);
    expect(delivered).toEqual([1]);
    expect(clock.pending).toBe(0);
  });

  it('delivers rising numbers, each at most once, whatever the network does', async () => {
    for (let round = 0; round < rounds(100, 5_000); round += 1) {
      const seed = Number(process.env.ORIEL_SEED ?? Math.floor(Math.random() * 2 ** 31));
      const random = randomOf(seed);
      const { delivered, buffer, push, clock } = setUp(64);
      let next = Math.floor(random() * 65_536);
      const first = next;
      const sent = new Set<number>();
      for (let step = 0; step < 300; step += 1) {
        const burst = Array.from({ length: 1 + Math.floor(random() * 6) }, () => {
          next += 1;
          return next & 0xffff;
        }).filter(() => random() > 0.05);
        burst.sort(() => random() - 0.5);
        for (const sequence of burst) {
          sent.add(sequence);
          push(sequence);
          if (random() < 0.05) push(sequence);
        }
        await clock.advance(random() * 20);
      }
      await clock.advance(waitMs);
      const rise = delivered.map((sequence) => (sequence - first) & 0xffff);
      const failure = `ORIEL_SEED=${seed}`;
      expect([failure, rise.every((value, at) => at === 0 || value > rise[at - 1]!)]).toEqual([
        failure,
        true,
      ]);
      expect([failure, delivered.every((sequence) => sent.has(sequence))]).toEqual([failure, true]);
      expect([failure, buffer.heldPackets, clock.pending]).toEqual([failure, 0, 0]);
    }
  });
});

/** Mulberry32. */
function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
