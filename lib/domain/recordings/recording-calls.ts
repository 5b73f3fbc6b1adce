/** The calls of the console's page of recordings. Cameras are read through their resource, so within the data scope. */
import { iotCamera } from '../../contracts/admin/resources/iot-camera.resource.ts';
import type { EpochMs, Ms } from '../../kernel/units.ts';
import type { Zone } from '../../kernel/zone-time.ts';
import type { RecordDirectory, RecordingKey, RecordStore, SegmentIndex } from '../../media/ports.ts';
import type { PreviewService } from '../access/preview.service.ts';
import { recordOperation } from '../audit/operation-log.ts';
import { operationTitles } from '../audit/operation-titles.ts';
import { channelFinder } from '../devices/channel-finder.ts';
import { refused } from '../errors/admin-error.ts';
import type { CallContext } from '../identity/actor.ts';
import { covers } from '../resource/dept-scope.ts';
import type { ResourceDeps } from '../resource/resource-deps.ts';
import type { ResourceService } from '../resource/resource-service.ts';
import { tenantZone } from '../resource/tenant-zone.ts';
import { shippedCameras } from '../seed/shipped.ts';
import { clockTimesOf, partsOfDay } from './day-parts.ts';
import { reasonText, troublesBetween } from './gap-reasons.ts';
import { parsePlan } from './record-schedule.ts';
import { recordedFiles } from './recorded-files.ts';
import { daysUntilFull, daysUntilLimit, type GrowingRecording } from './storage-forecast.ts';

const dayMs: Ms = 24 * 60 * 60_000;
/** A camera that has just begun to record has no rate yet. */
const shortestRateMs: Ms = 10 * 60_000;

export interface DiskSpace {
  readonly freeBytes: number;
  readonly totalBytes: number;
}

/** Above this share of the disk in use, the oldest recordings are deleted. As in `lib/media/recordings/retention.ts`. */
const maxUsedShare = 0.9;

export interface RecordingCallsDeps extends ResourceDeps {
  readonly segments: SegmentIndex;
  readonly directory: Pick<RecordDirectory, 'retention'>;
  /** Of `iot.camera`. */
  readonly channels: ResourceService<typeof iotCamera>;
  readonly previews: PreviewService;
  /** Of the disk with the recordings. */
  readonly disk: () => Promise<DiskSpace>;
  /** Recordings of the store `cloud` do not stay on that disk, but are moved to an object store. */
  readonly isMoved: () => boolean;
}

