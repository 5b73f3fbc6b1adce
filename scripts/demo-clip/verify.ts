/** Verifies that a finished clip shows exactly the scene that x264 coded, whatever the strip above it shows. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { joinAnnexB, splitLengthPrefixed } from '../../lib/codec/nal.ts';
import type { VideoClip } from '../../lib/media/sources/demo/clip-format.ts';
import { DemoFrames } from '../../lib/media/sources/demo/demo-frames.ts';
import { demoHome } from '../../lib/media/sources/demo/demo-view.ts';
import { cutRows } from './planes.ts';

/**
 * Numbers of the groups in which a frame differs. `alone` is the decoded output of x264: 4:2:0 frames. They differ when
 * a motion vector reaches up into the strip, where x264 had the repeated edge of its frame.
 */
export function groupsThatDiffer(clip: VideoClip, alone: Uint8Array): ReadonlySet<number> {
  const rows = Math.ceil(clip.height / 16);
  const unmoved = (): never => {
    throw new Error('unreachable: nothing moves this camera');
  };
  const frames = new DemoFrames(clip, 0, unmoved, true);
  const units = [clip.sps, clip.pps];
  for (let index = 0; index < clip.frames.length; index += 1) {
    // Times far apart, so that the strip changes a lot.
    const madeAt = index * 98_765_432_1;
    units.push(
      ...splitLengthPrefixed(frames.next(index * 7919, { madeAt, civil: madeAt, view: demoHome }).data),
    );
  }
  const whole = decode(joinAnnexB(units));
  const { width, height } = clip;
  const stripHeight = clip.stripRows * 16;
  const sceneHeight = rows * 16 - stripHeight;
  const wholeBytes = (width * height * 3) / 2;
  const aloneBytes = (width * sceneHeight * 3) / 2;
  const bad = new Set<number>();
  for (let index = 0; index < clip.frames.length; index += 1) {
    const shown = cutRows(
      whole.subarray(index * wholeBytes, (index + 1) * wholeBytes),
      width,
      height,
      stripHeight,
      height,
    );
    const coded = cutRows(
      alone.subarray(index * aloneBytes, (index + 1) * aloneBytes),
      width,
      sceneHeight,
      0,
      height - stripHeight,
    );
    if (shown.length === 0) throw new Error('ffmpeg decoded no frame');
    if (Buffer.compare(shown, coded) !== 0) bad.add(Math.floor(index / clip.groupLength));
  }
  return bad;
}

/** 4:2:0 frames of an Annex B stream. */
export function decode(annexB: Uint8Array): Uint8Array {
  const folder = mkdtempSync(join(tmpdir(), 'demo-clip-'));
  try {
    writeFileSync(join(folder, 'in.h264'), annexB);
    const args = [
      '-v',
      'error',
      '-xerror',
      '-i',
      join(folder, 'in.h264'),
      '-vsync',
      '0',
      '-pix_fmt',
      'yuv420p',
    ];
    execFileSync('ffmpeg', [...args, '-f', 'rawvideo', join(folder, 'out.yuv')]);
    return readFileSync(join(folder, 'out.yuv'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
