/** The first and the last frame of a civil day, on the days on which clocks change, in three zones. */
import { rmSync } from 'node:fs';
import { expect } from 'expect';
import { afterAll, afterEach, beforeAll, beforeEach, it } from 'vitest';
import { recordedRange } from '../../lib/domain/recordings/recorded-range.ts';
import { parseEzopen } from '../../lib/ezopen/address.ts';
import { zoneOf } from '../../lib/kernel/zone-time.ts';
import { type PlaybackServer, playbackServer, recordedKey } from '../kit/playback-server.ts';
import { framesByFfmpeg } from '../kit/playlist-frames.ts';
import { demoFps, demoFrameAt, recordMinutes } from '../kit/recorded-minutes.ts';
import { scratchFolder } from '../kit/scratch-folder.ts';

const second = 1_000;
const days = [
  ['America/New_York', '20250309', '2025-03-09T05:00:00Z', '2025-03-10T04:00:00Z'],
  ['Europe/Berlin', '20251026', '2025-10-25T22:00:00Z', '2025-10-26T23:00:00Z'],
  ['Australia/Lord_Howe', '20250406', '2025-04-05T13:00:00Z', '2025-04-06T13:30:00Z'],
] as const;

let root: string;
let server: PlaybackServer;

beforeAll(async () => {
  root = scratchFolder('oriel-zones-');
  // Across each midnight: 4 s of the day before or after, 4 s of the day.
  for (const midnight of days.flatMap(([, , begin, end]) => [begin, end]))
    await recordMinutes({
      root,
      key: recordedKey,
      from: Date.parse(midnight) - 4 * second,
      durationMs: 8 * second,
    });
}, 60_000);
afterAll(() => rmSync(root, { recursive: true, force: true }));
beforeEach(async () => {
  server = await playbackServer(root);
});
afterEach(() => server.close());

it.each(days)(
  '%s on %s: every frame from midnight to midnight, and no other',
  async (name, date, begin, end) => {
    const address = parseEzopen(`ezopen://h/S/1.cloud.rec?begin=${date}`);
    if (!address.ok) throw new Error(address.error);
    const { fromMs, toMs } = recordedRange(address.value, zoneOf(name), Date.parse('2025-12-01'));
    const frames = await framesByFfmpeg(['-i', server.signed(fromMs, toMs)]);
    const numbers = (from: number) =>
      Array.from({ length: 4 * demoFps }, (_, index) => demoFrameAt(from) + index);
    expect(frames).toEqual([...numbers(Date.parse(begin)), ...numbers(Date.parse(end) - 4 * second)]);
  },
  60_000,
);
