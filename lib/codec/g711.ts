/** G.711 (ITU-T) to 16-bit samples, by table: one byte in, one sample out. */
export type G711Law = 'pcma' | 'pcmu';

const tables: Readonly<Record<G711Law, Int16Array>> = {
  pcma: Int16Array.from({ length: 256 }, (_, code) => decodeALaw(code)),
  pcmu: Int16Array.from({ length: 256 }, (_, code) => decodeMuLaw(code)),
};

export function g711Table(law: G711Law): Int16Array {
  return tables[law];
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
