/** Calls of the camera pages besides the resources. Rows are read through the resource and so within the data scope. */
import { iotCamera } from '../../contracts/admin/resources/iot-camera.resource.ts';
import type { Locale, LocalText } from '../../i18n/translate.ts';
import type { StreamCondition, StreamProfile, StreamStatus } from '../../media/ports.ts';
import type { PreviewService } from '../access/preview.service.ts';
import { recordOperation } from '../audit/operation-log.ts';
import { operationTitles } from '../audit/operation-titles.ts';
import { refused } from '../errors/admin-error.ts';
import { asAdminError } from '../errors/as-admin-error.ts';
import type { CallContext } from '../identity/actor.ts';
import { covers } from '../resource/dept-scope.ts';
import type { ResourceDeps } from '../resource/resource-deps.ts';
import type { ResourceService } from '../resource/resource-service.ts';
import { tenantZone } from '../resource/tenant-zone.ts';
import { livePath } from './bindings/channel-binding.ts';
import type { CameraService } from './camera.service.ts';
import { type ForbiddenAddress, rejectForbidden, type SourceChange } from './camera-input.ts';
import { channelFinder, type FoundChannel } from './channel-finder.ts';
import { deviceRepository } from './device.repository.ts';
import { errorMessage } from './probe-messages.ts';
import { ptzRepository } from './ptz.repository.ts';
import { carried } from './stream-view.ts';

export interface CameraCallsDeps extends ResourceDeps {
  readonly cameras: CameraService;
  /** Of `iot.camera`. */
  readonly channels: ResourceService<typeof iotCamera>;
  readonly previews: PreviewService;
  readonly streams: () => readonly StreamStatus[];
  readonly forbiddenAddress: ForbiddenAddress;
  readonly demoScenes: readonly string[];
}

const off: LocalText = { 'zh-CN': '摄像头已停用', 'en-US': 'The camera is disabled' };

