/** What the database knows of a segment and the file does not show: written into a `free` box, which players skip. */
import { box, findBox, join, readBoxHeader } from '../../codec/mp4/boxes.ts';
import type { RecordKind } from '../ports.ts';

export interface SegmentLabel {
  readonly tenantId: string;
  readonly kind: RecordKind;
}

/** The head of a file with its label behind `ftyp`. */
export function withLabel(head: Uint8Array, { tenantId, kind }: SegmentLabel): Uint8Array {
  const at = readBoxHeader(head)?.size ?? 0;
  const text = new TextEncoder().encode(JSON.stringify({ tenantId, kind }));
  return join([head.subarray(0, at), box('free', text), head.subarray(at)]);
}

/** Null if the head has no readable label. */
export function readLabel(head: Uint8Array): SegmentLabel | null {
  const text = findBox(head, 'free');
  if (text === null) return null;
  try {
    const { tenantId, kind } = JSON.parse(new TextDecoder().decode(text)) as Partial<SegmentLabel>;
    if (typeof tenantId !== 'string') return null;
    return { tenantId, kind: kind === 'alarm' ? 'alarm' : 'schedule' };
  } catch {
    return null; // no JSON
  }
}
