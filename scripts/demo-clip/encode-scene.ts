/** Codes the scene below the strip with x264, once, in the form that `lower-slices.ts` requires. */
import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { framesPerSecond, groupLength, type Quality } from './profiles.ts';

export interface RawScene {
  readonly width: number;
  readonly height: number;
  readonly quality: Quality;
  /** Planes of 4:2:0 frames of exactly this size. */
  readonly frames: readonly Uint8Array[];
}

/** Annex B. Constrained baseline, CAVLC, one slice and one reference frame, key frames at equal distances. */
export async function encodeScene(scene: RawScene): Promise<Uint8Array> {
  const folder = await mkdtemp(join(tmpdir(), 'demo-clip-'));
  try {
    const qpFile = join(folder, 'qp.txt');
    await writeFile(qpFile, scene.frames.map((_, index) => qpLine(scene.quality, index)).join(''));
    return await runX264(scene, qpFile);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/**
 * Type and quantiser of a frame. Both are fixed and there is no lookahead, so that a key frame does not depend on the
 * frames after it.
 */
function qpLine(quality: Quality, index: number): string {
  return index % groupLength === 0 ? `${index} I ${quality.keyQp}\n` : `${index} P ${quality.otherQp}\n`;
}

function runX264(scene: RawScene, qpFile: string): Promise<Uint8Array> {
  const options = [
    'cabac=0:bframes=0:ref=1:weightp=0:8x8dct=0:slices=1:sliced-threads=0:threads=1',
    `keyint=${groupLength}:min-keyint=${groupLength}:scenecut=0:open-gop=0`,
    'aud=0:me=umh:subme=9:trellis=2:aq-mode=1:mbtree=0:rc-lookahead=0',
    `qpfile=${qpFile}`,
  ].join(':');
  return runFfmpeg(
    [
      ['-f', 'rawvideo', '-pix_fmt', 'yuv420p', '-s', `${scene.width}x${scene.height}`],
      ['-r', `${framesPerSecond}`, '-i', 'pipe:0'],
      ['-c:v', 'libx264', '-profile:v', 'baseline', '-preset', 'slower', '-crf', '24'],
      ['-x264-params', options, '-f', 'h264', 'pipe:1'],
    ].flat(),
    scene.frames,
  );
}

/** Writes `input` to ffmpeg and returns its output. Rejects with its last messages if it fails. */
export function runFfmpeg(args: readonly string[], input: readonly Uint8Array[]): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const child = spawn('ffmpeg', ['-v', 'error', '-xerror', '-y', ...args]);
    const output: Buffer[] = [];
    const complaints: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => complaints.push(chunk));
    child.on('error', reject);
    child.stdin.on('error', () => {
      /* ffmpeg ended early: its exit code and messages give the reason */
    });
    child.on('close', (code) => {
      const words = Buffer.concat(complaints).toString().trim();
      if (code === 0 && words === '') resolve(Buffer.concat(output));
      else reject(new Error(`ffmpeg exited with ${code}: ${words}`));
    });
    for (const chunk of input) child.stdin.write(chunk);
    child.stdin.end();
  });
}
