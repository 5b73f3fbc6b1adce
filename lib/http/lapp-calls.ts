import { alarmDeviceList } from '../contracts/lapp/alarm-list.call.ts';
import { alarmReport } from '../contracts/lapp/alarm-report.call.ts';
import { deviceCapacity } from '../contracts/lapp/device-capacity.call.ts';
import { deviceInfo } from '../contracts/lapp/device-info.call.ts';
import { liveUrl } from '../contracts/lapp/live-url.call.ts';
import { playlistUrl } from '../contracts/lapp/playlist-url.call.ts';
import { ptzStart, ptzStop } from '../contracts/lapp/ptz.call.ts';
import { talkUrl } from '../contracts/lapp/talk-url.call.ts';
import { tokenGet } from '../contracts/lapp/token-get.call.ts';
import { videoById, videoByTime, videoDays } from '../contracts/lapp/video.call.ts';
import { voiceQuery, voiceSend, voiceSendOnce } from '../contracts/lapp/voice.call.ts';
import { deviceCapacity as capacityOf, deviceInfoOf } from '../domain/devices/device-info.ts';
import { lappError } from '../domain/errors/lapp-errors.ts';
import type { FailureLimit } from '../domain/limits/failure-limiter.ts';
import { MemoryFailureLimiter } from '../domain/limits/memory-failure-limiter.ts';
import type { LappServices } from '../domain/wiring/lapp.ts';
import { AppError } from '../kernel/app-error.ts';
import type { Clock } from '../kernel/clock.ts';
import { gatewayPath } from '../kernel/rtcgw.ts';
import type { Ms } from '../kernel/units.ts';
import {
  bindAddressCall,
  bindAlarmTokenCall,
  bindApplicationCall,
  bindChannelCall,
  bindDeviceCall,
  bindRecordingCall,
  bindTokenCall,
  type CallContext,
  type LappRoute,
} from './lapp-route.ts';

/**
 * Secrets cannot be guessed (256 bits); the limits show a caller that something is wrong and discourage guessing.
 * They apply to wrong secrets only. A correct one is accepted however many wrong ones came from the same address:
 * checking a hash costs less than an integrator that is locked out.
 */
const perAddress: FailureLimit = { kind: 'address', maxFailures: 60, windowMs: 15 * 60_000 };
const perAddressAndKey: FailureLimit = { kind: 'addressAndKey', maxFailures: 10, windowMs: 15 * 60_000 };

/** A page waits for the answer: a camera that takes longer counts as one without a loudspeaker for now. */
const capacityWaitMs: Ms = 1_000;

/** Enough to recognize a key; a caller may have sent its secret by mistake. */
const loggedKeyLength = 8;

