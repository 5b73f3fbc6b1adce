/** 128 random bits as text. Not `randomUUID`, which is missing on plain http pages. */
export function createNonce(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (word) => word.toString(36)).join('-');
}
