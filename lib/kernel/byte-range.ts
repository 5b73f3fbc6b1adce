/** Bytes [from, to) of a file. */
export interface ByteRange {
  readonly from: number;
  readonly to: number;
}

const rangePattern = /^bytes=(?<from>[0-9]{0,15})-(?<to>[0-9]{0,15})$/;

/**
 * The range that a `Range` header asks for. `whole`: there is none, or one that RFC 9110 (14.2) lets a server ignore:
 * several ranges, another unit, malformed. `unsatisfiable`: it is not within the file.
 */
export function requestedRange(
  header: string | null | undefined,
  size: number,
): ByteRange | 'whole' | 'unsatisfiable' {
  const found = rangePattern.exec(header?.trim() ?? '')?.groups;
  if (!found || (found.from === '' && found.to === '')) return 'whole';
  if (found.from === '') return lastBytes(Number(found.to), size);
  const from = Number(found.from);
  const to = found.to === '' ? size : Math.min(size, Number(found.to) + 1);
  if (found.to !== '' && Number(found.to) < from) return 'whole';
  return from < to ? { from, to } : 'unsatisfiable';
}

function lastBytes(count: number, size: number): ByteRange | 'unsatisfiable' {
  return count === 0 || size === 0 ? 'unsatisfiable' : { from: Math.max(0, size - count), to: size };
}

/** The part of a range that lies within one of these spans, from its first byte on. Null: its first byte does not. */
export function withinSpans(range: ByteRange, spans: readonly ByteRange[]): ByteRange | null {
  const span = spans.find(({ from, to }) => from <= range.from && range.from < to);
  return span ? { from: range.from, to: Math.min(range.to, span.to) } : null;
}