export function recordingCalls(deps: RecordingCallsDeps) {
  const { segments, directory, previews, disk, clock } = deps;
  const { db } = deps.database;
  const channelOf = channelFinder(deps.channels);
  const zoneOf = tenantZone(deps);
  const keyOf = ({ actor }: CallContext, channelId: string, store: RecordStore): RecordingKey => ({
    tenantId: actor.scope.tenantId,
    channelId,
    store,
  });

  /** Of the recordings of all organisations, which share the disk. */
  async function totals(since: EpochMs) {
    const rows = await db
      .selectFrom('recording')
      .select((row) => [
        'recording.channelId',
        'recording.store',
        'recording.bytes',
        row
          .selectFrom('recordedSegment')
          .select('startMs')
          .whereRef('recordingId', '=', 'recording.id')
          .orderBy('startMs')
          .limit(1)
          .as('firstMs'),
        row
          .selectFrom('recordedSegment')
          .select('endMs')
          .whereRef('recordingId', '=', 'recording.id')
          .orderBy('startMs', 'desc')
          .limit(1)
          .as('lastMs'),
        row
          .selectFrom('recordedSegment')
          .select(({ fn }) => fn.sum<number>('recordedSegment.bytes').as('bytes'))
          .whereRef('recordingId', '=', 'recording.id')
          .where('startMs', '>=', since)
          .as('recentBytes'),
      ])
      .execute();
    return rows.map((row) => ({
      ...row,
      firstMs: row.firstMs ?? since,
      lastMs: row.lastMs ?? since,
      recentBytes: Number(row.recentBytes ?? 0),
    }));
  }

  return {
    async usage(call: CallContext) {
      const { actor, locale } = call;
      const { tenantId } = actor.scope;
      const now = clock.now();
      const [zone, used, retention, channels, { freeBytes, totalBytes }] = await Promise.all([
        zoneOf(tenantId),
        totals(now - dayMs),
        directory.retention(),
        db
          .selectFrom('channel')
          .select(['id', 'name', 'deviceSerial', 'number', 'deptId', 'recordPlan'])
          .where('tenantId', '=', tenantId)
          .execute(),
        disk(),
      ]);
      const kept = new Map(retention.map((each) => [`${each.key.channelId}/${each.key.store}`, each]));
      const growing: GrowingRecording[] = [];
      const recordings = used.flatMap((row) => {
        const limit = kept.get(`${row.channelId}/${row.store}`);
        const overMs = Math.max(shortestRateMs, Math.min(dayMs, now - row.firstMs));
        const isRecording = now - row.lastMs < shortestRateMs;
        const bytesPerDay = Math.round((row.recentBytes / overMs) * dayMs);
        const maxBytes = limit?.maxBytes ?? null;
        const { bytes } = row;
        if (isRecording && !(row.store === 'cloud' && deps.isMoved())) {
          growing.push({
            bytes,
            bytesPerDay,
            maxBytes,
            ageMs: now - row.firstMs,
            keepMs: limit?.keepMs ?? 0,
          });
        }
        const channel = channels.find(({ id }) => id === row.channelId);
        if (!channel || !covers(actor, channel.deptId)) return [];
        return [
          {
            id: channel.id,
            name: shippedCameras.shown(locale, channel.name) ?? channel.name,
            serial: channel.deviceSerial,
            channelNo: channel.number,
            store: row.store,
            bytes,
            bytesPerDay,
            firstTime: zone.text(row.firstMs),
            lastTime: zone.text(row.lastMs),
            keepDays: limit && parsePlan(channel.recordPlan) ? Math.round(limit.keepMs / dayMs) : null,
            maxBytes,
            limitInDays: isRecording ? daysUntilLimit({ bytes, bytesPerDay, maxBytes }) : null,
          },
        ];
      });
      recordings.sort((one, other) => other.bytes - one.bytes);
      const usableBytes = Math.max(0, freeBytes - (1 - maxUsedShare) * totalBytes);
      return { fullInDays: daysUntilFull(usableBytes, growing), recordings };
    },

    async days(call: CallContext, id: string, store: RecordStore, month: string) {
      await channelOf(call, id);
      const zone = await zoneOf(call.actor.scope.tenantId);
      const days = await recordedFiles(segments).days(keyOf(call, id, store), month, zone);
      return { days: days.map((day) => `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}`) };
    },

    async day(call: CallContext, id: string, store: RecordStore, day: string) {
      const found = await channelOf(call, id);
      const { tenantId } = call.actor.scope;
      const zone = await zoneOf(tenantId);
      const { from, to } = rangeOf(day, zone);
      const { serial: deviceSerial, channelNo } = found;
      const key = keyOf(call, id, store);
      const row = await db
        .selectFrom('channel')
        .select(['recordPlan', 'createdAt'])
        .where('tenantId', '=', tenantId)
        .where('id', '=', id)
        .executeTakeFirst();
      const now = clock.now();
      const parts = partsOfDay({
        from,
        to: Math.min(to, now),
        since: row?.createdAt ?? from,
        isToday: now < to,
        files: await recordedFiles(segments).all({ key, deviceSerial, channelNo }, from, to),
        troubles: await troublesBetween(db, key, from, to),
        plan: parsePlan(row?.recordPlan ?? null),
        store,
        zone,
      });
      const locale = call.locale ?? 'zh-CN';
      return {
        dayMs: to - from,
        stretches: parts.map(({ beginMs, endMs, kind, codes }) => ({
          beginMs: beginMs - from,
          endMs: endMs - from,
          ...clockTimesOf({ beginMs, endMs }, to, zone),
          kind,
          reasons: [...new Set(codes.map((code) => reasonText(code, locale)))],
        })),
      };
    },

    async play(call: CallContext, id: string) {
      const { serial, channelNo, name, isOn } = await channelOf(call, id);
      if (!isOn) throw refused({ 'zh-CN': '摄像头已停用', 'en-US': 'The camera is disabled' });
      const camera = { serial, channelNo };
      // Only the first token of a session is logged, not its renewals.
      const isNew = !(await previews.isOpen(call.actor, camera, 'recordings'));
      const operation = {
        call,
        title: operationTitles.playRecordings,
        type: 'other',
        bizKey: `${iotCamera.key}:${id}`,
        bizName: name,
      } as const;
      const { accessToken, appKey, expireTime } = await previews.start(
        call.actor,
        camera,
        isNew ? (transaction) => recordOperation(deps, operation, transaction) : undefined,
        'recordings',
      );
      return { accessToken, appKey, expireTime, path: `${serial}/${channelNo}` };
    },
  };
}

export type RecordingCalls = ReturnType<typeof recordingCalls>;

/** Of a valid date `yyyy-MM-dd`. */
function rangeOf(day: string, zone: Zone): { readonly from: EpochMs; readonly to: EpochMs } {
  const next = new Date(Date.parse(`${day}T00:00:00Z`) + dayMs).toISOString().slice(0, 10);
  return { from: zone.instant(`${day} 00:00:00`)!, to: zone.instant(`${next} 00:00:00`)! };
}
