import type { Clock } from '../../kernel/clock.ts';
import type { StreamProfile, TransportChoice } from '../../media/ports.ts';
import type { Sealer } from '../crypto/seal.ts';
import { operatorError } from '../errors/operator-errors.ts';
import type { TenantScope } from '../tenancy/tenant-scope.ts';
import type { CameraUpdate, CameraUrlCheck } from './camera-input.ts';
import { hostOf, type KnownLogin, type Login, loginFor, loginInside } from './camera-logins.ts';
import type { Channel, ChannelSource, Device, DeviceRepository } from './device.repository.ts';
import type { PtzRepository } from './ptz.repository.ts';
import type { PtzEndpoint, PtzSealing } from './ptz-sealing.ts';
import type { SourceSealing } from './source-sealing.ts';
import { validCodeSealContext } from './source-slot.ts';

interface UpdateDeps {
  /** Bound to the transaction. */
  readonly devices: DeviceRepository;
  readonly ptz: PtzRepository;
  readonly ptzLinks: PtzSealing;
  readonly sources: SourceSealing;
  readonly sealer: Sealer;
  readonly checkUrl: CameraUrlCheck;
  readonly checkOnvifUrl: CameraUrlCheck;
  readonly clock: Clock;
  readonly fresh: () => string;
}

/** Writes one change; `CameraService.update` documents the errors. */
export async function updateCamera(
  scope: TenantScope,
  input: CameraUpdate,
  deps: UpdateDeps,
): Promise<{
  device: Device;
  isSourceChanged: boolean;
  isPtzChanged: boolean;
  /** Of all channels. */
  isEncryptionChanged: boolean;
}> {
  const { devices, sources, fresh, clock } = deps;
  const { serial, channelNo, ...change } = input;
  if (Object.values(change).every((value) => value === undefined)) throw operatorError('input.nothing');
  const before = await devices.findDevice(scope, serial);
  if (!before) throw operatorError('camera.notFound', { serial });
  const channels = await devices.listChannels(scope, before.id);
  const channel = channels.find(({ number }) => number === channelNo);
  if (!channel) throw operatorError('camera.notFound', { serial, channelNo });

  const device = changedDevice(scope, before, channels, input, deps.sealer);
  await devices.updateDevice(scope, device);
  const { name, talk } = input;
  if (name !== undefined || talk !== undefined) {
    await devices.updateChannel(scope, channel.id, { name, talk });
  }

  const all = await devices.listSources(scope, device.id);
  const own = all.filter((source) => source.channelNo === channelNo);
  const { changed, gone, mainLogin } = changedAddresses(scope, device, own, input, deps);
  for (const profile of gone) await devices.deleteSource(scope, channel.id, profile);
  for (const { profile, url, login, transport } of changed) {
    const source = { kind: 'rtsp', url, ...login, transport } as const;
    const stored = sources.seal(scope, device.id, channelNo, profile, source);
    await devices.deleteSource(scope, channel.id, profile);
    await devices.insertSource(scope, channel.id, { ...stored, id: fresh(), updatedAt: clock.now() });
  }
  const isPtzChanged = await updatePtz(scope, device, channel, mainLogin(), input, deps);
  const isCodeChanged = device.isEncrypted && device.validCodeSealed !== before.validCodeSealed;
  return {
    device,
    isSourceChanged: changed.length + gone.length > 0,
    isPtzChanged,
    isEncryptionChanged: device.isEncrypted !== before.isEncrypted || isCodeChanged,
  };
}

function changedDevice(
  scope: TenantScope,
  device: Device,
  channels: readonly Channel[],
  { name, validCode, isEncrypted }: CameraUpdate,
  sealer: Sealer,
): Device {
  const after: Device = {
    ...device,
    // A device with one channel takes the channel's name; a recorder has its own.
    name: name !== undefined && channels.length === 1 ? name : device.name,
    validCodeSealed:
      validCode === undefined
        ? device.validCodeSealed
        : sealer.seal(validCodeSealContext(scope, device.id), validCode),
    isEncrypted: isEncrypted ?? device.isEncrypted,
  };
  if (after.isEncrypted && after.validCodeSealed === null) throw operatorError('camera.needsCode');
  return after;
}

interface Address {
  readonly profile: StreamProfile;
  readonly url: string;
  /** Undefined: none. */
  readonly login: Login | undefined;
  readonly transport: TransportChoice;
}

/**
 * The addresses to write and to remove, and the login of the main stream after the change. Stored sources are unsealed
 * only if a part of them is kept.
 */
