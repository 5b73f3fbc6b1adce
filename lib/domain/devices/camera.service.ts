import type { Transaction } from 'kysely';
import type { Changes } from '../../db/changes.ts';
import type { Db } from '../../db/client.ts';
import type { Database } from '../../db/schema.ts';
import type { TalkSetting } from '../../db/talk-schema.ts';
import { transact } from '../../db/transact.ts';
import type { AppError } from '../../kernel/app-error.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { MediaKey, SourceSpec, StreamProfile, TransportChoice } from '../../media/ports.ts';
import { type Entropy, newId } from '../crypto/entropy.ts';
import type { Sealer } from '../crypto/seal.ts';
import { operatorError } from '../errors/operator-errors.ts';
import type { TenantScope } from '../tenancy/tenant-scope.ts';
import { type CameraChange, cameraId, cameraOf } from './camera-change.ts';
import type {
  CameraUpdate,
  CameraUrlCheck,
  NewCamera,
  SourceChange,
  SourceInput,
  SourceSlot,
} from './camera-input.ts';
import { setCameraSource, sourceFor } from './camera-source.ts';
import { updateCamera } from './camera-update.ts';
import { type Device, type DeviceRepository, deviceRepository } from './device.repository.ts';
import type { MediaKeys } from './media-keys.ts';
import { newPtzEndpoint } from './new-ptz.ts';
import { ptzRepository } from './ptz.repository.ts';
import type { PtzSealing } from './ptz-sealing.ts';
import { sourceSealing } from './source-sealing.ts';
import { validCodeSealContext } from './source-slot.ts';

/** One channel as shown to operators. No credentials, not even masked. */
export interface CameraView {
  readonly serial: string;
  readonly channelNo: number;
  readonly name: string;
  readonly isEnabled: boolean;
  readonly isEncrypted: boolean;
  readonly hasValidCode: boolean;
  readonly sources: readonly {
    readonly profile: StreamProfile;
    readonly kind: 'rtsp' | 'demo';
    /** `rtsp://host:port/…` or `demo:scene`. */
    readonly label: string;
    readonly hasPassword: boolean;
    readonly transport: TransportChoice;
  }[];
  /** ONVIF address for PTZ. Null: none, or a demo camera. */
  readonly onvif: { readonly label: string; readonly hasPassword: boolean } | null;
  readonly talk: TalkSetting;
}

/** The console user, and what is written with their change. */
export interface CameraMaker {
  /** Account name. */
  readonly name: string;
  readonly companyId?: string | null;
  readonly deptId?: number | null;
  /** Runs in the same transaction. Throw to cancel the change. */
  readonly also?: (transaction: Transaction<Database>, ids: CameraIds) => Promise<void>;
}

export interface CameraIds {
  readonly deviceId: string;
  readonly channelId: string;
  /** False: the device existed before. */
  readonly isNewDevice: boolean;
}

type Also = (transaction: Transaction<Database>) => Promise<void>;

