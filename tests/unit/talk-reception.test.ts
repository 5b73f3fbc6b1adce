import { expect } from 'expect';
import { it } from 'vitest';
import { createReception } from '../../lib/media/gateway/peers/reception.ts';

const packet = (index: number) => [index, (index * 960) >>> 0] as const;

it('reports nothing before the first packet', () => {
  expect(createReception().report()).toBeNull();
});

it('reports the loss since the last report and since the beginning', () => {
  const reception = createReception();
  for (const index of [10, 11, 13]) reception.received(...packet(index), 7, index * 20);
  expect(reception.report()).toEqual({
    ssrc: 7,
    fractionLost: 64,
    packetsLost: 1,
    highestSequence: 13,
    jitter: 0,
  });
  for (const index of [14, 15]) reception.received(...packet(index), 7, index * 20);
  expect(reception.report()).toMatchObject({ fractionLost: 0, packetsLost: 1, highestSequence: 15 });
  expect(reception.report()).toMatchObject({ fractionLost: 0, packetsLost: 1 });
});

it('counts a late packet as received, and wraps in the sequence number', () => {
  const reception = createReception();
  for (const index of [65_535, 65_537, 65_536]) reception.received(...packet(index), 7, index * 20);
  expect(reception.report()).toMatchObject({ packetsLost: 0, highestSequence: 65_537 });
});

it('counts anew for another sender', () => {
  const reception = createReception();
  for (const index of [1, 5]) reception.received(...packet(index), 7, index * 20);
  reception.received(...packet(900), 8, 100);
  expect(reception.report()).toMatchObject({
    ssrc: 8,
    fractionLost: 0,
    packetsLost: 0,
    highestSequence: 900,
  });
});

it('measures the jitter, also where timestamps wrap', () => {
  const reception = createReception();
  // Each other packet is 16 ms late: the average difference approaches 16 ms, 768 units.
  for (let index = 0; index < 400; index += 1) {
    const timestamp = (2 ** 32 - 100_000 + index * 960) % 2 ** 32;
    reception.received(index, timestamp, 7, index * 20 + (index % 2) * 16);
  }
  expect(reception.report()?.jitter).toBe(768);
});
