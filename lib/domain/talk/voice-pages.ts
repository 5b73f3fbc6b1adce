/** Voice messages in the console: made, listened to, and played on cameras in the data scope of the user. */
import type { iotCamera } from '../../contracts/admin/resources/iot-camera.resource.ts';
import { iotVoice } from '../../contracts/admin/resources/iot-voice.resource.ts';
import { transact } from '../../db/transact.ts';
import type { Locale, LocalText } from '../../i18n/translate.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { VoiceAudio } from '../../media/talk-ports.ts';
import type { PreviewService } from '../access/preview.service.ts';
import { recordOperation } from '../audit/operation-log.ts';
import { type Entropy, newId } from '../crypto/entropy.ts';
import { channelFinder } from '../devices/channel-finder.ts';
import { deviceRepository } from '../devices/device.repository.ts';
import { invalid, notFound, refused } from '../errors/admin-error.ts';
import { isLappCode, isShownAs, lappMessage } from '../errors/lapp-errors.ts';
import type { CallContext } from '../identity/actor.ts';
import type { ResourceDeps } from '../resource/resource-deps.ts';
import type { ResourceService } from '../resource/resource-service.ts';
import { tableService } from '../resource/table-service.ts';
import { lockTenant } from '../tenancy/tenant-lock.ts';
import { recordedVoice } from './recorded-voice.ts';
import type { VoiceService } from './voice.service.ts';
import type { Voices } from './voices.ts';
import { wholeSeconds } from './whole-seconds.ts';

export interface VoiceOutcome {
  readonly ok: boolean;
  /** As of the open-platform API. Null: the camera has played it. */
  readonly code: string | null;
  readonly message: string | null;
}

export interface VoicePages {
  readonly service: ResourceService<typeof iotVoice>;
  /** `file`: as recorded or uploaded. Throws 40000 for one that is no voice message, U0200 when there are too many. */
  add(call: CallContext, name: string, file: Uint8Array | null): Promise<{ readonly id: string }>;
  /** A WAV file, base64. Throws 404. */
  audio(call: CallContext, id: string): Promise<{ readonly content: string }>;
  /** Resolves when the camera has played it. Throws 404 for a message or a camera that the user may not see. */
  send(
    call: CallContext,
    wanted: { readonly id: string; readonly cameraId: string },
    locale: Locale,
  ): Promise<VoiceOutcome>;
}

/** Of one organisation; 500 of the longest are a gigabyte. */
const maxVoices = 500;
const tooMany: LocalText = {
  'zh-CN': `最多保存 ${maxVoices} 条语音消息`,
  'en-US': `At most ${maxVoices} voice messages can be saved`,
};
const off: LocalText = { 'zh-CN': '摄像头已停用', 'en-US': 'The camera is disabled' };

export function voicePages(
  deps: ResourceDeps & {
    readonly entropy: Entropy;
    readonly audio: VoiceAudio;
    readonly savedVoices: Pick<Voices, 'audio' | 'file'>;
    readonly voices: Pick<VoiceService, 'deliver'>;
    readonly previews: Pick<PreviewService, 'start'>;
    /** Of `iot.camera`. */
    readonly channels: ResourceService<typeof iotCamera>;
  },
): VoicePages {
  const { clock, entropy, audio, savedVoices } = deps;
  const { db } = deps.database;
  const channelOf = channelFinder(deps.channels);
  const service = tableService(deps, {
    definition: iotVoice,
    table: 'voice',
    dataScope: 'none',
    columns: { seconds: wholeSeconds('durationMs'), createTime: 'createdAt' },
  });

  return {
    service,

    async add(call, name, file) {
      const read = await recordedVoice(file, audio);
      if (!read.ok) {
        const message = {
          'zh-CN': lappMessage(read.error, 'zh-CN'),
          'en-US': lappMessage(read.error, 'en-US'),
        };
        throw invalid([{ path: 'file', message }]);
      }
      const wav = audio.write(read.value);
      const { scope, username } = call.actor;
      const { tenantId } = scope;
      const now = clock.now();
      const id = newId(entropy, now);
      const durationMs = Math.round((read.value.samples.length * 1_000) / read.value.rate);
      await transact(db, async (transaction) => {
        // Serializes what one organisation saves, so that the count is right.
        await lockTenant(deps.database, transaction, scope);
        const { total } = await transaction
          .selectFrom('voice')
          .select((build) => build.fn.countAll<number>().as('total'))
          .where('tenantId', '=', tenantId)
          .executeTakeFirstOrThrow();
        if (Number(total) >= maxVoices) throw refused(tooMany);
        await transaction
          .insertInto('voice')
          .values({
            ...{ id, tenantId, name, durationMs, byteSize: wav.length, version: 1 },
            ...{ createdBy: username, createdAt: now, updatedBy: username, updatedAt: now },
          })
          .execute();
        await transaction
          .insertInto('voiceContent')
          .values({ voiceId: id, tenantId, content: Buffer.from(wav).toString('base64') })
          .execute();
        await recordOperation(
          deps,
          { call, title: iotVoice.title, type: 'insert', bizKey: `${iotVoice.key}:${id}`, bizName: name },
          transaction,
        );
      });
      return { id };
    },

    async audio(call, id) {
      await service.get(call, id);
      const file = await savedVoices.file(call.actor.scope, id);
      if (!file) throw notFound();
      return { content: Buffer.from(file).toString('base64') };
    },

    async send(call, { id, cameraId }, locale) {
      const { actor } = call;
      await service.get(call, id);
      const found = await channelOf(call, cameraId);
      const { serial, channelNo, name } = found;
      const device = await deviceRepository(db).findDevice(actor.scope, serial);
      if (!found.isOn || !device?.isEnabled) throw refused(off);
      const pcm = await savedVoices.audio(actor.scope, id);
      if (!pcm) throw notFound();
      // A grant of its own: the message stops when the user signs out or loses the permission.
      const { grantId, expireTime } = await deps.previews.start(
        actor,
        { serial, channelNo },
        undefined,
        'voice',
      );
      const key = { tenantId: actor.scope.tenantId, deviceSerial: serial, channelNo };
      const camera = { key, channelId: cameraId, name };
      try {
        await deps.voices.deliver({ camera, grantId, expiresAt: expireTime }, pcm, call.address);
        return { ok: true, code: null, message: null };
      } catch (error) {
        if (!(error instanceof AppError) || !isLappCode(error.code)) throw error;
        const { shownAs } = error.details;
        const message = lappMessage(isShownAs(shownAs) ? shownAs : error.code, locale);
        return { ok: false, code: error.code, message };
      }
    },
  };
}
