import { parseEzopen } from '../../lib/ezopen/address.ts';
import { engineKinds } from '../engines/engine-kinds.ts';

/** One way of playing a camera. */
export interface Rung {
  readonly name: 'asSent' | 'otherEngine' | 'subStream' | 'transcoded';
  /** Position among the engines that this browser can use: 0 is the preferred one. */
  readonly engine: number;
  /** The stream of the address, or the sub stream. */
  readonly stream: 'requested' | 'sub';
  /** As sent by the camera, or transcoded to H.264 by the server. */
  readonly form: 'sent' | 'h264';
  /** Difference from the first rung, for diagnostics. */
  readonly note: string;
}

/**
 * Tried in this order if the browser cannot play the camera's stream: another engine is free, the sub stream is
 * often H.264 already, and transcoding on the server is the last resort.
 */
export const ladder: readonly Rung[] = [
  { name: 'asSent', engine: 0, stream: 'requested', form: 'sent', note: 'as the camera sends it' },
  ...engineKinds.slice(1).map((_, at) => otherEngine(at + 1)),
  {
    name: 'subStream',
    engine: 0,
    stream: 'sub',
    form: 'sent',
    note: 'no engine plays the main stream, so the substream is shown',
  },
  {
    name: 'transcoded',
    engine: 0,
    stream: 'requested',
    form: 'h264',
    note: 'no engine plays what the camera sends, so the server converts it to H.264',
  },
];

function otherEngine(engine: number): Rung {
  const note = 'the preferred engine cannot play it';
  return { name: 'otherEngine', engine, stream: 'requested', form: 'sent', note };
}

export function rungAt(index: number): Rung {
  return ladder[index] ?? ladder[0]!;
}

/** The rung that is played: over a slow connection, with the sub stream. */
export function playedRung({ rung, link }: { rung: number; link: { usesSubStream: boolean } }): Rung {
  const chosen = rungAt(rung);
  return link.usesSubStream ? { ...chosen, stream: 'sub' } : chosen;
}

/** The next rung that makes a difference for this address, or null. */
export function nextRung(index: number, address: string): number | null {
  for (let next = index + 1; next < ladder.length; next += 1) {
    if (rungAt(next).stream === 'requested' || isMainStream(address)) return next;
  }
  return null;
}

/** The rung of the sub stream, unless it was tried or requested. */
export function otherStreamRung(index: number, address: string): number | null {
  const sub = ladder.findIndex(({ stream }) => stream === 'sub');
  return index < sub && isMainStream(address) ? sub : null;
}

export function isMainStream(address: string): boolean {
  const parsed = parseEzopen(address);
  return parsed.ok && parsed.value.hd;
}
