import { parseEzopen } from '../../lib/ezopen/address.ts';

/** One way of playing a camera. */
export interface Rung {
  readonly name: 'asSent' | 'otherEngine' | 'subStream' | 'transcoded';
  /** The engine that probing prefers, or the next one. */
  readonly engine: 'preferred' | 'other';
  /** The stream the address names, or the smaller one. */
  readonly stream: 'asked' | 'sub';
  /** As the camera sends it, or made H.264 by the server. */
  readonly form: 'sent' | 'h264';
  /** What is different, in a sentence for diagnosis. */
  readonly note: string;
}

/**
 * Tried in this order when a browser cannot play what a camera sends. The other engine costs nobody
 * anything, the smaller stream is mostly H.264 already, and only then must the server transcode.
 */
export const ladder: readonly Rung[] = [
  { name: 'asSent', engine: 'preferred', stream: 'asked', form: 'sent', note: 'as the camera sends it' },
  {
    name: 'otherEngine',
    engine: 'other',
    stream: 'asked',
    form: 'sent',
    note: 'the preferred engine cannot play it',
  },
  {
    name: 'subStream',
    engine: 'preferred',
    stream: 'sub',
    form: 'sent',
    note: 'no engine plays the full picture, so the small one is shown',
  },
  {
    name: 'transcoded',
    engine: 'preferred',
    stream: 'asked',
    form: 'h264',
    note: 'no engine plays what the camera sends, so the server converts it to H.264',
  },
];

export function rungAt(index: number): Rung {
  return ladder[index] ?? ladder[0]!;
}

/** The rung after `index` that differs for this address, or null at the end. */
export function nextRung(index: number, address: string): number | null {
  for (let next = index + 1; next < ladder.length; next += 1) {
    if (rungAt(next).stream === 'asked' || isMainStream(address)) return next;
  }
  return null;
}

function isMainStream(address: string): boolean {
  const parsed = parseEzopen(address);
  return parsed.ok && parsed.value.hd;
}
