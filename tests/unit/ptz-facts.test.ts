import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { chooseProfile, isAtEnd, nodeFacts, ptzState } from '../../lib/media/control/onvif-facts.ts';
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

describe('what a camera says about its head', () => {
  it('steers by the first profile that has a head', () => {
    const profiles = [profile('a', 's', false), profile('b', 's', true), profile('c', 's', true)];
    expect(chooseProfile(profiles, 1)).toEqual({ token: 'b', nodeToken: 'node of s', ends: null });
  });

  it('steers the second picture of a recorder by its own profile', () => {
    const profiles = [profile('a', 's1', true), profile('b', 's2', true), profile('c', 's2', false)];
    expect(chooseProfile(profiles, 2)).toMatchObject({ token: 'b', nodeToken: 'node of s2' });
  });

  it('never steers another picture of a recorder in place of one without head', () => {
    expect(chooseProfile([profile('a', 's1', true), profile('b', 's2', false)], 2)).toBeNull();
  });

  it('takes the one picture of a camera that is another channel of its device', () => {
    expect(chooseProfile([profile('a', 's1', true)], 3)).toMatchObject({ token: 'a' });
  });

  it('takes a token that looks like a number, and one that is alone', () => {
    expect(chooseProfile(profile(0, 's', true), 1)).toMatchObject({ token: '0' });
  });

  it('knows the ends of positions and the span of speeds', () => {
    const nodes = {
      n1: {
        supportedPTZSpaces: {
          continuousPanTiltVelocitySpace: [space(1, 0), space(9, 9)],
          absolutePanTiltPositionSpace: space(180, 45),
        },
      },
    };
    expect(nodeFacts(nodes, 'n1')).toEqual({
      speeds: { x: { min: -1, max: 1 }, y: { min: -0, max: 0 } },
      positions: { x: { min: -180, max: 180 }, y: { min: -45, max: 45 } },
    });
    expect(nodeFacts({}, 'n1')).toBeNull();
    expect(nodeFacts({ n1: { supportedPTZSpaces: {} } }, 'n1')).toEqual({ speeds: null, positions: null });
  });

  it('tells a position of 0 from none', () => {
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
  ] as const)('sees the end of %s, and of no other way', (direction, x, y) => {
    const ends = { x: { min: -1, max: 1 }, y: { min: -1, max: 1 } };
    const state = { x, y, isMoving: null };
    for (const other of ['up', 'down', 'left', 'right'] as const) {
      expect(isAtEnd(state, ends, other)).toBe(other === direction);
    }
    expect(isAtEnd({ x: x * 0.9, y: y * 0.9, isMoving: null }, ends, direction)).toBe(false);
  });

  it('takes anything for an answer without falling over', () => {
    propertyRun('head facts', 5_000, fc.tuple(fc.anything(), fc.string()), ([value, text]) => {
      chooseProfile(value, 1);
      nodeFacts(value, text);
      ptzState(value, text);
      ptzState(value, '<PanTilt x="1" y="1"/>');
    });
  });
});

describe('an answer before any parser sees it', () => {
  it.each([
    ['a document type', '<!DOCTYPE a><a/>'],
    ['an entity', '<!entity x "y">'],
    ['too many tags', '<a/>'.repeat(20_001)],
    ['namespaces without end', 'xmlns'.repeat(50_000)],
    [
      'namespaces with quotes that never close',
      'xmlns="'.repeat(1) + `xmlns="${'x'.repeat(3_000)}`.repeat(1_000),
    ],
  ])('may not have %s', (_, text) => {
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

  it('gives up its login, and shows none', () => {
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
  ])('refuses %s as %s', (text, code) => {
    expect(parseOnvifUrl(text)).toMatchObject({ ok: false, error: { code } });
  });
});