export interface CameraService {
  /**
   * Adds a channel, and its device unless the tenant has it. Throws `camera.badUrl`, `camera.notScene`,
   * `camera.serialTaken` (another tenant's), `camera.exists` (the channel, or the device whose code was given),
   * `camera.loginNeeded` (the ONVIF address has another host than the stream).
   */
  add(scope: TenantScope, input: NewCamera, by?: CameraMaker): Promise<CameraView>;
  /**
   * Changes one channel, or the code of its device; other channels stay unchanged. Running sources that changed are
   * replaced. Throws `camera.notFound`, `camera.badUrl`, `camera.noLogin` (of a demo camera), `camera.loginNeeded`
   * (another host), `camera.noOnvif`, `camera.needsCode`, `input.nothing`.
   */
  update(scope: TenantScope, input: CameraUpdate, also?: Also): Promise<CameraView>;
  /**
   * Sets one source; a running one is replaced. Without an address the stored one is kept; without user name and
   * password the stored ones are kept if the host is the same. Throws `camera.notFound`, `camera.noSource` (no stored
   * address), `camera.badUrl`, `camera.notScene`, `camera.loginNeeded`.
   */
  setSource(scope: TenantScope, place: SourceSlot, source: SourceChange, also?: Also): Promise<void>;
  /** The source that `setSource` would store; nothing is stored. Throws the same errors. */
  previewSource(scope: TenantScope, place: SourceSlot, source: SourceInput): Promise<SourceSpec>;
  /** Throws `camera.notFound`, `camera.noSource`. */
  removeSource(scope: TenantScope, place: SourceSlot, also?: Also): Promise<void>;
  /** Seals the verification code of a device. Call it inside the transaction that inserts or updates the device. */
  sealCode(
    transaction: Transaction<Database>,
    scope: TenantScope,
    deviceId: string,
    code: string,
  ): Promise<void>;
  /** Announces changed rows: after the commit, running sources are replaced or stopped. */
  notify(transaction: Transaction<Database>, changed: readonly CameraChange[]): Promise<void>;
  list(scope: TenantScope): Promise<readonly CameraView[]>;
  /** Removes the device with all its channels. Throws `camera.notFound`. */
  remove(scope: TenantScope, serial: string): Promise<void>;
  /** A disabled camera does not exist for viewers; its running streams end. Throws `camera.notFound`. */
  setEnabled(scope: TenantScope, serial: string, isEnabled: boolean): Promise<void>;
  /** Decrypted sources, for the media plane and for checks. Throws `camera.notFound`. */
  sources(
    scope: TenantScope,
    serial: string,
    channelNo: number,
  ): Promise<readonly { readonly profile: StreamProfile; readonly spec: SourceSpec }[]>;
  /** The decrypted source of a stream. Null: it does not exist, or the camera is disabled. */
  findSource(
    scope: TenantScope,
    serial: string,
    channelNo: number,
    profile: StreamProfile,
  ): Promise<SourceSpec | null>;
  /** The key of a device's media. Null: it is not encrypted, or does not exist. */
  findMediaKey(scope: TenantScope, serial: string): Promise<MediaKey | null>;
  /** Called for changes of any process. `missed`: notifications were lost, any camera may have changed. */
  onChanged(listener: (change: CameraChange) => void, missed?: () => void): () => void;
  /** The same, and also called when only the ONVIF address changed. */
  onPtzChanged(listener: (change: CameraChange) => void, missed?: () => void): () => void;
}

