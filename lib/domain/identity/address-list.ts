import { BlockList, isIP } from 'node:net';

/** True when the address is in a list such as `10.0.0.7;192.168.*;2001:db8::/32`. Invalid entries match nothing. */
export function isListed(address: string, list: string): boolean {
  const family = isIP(address);
  if (family === 0) return false;
  return list
    .split(/[;,\s]+/)
    .filter((entry) => entry !== '')
    .some((entry) => fits(address, family === 4 ? 'ipv4' : 'ipv6', entry));
}

function fits(address: string, family: 'ipv4' | 'ipv6', entry: string): boolean {
  if (entry.endsWith('*')) return entry.length > 1 && address.startsWith(entry.slice(0, -1));
  const [network = '', bits] = entry.split('/');
  if (isIP(network) === 0) return false;
  const isV4 = isIP(network) === 4;
  const length = bits === undefined ? (isV4 ? 32 : 128) : /^\d{1,3}$/.test(bits) ? Number(bits) : -1;
  if (length < 0 || length > (isV4 ? 32 : 128)) return false;
  const listed = new BlockList();
  listed.addSubnet(network, length, isV4 ? 'ipv4' : 'ipv6');
  return listed.check(address, family);
}
