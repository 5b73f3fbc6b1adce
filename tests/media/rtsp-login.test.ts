import { createHash } from 'node:crypto';
import { expect } from 'expect';
import { describe, it } from 'vitest';
import { authorization, parseChallenges, pickChallenge } from '../../lib/media/net/digest-auth.ts';
import { Authenticator } from '../../lib/media/sources/rtsp/authenticator.ts';

/** RFC 7616, 3.9.1. */
const mufasa = {
  who: { username: 'Mufasa', password: 'Circle of Life' },
  use: {
    method: 'GET',
    uri: '/dir/index.html',
    count: 1,
    clientNonce: 'f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ',
  },
  challenge: (algorithm: string) =>
    `Digest realm="http-auth@example.org", qop="auth, auth-int", algorithm=${algorithm}, ` +
    'nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", ' +
    'opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"',
};

const field = (header: string, name: string): string =>
  new RegExp(`\\b${name}="([^"]*)"`).exec(header)?.[1] ?? '';

describe('digest login', () => {
  it.each([
    ['MD5', '8ca523f5e9506fed4657c9700eebdbec'],
    ['SHA-256', '753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1'],
  ])('answers the example of RFC 7616 with %s', (algorithm, response) => {
    const [offer] = parseChallenges([mufasa.challenge(algorithm)]);
    const header = authorization(offer!, mufasa.who, mufasa.use);
    expect(field(header, 'response')).toBe(response);
    expect(header).toContain('qop=auth, nc=00000001');
    expect(field(header, 'opaque')).toBe('FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS');
  });

  it('answers the example with a hidden name and SHA-512/256 (RFC 7616 3.9.2, erratum 4897)', () => {
    const [offer] = parseChallenges([
      'Digest realm="api@example.org", qop="auth", algorithm=SHA-512-256, charset=UTF-8, userhash=true, ' +
        'nonce="5TsQWLVdgBdmrQ0XsxbDODV+57QdFR34I9HAbC/RVvkK", ' +
        'opaque="HRPCssKJSGjCrkzDg8OhwpzCiGPChXYjwrI2QmXDnsOS"',
    ]);
    const header = authorization(
      offer!,
      { username: 'Jäsøn Doe', password: 'Secret, or not?' },
      {
        method: 'GET',
        uri: '/doe.json',
        count: 1,
        clientNonce: 'NTg6RKcb9boFIAS3KrFK9BGeh+iDa/sm6jUMp2wds69v',
      },
    );
    expect(field(header, 'username')).toBe(
      '793263caabb707a56211940d90411ea4a575adeccb7e360aeb624ed06ece9b0b',
    );
    expect(field(header, 'response')).toBe(
      '3798d4131c277846293534c3edc11bd8a5e4cdcbff78b05db9d95eeb1cec68a5',
    );
  });

  it.each([
    ['UTF-8', 'e69184e5838fe69cba'],
    ['GBK', 'c9e3cff1bbfa'],
  ])('hashes and returns the bytes of a realm in %s, and name and password in UTF-8', (_, hex) => {
    const realm = Buffer.from(hex, 'hex'); // 摄像机
    const [offer] = parseChallenges([`Digest realm="${realm.toString('latin1')}", nonce="n"`]);
    const header = authorization(
      offer!,
      { username: '管理员', password: 'пароль' },
      { method: 'DESCRIBE', uri: 'rtsp://x/', count: 1, clientNonce: 'c' },
    );
    const md5 = (...parts: (string | Buffer)[]) => {
      const hash = createHash('md5');
      for (const part of parts) hash.update(part);
      return hash.digest('hex');
    };
    const secret = md5('管理员:', realm, ':пароль');
    expect(field(header, 'response')).toBe(md5(`${secret}:n:${md5('DESCRIBE:rtsp://x/')}`));
    expect(Buffer.from(field(header, 'realm'), 'latin1')).toEqual(realm);
    expect(Buffer.from(field(header, 'username'), 'latin1').toString()).toBe('管理员');
  });

  it('supports RFC 2069 cameras without qop', () => {
    // RFC 2069, 2.4, with the response from its erratum.
    const [offer] = parseChallenges([
      'Digest realm="testrealm@host.com", nonce="dcd98b7102dd2f0e8b11d0f600bfb0c093"',
    ]);
    const header = authorization(
      offer!,
      { username: 'Mufasa', password: 'CircleOfLife' },
      { method: 'GET', uri: '/dir/index.html', count: 1, clientNonce: 'unused' },
    );
    expect(field(header, 'response')).toBe('1949323746fe6a43ef61f9606e7febea');
    expect(header).not.toContain('cnonce');
  });

  it('prefers the stronger digest, and any digest to Basic', () => {
    const md5 = 'Digest realm="r", nonce="n"';
    const sha = 'Digest realm="r", nonce="n", algorithm=SHA-256';
    const basic = 'Basic realm="r"';
    const pick = (...headers: string[]) => pickChallenge(parseChallenges(headers));
    expect(pick(md5, sha, basic)?.parameters.get('algorithm')).toBe('SHA-256');
    expect(pick(`${basic}, ${md5}`)?.scheme).toBe('digest');
    expect(pick(basic)?.scheme).toBe('basic');
    expect(pick('Digest realm="r", nonce="n", algorithm=TURBO')).toBeNull();
    expect(pick('Negotiate')).toBeNull();
  });

  it('signs only after a challenge, and tries a rejected password only once', () => {
    const authenticator = new Authenticator({ username: 'u', password: 'p' }, () => 'c');
    expect(authenticator.header('PLAY', 'x')).toBeNull();
    expect(authenticator.challenged(['Digest realm="r", nonce="1"'], false)).toBe('retry');
    expect(authenticator.header('PLAY', 'x')).toContain('nonce="1"');
    expect(authenticator.challenged(['Digest realm="r", nonce="2"'], true)).toBe('wrongCredentials');
    expect(authenticator.challenged(['Digest realm="r", nonce="3", stale=true'], true)).toBe('retry');
  });

  it('counts the uses of a nonce', () => {
    const authenticator = new Authenticator({ username: 'u', password: 'p' }, () => 'c');
    authenticator.challenged(['Digest realm="r", nonce="1", qop="auth"'], false);
    expect(authenticator.header('OPTIONS', 'x')).toContain('nc=00000001');
    expect(authenticator.header('DESCRIBE', 'x')).toContain('nc=00000002');
  });
});
