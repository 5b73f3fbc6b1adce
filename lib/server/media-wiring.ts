import type { DomainDeps } from '../domain/create-domain.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Logger } from '../kernel/logger.ts';
import { createPtzOpener } from '../media/control/open-ptz.ts';
import type { LivePlane } from '../media/live-plane.ts';
import { siteNetworks } from '../media/net/address-policy.ts';
import { type Network, parseNetwork } from '../media/net/ip-address.ts';
import type { TlsTrust } from '../media/net/safe-connect.ts';
import type { PtzOpener } from '../media/ports.ts';
import { createDemoSource } from '../media/sources/demo/demo-camera.ts';
import { createDemoPtz, type DemoPtzDrivers } from '../media/sources/demo/demo-ptz.ts';
import type { SourceFactoryOptions } from '../media/sources/open-source.ts';
import { probe } from '../media/sources/probe/probe.ts';
import { probeConnection } from '../media/sources/probe/probe-connection.ts';
import { readCameraAuthorities } from './camera-authorities.ts';
import type { Config } from './config.ts';

/** Networks of a variable that `parseConfig` has accepted. */
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

export interface MediaOptions extends SourceFactoryOptions {
  /** What pan-tilt moves and demo sources follow. */
  readonly demoPtz: DemoPtzDrivers;
}

/**
 * How sources are opened, for viewers and for checks alike. `ownPorts` is kept, not copied: the port that
 * the system chooses is known later than this. Errors: `server.badCameraCa`.
 */
export async function sourceOptions(
  config: Config,
  parts: { readonly clock: Clock; readonly logger: Logger; readonly ownPorts: readonly number[] },
): Promise<MediaOptions> {
  const { clock, logger, ownPorts } = parts;
  const demoPtz = createDemoPtz(clock);
  // Private ranges unless the operator lists networks: then exactly those.
  const allowed = config.cameraNetworks === null ? siteNetworks : networksOf(config.cameraNetworks);
  return {
    clock,
    logger,
    addressPolicy: { allowed, ownPorts },
    tls: await trustOf(config),
    demoPtz,
    demo: (scene, profile, key) => {
      const ptz = key && demoPtz.driverOf(key.deviceSerial, key.channelNo);
      return createDemoSource({ scene, profile, clock, ptz });
    },
  };
}

/** How heads are reached: the same networks and certificates as for pictures. */
export function ptzOpener({ clock, addressPolicy, tls, demoPtz }: MediaOptions): PtzOpener {
  return createPtzOpener({
    clock,
    addressPolicy,
    tls,
    demo: (deviceSerial, channelNo) => demoPtz.driverOf(deviceSerial, channelNo),
  });
}

/**
 * Checks of cameras. A camera may admit a single connection: one that is live is checked over the connection that it
 * has. `plane` returns null until there is one.
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
