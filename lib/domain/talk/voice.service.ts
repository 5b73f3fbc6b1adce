/** Voice messages for viewers: list, listen, and play on a camera. */
import type { Locale } from '../../i18n/translate.ts';
import type { Clock } from '../../kernel/clock.ts';
import { err, ok, type Result } from '../../kernel/result.ts';
import type { EpochMs, Ms } from '../../kernel/units.ts';
import type {
  Pcm,
  Speech,
  TalkFailure,
  TalkPlane,
  TalkRefusal,
  TalkTarget,
  VoiceAudio,
} from '../../media/talk-ports.ts';
import type { GrantRepository } from '../access/grant.repository.ts';
import { isValidGrant, type Viewer } from '../access/token.service.ts';
import type { VoiceAddresses } from '../access/voice-address.ts';
import type { ChannelAccess } from '../devices/device-access.ts';
import type { CameraUses } from '../devices/grant-watch.ts';
import { type LappCode, lappError } from '../errors/lapp-errors.ts';
import type { FailureLimit } from '../limits/failure-limiter.ts';
import { MemoryFailureLimiter } from '../limits/memory-failure-limiter.ts';
import { tenantScope } from '../tenancy/tenant-scope.ts';
import type { Loudspeakers } from './loudspeakers.ts';
import { recordedVoice } from './recorded-voice.ts';
import type { Voices } from './voices.ts';

export interface ListedVoice {
  readonly name: string;
  /** `/voice/<signature>.wav`, relative to the server's origin. */
  readonly path: `/voice/${string}`;
  readonly durationMs: Ms;
}

export interface VoiceService {
  readonly canSpeak: boolean;
  /** `page` counts from 0. Those of the product are on one page. */
  list(
    viewer: Viewer,
    wanted: { readonly page: number; readonly size: number; readonly isDefault: boolean },
    locale: Locale,
  ): Promise<{ readonly total: number; readonly voices: readonly ListedVoice[] }>;
  /**
   * `fileUrl`: as listed. Throws 10001 with 未找到当前语音 for one that was not listed here, is not valid any more, or was
   * deleted; and what `sendOnce` throws.
   */
  send(access: ChannelAccess, fileUrl: string, clientAddress: string): Promise<void>;
  /**
   * Resolves when the camera has accepted all of it. Throws -1000 for a camera without a loudspeaker, 20007 for one that
   * does not answer, 400904 with 语音设备正忙，请稍后重试 for one that is in use, `voice.tooShort`, `voice.tooSmall`,
   * `voice.tooLong` for a recording, 10029 after too many messages, and `voice.failed`.
   */
  sendOnce(
    access: ChannelAccess,
    message: { readonly file: Uint8Array | null } | { readonly text: string },
    clientAddress: string,
  ): Promise<void>;
  /** Plays a message with a grant that permits it. Throws what `sendOnce` throws of the camera. */
  deliver(
    by: {
      readonly camera: Omit<TalkTarget, 'duplex'>;
      readonly grantId: string;
      readonly expiresAt: EpochMs;
    },
    pcm: Pcm,
    clientAddress: string,
  ): Promise<void>;
  /** A WAV file. `denied`: not signed by us, or not valid any more. `none`: it was deleted. */
  listen(signature: string): Promise<Result<Uint8Array, 'denied' | 'none'>>;
}

const maxWaitMs: Ms = 8_000;
/** Per grant, which many viewers may share. */
const messages: FailureLimit = { kind: 'voice', maxFailures: 60, windowMs: 60_000 };