export function cameraService(deps: {
  readonly db: Db;
  readonly changes: Changes;
  readonly sealer: Sealer;
  readonly mediaKeys: MediaKeys;
  readonly checkUrl: CameraUrlCheck;
  readonly checkOnvifUrl: CameraUrlCheck;
  readonly ptzLinks: PtzSealing;
  readonly demoScenes: readonly string[];
  readonly clock: Clock;
  readonly entropy: Entropy;
}): CameraService {
  const { db, changes, sealer, checkUrl, demoScenes, clock, entropy } = deps;
  const devices = deviceRepository(db);
  const sources = sourceSealing({ sealer, checkUrl, demoScenes });
  const ptz = ptzRepository(db);
  const fresh = () => newId(entropy, clock.now());

  async function requireDevice(scope: TenantScope, serial: string): Promise<Device> {
    const device = await devices.findDevice(scope, serial);
    if (!device) throw notFound(serial);
    return device;
  }

  const changeOf = ({ tenantId }: TenantScope, { serial }: Device, channelNo: number): CameraChange => ({
    tenantId,
    deviceSerial: serial,
    channelNo,
  });

  const notify: CameraService['notify'] = (transaction, changed) =>
    changes.notify(transaction, 'camera', changed.map(cameraId));

  /** Called for each channel of these topics. */
  function listen(
    topics: readonly ('camera' | 'ptz')[],
    onReceived: (change: CameraChange) => void,
    missed: () => void = () => {},
  ): () => void {
    const listener = {
      onReceived(id: string) {
        const change = cameraOf(id);
        if (change) onReceived(change);
      },
      missed,
    };
    // Lost notifications concern all topics; report them once.
    const stops = topics.map((topic, at) =>
      changes.listen(topic, at === 0 ? listener : { ...listener, missed: () => {} }),
    );
    return () => {
      for (const stop of stops) stop();
    };
  }

  /** Changes a device and announces all its channels. */
  async function changeDevice(
    scope: TenantScope,
    serial: string,
    change: (inside: DeviceRepository) => Promise<unknown>,
  ): Promise<void> {
    await transact(db, async (transaction) => {
      const inside = deviceRepository(transaction);
      const device = await inside.findDevice(scope, serial);
      if (!device) throw notFound(serial);
      const channels = await inside.listChannels(scope, device.id);
      await change(inside);
      await notify(
        transaction,
        channels.map(({ number }) => changeOf(scope, device, number)),
      );
    });
  }

  async function view(scope: TenantScope, device: Device): Promise<readonly CameraView[]> {
    const [channels, stored, ptzLinks] = await Promise.all([
      devices.listChannels(scope, device.id),
      devices.listSources(scope, device.id),
      ptz.list(scope, device.id),
    ]);
    return channels.map((channel) => ({
      serial: device.serial,
      channelNo: channel.number,
      name: channel.name,
      isEnabled: device.isEnabled && channel.isEnabled,
      isEncrypted: device.isEncrypted,
      hasValidCode: device.validCodeSealed !== null,
      sources: stored
        .filter(({ channelNo }) => channelNo === channel.number)
        .map(({ profile, kind, label, hasPassword, transport }) => ({
          ...{ profile, kind, label, hasPassword, transport },
        })),
      onvif:
        ptzLinks
          .filter(({ channelNo }) => channelNo === channel.number)
          .map(({ label, hasPassword }) => ({ label, hasPassword }))[0] ?? null,
      talk: channel.talk,
    }));
  }

  async function viewOne(scope: TenantScope, device: Device, number: number): Promise<CameraView> {
    const found = (await view(scope, device)).find(({ channelNo }) => channelNo === number);
    if (!found) throw notFound(device.serial); // removed concurrently
    return found;
  }

  return {
    async add(scope, input, by = { name: '' }) {
      const serial = input.serial ?? freshSerial(entropy);
      const device = await transact(db, async (transaction) => {
        const inside = deviceRepository(transaction);
        const known = await inside.findDevice(scope, serial);
        if (known && (input.validCode !== undefined || input.isEncrypted)) {
          throw operatorError('camera.exists', { serial, reason: 'a new channel cannot set the code' });
        }
        const id = known?.id ?? fresh();
        const made: Device = known ?? {
          id,
          serial,
          name: input.name,
          companyId: by.companyId ?? null,
          validCodeSealed: input.validCode
            ? sealer.seal(validCodeSealContext(scope, id), input.validCode)
            : null,
          isEncrypted: input.isEncrypted,
          isEnabled: true,
          createdAt: clock.now(),
        };
        const owner = { deptId: by.deptId ?? null, createdBy: by.name };
        if (!known && !(await inside.insertDevice(scope, made, owner))) {
          throw operatorError('camera.serialTaken', { serial });
        }
        const channelId = fresh();
        const channel = {
          id: channelId,
          number: input.channelNo,
          name: input.name,
          isEnabled: true,
          createdAt: clock.now(),
          createdBy: by.name,
          talk: input.talk,
        };
        if (!(await inside.insertChannel(scope, made.id, channel))) {
          throw operatorError('camera.exists', { serial, channelNo: input.channelNo });
        }
        for (const [profile, source] of [
          ['main', input.main],
          ['sub', input.sub],
        ] as const) {
          if (!source) continue;
          const stored = sources.seal(scope, made.id, input.channelNo, profile, source);
          await inside.insertSource(scope, channelId, { ...stored, id: fresh(), updatedAt: clock.now() });
        }
        const endpoint = newPtzEndpoint(input, deps);
        if (endpoint) {
          const stored = deps.ptzLinks.seal(scope, made.id, input.channelNo, endpoint);
          const row = { ...stored, id: fresh(), updatedAt: clock.now() };
          await ptzRepository(transaction).insert(scope, channelId, row);
        }
        await by.also?.(transaction, { deviceId: made.id, channelId, isNewDevice: !known });
        await notify(transaction, [changeOf(scope, made, input.channelNo)]);
        return made;
      });
      return viewOne(scope, device, input.channelNo);
    },

    async update(scope, input, also) {
      const { channelNo } = input;
      const device = await transact(db, async (transaction) => {
        const devicesInside = deviceRepository(transaction);
        const ptzInside = ptzRepository(transaction);
        const after = await updateCamera(scope, input, {
          ...deps,
          devices: devicesInside,
          ptz: ptzInside,
          sources,
          fresh,
        });
        await also?.(transaction);
        const change = changeOf(scope, after.device, channelNo);
        if (after.isEncryptionChanged) {
          const channels = await devicesInside.listChannels(scope, after.device.id);
          const changed = channels.map(({ number }) => changeOf(scope, after.device, number));
          await notify(transaction, changed);
        } else if (after.isSourceChanged) await notify(transaction, [change]);
        else if (after.isPtzChanged) await changes.notify(transaction, 'ptz', [cameraId(change)]);
        return after.device;
      });
      return viewOne(scope, device, channelNo);
    },

    async setSource(scope, place, source, also) {
      await transact(db, async (transaction) => {
        const device = await setCameraSource(scope, place, source, {
          devices: deviceRepository(transaction),
          sources,
          checkUrl,
          clock,
          fresh,
        });
        await also?.(transaction);
        await notify(transaction, [changeOf(scope, device, place.channelNo)]);
      });
    },

    async previewSource(scope, place, source) {
      const device = await requireDevice(scope, place.serial);
      const stored = await devices.listSources(scope, device.id);
      const given = sourceFor(scope, device, stored, place, source, { sources, checkUrl });
      // Sealing makes every check that storing it would make.
      const sealed = sources.seal(scope, device.id, place.channelNo, place.profile, given);
      const now = clock.now();
      return sources.open(scope, device, { ...sealed, channelNo: place.channelNo, updatedAt: now });
    },

    async removeSource(scope, { serial, channelNo, profile }, also) {
      await transact(db, async (transaction) => {
        const inside = deviceRepository(transaction);
        const found = await inside.findDevice(scope, serial);
        if (!found) throw notFound(serial);
        const channel = (await inside.listChannels(scope, found.id)).find(
          ({ number }) => number === channelNo,
        );
        const stored = await inside.listSources(scope, found.id);
        if (!channel) throw notFound(serial);
        if (!stored.some((each) => each.channelNo === channelNo && each.profile === profile)) {
          throw operatorError('camera.noSource', { serial, channelNo, profile });
        }
        await inside.deleteSource(scope, channel.id, profile);
        await also?.(transaction);
        await notify(transaction, [changeOf(scope, found, channelNo)]);
      });
    },

    async sealCode(transaction, scope, deviceId, code) {
      const sealed = sealer.seal(validCodeSealContext(scope, deviceId), code);
      await deviceRepository(transaction).setCode(scope, deviceId, sealed);
    },

    notify,

    async list(scope) {
      const views: CameraView[] = [];
      for (const device of await devices.listDevices(scope)) views.push(...(await view(scope, device)));
      return views;
    },

    async remove(scope, serial) {
      await changeDevice(scope, serial, async (inside) => {
        if (!(await inside.deleteDevice(scope, serial))) throw notFound(serial);
      });
    },

    async setEnabled(scope, serial, isEnabled) {
      await changeDevice(scope, serial, (inside) => inside.setDeviceEnabled(scope, serial, isEnabled));
    },

    async sources(scope, serial, channelNo) {
      const device = await requireDevice(scope, serial);
      const all = await devices.listSources(scope, device.id);
      const own = all.filter((source) => source.channelNo === channelNo);
      if (own.length === 0) throw operatorError('camera.notFound', { serial, channelNo });
      return own.map((source) => ({ profile: source.profile, spec: sources.open(scope, device, source) }));
    },

    async findSource(scope, serial, channelNo, profile) {
      const enabled = await devices.enabledChannels(scope, [serial]);
      if (!enabled.get(serial)?.has(channelNo)) return null;
      const device = await devices.findDevice(scope, serial);
      const all = device ? await devices.listSources(scope, device.id) : [];
      const found = all.find((source) => source.channelNo === channelNo && source.profile === profile);
      return device && found ? sources.open(scope, device, found) : null;
    },

    async findMediaKey(scope, serial) {
      const device = await devices.findDevice(scope, serial);
      return device?.isEncrypted ? deps.mediaKeys.of(scope, device) : null;
    },

    onChanged: (listener, missed) => listen(['camera'], listener, missed),

    onPtzChanged: (listener, missed) => listen(['camera', 'ptz'], listener, missed),
  };
}

function notFound(serial: string): AppError {
  return operatorError('camera.notFound', { serial });
}

/** `C` and eight characters that are not easily confused. */
function freshSerial(entropy: Entropy): string {
  const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'; // 32 characters, so that a byte modulo 32 is uniform
  return `C${[...entropy.bytes(8)].map((byte) => alphabet[byte % 32]).join('')}`;
}
