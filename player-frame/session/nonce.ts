/** 128 random bits in letters, digits and dashes. Not `randomUUID`, which plain http pages in a LAN do not have. */
export function createNonce(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (word) => word.toString(36)).join('-');
}
