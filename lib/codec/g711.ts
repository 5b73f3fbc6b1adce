/** G.711 (ITU-T) and 16-bit samples: one byte is one sample. */
export type G711Law = 'pcma' | 'pcmu';

const tables: Readonly<Record<G711Law, Int16Array>> = {
  pcma: Int16Array.from({ length: 256 }, (_, code) => decodeALaw(code)),
  pcmu: Int16Array.from({ length: 256 }, (_, code) => decodeMuLaw(code)),
};

export function g711Table(law: G711Law): Int16Array {
  return tables[law];
}

export function g711Decode(law: G711Law, bytes: Uint8Array): Int16Array {
  const table = tables[law];
  return Int16Array.from(bytes, (code) => table[code]!);
}

export function g711Encode(law: G711Law, samples: Int16Array): Uint8Array {
  const encode = law === 'pcma' ? encodeALaw : encodeMuLaw;
  return Uint8Array.from(samples, encode);
}

/** Magnitudes that can be coded: 4,095 steps of 8. */
const maxALaw = 0x7fff;
const maxMuLaw = 0x7fff - 0x84;

function encodeALaw(sample: number): number {
  // Negative values are coded as their complement, so that both signs have the same number of steps.
  const magnitude = Math.min(sample < 0 ? ~sample : sample, maxALaw);
  const segment = magnitude < 0x100 ? 0 : 24 - Math.clz32(magnitude);
  const step = (magnitude >> (segment === 0 ? 4 : segment + 3)) & 0x0f;
  return ((sample < 0 ? 0 : 0x80) | (segment << 4) | step) ^ 0x55;
}

function encodeMuLaw(sample: number): number {
  const magnitude = Math.min(Math.abs(sample), maxMuLaw) + 0x84;
  const segment = 24 - Math.clz32(magnitude);
  const step = (magnitude >> (segment + 3)) & 0x0f;
  return ~((sample < 0 ? 0x80 : 0) | (segment << 4) | step) & 0xff;
}

/** Even bits are inverted on the wire; then sign, 3 bits of segment, 4 bits of step. */
function decodeALaw(code: number): number {
  const plain = code ^ 0x55;
  const segment = (plain >> 4) & 0x07;
  const step = ((plain & 0x0f) << 4) | 0x08;
  const magnitude = segment === 0 ? step : (step + 0x100) << (segment - 1);
  return plain & 0x80 ? magnitude : -magnitude;
}

/** All bits are inverted on the wire; a bias of 132 (33 at 14 bits) aligns the start of every segment. */
function decodeMuLaw(code: number): number {
  const plain = ~code & 0xff;
  const magnitude = ((((plain & 0x0f) << 3) + 0x84) << ((plain >> 4) & 0x07)) - 0x84;
  return plain & 0x80 ? -magnitude : magnitude;
}
