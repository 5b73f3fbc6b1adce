/** The two checksums of FLAC: most significant bit first, initial value zero, no inversion. */
const table8 = Uint8Array.from({ length: 256 }, (_, byte) => shift(byte, 8, 0x07));
const table16 = Uint16Array.from({ length: 256 }, (_, byte) => shift(byte << 8, 16, 0x8005));

export function crc8(bytes: Uint8Array): number {
  let sum = 0;
  for (const byte of bytes) sum = table8[sum ^ byte]!;
  return sum;
}

export function crc16(bytes: Uint8Array): number {
  let sum = 0;
  for (const byte of bytes) sum = ((sum << 8) & 0xffff) ^ table16[(sum >> 8) ^ byte]!;
  return sum;
}

function shift(start: number, width: number, polynomial: number): number {
  const top = 1 << (width - 1);
  const mask = 2 ** width - 1;
  let value = start;
  for (let bit = 0; bit < 8; bit += 1) value = ((value << 1) & mask) ^ (value & top ? polynomial : 0);
  return value;
}
