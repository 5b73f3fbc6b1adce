import { AppError } from '../kernel/app-error.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Logger } from '../kernel/logger.ts';
import { createDemoSource } from '../media/ingest/demo/demo-camera.ts';
import { createSourceFactory } from '../media/ingest/open-source.ts';
import { type AddressPolicy, siteNetworks } from '../media/net/address-policy.ts';
import { parseNetwork } from '../media/net/ip-address.ts';
import type { SourceFactory } from '../media/ports.ts';
import type { Config } from './config.ts';

/** Private ranges unless the operator lists networks: then exactly those. */
export function addressPolicyOf(config: Config): AddressPolicy {
  const allowed = config.cameraNetworks?.map((text) => {
    const network = parseNetwork(text);
    if (!network.ok) throw new Error(`ORIEL_CAMERA_NETWORKS: ${text}: ${network.error}`);
    return network.value;
  });
  return { allowed: allowed ?? siteNetworks, ownPorts: [config.port, config.samplePort] };
}

export function sourceFactory(addressPolicy: AddressPolicy, clock: Clock, logger: Logger): SourceFactory {
  return createSourceFactory({
    clock,
    logger,
    addressPolicy,
    demo: (scene, profile) => createDemoSource({ scene, profile, clock }),
  });
}

/** Connects to a camera once and tells what it sends. */
export async function probeCamera(): Promise<Record<string, unknown>> {
  throw new AppError('camera.checkUnavailable', 'This build cannot check cameras yet');
}
