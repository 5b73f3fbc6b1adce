import { err, ok, type Result } from '../../../../kernel/result.ts';
import type { StreamKey } from '../../../ports.ts';

/** The stream in a media path; the tenant is in the ticket. */
export type WantedStream = Omit<StreamKey, 'tenantId'>;

export type PathProblem = 'path.query' | 'path.unknown';

/** Longer than any valid path; longer ones are not parsed. */
const MAX_PATH_LENGTH = 128;
const PATH = /^\/live\/([A-Za-z0-9_-]{1,64})\/([1-9][0-9]{0,4})\/(main|sub)(\.h264)?\.flv$/;

/**
 * `/live/<serial>/<channelNo>/<main|sub>[.h264].flv`, without percent-decoding, so each stream has exactly
 * one path. Query parameters are rejected: URLs are logged, and tickets must not be.
 */
export function parseLivePath(target: string): Result<WantedStream, PathProblem> {
  if (target.includes('?')) return err('path.query');
  if (target.length > MAX_PATH_LENGTH) return err('path.unknown');
  const match = PATH.exec(target);
  if (!match) return err('path.unknown');
  const [, deviceSerial, channelNo, profile, transcoded] = match;
  return ok({
    deviceSerial: deviceSerial!,
    channelNo: Number(channelNo),
    profile: profile === 'main' ? 'main' : 'sub',
    video: transcoded ? 'h264' : 'asSent',
  });
}
