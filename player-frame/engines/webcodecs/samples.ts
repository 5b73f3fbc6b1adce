const fullScale = 2 ** 31;

/**
 * The samples of one channel. Requested in another sample format than the source's: if both are equal, WebKitGTK 2.50
 * frees foreign memory and crashes. Throws if they cannot be read.
 */
export function samplesOf(data: AudioData, planeIndex: number): Float32Array<ArrayBuffer> {
  if (data.format?.startsWith('s32')) return asFloats(data, planeIndex);
  const whole = new Int32Array(data.numberOfFrames);
  try {
    data.copyTo(whole, { planeIndex, format: 's32-planar' });
  } catch {
    return asFloats(data, planeIndex); // older Chromium supports this format only
  }
  return Float32Array.from(whole, (sample) => sample / fullScale);
}

function asFloats(data: AudioData, planeIndex: number): Float32Array<ArrayBuffer> {
  const samples = new Float32Array(data.numberOfFrames);
  data.copyTo(samples, { planeIndex, format: 'f32-planar' });
  return samples;
}
