/**
 * Which addresses the server may connect to on request. Public addresses are allowed; special ranges are refused unless
 * they are in the configured list; metadata services are always refused.
 */
import { contains, type IpBytes, type Network, parseIp, parseNetwork } from './ip-address.ts';

export interface AddressPolicy {
  /** Allowed networks within private or other special ranges. */
  readonly allowed: readonly Network[];
  /**
   * Listening ports of this server: never allowed on an address of this machine, regardless of `allowed`.
   * Read at each connection, so the list may grow.
   */
  readonly ownPorts: readonly number[];
}

/** A range and its description for error messages. */
interface SpecialRange {
  readonly name: string;
  readonly network: Network;
}

const special: readonly SpecialRange[] = (
  [
    ['this network', '0.0.0.0/8'],
    ['private', '10.0.0.0/8'],
    ['carrier-shared', '100.64.0.0/10'],
    ['loopback', '127.0.0.0/8'],
    ['link-local', '169.254.0.0/16'],
    ['private', '172.16.0.0/12'],
    ['reserved', '192.0.0.0/24'],
    ['documentation', '192.0.2.0/24'],
    ['private', '192.168.0.0/16'],
    ['benchmarking', '198.18.0.0/15'],
    ['documentation', '198.51.100.0/24'],
    ['documentation', '203.0.113.0/24'],
    ['multicast', '224.0.0.0/4'],
    ['reserved', '240.0.0.0/4'],
    ['unspecified', '::/128'],
    ['loopback', '::1/128'],
    ['discard', '100::/64'],
    ['documentation', '2001:db8::/32'],
    ['private', 'fc00::/7'],
    ['link-local', 'fe80::/10'],
    ['site-local', 'fec0::/10'],
    ['multicast', 'ff00::/8'],
  ] as const
).map(([name, cidr]) => ({ name, network: fixedNetwork(cidr) }));

/**
 * Services of cloud providers that give credentials to any program of the machine. Never allowed: some are within
 * private ranges, which are allowed by default, and one is public.
 */
const metadata: readonly Network[] = [
  '169.254.169.254/32', // most providers
  '169.254.170.2/32', // AWS, containers
  '169.254.170.23/32', // AWS, Kubernetes
  '169.254.0.23/32', // Tencent Cloud
  '100.100.100.200/32', // Alibaba Cloud
  '192.0.0.192/32', // Oracle Cloud
  '168.63.129.16/32', // Azure
  'fd00:ec2::/32', // AWS: ::254 and ::23
  'fd20:ce::254/128', // Google Cloud
  'fd00:42::42/128', // Scaleway
  'fe80::a9fe:a9fe/128', // OpenStack
].map(fixedNetwork);

/** IPv6 ranges with an embedded IPv4 address at this byte offset, which is the actual destination. */
const embedding: readonly (readonly [Network, number])[] = [
  [fixedNetwork('::/96'), 12],
  [fixedNetwork('::ffff:0:0:0/96'), 12],
  [fixedNetwork('64:ff9b::/96'), 12],
  [fixedNetwork('64:ff9b:1::/48'), 12],
  [fixedNetwork('2002::/16'), 2],
];

/** The private ranges. Loopback must be listed explicitly. */
export const siteNetworks: readonly Network[] = [
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  'fc00::/7',
].map(fixedNetwork);

function fixedNetwork(text: string): Network {
  const network = parseNetwork(text);
  if (!network.ok) throw new Error(network.error);
  return network.value;
}

export type Verdict = { readonly allowed: true } | { readonly allowed: false; readonly reason: string };

/** `address`: as returned by a resolver. */
export function judgeAddress(policy: AddressPolicy, address: string): Verdict {
  const bytes = parseIp(address);
  if (bytes === null) return { allowed: false, reason: 'not an IP address' };
  for (const form of [bytes, ...embeddedForms(bytes)]) {
    if (metadata.some((network) => contains(network, form)))
      return { allowed: false, reason: 'metadata service of a cloud provider' };
    const range = special.find(({ network }) => contains(network, form));
    if (range === undefined || policy.allowed.some((network) => contains(network, form))) continue;
    return { allowed: false, reason: `${range.name} address outside the allowed camera networks` };
  }
  return { allowed: true };
}

/** IPv4 addresses to which packets for this IPv6 address may be sent. */
export function embeddedForms(bytes: IpBytes): readonly IpBytes[] {
  // :: and ::1 are in the IPv4-compatible range but contain no IPv4 address.
  if (bytes.subarray(0, 15).every((byte) => byte === 0) && bytes[15]! <= 1) return [];
  return embedding
    .filter(([network]) => contains(network, bytes))
    .map(([, at]) => {
      const inner = new Uint8Array(16);
      inner[10] = 0xff;
      inner[11] = 0xff;
      inner.set(bytes.subarray(at, at + 4), 12);
      return inner;
    });
}
