import { expect } from 'expect';
import { describe, it } from 'vitest';
import { siteNetworks } from '../../lib/media/net/address-policy.ts';
import { parseNetworks } from '../../lib/media/net/ip-address.ts';
import { forbiddenAddress } from '../../lib/server/media-wiring.ts';

const isForbidden = (url: string, networks?: string, ownPorts: readonly number[] = []) => {
  const parsed = parseNetworks(networks ?? '');
  if (!parsed.ok) throw new Error(parsed.error);
  const allowed = networks === undefined ? siteNetworks : parsed.value;
  return forbiddenAddress({ allowed, ownPorts })(url) !== null;
};

/** This machine and metadata services, in every spelling that a resolver or `new URL` accepts. */
const hosts = [
  'localhost',
  'LOCALHOST',
  'localhost.',
  'hook.localhost',
  'localhost.localdomain',
  'ip6-localhost',
  '127.0.0.1',
  '127.0.0.1.',
  '127.1',
  '2130706433',
  '0x7f000001',
  '0x7f.1',
  '017700000001',
  '0',
  '①②⑦.0.0.1',
  '127。0。0。1',
  '%31%32%37.0.0.1',
  '[::1]',
  '[::]',
  '[0:0:0:0:0:0:0:1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::127.0.0.1]',
  '[64:ff9b::7f00:1]',
  '[2002:7f00:1::]',
  '169.254.169.254',
  '0xa9fea9fe',
  '2852039166',
  '[::ffff:169.254.169.254]',
  '[fd00:ec2::254]',
];

describe('an address that is entered', () => {
  it.each(hosts)('is refused when it is saved: a webhook at %s', (host) => {
    for (const rest of ['', '/', ':8080/hook', '/hook?key=1', '?key=1'])
      expect([host, rest, isForbidden(`http://${host}${rest}`)]).toEqual([host, rest, true]);
    expect(isForbidden(`https://${host}/`)).toBe(true);
  });

  it.each(['localhost', 'localhost.', 'cam.localhost', '127.0.0.1', '[::1]'])(
    'is refused when it is saved: a camera at %s',
    (host) => expect(isForbidden(`rtsp://${host}/live`)).toBe(true),
  );

  it.each([
    'http://10.0.0.9/',
    'https://hooks.example/a?b=1',
    'http://localhost.example/',
    'rtsp://cam/live',
  ])('is accepted: %s', (url) => expect(isForbidden(url)).toBe(false));

  it('of this machine is accepted where its network is allowed, except ports of the server', () => {
    for (const host of ['localhost', '127.1', '[::ffff:127.0.0.1]']) {
      expect([host, isForbidden(`http://${host}:9000/`, '127.0.0.0/8', [3000])]).toEqual([host, false]);
      expect([host, isForbidden(`http://${host}:3000/`, '127.0.0.0/8', [3000])]).toEqual([host, true]);
      expect([host, isForbidden(`http://${host}/`, '127.0.0.0/8', [80])]).toEqual([host, true]);
    }
  });
});
