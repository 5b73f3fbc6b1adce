/** The calls about recordings. Start reading here; `recorded-files.ts` makes the lists. */
import type { RecType } from '../../contracts/lapp/capabilities.ts';
import type { RecordedFile } from '../../contracts/lapp/video.call.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { EpochMs } from '../../kernel/units.ts';
import type { DeviceRecordings, RecordingKey, SegmentIndex } from '../../media/ports.ts';
import type { GrantRange } from '../access/grant.repository.ts';
import type { ChannelAccess } from '../devices/device-access.ts';
import { type LappCode, lappError } from '../errors/lapp-errors.ts';
import type { TenantZone } from '../resource/tenant-zone.ts';
import type { DeviceStoreOf } from './device-store.ts';
import { type FilePage, monthRange, recordedFiles } from './recorded-files.ts';
import { namedZone } from './recorded-range.ts';
import { storeOfRecType } from './stores.ts';

/** Throws 20015 for a camera without recordings that can be read, 20007 while it does not answer, else 1052674. */
export interface VideoService {
  page(access: ChannelAccess, recType: RecType, from: EpochMs, to: EpochMs): Promise<FilePage>;
  all(access: ChannelAccess, recType: RecType, from: EpochMs, to: EpochMs): Promise<readonly RecordedFile[]>;
  days(
    access: ChannelAccess,
    recType: RecType,
    month: string,
    timeZone: string | undefined,
  ): Promise<{ readonly days: readonly string[]; readonly timeZone: string }>;
}

export function videoService(deps: {
  readonly segments: Pick<SegmentIndex, 'between'>;
  /** Absent: the recordings of cameras cannot be read. */
  readonly deviceRecordings: DeviceRecordings | undefined;
  readonly deviceStoreOf: DeviceStoreOf;
  readonly zoneOf: TenantZone;
}): VideoService {
  const { deviceRecordings, deviceStoreOf, zoneOf } = deps;

  /** What of the segments this viewer may see. */
  async function segmentsOf(
    access: ChannelAccess,
    recType: RecType,
    from: EpochMs,
    to: EpochMs,
  ): Promise<Pick<SegmentIndex, 'between'>> {
    const segments = await allSegmentsOf(access, recType, from, to);
    const { range } = access.viewer.grant;
    return range ? segmentsWithin(segments, range) : segments;
  }

  /** Lists the segments of a store in [from, to): from our index, or asked of the camera once. */
  async function allSegmentsOf(
    access: ChannelAccess,
    recType: RecType,
    from: EpochMs,
    to: EpochMs,
  ): Promise<Pick<SegmentIndex, 'between'>> {
    if (recType === '1') return deps.segments;
    const { viewer, device, channel } = access;
    const store = await deviceStoreOf(viewer.scope, device.serial, channel.number);
    if (store === 'card') return deps.segments;
    if (store === null || !deviceRecordings) throw lappError('20015', { serial: device.serial });
    const stretches = await deviceRecordings.stretches(store, from, to).catch(refuse);
    return {
      between: async (key, after, before, limit) =>
        stretches
          .filter(({ fromMs, toMs }) => fromMs < before && toMs > after)
          .slice(0, limit)
          .map(({ fromMs, toMs }) => ({ key, startMs: fromMs, endMs: toMs, bytes: 0, kind: 'schedule' })),
    };
  }

  const placeOf = ({ viewer, device, channel }: ChannelAccess, recType: RecType) => ({
    key: keyOf({ viewer, channel }, recType),
    deviceSerial: device.serial,
    channelNo: channel.number,
  });

  return {
    async page(access, recType, from, to) {
      return recordedFiles(await segmentsOf(access, recType, from, to)).page(
        placeOf(access, recType),
        from,
        to,
      );
    },

    async all(access, recType, from, to) {
      return recordedFiles(await segmentsOf(access, recType, from, to)).all(
        placeOf(access, recType),
        from,
        to,
      );
    },

    async days(access, recType, month, timeZone) {
      const zone = timeZone === undefined ? await zoneOf(access.viewer.scope.tenantId) : namedZone(timeZone);
      const { from, to } = monthRange(month, zone);
      const files = recordedFiles(await segmentsOf(access, recType, from, to));
      return { days: await files.days(keyOf(access, recType), month, zone), timeZone: zone.name };
    },
  };
}

function keyOf(
  { viewer, channel }: Pick<ChannelAccess, 'viewer' | 'channel'>,
  recType: RecType,
): RecordingKey {
  return { tenantId: viewer.scope.tenantId, channelId: channel.id, store: storeOfRecType[recType] };
}

/** All others mean that it answers, but does not list them: a wrong password, an invalid response. */
const refusals: Readonly<Record<string, LappCode>> = {
  'recordings.unsupported': '20015',
  'recordings.unreachable': '20007',
};

/** The reasons for which a camera does not list its recordings, as the callers of this interface know them. */
function refuse(error: unknown): never {
  if (error instanceof AppError && error.code.startsWith('recordings.')) {
    throw lappError(refusals[error.code] ?? '1052674', { cause: error.code });
  }
  throw error;
}

/** Of segments that reach beyond the range, the part in it. */
function segmentsWithin(
  segments: Pick<SegmentIndex, 'between'>,
  { fromMs, toMs }: GrantRange,
): Pick<SegmentIndex, 'between'> {
  return {
    async between(key, from, to, limit) {
      const [after, before] = [Math.max(from, fromMs), Math.min(to, toMs)];
      if (after >= before) return [];
      const found = await segments.between(key, after, before, limit);
      return found.map((segment) => ({
        ...segment,
        startMs: Math.max(segment.startMs, fromMs),
        endMs: Math.min(segment.endMs, toMs),
      }));
    },
  };
}
