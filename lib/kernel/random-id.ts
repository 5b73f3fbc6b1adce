const alphabet = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
/** Higher bytes would make the first characters more likely than the others. */
const fairBytes = 256 - (256 % alphabet.length);

/**
 * Digits and letters, 32 by default: 190 random bits. Also works on pages over plain http, which have no `randomUUID`.
 */
export function randomId(length = 32): string {
  let id = '';
  while (id.length < length) {
    for (const byte of crypto.getRandomValues(new Uint8Array(length))) {
      if (byte < fairBytes && id.length < length) id += alphabet[byte % alphabet.length];
    }
  }
  return id;
}
