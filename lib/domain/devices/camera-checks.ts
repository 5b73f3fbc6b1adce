import { adminCodes } from '../../contracts/admin/envelope.ts';
import type { iotCamera } from '../../contracts/admin/resources/iot-camera.resource.ts';
import type { Locale, LocalText } from '../../i18n/translate.ts';
import type { DeviceRecordings, SourceSpec, StreamProfile } from '../../media/ports.ts';
import { AdminError, forbidden } from '../errors/admin-error.ts';
import { asAdminError } from '../errors/as-admin-error.ts';
import { type CallContext, can } from '../identity/actor.ts';
import type { FailureLimit } from '../limits/failure-limiter.ts';
import { MemoryFailureLimiter } from '../limits/memory-failure-limiter.ts';
import type { ResourceDeps } from '../resource/resource-deps.ts';
import type { ResourceService } from '../resource/resource-service.ts';
import { tenantZone } from '../resource/tenant-zone.ts';
import type { CameraService } from './camera.service.ts';
import type { SourceInput } from './camera-input.ts';
import { channelFinder, type FoundChannel } from './channel-finder.ts';
import { type CheckDeps, inspect, overallFailure } from './check-camera.ts';
import { deviceRepository } from './device.repository.ts';
import type { DeviceStatus } from './device-status.ts';
import { errorMessage, probeMessages, said } from './probe-messages.ts';
import { ptzAdvice, ptzCause } from './ptz-advice.ts';
import { checkRecordings } from './recordings-check.ts';
import { talkAdvice } from './talk-advice.ts';
import { checkTalk } from './talk-check.ts';

/** Concurrent checks: each needs a connection and some seconds of reading. */
const maxChecks = 4;
/** Per user. Each check connects to a camera, or is refused after its address was resolved. */
const checksPerMinute: FailureLimit = { kind: 'camera check', maxFailures: 60, windowMs: 60_000 };
const tooOften: LocalText = {
  'zh-CN': '检测过于频繁，请一分钟后再试',
  'en-US': 'Too many checks. Try again in a minute.',
};
const busy: LocalText = {
  'zh-CN': '正在检测，请稍后再试',
  'en-US': 'Other checks are running. Try again shortly.',
};

export interface CheckWanted {
  readonly id: string;
  /** Checks this profile only, and not PTZ. */
  readonly profile?: StreamProfile | undefined;
  /** Checks this address instead of the stored one; nothing is stored. */
  readonly source?: SourceInput | undefined;
}

