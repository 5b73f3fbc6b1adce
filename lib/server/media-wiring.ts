import { AppError } from '../kernel/app-error.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Logger } from '../kernel/logger.ts';
import { createHeadOpener } from '../media/control/open-head.ts';
import { createDemoSource } from '../media/ingest/demo/demo-camera.ts';
import type { SourceFactoryOptions } from '../media/ingest/open-source.ts';
import { siteNetworks } from '../media/net/address-policy.ts';
import { type Network, parseNetwork } from '../media/net/ip-address.ts';
import type { TlsTrust } from '../media/net/safe-connect.ts';
import type { HeadOpener } from '../media/ports.ts';
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

/**
 * How sources are opened, for viewers and for checks alike. `ownPorts` is kept, not copied: the port that
 * the system chooses is known later than this. Errors: `server.badCameraCa`.
 */
export async function sourceOptions(
  config: Config,
  parts: { readonly clock: Clock; readonly logger: Logger; readonly ownPorts: readonly number[] },
): Promise<SourceFactoryOptions> {
  const { clock, logger, ownPorts } = parts;
  // Private ranges unless the operator lists networks: then exactly those.
  const allowed = config.cameraNetworks === null ? siteNetworks : networksOf(config.cameraNetworks);
  return {
    clock,
    logger,
    addressPolicy: { allowed, ownPorts },
    tls: await trustOf(config),
    demo: (scene, profile) => createDemoSource({ scene, profile, clock }),
  };
}

/** How heads are reached: the same networks and certificates as for pictures. */
export function headOpener({ clock, addressPolicy, tls }: SourceFactoryOptions): HeadOpener {
  return createHeadOpener({
    clock,
    addressPolicy,
    tls,
    demo: () => {
      throw new AppError('head.unsupported', 'The demo camera has no pan-tilt');
    },
  });
}
