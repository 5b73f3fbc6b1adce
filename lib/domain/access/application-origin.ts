import { BlockList, isIP } from 'node:net';
import { z } from 'zod';
import { inputIssue } from '../errors/operator-errors.ts';

/**
 * A URL host may contain `*`, `;` and quotes, which have a meaning in the CSP header that lists these origins, and `_`,
 * with which browsers ignore an origin there.
 */
const originPattern = /^https?:\/\/(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])(?::\d+)?$/;

const thisMachine = new BlockList();
thisMachine.addSubnet('127.0.0.0', 8, 'ipv4');
thisMachine.addAddress('::1', 'ipv6');

/** Address ranges that exist only inside a local network. */
const siteNetworks = new BlockList();
siteNetworks.addSubnet('10.0.0.0', 8, 'ipv4');
siteNetworks.addSubnet('172.16.0.0', 12, 'ipv4');
siteNetworks.addSubnet('192.168.0.0', 16, 'ipv4');
siteNetworks.addSubnet('169.254.0.0', 16, 'ipv4');
siteNetworks.addSubnet('fc00::', 7, 'ipv6');
siteNetworks.addSubnet('fe80::', 10, 'ipv6');

/** Which clients can reach pages of this host name. `host` as in a URL: IPv6 in brackets. */
function networkScopeOf(host: string): 'machine' | 'site' | 'world' {
  const address = host.replace(/^\[|\]$/g, '');
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
  if (isIP(address) !== 0) {
    if (thisMachine.check(address, family)) return 'machine';
    return siteNetworks.check(address, family) ? 'site' : 'world';
  }
  if (host === 'localhost' || host.endsWith('.localhost')) return 'machine';
  return host.endsWith('.local') ? 'site' : 'world';
}

/**
 * One exact page origin. Plain http is allowed for this computer and, with a warning, for the local network, for
 * trials. An origin on the internet needs https, because it frames camera video.
 */
export const allowedOrigin = z.string().superRefine((text, context) => {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || url.origin !== text || !originPattern.test(text)) {
    context.addIssue(inputIssue('origin.malformed'));
  } else if (url.protocol === 'http:' && networkScopeOf(url.hostname) === 'world') {
    context.addIssue(inputIssue('origin.needsHttps'));
  }
});

/** Origins of this list whose traffic can be read by others on the local network. */
export function openToListeners(origins: readonly string[]): string[] {
  return origins.filter((origin) => {
    const { protocol, hostname } = new URL(origin);
    return protocol === 'http:' && networkScopeOf(hostname) !== 'machine';
  });
}
