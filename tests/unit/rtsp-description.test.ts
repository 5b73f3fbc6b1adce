import { expect } from 'expect';
import { describe, it } from 'vitest';
import { pickTracks } from '../../lib/media/sources/rtsp/pick-tracks.ts';
import { contentBase, resolveControl } from '../../lib/media/sources/rtsp/rtsp-session.ts';
import { parseSdp } from '../../lib/media/sources/rtsp/sdp.ts';
import { makePps, makeSps } from '../kit/h264-bits.ts';
import { h265Sps } from '../kit/rtsp-samples.ts';

const base64 = (...bytes: (Uint8Array | number)[]): string =>
  Buffer.concat(bytes.map((part) => (typeof part === 'number' ? Buffer.of(part) : part))).toString('base64');

/** The parameter sets in a description with this line, in hexadecimal. */
function setsOf(codec: 'H264' | 'H265', format: string): string[] {
  const lines = ['v=0', 'm=video 0 RTP/AVP 96', `a=rtpmap:96 ${codec}/90000`, `a=fmtp:96 ${format}`];
  const sdp = parseSdp(new Uint8Array(Buffer.from(lines.join('\r\n'))));
  if (!sdp.ok) throw new Error(sdp.error);
  return pickTracks(sdp.value).video!.parameterSets.map((set) => Buffer.from(set).toString('hex'));
}

const hex = (sets: readonly Uint8Array[]): string[] => sets.map((set) => Buffer.from(set).toString('hex'));

describe('parameter sets in a session description', () => {
  const [sps, pps] = [makeSps(640, 368), makePps()];
  const [vps265, pps265] = [Uint8Array.of(0x40, 1, 0x0c, 1, 0xff), Uint8Array.of(0x44, 1, 0xc1, 0x72)];

  it.each([[[0, 0, 1]], [[0, 0, 0, 1]], [[]]])('are read behind start codes %j', (code) => {
    const line = `packetization-mode=1; sprop-parameter-sets=${base64(...code, sps)},${base64(...code, pps)}`;
    expect(setsOf('H264', line)).toEqual(hex([sps, pps]));
    const values = [
      `sprop-vps=${base64(...code, vps265)}`,
      `sprop-sps=${base64(...code, h265Sps)}`,
      `sprop-pps=${base64(...code, pps265)}`,
    ];
    expect(setsOf('H265', values.join('; '))).toEqual(hex([vps265, h265Sps, pps265]));
  });

  it('are read if several are in one value, joined by start codes', () => {
    const joined = base64(sps, 0, 0, 0, 1, pps);
    expect(setsOf('H264', `sprop-parameter-sets=${joined}`)).toEqual(hex([sps, pps]));
    const all = base64(0, 0, 0, 1, vps265, 0, 0, 0, 1, h265Sps, 0, 0, 1, pps265);
    expect(setsOf('H265', `sprop-vps=${all}`)).toEqual(hex([vps265, h265Sps, pps265]));
  });

  it('are left out if they contain nothing', () => {
    expect(setsOf('H264', `sprop-parameter-sets=${base64(0, 0, 0, 1)},,${base64(0, 0, 1, pps)}`)).toEqual(
      hex([pps]),
    );
  });
});

describe('addresses of the tracks', () => {
  const asked = 'rtsp://camera/ask';
  const address = (headers: Record<string, string>, control: string | null): string => {
    const given = new Map(Object.entries(headers).map(([name, value]) => [name, [value]]));
    return resolveControl(contentBase(given, control) ?? asked, 'track1');
  };

  it.each([
    ['the header Content-Base', { 'content-base': 'rtsp://camera/base/' }, 'rtsp://camera/session', 'base'],
    ['the header Content-Location', { 'content-location': 'rtsp://camera/there' }, null, 'there'],
    ['the address of the presentation', {}, 'rtsp://camera/session', 'session'],
    ['the address of the presentation', {}, 'rtsp://camera/session/', 'session'],
    ['the address that was asked', {}, '*', 'ask'],
    ['the address that was asked', {}, 'relative', 'ask'],
    ['the address that was asked', { 'content-base': 'nonsense' }, null, 'ask'],
  ] as const)('are relative to %s', (_name, headers, control, expected) => {
    expect(address(headers, control)).toBe(`rtsp://camera/${expected}/track1`);
  });
});
