import type { spawn } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { expect } from 'expect';
import { describe, it } from 'vitest';
import { silentLogger } from '../../lib/kernel/logger.ts';
import { FfmpegChild } from '../../lib/media/outputs/transcode/ffmpeg-child.ts';

const ffmpeg = { path: '/usr/bin/ffmpeg', version: '7', setpriv: null, prlimit: null };
const errorOf = (code: string) => Object.assign(new Error(`spawn ${code}`), { code });

/** As `spawn` of Node without free file descriptors: no streams, and an error in the next turn. */
function withoutStreams() {
  const child = new EventEmitter();
  process.nextTick(() => child.emit('error', errorOf('EMFILE')));
  return child;
}
function withoutMemory(): never {
  throw errorOf('ENOMEM');
}

describe('an ffmpeg that cannot be started', () => {
  it.each([
    ['EMFILE', withoutStreams],
    ['ENOMEM', withoutMemory],
  ])('ends with %s, and can be written to and stopped', async (code, start) => {
    const reasons: string[] = [];
    const ended = (reason: string) => {
      reasons.push(reason);
      child.stop();
    };
    const child = new FfmpegChild(
      ...([ffmpeg, [], silentLogger] as const),
      { output() {}, drained() {}, ended },
      start as unknown as typeof spawn,
    );
    expect(child.hasCapacity).toBe(true);
    child.write(Buffer.from('x'));
    child.finish();
    expect(reasons).toEqual([]);
    await new Promise((resolve) => setImmediate(resolve));
    expect(reasons).toEqual([code]);
    child.stop();
  });
});
