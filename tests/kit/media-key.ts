import { createSecretKey } from 'node:crypto';
import type { MediaKey } from '../../lib/media/ports.ts';

/** A key of 16 equal bytes, with an id of its own. */
export function testMediaKey(byte: number): MediaKey {
  const bytes = Buffer.alloc(16, byte);
  return {
    keyId: Buffer.alloc(16, 0x80 + byte).toString('hex'),
    salt: Buffer.from('salt').toString('base64'),
    iterations: 1,
    secret: createSecretKey(bytes),
  };
}

export const hexOf = ({ secret }: MediaKey): string => secret.export().toString('hex');
