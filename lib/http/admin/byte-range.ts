/** One range of bytes, as `Range` of RFC 9110 names it. */
export interface ByteRange {
  readonly from: number;
  /** Not included. */
  readonly to: number;
}

/**
 * Null: the whole file is sent, because there is no header, or one that is not a single range of bytes. `unsatisfiable`:
 * it begins behind the end.
 */
export function byteRange(header: string | null, size: number): ByteRange | 'unsatisfiable' | null {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '') ?? [];
  if (first === '' && last === '') return null;
  if (first === '') {
    const count = Math.min(Number(last), size);
    return count === 0 ? 'unsatisfiable' : { from: size - count, to: size };
  }
  const from = Number(first);
  const to = last === '' ? size : Math.min(Number(last) + 1, size);
  if (last !== '' && Number(last) < from) return null;
  return from >= size ? 'unsatisfiable' : { from, to };
}
