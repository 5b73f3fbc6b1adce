import { parseEzopen } from '../../lib/ezopen/address.ts';
import { isPlainAddress } from '../../lib/plain-stream/plain-address.ts';
import { type AddressKind, engineKinds, recordedEngineKinds } from '../engines/engine-kinds.ts';

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
  ...otherEngines(Math.max(engineKinds.length, recordedEngineKinds.length)),
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

function otherEngines(engineCount: number): Rung[] {
  const note = 'the preferred engine cannot play it';
  return Array.from({ length: engineCount - 1 }, (_, at) => {
    return { name: 'otherEngine', engine: at + 1, stream: 'requested', form: 'sent', note };
  });
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
    if (isDifferent(rungAt(next), address)) return next;
  }
  return null;
}

/** Recordings and streams of other servers exist in one form, and only the main stream has a smaller one. */
function isDifferent({ name, stream }: Rung, address: string): boolean {
  if (addressKindOf(address) !== 'live') return name === 'otherEngine';
  return stream === 'requested' || isMainStream(address);
}

/** The rung of the sub stream, unless it was tried or requested. */
export function otherStreamRung(index: number, address: string): number | null {
  const sub = ladder.findIndex(({ stream }) => stream === 'sub');
  const isOther = isMainStream(address) && addressKindOf(address) === 'live';
  return index < sub && isOther ? sub : null;
}

/** Invalid addresses count as live. */
export function addressKindOf(address: string): AddressKind {
  if (isPlainAddress(address)) return 'plain';
  const parsed = parseEzopen(address);
  return parsed.ok && parsed.value.mode !== 'live' ? 'recorded' : 'live';
}

export function isMainStream(address: string): boolean {
  const parsed = parseEzopen(address);
  return parsed.ok && parsed.value.hd;
}