export function voiceService(deps: {
  readonly voices: Voices;
  readonly addresses: VoiceAddresses;
  readonly audio: VoiceAudio;
  readonly play: TalkPlane['play'];
  /** Null: there is no engine. */
  readonly speech: Speech | null;
  readonly loudspeakers: Pick<Loudspeakers, 'of'>;
  readonly uses: Pick<CameraUses, 'admit'>;
  readonly grants: Pick<GrantRepository, 'findManyAnywhere'>;
  readonly clock: Clock;
  /** Ends messages that are being played. */
  readonly signal: AbortSignal;
}): VoiceService {
  const { voices, addresses, audio, speech, uses, clock } = deps;
  const limiter = new MemoryFailureLimiter(clock);

  function count({ viewer, device }: ChannelAccess): void {
    const retryAfterMs = limiter.count([[messages, viewer.grant.id]]);
    if (retryAfterMs > 0) throw lappError('10029', { retryAfterMs, serial: device.serial });
  }

  const deliver: VoiceService['deliver'] = async ({ camera, grantId, expiresAt }, pcm, clientAddress) => {
    const { key, channelId } = camera;
    const { deviceSerial: serial, channelNo } = key;
    const where = { serial, channelNo };
    const found = await deps.loudspeakers.of(key, maxWaitMs);
    if (found.state === 'none') throw lappError('-1000', where);
    if (found.state === 'offline') throw lappError('20007', where);
    const use = uses.admit({ grantId, serial, channelNo, channelId, capability: 'voice' }, expiresAt);
    const target = { ...camera, duplex: found.duplex };
    const played = await deps.play({ target, grantId: use, clientAddress }, pcm, deps.signal);
    if (!played.ok) throw refusalOf(played.error, where);
  };

  function play({ viewer, device, channel }: ChannelAccess, pcm: Pcm, clientAddress: string): Promise<void> {
    const { tenantId } = viewer.scope;
    const key = { tenantId, deviceSerial: device.serial, channelNo: channel.number };
    const camera = { key, channelId: channel.id, name: channel.name };
    const { id: grantId, expiresAt } = viewer.grant;
    return deliver({ camera, grantId, expiresAt }, pcm, clientAddress);
  }

  /** Null: not signed by us, or not valid any more. */
  function subjectOf(fileUrl: string) {
    const signature = /^[^?#]*\/voice\/([\w.-]{1,1500})\.wav$/.exec(fileUrl)?.[1];
    const verified = signature === undefined ? null : addresses.verify(signature, clock.now());
    return verified?.ok ? verified.value : null;
  }

  async function spoken(text: string): Promise<Pcm> {
    const file = speech && (await speech(text));
    const read = file && (await recordedVoice(file, audio));
    if (!read) throw lappError('voice.failed', { reason: speech ? 'not spoken' : 'no engine' });
    if (!read.ok) throw lappError(read.error === 'voice.tooLong' ? read.error : 'voice.failed');
    return read.value;
  }

  return {
    canSpeak: speech !== null,
    deliver,

    async list({ scope, grant }, { page, size, isDefault }, locale) {
      const from = page * size;
      const ofProduct = () => {
        const entries = voices.defaults(locale);
        return { total: entries.length, entries: entries.slice(from, from + size) };
      };
      const { total, entries } = isDefault ? ofProduct() : await voices.list(scope, { from, size });
      const { tenantId } = scope;
      const now = clock.now();
      return {
        total,
        voices: entries.map(({ id, name, durationMs }) => ({
          ...{ name, durationMs },
          path: `/voice/${addresses.issue({ tenantId, grantId: grant.id, voiceId: id }, now)}.wav` as const,
        })),
      };
    },

    async send(access, fileUrl, clientAddress) {
      count(access);
      const { scope } = access.viewer;
      const subject = subjectOf(fileUrl);
      const isOurs = subject !== null && subject.tenantId === scope.tenantId;
      const pcm = isOurs ? await voices.audio(scope, subject.voiceId) : null;
      if (!pcm) throw lappError('10001', { shownAs: 'voice.notFound' });
      await play(access, pcm, clientAddress);
    },

    async sendOnce(access, message, clientAddress) {
      count(access);
      if ('text' in message) return play(access, await spoken(message.text), clientAddress);
      const read = await recordedVoice(message.file, audio);
      if (!read.ok) throw lappError(read.error);
      await play(access, read.value, clientAddress);
    },

    async listen(signature) {
      const verified = addresses.verify(signature, clock.now());
      if (!verified.ok) return err('denied');
      const { tenantId, grantId, voiceId } = verified.value;
      const [grant] = await deps.grants.findManyAnywhere([grantId]);
      const isPermitted =
        grant?.scope.tenantId === tenantId &&
        isValidGrant(grant, clock.now()) &&
        grant.grant.capabilities.includes('voice');
      if (!isPermitted) return err('denied');
      const file = await voices.file(tenantScope(tenantId), voiceId);
      return file ? ok(file) : err('none');
    },
  };
}

function refusalOf({ code, message }: TalkRefusal | TalkFailure, where: object): Error {
  const details = { ...where, reason: code, why: message };
  if (code === '400904' || code === 'talk.busy')
    return lappError('400904', { ...details, shownAs: 'voice.busy' });
  const known: readonly LappCode[] = ['-1000', '20007', '10002'];
  return lappError(known.find((each) => each === code) ?? 'voice.failed', details);
}
