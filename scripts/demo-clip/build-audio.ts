/** Makes the audio clip of a scene: synthesise one loop, code three in a row, keep the middle one. */

import { aacLcConfig } from '../../lib/codec/aac.ts';
import { writeClip } from '../../lib/media/sources/demo/clip-format.ts';
import { audioLoopSeconds, audioRate, synthesise } from './ambience.ts';
import { runFfmpeg } from './encode-scene.ts';

const samplesPerFrame = 1024;

export async function buildAudio(scene: string): Promise<Uint8Array> {
  const loop = synthesise(scene);
  const framesPerLoop = (audioLoopSeconds * audioRate) / samplesPerFrame;
  if (!Number.isInteger(framesPerLoop))
    throw new Error('the loop length must be a whole number of AAC frames');
  const samples = Buffer.from(loop.buffer);
  const adts = await runFfmpeg(
    [
      ['-f', 'f32le', '-ar', `${audioRate}`, '-ac', '1', '-i', 'pipe:0'],
      ['-c:a', 'aac', '-profile:a', 'aac_low', '-b:a', '32k', '-f', 'adts', 'pipe:1'],
    ].flat(),
    [samples, samples, samples],
  );
  // A decoder outputs, for each frame, the samples of the frame before: the encoder's first output frame covers none.
  const frames = adtsFrames(adts).slice(framesPerLoop + 1, framesPerLoop * 2 + 1);
  if (frames.length !== framesPerLoop) throw new Error('the coded audio is too short');
  const config = aacLcConfig(audioRate, 1);
  if (!config.ok) throw new Error(config.error.message);
  return writeClip(
    {
      kind: 'audio',
      sampleRate: audioRate,
      channels: 1,
      samplesPerFrame,
      config: Buffer.from(config.value).toString('base64'),
      frames: frames.map(({ length }) => length),
    },
    frames,
  );
}

/** The raw frames of an ADTS stream (ISO/IEC 13818-7 section 6.2). */
function adtsFrames(bytes: Uint8Array): Uint8Array[] {
  const frames: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; ) {
    if (bytes[at] !== 0xff || (bytes[at + 1]! & 0xf6) !== 0xf0) throw new Error('not an ADTS header');
    const headerLength = (bytes[at + 1]! & 1) === 1 ? 7 : 9;
    const length = ((bytes[at + 3]! & 3) << 11) | (bytes[at + 4]! << 3) | (bytes[at + 5]! >> 5);
    frames.push(bytes.subarray(at + headerLength, at + length));
    at += length;
  }
  return frames;
}
