import { createHmac } from 'node:crypto';
import { expect } from 'expect';
import { describe, it } from 'vitest';
import { iceServersFor } from '../../../lib/media/gateway/peers/ice-servers.ts';
import { parseConfig } from '../../../lib/server/config.ts';

function talkOf(env: Record<string, string>) {
  const parsed = parseConfig(env);
  if (!parsed.ok) throw new Error(parsed.error.join('; '));
  return parsed.value.config.talk;
}

const turn = { ORIEL_TURN_URLS: 'turn:turn.example.com:3478, turns:[2001:db8::1]:443?transport=tcp' };
const now = 1_800_000_000_000;

describe('The settings of talk', () => {
  it('are optional: the embedded gateway on the port of the server, without STUN and TURN', () => {
    const talk = talkOf({});
    expect(talk).toMatchObject({ udpPort: null, addresses: [], isRelayOnly: false, janus: null });
    expect(iceServersFor(talk.ice, 'viewer', now)).toEqual([]);
  });

  it('name the addresses of a NAT in front of the server, and a port', () => {
    const env = { ORIEL_TALK_ADDRESSES: '203.0.113.7, 2001:db8::7', ORIEL_TALK_UDP_PORT: '40000' };
    expect(talkOf(env)).toMatchObject({ addresses: ['203.0.113.7', '2001:db8::7'], udpPort: 40_000 });
  });

  it('put a Janus in the place of the embedded gateway', () => {
    expect(talkOf({ ORIEL_JANUS_URL: 'ws://127.0.0.1:8188', ORIEL_JANUS_SECRET: 'abc' }).janus).toEqual({
      url: 'ws://127.0.0.1:8188',
      apiSecret: 'abc',
      tokenSecret: null,
      rtpAddress: '127.0.0.1',
    });
  });

  it.each([
    [{ ORIEL_TALK_UDP_PORT: '70000' }, /ORIEL_TALK_UDP_PORT/],
    [{ ORIEL_TALK_ADDRESSES: 'talk.example.com' }, /"talk.example.com" is not valid; an example is 203/],
    [{ ORIEL_STUN_URLS: 'stun.example.com' }, /an example is stun:/],
    [{ ORIEL_TURN_URLS: 'http://turn.example.com' }, /an example is turn:/],
    [turn, /ORIEL_TURN_URLS needs ORIEL_TURN_SECRET/],
    [{ ...turn, ORIEL_TURN_USER: 'oriel' }, /must both be set/],
    [
      { ...turn, ORIEL_TURN_USER: 'a', ORIEL_TURN_PASSWORD: 'b', ORIEL_TURN_SECRET: 'c' },
      /Set either ORIEL_TURN_SECRET/,
    ],
    [{ ORIEL_TALK_RELAY_ONLY: '1' }, /ORIEL_TALK_RELAY_ONLY needs ORIEL_TURN_URLS/],
    [{ ORIEL_JANUS_URL: 'http://127.0.0.1:8088' }, /ORIEL_JANUS_URL must be a WebSocket address/],
    [{ ORIEL_JANUS_RTP_ADDRESS: 'janus.lan' }, /ORIEL_JANUS_RTP_ADDRESS/],
  ])('reject %j', (env, sentence) => {
    const parsed = parseConfig(env as Record<string, string>);
    expect(parsed).toMatchObject({ ok: false, error: [expect.stringMatching(sentence)] });
  });

  it('do not repeat a secret that is not valid', () => {
    const parsed = parseConfig({ ORIEL_TURN_SECRET: 'hunter2 hunter2' });
    expect(JSON.stringify(parsed)).toContain('ORIEL_TURN_SECRET');
    expect(JSON.stringify(parsed)).not.toContain('hunter2');
  });
});

describe('The relays of a viewer', () => {
  it('have credentials that end in an hour, as coturn checks them', () => {
    const { ice } = talkOf({
      ...turn,
      ORIEL_TURN_SECRET: 'shared',
      ORIEL_STUN_URLS: 'stun:stun.example.com',
    });
    const username = '1800003600:viewer';
    expect(iceServersFor(ice, 'viewer', now)).toEqual([
      { urls: ['stun:stun.example.com'] },
      {
        urls: ['turn:turn.example.com:3478', 'turns:[2001:db8::1]:443?transport=tcp'],
        username,
        credential: createHmac('sha1', 'shared').update(username).digest('base64'),
      },
    ]);
  });

  it('can have a fixed user and password', () => {
    const { ice } = talkOf({ ...turn, ORIEL_TURN_USER: 'oriel', ORIEL_TURN_PASSWORD: 'secret' });
    expect(iceServersFor(ice, 'viewer', now)).toMatchObject([{ username: 'oriel', credential: 'secret' }]);
  });
});
