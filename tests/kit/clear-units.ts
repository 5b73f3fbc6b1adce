import type { AccessUnit } from '../../lib/media/ports.ts';

/** Too short to be found by chance only. */
const minBytes = 24;

/**
 * How many of these units are found in `bytes` as they were coded. Searches for 16 bytes from the middle of each unit,
 * so that a container, other lengths or start codes do not hide it.
 */
export function clearUnits(
  bytes: Buffer,
  { units }: { readonly units: readonly Pick<AccessUnit, 'kind' | 'data'>[] },
): { video: number; audio: number } {
  const found = { video: 0, audio: 0 };
  const seen = new Set<string>();
  for (const { kind, data } of units) {
    if (data.length < minBytes) continue;
    const middle = Buffer.from(data.buffer, data.byteOffset + (data.length >> 1) - 8, 16);
    // Filler and silence repeat.
    if (new Set(middle).size < 8 || seen.has(middle.toString('hex'))) continue;
    seen.add(middle.toString('hex'));
    if (bytes.includes(middle)) found[kind] += 1;
  }
  return found;
}
