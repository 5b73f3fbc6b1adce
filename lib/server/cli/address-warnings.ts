import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { parseOnvifUrl } from '../../media/control/onvif-url.ts';
import { type AddressPolicy, judgeAddress, siteNetworks } from '../../media/net/address-policy.ts';
import { parseCameraUrl } from '../../media/net/camera-url.ts';
import { parseNetworks } from '../../media/net/ip-address.ts';
import type { StreamProfile } from '../../media/ports.ts';
import type { Config } from '../config.ts';

/** A stored address to which the server will refuse to connect under the current configuration. */
export interface AddressWarning {
  readonly profile: StreamProfile | 'onvif';
  readonly code: 'source.refused';
  readonly message: string;
}

/** Limit for DNS lookups while a camera is added. */
const lookupTimeoutMs = 2_000;

/** The address fields of the inputs of `camera.add` and `camera.update`. */
const source = z.object({ url: z.string() }).optional().catch(undefined);
const addresses = z.object({
  main: source,
  sub: source,
  mainUrl: z.string().optional(),
  subUrl: z.string().nullish(),
  onvif: z.object({ url: z.string() }).nullish().catch(undefined),
});

/** `input` has passed validation: the operation has succeeded. */
export async function addressWarnings(config: Config, input: unknown): Promise<readonly AddressWarning[]> {
  const { main, sub, mainUrl, subUrl, onvif } = addresses.parse(input);
  const policy = policyOf(config);
  const warnings: AddressWarning[] = [];
  for (const [profile, url] of [
    ['main', main?.url ?? mainUrl],
    ['sub', sub?.url ?? subUrl],
    ['onvif', onvif?.url],
  ] as const) {
    const reason = url == null ? null : await refusalOf(policy, url);
    if (reason !== null) warnings.push({ profile, code: 'source.refused', message: reason });
  }
  return warnings;
}

function policyOf({ cameraNetworks }: Config): AddressPolicy {
  const listed = parseNetworks(cameraNetworks?.join(',') ?? '');
  return { allowed: cameraNetworks !== null && listed.ok ? listed.value : siteNetworks, ownPorts: [] };
}

/** Why every address of the host is refused. Null: one is allowed, or the name cannot be resolved (yet). */
async function refusalOf(policy: AddressPolicy, url: string): Promise<string | null> {
  const parsed = /^rtsp/i.test(url) ? parseCameraUrl(url) : parseOnvifUrl(url);
  if (!parsed.ok) return null;
  const { host } = parsed.value;
  let reason: string | null = null;
  for (const address of isIP(host) === 0 ? await resolve(host) : [host]) {
    const verdict = judgeAddress(policy, address);
    if (verdict.allowed) return null;
    reason = verdict.reason;
  }
  return reason;
}

async function resolve(name: string): Promise<string[]> {
  const late = new AbortController();
  try {
    const found = lookup(name, { all: true }).catch(() => []);
    const none = delay(lookupTimeoutMs, [], { signal: late.signal }).catch(() => []);
    return (await Promise.race([found, none])).map(({ address }) => address);
  } finally {
    late.abort();
  }
}
