const fullScale = 2 ** 31;

/**
 * The samples of one channel. They are asked for in another sample type than they have: where both are the same,
 * WebKitGTK 2.50 frees memory that is not its own, and the page is gone. Throws where it cannot be read at all.
 */
export function samplesOf(data: AudioData, planeIndex: number): Float32Array<ArrayBuffer> {
  if (data.format?.startsWith('s32')) return asFloats(data, planeIndex);
  const whole = new Int32Array(data.numberOfFrames);
  try {
    data.copyTo(whole, { planeIndex, format: 's32-planar' });
  } catch {
    return asFloats(data, planeIndex); // older Chromium converts to this type only
  }
  return Float32Array.from(whole, (sample) => sample / fullScale);
}

function asFloats(data: AudioData, planeIndex: number): Float32Array<ArrayBuffer> {
  const samples = new Float32Array(data.numberOfFrames);
  data.copyTo(samples, { planeIndex, format: 'f32-planar' });
  return samples;
}