/** All open-platform calls that are served, each with the policy of its contract. */
export function lappRoutes(services: LappServices, clock: Clock): readonly LappRoute[] {
  const failures = new MemoryFailureLimiter(clock);

  async function limited<Value>(
    appKey: string,
    { clientAddress }: CallContext,
    attempt: () => Promise<Value>,
  ): Promise<Value> {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof AppError) || !['10017', '10030'].includes(error.code)) throw error;
      const retryAfterMs = failures.count([
        [perAddress, clientAddress],
        [perAddressAndKey, JSON.stringify([clientAddress, appKey])],
      ]);
      if (retryAfterMs > 0) {
        throw lappError('10029', { retryAfterMs, appKey: appKey.slice(0, loggedKeyLength) });
      }
      throw error;
    }
  }

  return [
    bindApplicationCall(tokenGet, ({ appKey, appSecret, ...request }, context) =>
      limited(appKey, context, () => services.tokens.get(appKey, appSecret, request)),
    ),
    bindDeviceCall(services, deviceInfo, async (_form, access) => deviceInfoOf(access, services.presenceOf)),
    bindDeviceCall(services, deviceCapacity, async ({ channelNo }, access) => {
      const covered = await services.coveredChannels(access);
      const requested = covered.filter((number) => channelNo === undefined || number === channelNo);
      return capacityOf(access, requested, {
        axesOf: services.ptz.axesOf,
        async duplexOf({ tenantId }, deviceSerial, channel) {
          const key = { tenantId, deviceSerial, channelNo: channel };
          const found = await services.talk.loudspeakers.of(key, capacityWaitMs);
          return found.state === 'there' ? found.duplex : null;
        },
      });
    }),
    bindChannelCall(services, ptzStart, ({ direction, speed, viewer }, access, { clientAddress }) =>
      services.ptz.start(access, { direction, speed }, { clientAddress, viewer }),
    ),
    bindChannelCall(services, ptzStop, ({ viewer }, access, { clientAddress }) =>
      services.ptz.stop(access, { clientAddress, viewer }),
    ),
    bindAlarmTokenCall(alarmReport, (report, token, { clientAddress }) =>
      services.alarmReports.report(token, report, clientAddress),
    ),
    bindDeviceCall(services, alarmDeviceList, async ({ channelNo, ...query }, access, { locale }) => {
      const covered = await services.coveredChannels(access);
      const wanted = covered.filter((number) => channelNo === undefined || number === channelNo);
      return services.listAlarms(access, wanted, query, locale);
    }),
    bindAddressCall(services, liveUrl, async (address, access, { publicOrigin, clientAddress }) => {
      const { path, ticket, encryption, range, zone, recordings } = await services.liveUrls.open(
        access,
        address,
        clientAddress,
      );
      const { viewer, device } = access;
      const expireTime = viewer.grant.expiresAt;
      const expireInMs = Math.max(0, expireTime - clock.now());
      return {
        url: `${publicOrigin}${path}`,
        token: ticket,
        deviceName: device.name,
        expireTime,
        expireInMs,
        ...(encryption ? { encryption } : {}),
        ...(range && {
          range: { begin: range.fromMs, end: range.toMs },
          hasLive: viewer.grant.capabilities.includes('live'),
        }),
        timeZone: zone.name,
        recordings,
      };
    }),
    bindAddressCall(services, playlistUrl, async (address, access, { publicOrigin, clientAddress }) => {
      const { path, expiresAt, range } = await services.liveUrls.openPlaylist(access, address, clientAddress);
      return {
        url: `${publicOrigin}${path}`,
        expireTime: expiresAt,
        range: { begin: range.fromMs, end: range.toMs },
        timeZone: range.zone.name,
      };
    }),
    bindChannelCall(services, talkUrl, async ({ cameras = [] }, access, { publicOrigin, clientAddress }) => {
      const { urls, network } = services.talk;
      const { ticket, expiresAt, duplex } = await urls.open(access, cameras, clientAddress);
      const grantId = access.viewer.grant.id;
      const iceServers = network.iceServersFor({ grantId, now: clock.now() });
      return {
        rtcUrl: `${publicOrigin.replace(/^http/, 'ws')}${gatewayPath}`,
        ttsUrl: publicOrigin,
        stream: ticket,
        duplex,
        iceServers: iceServers.map((server) => ({ ...server, urls: [...server.urls] })),
        isRelayOnly: network.isRelayOnly,
        expireTime: expiresAt,
      };
    }),
    bindTokenCall(services, voiceQuery, async (form, viewer, { publicOrigin, locale }) => {
      const { pageStart: page, pageSize: size } = form;
      const isDefault = form.default === 'true';
      const { total, voices } = await services.voices.list(viewer, { page, size, isDefault }, locale);
      return {
        data: voices.map(({ name, path, durationMs }) => ({
          voiceName: name,
          fileUrl: `${publicOrigin}${path}`,
          duration: Math.max(1, Math.round(durationMs / 1_000)),
        })),
        page: { total, page, size },
        ext: { canSpeak: services.voices.canSpeak },
      };
    }),
    bindChannelCall(services, voiceSend, ({ fileUrl }, access, { clientAddress }) =>
      services.voices.send(access, fileUrl, clientAddress),
    ),
    bindChannelCall(services, voiceSendOnce, ({ voiceText: text }, access, { clientAddress, file }) =>
      services.voices.sendOnce(access, text === undefined ? { file } : { text }, clientAddress),
    ),
    bindRecordingCall<typeof videoByTime.form, typeof videoByTime.data>(
      services,
      videoByTime,
      async ({ recType, startTime, endTime, version }, access) =>
        version === '2.0'
          ? await services.videos.page(access, recType, startTime, endTime)
          : await services.videos.all(access, recType, startTime, endTime),
    ),
    bindChannelCall(services, videoById, ({ alarmId }, access) => services.recordingOfAlarm(access, alarmId)),
    bindRecordingCall(services, videoDays, ({ recType, month, timeZone }, access) =>
      services.videos.days(access, recType, month, timeZone),
    ),
  ];
}
