/** Quieter counts as silence. */
const floorDb = -60;

/** Level of samples (-1 to 1) as 0 to 100: linear in decibels, as loudness is heard. */
export function levelOf(samples: Float32Array): number {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  const rms = Math.sqrt(sum / Math.max(1, samples.length));
  const db = 20 * Math.log10(Math.max(rms, 1e-6));
  return Math.round(Math.min(1, Math.max(0, 1 - db / floorDb)) * 100);
}
