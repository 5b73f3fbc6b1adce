import type { Clock } from '../../kernel/clock.ts';
import type { MediaKeyTerms } from '../../kernel/media-key.ts';
import type { StreamProfile } from '../../media/ports.ts';
import type { MediaTickets } from '../access/media-ticket.ts';
import type { VerificationCodeLimiter } from '../access/verification-code-limiter.ts';
import { isSameText } from '../crypto/digest.ts';
import type { Sealer } from '../crypto/seal.ts';
import type { DeviceRepository } from '../devices/device.repository.ts';
import type { ChannelAccess } from '../devices/device-access.ts';
import type { MediaKeys } from '../devices/media-keys.ts';
import { validCodeSealContext } from '../devices/source-slot.ts';
import { lappError } from '../errors/lapp-errors.ts';
import type { CameraAddress } from './camera-address.ts';

export interface LiveUrl {
  /** Relative to the server's origin; the same for every viewer of this stream, and without secrets. */
  readonly path: `/live/${string}.flv`;
  /** A media ticket: starts one stream of this path within a minute. */
  readonly ticket: string;
  /** How the key is derived from the verification code; null: the device is not encrypted. */
  readonly encryption: MediaKeyTerms | null;
}

export interface LiveUrlService {
  /**
   * Throws 20015 for recordings, 400035 and 400036 for a missing or wrong verification code, 10029 after
   * too many wrong ones, 20007 for a channel that has no source.
   */
  open(access: ChannelAccess, address: CameraAddress, clientAddress: string): Promise<LiveUrl>;
}

export function liveUrlService(deps: {
  readonly devices: DeviceRepository;
  readonly sealer: Sealer;
  readonly mediaKeys: MediaKeys;
  readonly tickets: MediaTickets;
  readonly codes: VerificationCodeLimiter;
  readonly clock: Clock;
}): LiveUrlService {
  const { devices, sealer, mediaKeys, tickets, codes, clock } = deps;

  async function checkValidCode(
    { viewer, device }: ChannelAccess,
    given: string | null,
    clientAddress: string,
  ): Promise<MediaKeyTerms | null> {
    if (!device.isEncrypted) return null;
    const { serial, validCodeSealed: sealed } = device;
    if (given === null) throw lappError('400035', { serial });
    const { tenantId } = viewer.scope;
    const attempt = { tenantId, serial, grantId: viewer.grant.id, clientAddress, codeId: sealed ?? '' };
    const place = validCodeSealContext(viewer.scope, device.id);
    const isRight = sealed !== null && isSameText(sealer.open(place, sealed), given);
    const retryAfterMs = await codes.judge(attempt, isRight);
    if (retryAfterMs > 0) throw lappError('10029', { retryAfterMs, serial });
    if (!isRight) throw lappError('400036', { serial });
    const { keyId, salt, iterations } = await mediaKeys.of(viewer.scope, device);
    return { keyId, salt, iterations };
  }

  return {
    async open(access, address, clientAddress) {
      const { viewer, device, channel } = access;
      if (address.mode !== 'live') throw lappError('20015', { mode: address.mode });
      const encryption = await checkValidCode(access, address.validCode, clientAddress);
      const sources = await devices.listSources(viewer.scope, device.id);
      const stored = sources.filter(({ channelNo }) => channelNo === channel.number);
      const profile = chooseProfile(
        address.hd ? 'main' : 'sub',
        stored.map((source) => source.profile),
      );
      if (!profile) throw lappError('20007', { serial: device.serial, channelNo: channel.number });
      const ticket = tickets.issue(
        {
          grantId: viewer.grant.id,
          tenantId: viewer.scope.tenantId,
          deviceSerial: device.serial,
          channelNo: channel.number,
          profile,
        },
        clock.now(),
      );
      return { path: `/live/${device.serial}/${channel.number}/${profile}.flv`, ticket, encryption };
    },
  };
}

/** The requested profile, or the only one there is: many cameras have a single stream. */
function chooseProfile(wanted: StreamProfile, stored: readonly StreamProfile[]): StreamProfile | null {
  return stored.includes(wanted) ? wanted : (stored[0] ?? null);
}
