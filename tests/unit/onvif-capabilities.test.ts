import { expect } from 'expect';
import fc from 'fast-check';
import { describe, it } from 'vitest';
import { chooseProfile, isAtEnd, ptzRanges, ptzState } from '../../lib/media/control/onvif-capabilities.ts';
import { parseOnvifUrl } from '../../lib/media/control/onvif-url.ts';
import { isPlain } from '../../lib/media/control/soap-post.ts';
import { propertyRun } from '../kit/mutation.ts';

const profile = (token: unknown, source: string, hasPtz: boolean) => ({
  $: { token },
  videoSourceConfiguration: { sourceToken: source },
  ...(hasPtz ? { PTZConfiguration: { nodeToken: `node of ${source}` } } : {}),
});
const space = (x: number, y: number) => ({
  URI: 'u',
  XRange: { min: -x, max: x },
  YRange: { min: -y, max: y },
});

describe('the PTZ capabilities that a camera reports', () => {
  it('selects the first profile with PTZ', () => {
    const profiles = [profile('a', 's', false), profile('b', 's', true), profile('c', 's', true)];
    expect(chooseProfile(profiles, 1)).toEqual({ token: 'b', nodeToken: 'node of s', ends: null });
  });

  it('selects the profile of the second channel of a recorder', () => {
    const profiles = [profile('a', 's1', true), profile('b', 's2', true), profile('c', 's2', false)];
    expect(chooseProfile(profiles, 2)).toMatchObject({ token: 'b', nodeToken: 'node of s2' });
  });

  it('never selects another channel of a recorder in place of one without PTZ', () => {
    expect(chooseProfile([profile('a', 's1', true), profile('b', 's2', false)], 2)).toBeNull();
  });

  it('selects the only channel of a camera that is another channel of its device', () => {
    expect(chooseProfile([profile('a', 's1', true)], 3)).toMatchObject({ token: 'a' });
  });

  it('accepts a numeric token, and a single one', () => {
    expect(chooseProfile(profile(0, 's', true), 1)).toMatchObject({ token: '0' });
  });

  it('reads the limits of positions and the range of speeds', () => {
    const nodes = {
      n1: {
        supportedPTZSpaces: {
          continuousPanTiltVelocitySpace: [space(1, 0), space(9, 9)],
          absolutePanTiltPositionSpace: space(180, 45),
        },
      },
    };
    expect(ptzRanges(nodes, 'n1')).toEqual({
      speeds: { x: { min: -1, max: 1 }, y: { min: -0, max: 0 } },
      positions: { x: { min: -180, max: 180 }, y: { min: -45, max: 45 } },
    });
    expect(ptzRanges({}, 'n1')).toBeNull();
    expect(ptzRanges({ n1: { supportedPTZSpaces: {} } }, 'n1')).toEqual({ speeds: null, positions: null });
  });

  it('distinguishes a position of 0 from a missing one', () => {
    const status = { position: { x: 0, y: 0 }, moveStatus: { panTilt: 'IDLE' } };
    expect(ptzState(status, '<tt:PanTilt x="0" y="0"/>')).toEqual({ x: 0, y: 0, isMoving: false });
    expect(ptzState(status, '<tt:MoveStatus><tt:PanTilt>IDLE</tt:PanTilt></tt:MoveStatus>')).toBeNull();
    const old = { position: { x: '-0.5', y: '1e-3' }, moveStatus: 'MOVING' };
    expect(ptzState(old, '<PanTilt space="u" x="-0.5" y="1e-3">')).toEqual({
      x: -0.5,
      y: 0.001,
      isMoving: true,
    });
    expect(ptzState({ position: { x: 1, y: 1 } }, '<PanTilt x="1" y="1"/>')?.isMoving).toBeNull();
  });

  it.each([
    ['up', 0, 0.995],
    ['down', 0, -0.995],
    ['left', -0.995, 0],
    ['right', 0.995, 0],
  ] as const)('detects the limit of %s, and of no other direction', (direction, x, y) => {
    const ends = { x: { min: -1, max: 1 }, y: { min: -1, max: 1 } };
    const state = { x, y, isMoving: null };
    for (const other of ['up', 'down', 'left', 'right'] as const) {
      expect(isAtEnd(state, ends, other)).toBe(other === direction);
    }
    expect(isAtEnd({ x: x * 0.9, y: y * 0.9, isMoving: null }, ends, direction)).toBe(false);
  });

  it('survives arbitrary responses', () => {
    propertyRun('PTZ capabilities', 5_000, fc.tuple(fc.anything(), fc.string()), ([value, text]) => {
      chooseProfile(value, 1);
      ptzRanges(value, text);
      ptzState(value, text);
      ptzState(value, '<PanTilt x="1" y="1"/>');
    });
  });
});

describe('a response before it is parsed', () => {
  it.each([
    ['a document type', '<!DOCTYPE a><a/>'],
    ['an entity', '<!entity x "y">'],
    ['too many tags', '<a/>'.repeat(20_001)],
    ['namespaces without end', 'xmlns'.repeat(50_000)],
    [
      'namespaces with quotes that never close',
      'xmlns="'.repeat(1) + `xmlns="${'x'.repeat(3_000)}`.repeat(1_000),
    ],
  ])('is rejected with %s', (_, text) => {
    expect(isPlain(text)).toBe(false);
  });

  it('may be as long as that of a recorder with 64 channels', () => {
    const one = `<trt:Profiles token="P" xmlns:trt="http://www.onvif.org/ver10/media/wsdl">${'<a></a>'.repeat(60)}</trt:Profiles>`;
    expect(isPlain(`<e ${'xmlns:a="http://www.onvif.org/x" '.repeat(60)}>${one.repeat(128)}</e>`)).toBe(true);
  });
});

describe('the ONVIF address', () => {
  it.each([
    ['http://10.0.0.1', 'http://10.0.0.1/onvif/device_service', 80],
    ['http://10.0.0.1:8000/', 'http://10.0.0.1:8000/onvif/device_service', 8000],
    ['HTTPS://Cam.local/onvif/x', 'https://cam.local/onvif/x', 443],
    ['http://[fd00::1]:81', 'http://[fd00::1]:81/onvif/device_service', 81],
  ])('%s is %s', (text, url, port) => {
    expect(parseOnvifUrl(text)).toMatchObject({ ok: true, value: { url, port } });
  });

  it('is split from its credentials, which are not shown', () => {
    expect(parseOnvifUrl('http://u:p@10.0.0.1')).toMatchObject({
      ok: true,
      value: { username: 'u', password: 'p', label: 'http://10.0.0.1:80' },
    });
  });

  it.each([
    ['rtsp://10.0.0.1', 'url.scheme'],
    ['10.0.0.1', 'url.scheme'],
    ['http://', 'url.host'],
    ['http://10.0.0.1:0', 'url.port'],
    ['http://127.1', 'url.host'],
    ['http://10.0.0.1/a?b=c', 'url.path'],
    ['http://10.0.0.1\\@evil', 'url.control'],
    ['http://10.0.0.1#x', 'url.path'],
  ])('rejects %s as %s', (text, code) => {
    expect(parseOnvifUrl(text)).toMatchObject({ ok: false, error: { code } });
  });
});
