import type { DomainDeps } from '../domain/create-domain.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Logger } from '../kernel/logger.ts';
import type { Zone } from '../kernel/zone-time.ts';
import { onvifKeyFrames } from '../media/control/onvif-key-frame.ts';
import { onvifRecordings } from '../media/control/onvif-recordings.ts';
import { createPtzOpener } from '../media/control/open-ptz.ts';
import { webTarget } from '../media/control/web-exchange.ts';
import type { LivePlane } from '../media/live-plane.ts';
import { type AddressPolicy, siteNetworks } from '../media/net/address-policy.ts';
import { parseCameraUrl } from '../media/net/camera-url.ts';
import { type Network, parseNetwork } from '../media/net/ip-address.ts';
import { literalRefusal, type TlsTrust } from '../media/net/safe-connect.ts';
import type { DeviceRecordings, KeyFrameAsker, PtzOpener, RecordedCameraDirectory } from '../media/ports.ts';
import { createDemoSource } from '../media/sources/demo/demo-camera.ts';
import { createDemoPtz, type DemoPtzDrivers } from '../media/sources/demo/demo-ptz.ts';
import type { SourceFactoryOptions } from '../media/sources/open-source.ts';
import { probe } from '../media/sources/probe/probe.ts';
import { probeConnection } from '../media/sources/probe/probe-connection.ts';
import { readCameraAuthorities } from './camera-authorities.ts';
import type { Config } from './config.ts';

/** Parses a list that `parseConfig` has validated. */
export function networksOf(list: readonly string[]): readonly Network[] {
  return list.map((text) => {
    const network = parseNetwork(text);
    if (!network.ok) throw new Error(network.error);
    return network.value;
  });
}

async function trustOf(config: Config): Promise<TlsTrust> {
  return config.cameraCaPath === null ? {} : { extraCa: await readCameraAuthorities(config.cameraCaPath) };
}

/** The check of addresses that users of the console enter: cameras, ONVIF, webhooks. */
export function forbiddenAddress(policy: AddressPolicy): DomainDeps['forbiddenAddress'] {
  return (url) => {
    const camera = parseCameraUrl(url);
    const target = camera.ok ? camera.value : webTarget(url);
    return target && literalRefusal(policy, target);
  };
}

export interface MediaOptions extends SourceFactoryOptions {
  /** The PTZ state that demo sources show. */
  readonly demoPtz: DemoPtzDrivers;
}

/**
 * Options for opening sources, for viewers and checks alike. `ownPorts` is kept by reference: a port chosen
 * by the system is added later. Errors: `server.badCameraCa`.
 */
export async function sourceOptions(
  config: Config,
  parts: {
    readonly clock: Clock;
    readonly logger: Logger;
    readonly ownPorts: readonly number[];
    /** Zone of an organisation, which the clocks of its demo cameras show. Absent: that of the server. */
    readonly zoneOf?: (tenantId: string) => Promise<Zone>;
  },
): Promise<MediaOptions> {
  const { clock, logger, ownPorts, zoneOf } = parts;
  const demoPtz = createDemoPtz(clock);
  // A configured list replaces the private ranges.
  const allowed = config.cameraNetworks === null ? siteNetworks : networksOf(config.cameraNetworks);
  return {
    clock,
    logger,
    addressPolicy: { allowed, ownPorts },
    tls: await trustOf(config),
    ...(config.rtpPorts === null ? {} : { rtpPorts: config.rtpPorts }),
    demoPtz,
    demo: (scene, profile, key) => {
      const ptz = key && demoPtz.driverOf(key.deviceSerial, key.channelNo);
      const zone = key && zoneOf && (() => zoneOf(key.tenantId));
      return createDemoSource({ scene, profile, clock, zone, ptz, hasFrameCode: config.hasDemoFrameCode });
    },
  };
}

/** Opens PTZ connections, with the same networks and certificates as for streams. */
export function ptzOpener({ clock, addressPolicy, tls, demoPtz }: MediaOptions): PtzOpener {
  return createPtzOpener({
    clock,
    addressPolicy,
    tls,
    demo: (deviceSerial, channelNo) => demoPtz.driverOf(deviceSerial, channelNo),
  });
}

/** Recordings that cameras keep themselves. */
export const deviceRecordings = ({ clock, addressPolicy, tls }: MediaOptions): DeviceRecordings =>
  onvifRecordings({ clock, addressPolicy, tls });

/** Cameras that are reached over ONVIF are asked for key frames. */
export const keyFrameAsker = (
  { clock, addressPolicy, tls }: MediaOptions,
  cameras: RecordedCameraDirectory,
  logger: Logger,
): KeyFrameAsker => onvifKeyFrames({ clock, addressPolicy, tls, cameras, logger });

/**
 * Camera checks. Some cameras accept a single connection, so a live camera is checked over its existing
 * connection. `plane` returns null until the live plane exists.
 */
export function cameraChecks(
  opening: SourceFactoryOptions,
  plane: () => Pick<LivePlane, 'running' | 'statuses'> | null,
  canTranscode: boolean,
): Pick<DomainDeps, 'probe' | 'checkReachable' | 'streams'> {
  return {
    probe: async (spec) => ({
      ...(await probe(spec, { ...opening, canTranscode }, plane()?.running(spec) ?? undefined)),
    }),
    checkReachable: async (spec, signal) =>
      plane()?.running(spec) ? null : await probeConnection(spec, { ...opening, signal }),
    streams: () => plane()?.statuses() ?? [],
  };
}
