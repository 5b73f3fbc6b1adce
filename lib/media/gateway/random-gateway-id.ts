import { randomBytes } from 'node:crypto';

/** 1 to 2^53 - 1: whole numbers that JSON and JavaScript represent exactly. */
export function randomGatewayId(): number {
  for (;;) {
    const id = Number(randomBytes(8).readBigUInt64BE() >> 11n);
    if (id > 0) return id;
  }
}
