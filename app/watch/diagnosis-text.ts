import type { PlayerSnapshot, PlayerStats } from '../../host-sdk/types.ts';
import type { EpochMs } from '../../lib/kernel/units.ts';
import type { Zone } from '../../lib/kernel/zone-time.ts';

export interface DiagnosisParts {
  readonly camera: { readonly name: string };
  readonly serial: string;
  readonly channelNo: number;
  readonly zone: Zone;
  readonly link: string;
  readonly state: PlayerSnapshot | null;
  readonly stats: PlayerStats | null;
  /** Oldest first. */
  readonly failures: readonly { readonly at: EpochMs; readonly code: string; readonly message: string }[];
  readonly now: EpochMs;
  readonly userAgent: string;
  readonly size: string;
}

const playback = [
  'phase',
  'engine',
  'engineReason',
  'attempt',
  'quality',
  'code',
  'message',
  'address',
] as const;

/**
 * Plain text for a ticket, in the names of the SDK. It is made from what the page around a player may know, so it
 * contains no token, ticket or verification code.
 */
export function diagnosisText(parts: DiagnosisParts): string {
  const { camera, serial, channelNo, zone, link, state, stats, failures, now, userAgent, size } = parts;
  const time = (at: EpochMs) => `${zone.text(at)} (${zone.name})`;
  const lines = [
    ['camera', `${camera.name} (${serial}/${channelNo})`],
    ['time', time(now)],
    ['link', link],
    ...playback.map((name) => [name, state?.[name]]),
    ...Object.entries(stats ?? {})
      .filter(([name]) => name !== 'engine' && name !== 'engineReason')
      .map(([name, value]) => [name, name === 'recordedAt' ? time(Number(value)) : value]),
    ...failures.map(({ at, code, message }) => ['failure', `${time(at)} ${code} ${message}`]),
    ['browser', userAgent],
    ['window', size],
  ];
  return lines
    .filter(([, value]) => value !== undefined && value !== null && value !== '')
    .map(([name, value]) => `${name}: ${String(value).replace(/\s+/g, ' ')}`)
    .join('\n');
}
