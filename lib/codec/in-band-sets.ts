import { parseAvcConfig } from './avc-config.ts';
import type { VideoConfig } from './decoder-config.ts';
import { joinLengthPrefixed } from './nal.ts';

/** The parameter sets of a configuration record as they precede a key frame, with 4-byte lengths. Empty if it is damaged. */
export function inBandSets({ codec, config }: VideoConfig): Uint8Array {
  if (codec === 'h265') return joinLengthPrefixed(hevcSets(config));
  const parsed = parseAvcConfig(config);
  return joinLengthPrefixed(parsed ? [...parsed.sps, ...parsed.pps] : []);
}

/** Of an HEVCDecoderConfigurationRecord (ISO/IEC 14496-15, 8.3.3.1): arrays of one kind of NAL unit each, after 22 bytes. */
function hevcSets(record: Uint8Array): readonly Uint8Array[] {
  const sets: Uint8Array[] = [];
  const u16 = (at: number): number => ((record[at] ?? 0) << 8) | (record[at + 1] ?? 0);
  let at = 23;
  for (let arrays = record[22] ?? 0; arrays > 0; arrays -= 1) {
    const units = u16(at + 1);
    at += 3;
    for (let unit = 0; unit < units; unit += 1) {
      const end = at + 2 + u16(at);
      if (end > record.length) return [];
      sets.push(record.subarray(at + 2, end));
      at = end;
    }
  }
  return sets;
}
