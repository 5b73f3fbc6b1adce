const alphabet = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
/** Greater bytes would make the first characters likelier than the others. */
const fairBytes = 256 - (256 % alphabet.length);

/** Digits and letters, 32 unless said: 190 random bits. Pages on plain http, which have no `randomUUID`, can make one. */
export function randomId(length = 32): string {
  let id = '';
  while (id.length < length) {
    for (const byte of crypto.getRandomValues(new Uint8Array(length))) {
      if (byte < fairBytes && id.length < length) id += alphabet[byte % alphabet.length];
    }
  }
  return id;
}