function changedAddresses(
  scope: TenantScope,
  device: Device,
  stored: readonly ChannelSource[],
  input: CameraUpdate,
  { sources, checkUrl }: UpdateDeps,
): {
  changed: readonly Address[];
  gone: readonly StreamProfile[];
  mainLogin: () => KnownLogin | undefined;
} {
  const main = stored.find(({ profile }) => profile === 'main');
  const sub = stored.find(({ profile }) => profile === 'sub');
  if (input.login && input.mainUrl === undefined && main?.kind === 'demo') {
    throw operatorError('camera.noLogin', { serial: device.serial });
  }

  const storedLogin = (source: ChannelSource | undefined): KnownLogin | undefined => {
    const spec = source && sources.open(scope, device, source);
    if (spec?.kind !== 'rtsp') return undefined;
    return { login: { username: spec.username, password: spec.password }, host: hostOf(spec.url) };
  };
  const givenLogin = (url: string) => input.login ?? loginInside(url, checkUrl);
  const transportOf = (source: ChannelSource | undefined): TransportChoice =>
    input.transport ?? (source ?? main)?.transport ?? 'auto';
  /** The given address, or the stored one when only the login or the transport changes. */
  const addressOf = (source: ChannelSource | undefined, given: string | undefined): string | undefined => {
    const isKept = input.login === undefined && input.transport === undefined;
    if (given !== undefined || isKept || source?.kind !== 'rtsp') return given;
    const spec = sources.open(scope, device, source);
    return spec.kind === 'rtsp' ? spec.url : undefined;
  };

  const changed: Address[] = [];
  const mainUrl = addressOf(main, input.mainUrl);
  let mainLogin = () => storedLogin(main);
  if (mainUrl !== undefined) {
    const login = givenLogin(mainUrl) ?? loginFor(mainUrl, [storedLogin(main)], checkUrl);
    changed.push({ profile: 'main', url: mainUrl, login, transport: transportOf(main) });
    mainLogin = () => login && { login, host: hostOf(mainUrl) };
  }
  const subUrl = input.subUrl === null ? undefined : addressOf(sub, input.subUrl);
  if (subUrl !== undefined) {
    const login = givenLogin(subUrl) ?? loginFor(subUrl, [storedLogin(sub), mainLogin()], checkUrl);
    changed.push({ profile: 'sub', url: subUrl, login, transport: transportOf(sub) });
  }
  // The sub stream of a demo camera does not belong to the real camera that replaces it.
  const isReplaced = main?.kind === 'demo' && input.mainUrl !== undefined && sub?.kind === 'demo';
  const isGone = input.subUrl === null || (isReplaced && subUrl === undefined);
  return { changed, gone: isGone && sub ? ['sub'] : [], mainLogin };
}

/** Writes the ONVIF address if it changes. Returns true when it did. */
async function updatePtz(
  scope: TenantScope,
  device: Device,
  channel: Channel,
  mainLogin: KnownLogin | undefined,
  input: CameraUpdate,
  { ptz, ptzLinks, checkOnvifUrl, fresh, clock }: UpdateDeps,
): Promise<boolean> {
  const known = (await ptz.list(scope, device.id)).find((stored) => stored.channelNo === channel.number);
  if (input.onvif === null) {
    await ptz.delete(scope, channel.id);
    return known !== undefined;
  }
  if (input.onvif === undefined && !(known && input.login)) return false;
  const before = known && ptzLinks.open(scope, device, known);
  const after = ptzAfter(before, mainLogin, input, checkOnvifUrl);
  if (after === null) return false;
  const stored = ptzLinks.seal(scope, device.id, channel.number, after);
  await ptz.delete(scope, channel.id);
  await ptz.insert(scope, channel.id, { ...stored, id: fresh(), updatedAt: clock.now() });
  return true;
}

/** Null: it stays unchanged. */
function ptzAfter(
  before: PtzEndpoint | undefined,
  mainLogin: KnownLogin | undefined,
  input: CameraUpdate,
  checkOnvifUrl: CameraUrlCheck,
): PtzEndpoint | null {
  if (!input.onvif) {
    return before?.sharesLogin && input.login ? { ...before, ...input.login } : null;
  }
  const url = input.onvif.url ?? before?.url;
  if (url === undefined) throw operatorError('camera.noOnvif');
  const own = input.onvif.login ?? loginInside(url, checkOnvifUrl);
  if (own) return { url, ...own, sharesLogin: false };
  const beforeLogin = before && { login: before, host: hostOf(before.url) };
  const shared = input.login ?? loginFor(url, [beforeLogin, mainLogin], checkOnvifUrl);
  const isBefore = before !== undefined && shared === before;
  return {
    url,
    username: shared?.username ?? '',
    password: shared?.password ?? '',
    sharesLogin: isBefore ? before.sharesLogin : true,
  };
}
