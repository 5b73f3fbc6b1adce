import { rmSync } from 'node:fs';
import { expect } from 'expect';
import { afterEach, beforeEach, describe, it } from 'vitest';
import { createRecordingReader } from '../../lib/media/recordings/recording-reader.ts';
import { RecordingCamera, recordingKey } from '../kit/recording-camera.ts';
import { scratchFolder } from '../kit/scratch-folder.ts';
import { StampedSource } from '../kit/stamped-source.ts';

let root: string;
beforeEach(() => {
  root = scratchFolder('oriel-recorder-clock-');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const recordedMs = 150_000;

describe('a camera whose clock runs at another speed', () => {
  it.each([
    [25, 0.84],
    [25, 1.176],
    [25, 0.7],
    [25, 1.3],
    [5, 0.96],
    [1, 0.7],
    [1, 1.3],
  ])('%d frames per second, stamped at %d: is recorded without gap or overlap', async (fps, speed) => {
    const camera = new RecordingCamera(root, {
      source: (clock) => new StampedSource(clock, { fps, speed, groupMs: 2_000 }),
    });
    const startedAt = camera.clock.now();
    await camera.record(recordedMs);
    await camera.stop();
    const gops = await createRecordingReader(root).gops(recordingKey, 0, Number.MAX_SAFE_INTEGER);
    expect(gops.filter(({ startsRun }) => startsRun)).toHaveLength(1);
    const ends = gops.map(({ startMs, durationMs }) => startMs + durationMs);
    const distances = gops.slice(1).map(({ startMs }, index) => Math.abs(startMs - ends[index]!));
    expect(Math.max(...distances)).toBeLessThan(2);
    expect(Math.abs(ends.at(-1)! - startedAt - recordedMs)).toBeLessThan(3_000);
  });
});
