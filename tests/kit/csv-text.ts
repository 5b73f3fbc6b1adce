/** The text of a CSV file that the product wrote: UTF-8, without its byte order mark. */
export const textOf = (bytes: Uint8Array | null): string =>
  new TextDecoder().decode(bytes ?? new Uint8Array());
