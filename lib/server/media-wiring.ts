import type { Clock } from '../kernel/clock.ts';
import type { Logger } from '../kernel/logger.ts';
import { createDemoSource } from '../media/ingest/demo/demo-camera.ts';
import type { SourceFactoryOptions } from '../media/ingest/open-source.ts';
import { type AddressPolicy, siteNetworks } from '../media/net/address-policy.ts';
import { parseNetwork } from '../media/net/ip-address.ts';
import type { Config } from './config.ts';

/** Private ranges unless the operator lists networks: then exactly those. */
function addressPolicyOf(config: Config): AddressPolicy {
  const allowed = config.cameraNetworks?.map((text) => {
    const network = parseNetwork(text);
    if (!network.ok) throw new Error(`ORIEL_CAMERA_NETWORKS: ${text}: ${network.error}`);
    return network.value;
  });
  return { allowed: allowed ?? siteNetworks, ownPorts: [config.port, config.samplePort] };
}

/** How sources are opened, for viewers and for checks alike. */
export function sourceOptions(config: Config, clock: Clock, logger: Logger): SourceFactoryOptions {
  return {
    clock,
    logger,
    addressPolicy: addressPolicyOf(config),
    demo: (scene, profile) => createDemoSource({ scene, profile, clock }),
  };
}
