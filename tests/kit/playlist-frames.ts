import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { readFrameCode } from './frame-number.ts';

const run = promisify(execFile);

/** Numbers of the frames of a demo camera as ffmpeg decodes them. `input`: its options of the input. */
export async function framesByFfmpeg(input: readonly string[]): Promise<number[]> {
  const [width, height] = [320, 180];
  const output = ['-map', '0:v', '-fps_mode', 'passthrough', '-vf', `scale=${width}:${height}`];
  const { stdout } = await run(
    'ffmpeg',
    ['-v', 'error', ...input, ...output, '-f', 'rawvideo', '-pix_fmt', 'rgba', '-'],
    { maxBuffer: 2 ** 30, encoding: 'buffer' },
  );
  const size = width * height * 4;
  return Array.from({ length: stdout.length / size }, (_, index) => {
    const code = readFrameCode(stdout.subarray(index * size, (index + 1) * size), width, height);
    if (!code) throw new Error(`frame ${index} has no number`);
    return code.frame;
  });
}
