import { err, ok, type Result } from '../../../kernel/result.ts';
import type { EpochMs } from '../../../kernel/units.ts';
import type { PathProblem } from '../flv/delivery/live-path.ts';

/** The replay that a path names; the tenant is in the ticket. */
export interface WantedReplay {
  readonly deviceSerial: string;
  readonly channelNo: number;
  readonly atMs: EpochMs;
  readonly speed: number;
}

/** Longer than any valid path; longer ones are not parsed. */
const maxPathLength = 160;
const pattern =
  /^\/rec\/([A-Za-z0-9_-]{1,64})\/([1-9][0-9]{0,4})\.flv\?at=([1-9][0-9]{0,13})(?:&speed=(0\.5|1|2|4))?$/;

/**
 * `/rec/<serial>/<channelNo>.flv?at=<epoch ms>[&speed=<0.5|1|2|4>]`, without percent-decoding. Other parameters are
 * rejected: URLs are logged, and tickets must not be.
 */
export function parseReplayPath(target: string): Result<WantedReplay, PathProblem> {
  if (target.length > maxPathLength) return err('path.unknown');
  const match = pattern.exec(target);
  if (!match) return err(target.includes('?') ? 'path.query' : 'path.unknown');
  const [, deviceSerial, channelNo, at, speed = '1'] = match;
  return ok({
    deviceSerial: deviceSerial!,
    channelNo: Number(channelNo),
    atMs: Number(at),
    speed: Number(speed),
  });
}
