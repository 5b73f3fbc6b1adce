import { expect } from 'expect';
import { describe, it } from 'vitest';
import { probeMessages } from '../../lib/domain/devices/probe-messages.ts';
import { ptzAdvice, ptzCause } from '../../lib/domain/devices/ptz-advice.ts';
import { sourceAdvice } from '../../lib/domain/devices/source-advice.ts';
import { talkAdvice } from '../../lib/domain/devices/talk-advice.ts';
import type { SourceFailure, TransportUse } from '../../lib/media/ports.ts';
import { adviseOn } from '../../lib/media/sources/probe/probe-advice.ts';
import { ProbeMeter } from '../../lib/media/sources/probe/probe-meter.ts';
import { adviceCodes, type ProbeReport } from '../../lib/media/sources/probe/probe-report.ts';
import { statusFailure, transportFailure } from '../../lib/media/sources/rtsp/source-failure.ts';
import { FakeClock } from '../kit/fake-clock.ts';

const good: Omit<ProbeReport, 'advice'> = {
  ok: true,
  failure: null,
  firstFrameMs: 200,
  watchedMs: 3_000,
  video: {
    ...{ codec: 'h264', codecString: 'avc1.4d001f', width: 640, height: 368, fps: 25, bitrateKbps: 900 },
    ...{ keyFrameIntervalMs: 1_000, hasBFrames: false },
  },
  audio: { codec: 'aac', sampleRate: 16_000, channels: 1, bitrateKbps: 32 },
  awaitsKey: false,
  clock: { from: 'camera', skewMs: 0, speed: 1 },
  transport: { used: 'tcp', chosen: 'auto', faults: [], lostShare: null },
  notCarried: [],
  trackChanges: 0,
  formatChanges: 0,
};

const advised = (change: Partial<ProbeReport>) => adviseOn({ ...good, ...change }, true);
const codesOf = (change: Partial<ProbeReport>) => advised(change).map(({ code }) => code);
const audio = (encoding: string, reason: string) => ({ kind: 'audio', encoding, reason });

describe('advice about what a camera sends', () => {
  it('is none about a good camera', () => {
    expect(advised({})).toEqual([]);
  });

  it.each([
    ['nothing', [], 'audio.none'],
    ['a back channel only', [audio('PCMA', 'back channel')], 'audio.none'],
    ['another codec', [audio('G726-32', 'codec not supported')], 'audio.notCarried'],
    [
      'AAC without parameters',
      [audio('MPEG4-GENERIC', 'AAC configuration of 2 to 64 bytes')],
      'audio.badDescription',
    ],
    [
      'what it refuses',
      [audio('G726-32', 'codec not supported'), audio('PCMA', 'refused by the camera')],
      'audio.refused',
    ],
    ['two tracks, and sends on none', [audio('PCMA', 'second track')], 'audio.notSent'],
  ])('names the cause of missing audio: the camera describes %s', (_, notCarried, code) => {
    const [only, ...others] = advised({ audio: null, notCarried });
    expect([only?.code, others]).toEqual([code, []]);
    // G.711 is never said to be unsupported.
    if (code !== 'audio.notCarried') expect(only?.message).not.toMatch(/codec .* is not supported/);
  });

  it('distinguishes changes that viewers notice from those that only recordings do', () => {
    const [size] = advised({ trackChanges: 2 });
    expect(size?.code).toBe('tracks.size');
    expect(size?.message).toContain('Viewers go on, but recordings begin a new file');
    const [format] = advised({ trackChanges: 2, formatChanges: 1 });
    expect(format?.code).toBe('tracks.change');
    expect(format?.message).toContain('Viewers reconnect');
  });

  it('counts a new size as a change of size only, and another codec as one of format', () => {
    const meter = new ProbeMeter(new FakeClock());
    const video = {
      codec: 'h264',
      codecString: 'avc1',
      width: 640,
      height: 368,
      config: new Uint8Array(1),
    } as const;
    for (const track of [video, { ...video, width: 1280 }, { ...video, codec: 'h265' as const }])
      meter.tracks({ video: track, audio: null } as never);
    expect([meter.trackSets, meter.formatChanges]).toEqual([3, 1]);
  });

  it.each([
    ['multicast', 'silent', 'transport.silent', 'no packet arrived'],
    ['multicast', 'lossy', 'transport.lossy', 'Check the network'],
    ['udp', 'refused', 'transport.refused', 'Allow it in the camera, or choose TCP'],
    ['udp', 'noPorts', 'transport.noPorts', 'Enlarge ORIEL_RTP_PORTS'],
    ['multicast', 'noPorts', 'transport.groupInUse', 'another port for multicast'],
    ['multicast', 'forbidden', 'transport.forbidden', 'ORIEL_CAMERA_NETWORKS'],
  ] as const)('says why %s is not used: %s', (chosen, fault, code, fragment) => {
    const transport: TransportUse = {
      ...{ used: 'tcp', chosen, lostShare: null },
      faults: [{ transport: chosen, fault: { code: fault } }],
    };
    const [only] = advised({ transport });
    expect(only?.code).toBe(code);
    expect(only?.message).toContain(fragment);
  });

  it('says that a clock which is far off is not used', () => {
    expect(codesOf({ clock: { from: 'arrival', skewMs: null, speed: null } })).toEqual(['clock.arrival']);
    expect(codesOf({ clock: { from: 'camera', skewMs: 60_000, speed: 1 } })).toEqual(['clock.skew']);
  });

  it.each(adviceCodes)('has a cause and a next step in Chinese, too: %s', (code) => {
    const given = { ok: true, advice: [{ code, severity: 'hint', message: 'English.' }] };
    const message = (locale: 'zh-CN' | 'en-US') => probeMessages(given, locale).advice[0]?.message ?? '';
    expect(message('zh-CN')).toMatch(/[：，。][^：]*请|：.*(?:关闭|设为|设置)/);
    expect(message('en-US')).toBe('English.');
  });
});

