/** Parameter sets out of an AVCDecoderConfigurationRecord, or null when it is damaged. */
export function avcParameterSets(record: Uint8Array): { sps: Uint8Array[]; pps: Uint8Array[] } | null {
  if (record.length < 7) return null;
  const sps: Uint8Array[] = [];
  const pps: Uint8Array[] = [];
  let at = 5;
  for (const [list, mask] of [
    [sps, 0x1f],
    [pps, 0xff],
  ] as const) {
    const count = (record[at] ?? 0) & mask;
    at += 1;
    for (let i = 0; i < count; i += 1) {
      const length = ((record[at] ?? 0) << 8) | (record[at + 1] ?? 0);
      const end = at + 2 + length;
      if (length === 0 || end > record.length) return null;
      list.push(record.subarray(at + 2, end));
      at = end;
    }
  }
  return { sps, pps };
}