/** Checks cameras: one connection per profile, limited in number here and in time by the media plane. */
export function cameraChecks(
  deps: ResourceDeps &
    Pick<CheckDeps, 'ptzDirectory' | 'openPtz' | 'probe' | 'talkDirectory' | 'inspectBackChannel'> & {
      readonly cameras: CameraService;
      /** Absent: recordings in cameras cannot be read. */
      readonly deviceRecordings?: DeviceRecordings;
      readonly presence: Pick<DeviceStatus, 'found'>;
      /** Of `iot.camera`. */
      readonly channels: ResourceService<typeof iotCamera>;
    },
) {
  const { cameras, probe, ptzDirectory, openPtz, presence, deviceRecordings } = deps;
  const zoneOf = tenantZone(deps);
  const { db } = deps.database;
  const channelOf = channelFinder(deps.channels);
  const checking = new Set<string>();
  const limiter = new MemoryFailureLimiter(deps.clock);

  async function checkOne(spec: SourceSpec, locale: Locale) {
    return probeMessages(await probe(spec), locale);
  }

  async function specsOf({ actor }: CallContext, found: FoundChannel, { profile, source }: CheckWanted) {
    const { serial, channelNo } = found;
    if (source) {
      const place = { serial, channelNo, profile: profile ?? 'main' };
      const spec = await cameras.previewSource(actor.scope, place, source);
      return [{ profile: place.profile, spec }];
    }
    const stored = await deviceRepository(db).listSources(actor.scope, found.deviceId);
    if (!stored.some((each) => each.channelNo === channelNo)) return [];
    const all = await cameras.sources(actor.scope, serial, channelNo);
    return all.filter((each) => profile === undefined || each.profile === profile);
  }

  async function checkPtz({ actor }: CallContext, { serial, channelNo }: FoundChannel, locale: Locale) {
    const spec = await ptzDirectory.findForCheck(actor.scope, serial, channelNo);
    if (!spec) return null;
    const report = await inspect(spec, openPtz);
    if (report.ok) {
      await ptzDirectory.remember(actor.scope, serial, channelNo, report.axes);
      return { ok: true, code: null, message: null, ...report.axes };
    }
    const title = ptzCause(report.code, locale) ?? errorMessage(report, locale).title;
    const advice = ptzAdvice(report, locale);
    return {
      ok: false,
      code: report.code,
      message: said(title, advice, locale),
      pan: false,
      tilt: false,
    };
  }

  async function checkLoudspeaker(
    { actor }: CallContext,
    { serial, channelNo }: FoundChannel,
    locale: Locale,
  ) {
    const report = await checkTalk(deps, actor.scope, serial, channelNo);
    if (!report) return null;
    const failure = report.ok ? { code: 'talk.unsupported', message: '' } : report;
    const format = report.ok ? report.format : null;
    if (!format) {
      const { title, message } = errorMessage(failure, locale);
      return {
        ok: false,
        code: failure.code,
        message: said(title, talkAdvice(failure, locale) ?? message, locale),
      };
    }
    return { ok: true, code: null, message: `${format.codec.toUpperCase()} ${format.rate / 1_000} kHz` };
  }

  /** Null: the camera has no ONVIF address. */
  async function checkOwnRecordings({ actor }: CallContext, found: FoundChannel, locale: Locale) {
    const { serial, channelNo } = found;
    const spec = await ptzDirectory.findForCheck(actor.scope, serial, channelNo);
    if (spec?.kind !== 'onvif' || !deviceRecordings) return null;
    return checkRecordings(spec, deviceRecordings, { locale, zone: await zoneOf(actor.scope.tenantId) });
  }

  return async (call: CallContext, wanted: CheckWanted, locale: Locale) => {
    const { scope, userId } = call.actor;
    if (limiter.count([[checksPerMinute, `${scope.tenantId}/${userId}`]]) > 0)
      throw new AdminError(adminCodes.tooMany, tooOften);
    const found = await channelOf(call, wanted.id);
    // Only users who may store an address can have the server connect to it.
    if (wanted.source && !can(call.actor, 'iot:camera:edit')) throw forbidden();
    const name = `${call.actor.scope.tenantId}/${found.id}`;
    if (checking.has(name) || checking.size >= maxChecks) throw new AdminError(601, busy);
    checking.add(name);
    try {
      return await asAdminError(async () => {
        const profiles = [];
        // One after the other: a camera may allow only a single connection.
        for (const { profile, spec } of await specsOf(call, found, wanted)) {
          profiles.push({ profile, ...(await checkOne(spec, locale)) });
        }
        // The result for an address that is not stored does not apply to the stored camera.
        if (!wanted.source && profiles.length > 0) {
          const { serial: deviceSerial, channelNo } = found;
          const results = profiles.map(({ ok, code }) => ({ isGood: ok, code }));
          const { tenantId } = call.actor.scope;
          await presence.found({ tenantId, deviceSerial, channelNo }, overallFailure(results));
        }
        const checksAll = wanted.source === undefined && wanted.profile === undefined;
        const onvif = checksAll ? await checkPtz(call, found, locale) : null;
        const recordings = checksAll ? await checkOwnRecordings(call, found, locale) : null;
        const talk = checksAll ? await checkLoudspeaker(call, found, locale) : null;
        return { profiles, onvif, recordings, talk };
      });
    } finally {
      checking.delete(name);
    }
  };
}

export type CameraChecks = ReturnType<typeof cameraChecks>;