describe('advice about a camera that sends nothing', () => {
  const failed = (code: SourceFailure['code'], message: string): Pick<SourceFailure, 'code' | 'message'> => ({
    code,
    message,
  });
  const fallback = (
    code: 'refused' | 'silent' | 'lossy' | 'noPorts' | 'forbidden',
    transport: 'udp' | 'multicast',
  ) =>
    transportFailure([
      { transport: 'tcp', fault: { code: 'refused' } },
      { transport, fault: { code } },
    ]);

  it.each([
    [failed('source.auth', 'the camera asks for a user name and password'), 'Enter the user name'],
    [failed('source.auth', 'the camera refused the user name or password'), 'Check the user name'],
    [failed('source.auth', 'the camera asks for a kind of login that is not supported'), 'Digest'],
    [statusFailure('DESCRIBE', 403), 'permission'],
    [statusFailure('DESCRIBE', 404), 'Look up the path'],
    [statusFailure('DESCRIBE', 302), 'redirects'],
    [statusFailure('SETUP', 453), 'connection limit'],
    [statusFailure('DESCRIBE', 500), 'port is that of RTSP'],
    [statusFailure('SETUP', 461), 'automatic'],
    [failed('source.unreachable', 'the name could not be resolved (ENOTFOUND)'), 'DNS'],
    [failed('source.unreachable', 'no connection (ECONNREFUSED)'), '554'],
    [
      failed('source.refused', 'loopback address outside the allowed camera networks'),
      'ORIEL_CAMERA_NETWORKS',
    ],
    [failed('source.refused', 'the address is not allowed: it is a port of this server'), 'never allowed'],
    [failed('source.refused', 'the camera address has no host'), 'Enter the address again'],
    [failed('source.certificate', "the camera's certificate is not trusted (CERT_HAS_EXPIRED)"), 'clocks'],
    [
      failed('source.certificate', "the camera's certificate is not trusted (SELF_SIGNED)"),
      'ORIEL_CAMERA_CA',
    ],
    [fallback('refused', 'udp'), 'Allow RTP over RTSP'],
    [fallback('silent', 'udp'), 'firewalls'],
    [fallback('lossy', 'udp'), 'firewalls'],
    [fallback('noPorts', 'udp'), 'Enlarge ORIEL_RTP_PORTS'],
    [fallback('noPorts', 'multicast'), 'another port for multicast'],
    [fallback('forbidden', 'multicast'), 'Add the multicast group'],
    [failed('source.unsupported', 'the camera sends JPEG: set the camera to H.264'), 'H.264'],
    [failed('source.unsupported', 'the camera sends H264 in interleaved packets'), 'packetization mode'],
    [failed('source.unsupported', 'the video cannot be described: bad'), 'profile'],
    [failed('source.unsupported', 'the camera offers no supported video or audio'), 'enable video'],
    [failed('source.silent', 'the camera did not answer DESCRIBE'), 'does not answer in time'],
    [failed('source.silent', 'the camera took too long to start the stream'), 'does not answer in time'],
    [failed('source.silent', 'the camera sends no key frame'), 'key frames'],
    [failed('source.silent', 'the camera sends data, but no complete frame'), 'choose TCP'],
    [failed('source.silent', 'the camera sends no media'), 'enabled in the camera'],
    [failed('source.silent', 'the camera stopped sending'), 'enabled in the camera'],
    [failed('source.ended', 'the camera closed the connection'), 'connection limit'],
    [failed('source.unreadable', 'the stored camera cannot be read'), 'master key'],
    [failed('source.speed', 'the camera does not replay at this speed'), 'normal speed'],
  ])('names a next step: %j', (failure, fragment) => {
    expect(sourceAdvice(failure, 'en-US')).toContain(fragment);
    expect(sourceAdvice(failure, 'zh-CN')).toMatch(/^[^a-z]*[\u4e00-\u9fff]/);
  });

  it('is not that of a stream for codes that are none', () => {
    expect(sourceAdvice({ code: 'toString', message: '' }, 'en-US')).toBeNull();
  });
});

