import type { StoreState } from '../../contracts/lapp/live-url.call.ts';
import type { EzopenMode } from '../../ezopen/address.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { MediaKeyTerms } from '../../kernel/media-key.ts';
import type { EpochMs } from '../../kernel/units.ts';
import type { Zone } from '../../kernel/zone-time.ts';
import type { RecordedKeys, RecordStore, StreamProfile } from '../../media/ports.ts';
import type { MediaTickets } from '../access/media-ticket.ts';
import type { PlaybackSubject, PlaybackTickets } from '../access/playback-ticket.ts';
import { type PlaylistAddresses, playlistStartLifeMs } from '../access/playlist-address.ts';
import type { CodeAttempt, VerificationCodeLimiter } from '../access/verification-code-limiter.ts';
import { isSameText } from '../crypto/digest.ts';
import type { Sealer } from '../crypto/seal.ts';
import type { DeviceRepository } from '../devices/device.repository.ts';
import type { ChannelAccess } from '../devices/device-access.ts';
import { type MediaKeys, mediaKeyDerivation } from '../devices/media-keys.ts';
import { validCodeSealContext } from '../devices/source-slot.ts';
import { lappError } from '../errors/lapp-errors.ts';
import type { DeviceStoreOf } from '../recordings/device-store.ts';
import { recordedPath } from '../recordings/recorded-files.ts';
import { namedZone, type RecordedRange, recordedRange } from '../recordings/recorded-range.ts';
import type { RecordedStores } from '../recordings/recorded-stores.ts';
import { playbackCapability, storeOfMode } from '../recordings/stores.ts';
import type { TenantZone } from '../resource/tenant-zone.ts';
import type { CameraAddress } from './camera-address.ts';

type RecordedMode = Exclude<EzopenMode, 'live'>;

export interface LiveUrl extends MediaPlace {
  /**
   * How the key is derived from the verification code; null: the device is not encrypted. Without `keyId`: recordings of
   * a device that is not encrypted now, which may have been when they were made; the files contain the id.
   */
  readonly encryption: MediaKeyTerms | Omit<MediaKeyTerms, 'keyId'> | null;
  /** Which recordings of the camera this viewer may play. */
  readonly recordings: Readonly<Record<RecordStore, StoreState>>;
}

interface MediaPlace {
  /** Relative to the server's origin, and without secrets. Of a live stream, the same for all its viewers. */
  readonly path: `/${'live' | 'vod' | 'rec'}/${string}`;
  /** A media ticket, which starts one stream of this path within a minute; for recordings a playback ticket. */
  readonly ticket: string;
  /** Null for live video. */
  readonly range: RecordedRange | null;
  /** Of the civil times of the camera's recordings. */
  readonly zone: Zone;
}

export interface LiveUrlService {
  /**
   * Throws 400035 and 400036 for a missing or wrong verification code, 10029 after too many wrong ones, 20007 for a
   * channel that has no source. Of recordings: 10001 for a range that ends before it begins, 120301 for an alarm that
   * the channel does not have, 20015 for a camera that keeps none itself. A code with which recordings of the range in a
   * store of ours were made is right too.
   */
  open(access: ChannelAccess, address: CameraAddress, clientAddress: string): Promise<LiveUrl>;
  /**
   * A playlist with a signature in its path, for players that cannot send a ticket. Throws what `open` throws, and 20015
   * for live video, for a camera that keeps its recordings itself, and for an encrypted device.
   */
  openPlaylist(access: ChannelAccess, address: CameraAddress, clientAddress: string): Promise<PlaylistUrl>;
}

export interface PlaylistUrl {
  /** Relative to the server's origin. Its signature is a secret, valid for one range and until `expiresAt`. */
  readonly path: `/vod/${string}`;
  /** Until then, playback must begin. */
  readonly expiresAt: EpochMs;
  readonly range: RecordedRange;
}

