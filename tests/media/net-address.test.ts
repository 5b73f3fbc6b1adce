import { expect } from 'expect';
import { describe, it } from 'vitest';
import { parseOnvifUrl } from '../../lib/media/control/onvif-url.ts';
import { judgeAddress, siteNetworks } from '../../lib/media/net/address-policy.ts';
import { parseCameraUrl } from '../../lib/media/net/camera-url.ts';
import { contains, parseIp, parseNetwork, parseNetworks } from '../../lib/media/net/ip-address.ts';

const policy = (networks: string) => {
  const parsed = parseNetworks(networks);
  if (!parsed.ok) throw new Error(parsed.error);
  return { allowed: parsed.value, ownPorts: [] };
};

describe('addresses the server may connect to', () => {
  const site = { allowed: siteNetworks, ownPorts: [] };

  it.each([
    '10.0.0.1',
    '172.16.0.1',
    '172.31.255.254',
    '192.168.1.64',
    'fd00::1',
    '8.8.8.8',
    '2606:4700::1111',
    '::ffff:192.168.1.1',
  ])('allows %s with the default networks', (address) => {
    expect(judgeAddress(site, address)).toEqual({ allowed: true });
  });

  it.each([
    '169.254.169.254',
    '169.254.170.2',
    '169.254.170.23',
    '169.254.0.23',
    '100.100.100.200',
    '192.0.0.192',
    '168.63.129.16',
    'fd00:ec2::254',
    'FD00:0EC2:0:0:0:0:0:254',
    'fd00:ec2::23',
    'fd20:ce::254',
    'fd00:42::42',
    'fe80::a9fe:a9fe',
    '::ffff:169.254.169.254',
    '::ffff:a9fe:a9fe',
    '::169.254.169.254',
    '64:ff9b::a9fe:a9fe',
    '2002:a9fe:a9fe::1',
    '::ffff:100.100.100.200',
    '::ffff:168.63.129.16',
  ])('refuses the metadata service %s, whatever networks are listed', (address) => {
    const everything = ['0.0.0.0/0', '::/0', '169.254.0.0/16', 'fc00::/7'].map((text) => {
      const network = parseNetwork(text);
      if (!network.ok) throw new Error(network.error);
      return network.value;
    });
    for (const allowed of [siteNetworks, everything])
      expect(judgeAddress({ allowed, ownPorts: [] }, address)).toEqual({
        allowed: false,
        reason: 'metadata service of a cloud provider',
      });
  });

  it.each([
    '127.0.0.1',
    '127.255.255.255',
    '::1',
    '0.0.0.0',
    '::',
    '169.254.169.254',
    'fe80::1',
    '224.0.0.1',
    'ff02::1',
    '255.255.255.255',
    '240.0.0.1',
    '100.64.0.1',
    '192.0.2.1',
    '198.18.0.1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::127.0.0.1',
    '64:ff9b::7f00:1',
    '64:ff9b:1::169.254.169.254',
    '2002:7f00:1::',
    '2002:a9fe:a9fe::1',
    '::ffff:0:127.0.0.1',
    'fec0::1',
    '2001:db8::1',
    'fe80::1%eth0',
    'localhost',
    '',
    '127.1',
    '0x7f.0.0.1',
    '2130706433',
  ])('refuses %s with the default networks', (address) => {
    expect(judgeAddress(site, address).allowed).toBe(false);
  });

  it.each([
    ['0.0.0.0', '0.255.255.255', null, '1.0.0.0'],
    ['100.64.0.0', '100.127.255.255', '100.63.255.255', '100.128.0.0'],
    ['127.0.0.0', '127.255.255.255', '126.255.255.255', '128.0.0.0'],
    ['169.254.0.0', '169.254.255.255', '169.253.255.255', '169.255.0.0'],
    ['192.0.0.0', '192.0.0.255', '191.255.255.255', '192.0.1.0'],
    ['192.0.2.0', '192.0.2.255', '192.0.1.255', '192.0.3.0'],
    ['198.18.0.0', '198.19.255.255', '198.17.255.255', '198.20.0.0'],
    ['198.51.100.0', '198.51.100.255', '198.51.99.255', '198.51.101.0'],
    ['203.0.113.0', '203.0.113.255', '203.0.112.255', '203.0.114.0'],
    ['224.0.0.0', '255.255.255.255', '223.255.255.255', null],
    ['::', '::1', null, null],
    ['100::', '100::ffff:ffff:ffff:ffff', 'ff:ffff::', '100:0:0:1::'],
    ['2001:db8::', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff', '2001:db7:ffff::', '2001:db9::'],
    ['fe80::', 'feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'fe7f:ffff::', null],
    ['ff00::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', null, null],
  ])('refuses all from %s to %s, and allows the public neighbours', (first, last, before, after) => {
    expect([first, last].map((address) => judgeAddress(site, address).allowed)).toEqual([false, false]);
    for (const neighbour of [before, after])
      if (neighbour) expect(judgeAddress(site, neighbour)).toEqual({ allowed: true });
  });

  it.each([
    ['10.0.0.0', '10.255.255.255', '9.255.255.255', '11.0.0.0'],
    ['172.16.0.0', '172.31.255.255', '172.15.255.255', '172.32.0.0'],
    ['192.168.0.0', '192.168.255.255', '192.167.255.255', '192.169.0.0'],
    ['fc00::', 'fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'fbff::', 'fe00::'],
  ])('refuses all from %s to %s unless they are listed', (first, last, before, after) => {
    const none = policy('');
    for (const address of [first, last]) {
      expect(judgeAddress(none, address).allowed).toBe(false);
      expect(judgeAddress(site, address)).toEqual({ allowed: true });
    }
    for (const address of [before, after]) expect(judgeAddress(none, address)).toEqual({ allowed: true });
  });

  it('refuses unlisted private ranges and allows listed loopback', () => {
    expect(judgeAddress(policy('10.1.0.0/16'), '10.2.0.1').allowed).toBe(false);
    expect(judgeAddress(policy('10.1.0.0/16'), '10.1.0.1').allowed).toBe(true);
    expect(judgeAddress(policy('127.0.0.0/8'), '127.0.0.1').allowed).toBe(true);
    expect(judgeAddress(policy('127.0.0.0/8'), '::ffff:127.0.0.1').allowed).toBe(true);
    expect(judgeAddress(policy('127.0.0.0/8'), '::1').allowed).toBe(false);
    expect(judgeAddress(policy('::1'), '::1').allowed).toBe(true);
  });
});

describe('networks', () => {
  it.each([
    ['10.0.0.0/8', '10.255.0.1', '11.0.0.0'],
    ['192.168.0.128/25', '192.168.0.255', '192.168.0.127'],
    ['fc00::/7', 'fdff::1', 'fe00::1'],
    ['2001:db8::/33', '2001:db8:7fff::', '2001:db8:8000::'],
    ['1.2.3.4', '1.2.3.4', '1.2.3.5'],
  ])('%s contains %s and not %s', (text, inside, outside) => {
    const network = parseNetwork(text);
    if (!network.ok) throw new Error(network.error);
    expect(contains(network.value, parseIp(inside)!)).toBe(true);
    expect(contains(network.value, parseIp(outside)!)).toBe(false);
  });

  it.each([
    '10.0.0.0/33',
    'fc00::/129',
    '10/8',
    '10.0.0.0/-1',
    '10.0.0.0/8/8',
    'cameras',
    '10.0.0.0/',
    '010.0.0.1/8',
  ])('refuses %s as a network', (text) => {
    expect(parseNetwork(text).ok).toBe(false);
  });
});

describe('camera addresses', () => {
  it('splits off the decoded user name and password', () => {
    expect(parseCameraUrl('RTSP://admin:p%40ss%2Fw%E5%AF%86@Cam-1.example:8554/live/1?x=1')).toEqual({
      ok: true,
      value: {
        scheme: 'rtsp',
        host: 'cam-1.example',
        port: 8554,
        path: '/live/1?x=1',
        url: 'rtsp://cam-1.example:8554/live/1?x=1',
        username: 'admin',
        password: 'p@ss/w密',
        label: 'rtsp://cam-1.example:8554',
      },
    });
  });

  it.each([
    ['rtsp://10.0.0.1', 'rtsp://10.0.0.1/', 554],
    ['rtsps://10.0.0.1/a', 'rtsps://10.0.0.1/a', 322],
    ['rtsp://[fd00::1]:554/a', 'rtsp://[fd00::1]/a', 554],
    ['rtsp://u:a@b@10.0.0.1/a%20b', 'rtsp://10.0.0.1/a%20b', 554],
    ['rtsp://10.0.0.1?channel=1', 'rtsp://10.0.0.1/?channel=1', 554],
    ['rtsp://10.0.0.1/摄像机', 'rtsp://10.0.0.1/%E6%91%84%E5%83%8F%E6%9C%BA', 554],
    [
      'rtsp://10.0.0.1/user=admin&password=&channel=1&stream=0.sdp?',
      'rtsp://10.0.0.1/user=admin&password=&channel=1&stream=0.sdp?',
      554,
    ],
  ])('reads %s', (text, url, port) => {
    expect(parseCameraUrl(text)).toMatchObject({ ok: true, value: { url, port } });
  });

  it.each([
    ['', 'url.empty'],
    ['cam.local/live', 'url.scheme'],
    ['file:///etc/passwd', 'url.scheme'],
    ['exec:rm -rf /', 'url.control'],
    ['http://10.0.0.1/', 'url.scheme'],
    ['ffmpeg:rtsp://10.0.0.1', 'url.scheme'],
    ['-rtsp://10.0.0.1', 'url.scheme'],
    ['rtsp://-oProxyCommand=x/', 'url.host'],
    ['rtsp:///path', 'url.host'],
    ['rtsp://10.0.0.1/a\r\nTEARDOWN', 'url.control'],
    ['rtsp://10.0.0.1/a b', 'url.control'],
    ['rtsp://10.0.0.1\\@evil/', 'url.control'],
    ['rtsp://a%0d%0ab:c@10.0.0.1/', 'url.host'],
    ['rtsp://10.0.0.1:99999/', 'url.port'],
    ['rtsp://10.0.0.1:0/', 'url.port'],
    ['rtsp://0x7f000001/', 'url.host'],
    ['rtsp://2130706433/', 'url.host'],
    ['rtsp://127.1/', 'url.host'],
    ['rtsp://0177.0.0.1/', 'url.host'],
    ['rtsp://[fe80::1%25eth0]/', 'url.host'],
    ['rtsp://[::1/', 'url.host'],
    ['rtsp://münchen.example/', 'url.host'],
    ['rtsp://10.0.0.1/a#b', 'url.path'],
    [`rtsp://10.0.0.1/${'a'.repeat(3_000)}`, 'url.tooLong'],
    ['rtsp://10.0.0.1/\ud800', 'url.control'],
  ])('refuses %j as %s', (text, code) => {
    const parsed = parseCameraUrl(text);
    expect(parsed).toMatchObject({ ok: false, error: { code } });
    if (!parsed.ok) expect(parsed.error.message).not.toMatch(/ss@|passwd|Proxy/);
  });

  it.each([
    ['rtsp://admin:P@ss?w{1}@cam.local/live', '?'],
    ['rtsp://admin:P@ss?w{1}@10.0.0.1:554/live', '?'],
    ['rtsp://admin:12/x@cam.local/live', '/'],
    ['rtsp://admin:12/x@10.0.0.1/live@1', '/'],
    ['rtsp://admin:12/x@münchen.example/', '/'],
    ['rtsp://admin:pa#ss@10.0.0.1/', '#'],
    ['rtsp://admin:#@10.0.0.1/', '#'],
    ['rtsp://admin:pa ss@10.0.0.1/', ' '],
    ['rtsp://admin:pa\\ss@10.0.0.1/', '\\'],
    ['rtsp://ad/min:pass@10.0.0.1/', '/'],
    ['rtsp://admin:p@a/ss@[fd00::1]:554/', '/'],
    ['rtsp://cam.local:554/live@main', '/'],
  ])('refuses %j: the login has %j, which ends it', (text, character) => {
    const parsed = parseCameraUrl(text);
    expect(parsed).toMatchObject({ ok: false, error: { code: 'url.login', character } });
    if (parsed.ok) return;
    const { message } = parsed.error;
    expect(message).toContain(`"${character}": write it as ${encodeURIComponent(character)}, or give`);
    expect(message).not.toMatch(/admin|p@ss|pa.ss|12|10\.0|cam\./i);
    // As the message says.
    const at = text.indexOf(character, 'rtsp://'.length);
    const encoded = `${text.slice(0, at)}${encodeURIComponent(character)}${text.slice(at + 1)}`;
    const next = parseCameraUrl(encoded);
    expect(!next.ok && next.error.character === character).toBe(false);
  });

  it.each([
    ['rtsp://admin:pass@10.0.0.1/live@1?a=b:c@d', '10.0.0.1', '/live@1?a=b:c@d'],
    ['rtsp://[fd00::1]:8554/live:1@main', 'fd00::1', '/live:1@main'],
    ['rtsp://10.0.0.1:8554/a:b@c', '10.0.0.1', '/a:b@c'],
    ['rtsp://cam.local/live@main', 'cam.local', '/live@main'],
    ['rtsp://cam.local:554/live%40main', 'cam.local', '/live%40main'],
    ['rtsp://admin:P@ss%3Fw{1}@cam.local/live', 'cam.local', '/live'],
  ])('accepts %j, whose path may have an "@"', (text, host, path) => {
    expect(parseCameraUrl(text)).toMatchObject({ ok: true, value: { host, path } });
  });

  it('refuses the same in ONVIF addresses', () => {
    expect(parseOnvifUrl('http://admin:12/x@cam.local/onvif')).toMatchObject({
      error: { code: 'url.login', character: '/' },
    });
  });
});
