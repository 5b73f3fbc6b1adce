import { expect } from 'expect';
import { it } from 'vitest';
import { ScreenLatency } from '../../player-frame/engines/media-source/screen-latency.ts';
import { StreamClock } from '../../player-frame/engines/stream-clock.ts';

const startAt = 1_760_000_000_000;

/** A stream whose media time is 0 at `startAt`, and whose frames have arrived with these delays. */
function stream(delays: Readonly<Record<number, number>>): ScreenLatency {
  const clock = new StreamClock();
  clock.add({ mediaMs: 0, wallMs: startAt, serverMs: startAt, isFrame: true }, startAt);
  const latency = new ScreenLatency(clock);
  for (const [mediaMs, delayMs] of Object.entries(delays))
    latency.received(Number(mediaMs), startAt + Number(mediaMs) + delayMs);
  return latency;
}

it('is that of the frame that appeared since the last reading', () => {
  const latency = stream({ 1000: 2, 1040: 2 });
  latency.appeared(1_000, startAt + 1_110);
  expect(latency.read(1_010, startAt + 1_130)).toBe(110);
});

it('grows while no frame appears, because playback waits for data', () => {
  const latency = stream({ 1000: 2, 1040: 2 });
  latency.appeared(1_000, startAt + 1_110);
  expect([1_200, 1_500, 3_000].map((now) => latency.read(1_010, startAt + now))).toEqual([110, 490, 1_990]);
});

it('is the delay of the newest frame if playback is ahead of the data', () => {
  const latency = stream({ 1000: 400, 2000: 1_700 });
  latency.appeared(1_000, startAt + 1_400);
  expect(latency.read(2_050, startAt + 3_700)).toBe(1_700);
  expect(latency.read(3_600, startAt + 4_600)).toBe(1_700);
});

it('is unknown before the first clock tag', () => {
  expect(new ScreenLatency(new StreamClock()).read(0, startAt)).toBeNull();
});