export function cameraCalls(deps: CameraCallsDeps) {
  const { cameras, previews, streams, demoScenes, forbiddenAddress } = deps;
  const channelOf = channelFinder(deps.channels);
  const { db } = deps.database;
  const zoneOf = tenantZone(deps);

  async function sourcesOf({ actor }: CallContext, { deviceId, channelNo }: FoundChannel) {
    const { scope } = actor;
    const zone = await zoneOf(scope.tenantId);
    const [stored, ptzLinks] = await Promise.all([
      deviceRepository(db).listSources(scope, deviceId),
      ptzRepository(db).list(scope, deviceId),
    ]);
    const ptz = ptzLinks.find((each) => each.channelNo === channelNo);
    return {
      sources: stored
        .filter((each) => each.channelNo === channelNo)
        .map(({ profile, kind, label, hasPassword, scene, transport, updatedAt }) => ({
          profile,
          kind,
          label,
          hasPassword,
          scene,
          transport,
          updateTime: zone.text(updatedAt),
        })),
      onvif: ptz ? { label: ptz.label, hasPassword: ptz.hasPassword } : null,
      scenes: [...demoScenes],
    };
  }

  /** The log entry of a change. It contains labels only, never addresses or credentials. */
  function logged(
    call: CallContext,
    { id, name: bizName }: FoundChannel,
    field: LocalText,
    name: string,
    from: unknown,
    to: unknown,
  ) {
    return recordOperation.bind(null, deps, {
      call,
      title: iotCamera.title,
      type: 'update',
      bizKey: `${iotCamera.key}:${id}`,
      bizName,
      diff: [{ field: name, label: field['zh-CN'], from, to }],
    });
  }

  const sourceName: Readonly<Record<StreamProfile, LocalText>> = {
    main: iotCamera.fields.mainSource.label,
    sub: iotCamera.fields.subSource.label,
  };

  async function labelOf(
    call: CallContext,
    found: FoundChannel,
    profile: StreamProfile,
  ): Promise<string | null> {
    const stored = await deviceRepository(db).listSources(call.actor.scope, found.deviceId);
    return (
      stored.find((each) => each.channelNo === found.channelNo && each.profile === profile)?.label ?? null
    );
  }

  return {
    scenes: [...demoScenes],

    sources: async (call: CallContext, id: string) => sourcesOf(call, await channelOf(call, id)),

    async setSource(call: CallContext, id: string, profile: StreamProfile, source: SourceChange) {
      const found = await channelOf(call, id);
      const { serial, channelNo } = found;
      const from = await labelOf(call, found, profile);
      await asAdminError(async () => {
        rejectForbidden(forbiddenAddress, ['url' in source ? source.url : undefined]);
        await cameras.setSource(
          call.actor.scope,
          { serial, channelNo, profile },
          source,
          async (transaction) => {
            const stored = await deviceRepository(transaction).listSources(call.actor.scope, found.deviceId);
            const to = stored.find((each) => each.channelNo === channelNo && each.profile === profile)?.label;
            await logged(call, found, sourceName[profile], `${profile}Source`, from, to ?? null)(transaction);
          },
        );
      });
      return sourcesOf(call, found);
    },

    async removeSource(call: CallContext, id: string, profile: StreamProfile) {
      const found = await channelOf(call, id);
      const { serial, channelNo } = found;
      const from = await labelOf(call, found, profile);
      await asAdminError(() =>
        cameras.removeSource(
          call.actor.scope,
          { serial, channelNo, profile },
          logged(call, found, sourceName[profile], `${profile}Source`, from, null),
        ),
      );
      return sourcesOf(call, found);
    },

    /** Null: removes the ONVIF address. */
    async setOnvif(
      call: CallContext,
      id: string,
      onvif: { url: string; login?: { username: string; password: string } | undefined } | null,
    ) {
      const found = await channelOf(call, id);
      const { serial, channelNo } = found;
      const before = (await sourcesOf(call, found)).onvif?.label ?? null;
      await asAdminError(async () => {
        rejectForbidden(forbiddenAddress, [onvif?.url]);
        await cameras.update(call.actor.scope, { serial, channelNo, onvif }, async (transaction) => {
          const ptzLinks = await ptzRepository(transaction).list(call.actor.scope, found.deviceId);
          const after = ptzLinks.find((each) => each.channelNo === channelNo)?.label ?? null;
          await logged(call, found, iotCamera.fields.onvif.label, 'onvif', before, after)(transaction);
        });
      });
      return sourcesOf(call, found);
    },

    async status({ actor }: CallContext, ids: readonly string[] | null, locale: Locale) {
      const { tenantId } = actor.scope;
      const running = streams().filter(({ key, state }) => key.tenantId === tenantId && state !== 'idle');
      const serials = [...new Set(running.map(({ key }) => key.deviceSerial))];
      if (serials.length === 0) return [];
      const zone = await zoneOf(tenantId);
      const known = await db
        .selectFrom('channel')
        .select(['id', 'deviceSerial', 'number', 'name', 'deptId'])
        .where('tenantId', '=', tenantId)
        .where('deviceSerial', 'in', serials)
        .$if(ids !== null, (rows) => rows.where('id', 'in', [...(ids ?? [])]))
        .execute();
      const seen = new Map(
        known
          .filter(({ deptId }) => covers(actor, deptId))
          .map((channel) => [`${channel.deviceSerial}/${channel.number}`, channel]),
      );
      return running.flatMap((stream) => {
        const channel = seen.get(`${stream.key.deviceSerial}/${stream.key.channelNo}`);
        if (!channel || stream.state === 'idle') return [];
        const { retryAt, conversion } = stream;
        return [
          {
            id: channel.id,
            serial: channel.deviceSerial,
            channelNo: channel.number,
            name: channel.name,
            profile: stream.key.profile,
            state: stream.state,
            viewers: stream.viewers,
            bitrateKbps: stream.state === 'live' ? stream.bitrateKbps : null,
            since: zone.text(stream.since),
            carries: stream.tracks && carried(stream.tracks),
            error: errorOf(stream, locale),
            retryTime: retryAt === null ? null : zone.text(retryAt),
            conversion:
              conversion === null || conversion.state === 'idle'
                ? null
                : {
                    state: conversion.state,
                    viewers: conversion.viewers,
                    carries: conversion.tracks && carried(conversion.tracks),
                    error: errorOf(conversion, locale),
                  },
          },
        ];
      });
    },

    async preview(call: CallContext, id: string) {
      const found = await channelOf(call, id);
      const { serial, channelNo } = found;
      const device = await deviceRepository(db).findDevice(call.actor.scope, serial);
      if (!found.isOn || !device?.isEnabled) throw refused(off);
      // Only the first preview of a session is logged, not its renewals.
      const isNew = !(await previews.isOpen(call.actor, { serial, channelNo }));
      const { grantId: _, ...preview } = await previews.start(
        call.actor,
        { serial, channelNo },
        isNew
          ? (transaction) =>
              recordOperation(
                deps,
                {
                  call,
                  title: operationTitles.watch,
                  type: 'other',
                  bizKey: `${iotCamera.key}:${id}`,
                  bizName: found.name,
                },
                transaction,
              )
          : undefined,
      );
      return {
        ...preview,
        capabilities: [...preview.capabilities],
        path: livePath(serial, channelNo),
        isEncrypt: device.isEncrypted,
      };
    },
  };
}

function errorOf({ state, lastFailure }: StreamCondition, locale: Locale) {
  if (state === 'live' || !lastFailure) return null;
  return { code: lastFailure.code, ...errorMessage(lastFailure, locale) };
}

export type CameraCalls = ReturnType<typeof cameraCalls>;