describe('advice about PTZ and talk', () => {
  it.each(['ptz.refused', 'ptz.unreachable', 'ptz.auth', 'ptz.unsupported', 'ptz.protocol'])(
    '%s has a cause and a next step',
    (code) => {
      expect(ptzCause(code, 'zh-CN')).toMatch(/[\u4e00-\u9fff]/);
      expect(ptzCause(code, 'en-US')).not.toMatch(/playback|video/i);
      for (const locale of ['zh-CN', 'en-US'] as const)
        expect(ptzAdvice({ code, message: '' }, locale)).not.toBeNull();
    },
  );

  it('names the certificate where it is the reason', () => {
    const message = "the camera's certificate is not trusted (SELF_SIGNED)";
    expect(ptzAdvice({ code: 'ptz.refused', message }, 'en-US')).toContain('ORIEL_CAMERA_CA');
  });

  it.each([
    ['talk.unsupported', 'the camera accepts G726-32, which is not supported', 'G.711'],
    [
      'talk.unsupported',
      'the camera does not send over TCP: allow RTP over RTSP there',
      'talk uses TCP only',
    ],
    ['talk.unsupported', 'the camera has no back channel', 'loudspeaker'],
    ['talk.unreachable', 'the camera did not answer SETUP', 'does not answer in time'],
    ['talk.unreachable', 'no connection (ECONNREFUSED)', 'powered on'],
    ['talk.auth', 'the camera refused the user name or password', 'Check the user name'],
    ['talk.busy', 'the camera closed the connection; it may accept no further one', 'connection limit'],
    ['talk.refused', 'loopback address outside the allowed camera networks', 'ORIEL_CAMERA_NETWORKS'],
    ['talk.protocol', 'the camera answered PLAY with 500', 'firmware'],
    ['talk.ended', 'the camera ended the talk', 'connection limit'],
  ])('%s: %s', (code, message, fragment) => {
    expect(talkAdvice({ code, message }, 'en-US')).toContain(fragment);
    expect(talkAdvice({ code, message }, 'zh-CN')).toMatch(/[\u4e00-\u9fff]/);
  });
});