export function liveUrlService(deps: {
  readonly devices: DeviceRepository;
  readonly sealer: Sealer;
  readonly mediaKeys: MediaKeys;
  readonly tickets: MediaTickets;
  readonly playbackTickets: PlaybackTickets;
  readonly playlistAddresses: PlaylistAddresses;
  readonly deviceStoreOf: DeviceStoreOf;
  readonly recordedKeys: RecordedKeys;
  readonly recordedStores: RecordedStores;
  /** Throws 120301. */
  readonly timesOfAlarm: (
    access: ChannelAccess,
    alarmId: string,
  ) => Promise<{ readonly recordFrom: EpochMs; readonly recordTo: EpochMs }>;
  readonly zoneOf: TenantZone;
  readonly codes: VerificationCodeLimiter;
  readonly clock: Clock;
}): LiveUrlService {
  const { devices, sealer, mediaKeys, tickets, playbackTickets, deviceStoreOf, zoneOf, codes, clock } = deps;
  const { recordedKeys, playlistAddresses } = deps;

  /** What of the range of the address this viewer may see. Throws 10031 for nothing. */
  async function rangeOf(access: ChannelAccess, address: CameraAddress): Promise<RecordedRange> {
    const named = await namedRange(access, address);
    const { range } = access.viewer.grant;
    if (!range) return named;
    const fromMs = Math.max(named.fromMs, range.fromMs);
    const toMs = Math.min(named.toMs, range.toMs);
    if (fromMs >= toMs) throw lappError('10031');
    return { ...named, fromMs, toMs };
  }

  /** Of an address with an alarm and without a begin, the time around the alarm. */
  async function namedRange(access: ChannelAccess, address: CameraAddress): Promise<RecordedRange> {
    const named = recordedRange(address, await zoneOf(access.viewer.scope.tenantId), clock.now());
    if (address.alarmId === null || address.begin !== null) return named;
    const { recordFrom, recordTo } = await deps.timesOfAlarm(access, address.alarmId);
    return { fromMs: recordFrom, toMs: recordTo, zone: named.zone };
  }

  async function checkValidCode(
    access: ChannelAccess,
    address: CameraAddress,
    clientAddress: string,
  ): Promise<MediaKeyTerms | null> {
    const { viewer, device } = access;
    const { validCode: given } = address;
    if (!device.isEncrypted) return null;
    const { serial, validCodeSealed: sealed } = device;
    if (given === null) throw lappError('400035', { serial });
    const { tenantId } = viewer.scope;
    const attempt = { tenantId, serial, grantId: viewer.grant.id, clientAddress, codeId: sealed ?? '' };
    const place = validCodeSealContext(viewer.scope, device.id);
    const isRight = sealed !== null && isSameText(sealer.open(place, sealed), given);
    if (!isRight && address.mode !== 'live')
      return checkEarlierCode(access, address, address.mode, given, attempt);
    const retryAfterMs = await codes.judge(attempt, isRight);
    if (retryAfterMs > 0) throw lappError('10029', { retryAfterMs, serial });
    if (!isRight) throw lappError('400036', { serial });
    return termsOf(await mediaKeys.of(viewer.scope, device));
  }

  /** Whether something in the range was recorded with this code. Earlier codes are stored nowhere: the files tell. */
  async function checkEarlierCode(
    access: ChannelAccess,
    address: CameraAddress,
    mode: RecordedMode,
    given: string,
    attempt: CodeAttempt,
  ): Promise<MediaKeyTerms> {
    const { scope } = access.viewer;
    const { channel } = access;
    const { serial } = access.device;
    const store = storeOfMode[mode];
    const { fromMs, toMs } = await rangeOf(access, address);
    const { retryAfterMs, isRight } = await codes.judgeEarlier(attempt, async () => {
      if (store === 'device' && (await deviceStoreOf(scope, serial, channel.number)) !== 'card') return false;
      const { keyId } = await mediaKeys.ofCode(scope, serial, given);
      const key = { tenantId: scope.tenantId, channelId: channel.id, store };
      return recordedKeys.has(key, fromMs, toMs, keyId);
    });
    if (retryAfterMs > 0) throw lappError('10029', { retryAfterMs, serial });
    if (!isRight) throw lappError('400036', { serial });
    return termsOf(await mediaKeys.ofCode(scope, serial, given));
  }

  async function openLive(
    { viewer, device, channel }: ChannelAccess,
    address: CameraAddress,
  ): Promise<MediaPlace> {
    const wanted: StreamProfile = address.hd ? 'main' : 'sub';
    const zone = addressZone(address) ?? (await zoneOf(viewer.scope.tenantId));
    const sources = await devices.listSources(viewer.scope, device.id);
    const stored = sources.filter(({ channelNo }) => channelNo === channel.number);
    const profile = chooseProfile(
      wanted,
      stored.map((source) => source.profile),
    );
    if (!profile) throw lappError('20007', { serial: device.serial, channelNo: channel.number });
    const { ticket } = tickets.issue(
      {
        grantId: viewer.grant.id,
        tenantId: viewer.scope.tenantId,
        deviceSerial: device.serial,
        channelNo: channel.number,
        profile,
      },
      clock.now(),
      viewer.grant.expiresAt,
    );
    return { path: `/live/${device.serial}/${channel.number}/${profile}.flv`, ticket, range: null, zone };
  }

  /** What may be played of a recorded address, and where it is stored. */
  async function recordedPlaceOf(
    access: ChannelAccess,
    mode: RecordedMode,
    address: CameraAddress,
  ): Promise<{
    readonly subject: PlaybackSubject;
    readonly range: RecordedRange;
    /** On this server; otherwise in the camera. */
    readonly isStored: boolean;
  }> {
    const { viewer, device, channel } = access;
    const store = storeOfMode[mode];
    const range = await rangeOf(access, address);
    const { fromMs, toMs } = range;
    const place =
      store === 'cloud' ? 'card' : await deviceStoreOf(viewer.scope, device.serial, channel.number);
    if (place === null) throw lappError('20015', { serial: device.serial });
    const subject = {
      grantId: viewer.grant.id,
      tenantId: viewer.scope.tenantId,
      deviceSerial: device.serial,
      channelNo: channel.number,
      channelId: channel.id,
      store,
      fromMs,
      toMs,
    };
    return { subject, range, isStored: place === 'card' };
  }

  async function openRecorded(
    access: ChannelAccess,
    mode: RecordedMode,
    address: CameraAddress,
  ): Promise<MediaPlace> {
    const { viewer, device, channel } = access;
    const { subject, range, isStored } = await recordedPlaceOf(access, mode, address);
    const { store, fromMs, toMs } = subject;
    const ticket = playbackTickets.issue(subject, clock.now(), viewer.grant.expiresAt);
    const ownPath = recordedPath(device.serial, channel.number, store);
    const path = isStored
      ? (`${ownPath}/index.m3u8?begin=${fromMs}&end=${toMs}` as const)
      : (`/rec/${device.serial}/${channel.number}.flv?at=${fromMs}` as const);
    return { path, ticket, range, zone: range.zone };
  }

  async function recordingsOf({ viewer, device, channel }: ChannelAccess): Promise<LiveUrl['recordings']> {
    const mayPlay = (store: RecordStore) => viewer.grant.capabilities.includes(playbackCapability[store]);
    const recorded = await deps.recordedStores(viewer.scope, channel.id);
    const stateHere = (store: RecordStore): StoreState => (recorded.has(store) ? 'server' : 'none');
    const deviceState = async (): Promise<StoreState> => {
      const place = await deviceStoreOf(viewer.scope, device.serial, channel.number);
      if (place === null) return 'none';
      return place === 'card' ? stateHere('device') : 'camera';
    };
    return {
      cloud: mayPlay('cloud') ? stateHere('cloud') : 'denied',
      device: mayPlay('device') ? await deviceState() : 'denied',
    };
  }

  return {
    async open(access, address, clientAddress) {
      const checked = await checkValidCode(access, address, clientAddress);
      const { mode } = address;
      const [place, recordings] = await Promise.all([
        mode === 'live' ? openLive(access, address) : openRecorded(access, mode, address),
        recordingsOf(access),
      ]);
      const isStored = place.path.startsWith('/vod/');
      const mayBeNeeded = checked === null && isStored && address.validCode !== null;
      const { viewer, device } = access;
      const encryption = mayBeNeeded ? mediaKeyDerivation(viewer.scope, device.serial) : checked;
      return { ...place, encryption, recordings };
    },

    async openPlaylist(access, address, clientAddress) {
      const { mode } = address;
      const { viewer, device, channel } = access;
      const unsupported = () => lappError('20015', { serial: device.serial });
      if (mode === 'live' || (await checkValidCode(access, address, clientAddress))) throw unsupported();
      const { subject, range, isStored } = await recordedPlaceOf(access, mode, address);
      if (!isStored) throw unsupported();
      const now = clock.now();
      const signature = playlistAddresses.issue(subject, now, viewer.grant.expiresAt);
      return {
        path: `${recordedPath(device.serial, channel.number, subject.store)}/${signature}/index.m3u8`,
        expiresAt: Math.min(viewer.grant.expiresAt, now + playlistStartLifeMs),
        range,
      };
    },
  };
}

const termsOf = ({ keyId, salt, iterations }: MediaKeyTerms): MediaKeyTerms => ({ keyId, salt, iterations });

/** Null: live video does not need it, so a zone that exists nowhere does not prevent it. */
function addressZone({ timeZone }: CameraAddress): Zone | null {
  try {
    return timeZone === null ? null : namedZone(timeZone);
  } catch {
    return null;
  }
}

/** The requested profile, or the only one there is: many cameras have a single stream. */
function chooseProfile(wanted: StreamProfile, stored: readonly StreamProfile[]): StreamProfile | null {
  return stored.includes(wanted) ? wanted : (stored[0] ?? null);
}
