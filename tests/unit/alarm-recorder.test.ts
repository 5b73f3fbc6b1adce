import { rmSync } from 'node:fs';
import { expect } from 'expect';
import { afterEach, beforeEach, it } from 'vitest';
import { RecordingCamera, segmentFiles } from '../kit/recording-camera.ts';
import { scratchFolder } from '../kit/scratch-folder.ts';

const afterMs = 10_000;
let root: string;
let camera: RecordingCamera;
beforeEach(async () => {
  root = scratchFolder('oriel-alarm-recorder-');
  camera = new RecordingCamera(root, { when: { beforeMs: 10_000, afterMs } });
  await camera.record(30_000);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const hour = 3_600_000;

it('an alarm that is reported an hour late records nothing of what happens now', async () => {
  const now = camera.clock.now();
  camera.recorder.trigger(now - hour, afterMs);
  await camera.record(5_000);
  expect(segmentFiles(root)).toEqual([]);
  // What precedes the next alarm was not lost by it.
  camera.recorder.trigger(camera.clock.now(), afterMs);
  await camera.record(20_000);
  await camera.stop();
  expect(camera.index.rows[0]!.startMs).toBeLessThan(now - 3_000);
});

it('of an alarm that is reported some seconds late, what is still in memory is recorded, and nothing after it', async () => {
  const now = camera.clock.now();
  camera.recorder.trigger(now - 14_000, afterMs);
  await camera.record(5_000);
  await camera.stop();
  const [row] = camera.index.rows;
  expect(camera.index.rows).toHaveLength(1);
  expect(row!.kind).toBe('alarm');
  expect(row!.startMs).toBeLessThan(now - 8_000);
  // Up to the end of its last GOP.
  expect(row!.endMs).toBeGreaterThan(now - 4_100);
  expect(row!.endMs).toBeLessThan(now - 1_000);
});
