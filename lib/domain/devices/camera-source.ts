import type { Clock } from '../../kernel/clock.ts';
import { operatorError } from '../errors/operator-errors.ts';
import type { TenantScope } from '../tenancy/tenant-scope.ts';
import type { CameraUrlCheck, SourceChange, SourceInput, SourceSlot } from './camera-input.ts';
import { hostOf, type KnownLogin, type Login, loginFor, loginInside } from './camera-logins.ts';
import type { ChannelSource, Device, DeviceRepository } from './device.repository.ts';
import type { SourceSealing } from './source-sealing.ts';

interface SourceDeps {
  readonly sources: SourceSealing;
  readonly checkUrl: CameraUrlCheck;
}

/** Replaces one source. `CameraService.setSource` documents the errors. */
export async function setCameraSource(
  scope: TenantScope,
  place: SourceSlot,
  source: SourceChange,
  deps: SourceDeps & {
    /** Bound to the transaction. */
    readonly devices: DeviceRepository;
    readonly clock: Clock;
    readonly fresh: () => string;
  },
): Promise<Device> {
  const { devices, sources, clock, fresh } = deps;
  const { serial, channelNo, profile } = place;
  const device = await devices.findDevice(scope, serial);
  if (!device) throw operatorError('camera.notFound', { serial });
  const channels = await devices.listChannels(scope, device.id);
  const channel = channels.find(({ number }) => number === channelNo);
  if (!channel) throw operatorError('camera.notFound', { serial, channelNo });
  const stored = await devices.listSources(scope, device.id);
  const given = sourceFor(scope, device, stored, place, source, deps);
  const sealed = sources.seal(scope, device.id, channelNo, profile, given);
  await devices.deleteSource(scope, channel.id, profile);
  await devices.insertSource(scope, channel.id, { ...sealed, id: fresh(), updatedAt: clock.now() });
  return device;
}

/** The source with its login: the given one, or the stored one of the same host. */
export function sourceFor(
  scope: TenantScope,
  device: Device,
  stored: readonly ChannelSource[],
  { serial, channelNo, profile }: SourceSlot,
  source: SourceChange,
  { sources, checkUrl }: SourceDeps,
): SourceInput {
  if (source.kind === 'demo') return source;
  const own = stored.filter((each) => each.channelNo === channelNo);
  const specOf = (wanted: 'main' | 'sub') => {
    const found = own.find((each) => each.profile === wanted);
    const spec = found && sources.open(scope, device, found);
    return spec?.kind === 'rtsp' ? spec : undefined;
  };
  const loginOf = (wanted: 'main' | 'sub'): KnownLogin | undefined => {
    const spec = specOf(wanted);
    return spec && { login: { username: spec.username, password: spec.password }, host: hostOf(spec.url) };
  };
  const url = source.url ?? specOf(profile)?.url;
  if (url === undefined) throw operatorError('camera.noSource', { serial, channelNo, profile });
  const login =
    givenLogin({ ...source, url }, loginOf(profile), checkUrl) ??
    loginInside(url, checkUrl) ??
    loginFor(url, [loginOf(profile), loginOf('main')], checkUrl);
  const transport = source.transport ?? specOf(profile)?.transport;
  return { kind: 'rtsp', url, ...login, transport };
}

/** A user name without a password keeps the stored password of that name on that host. */
function givenLogin(
  { url, username, password }: Extract<SourceInput, { kind: 'rtsp' }>,
  stored: KnownLogin | undefined,
  checkUrl: CameraUrlCheck,
): Login | undefined {
  if (username === undefined && password === undefined) return undefined;
  const checked = checkUrl(url);
  const isSameHost = checked.ok && stored?.host === hostOf(checked.value.url);
  const known = isSameHost ? stored.login : undefined;
  const name = username ?? known?.username ?? '';
  return { username: name, password: password ?? (known?.username === name ? known.password : '') };
}
