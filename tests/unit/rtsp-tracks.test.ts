import { expect } from 'expect';
import { describe, it } from 'vitest';
import { pickTracks, withAudio } from '../../lib/media/sources/rtsp/pick-tracks.ts';
import { parseSdp } from '../../lib/media/sources/rtsp/sdp.ts';
import { pickBackChannel } from '../../lib/media/talk/back-channels/rtsp/pick-back-channel.ts';

function described(...sections: readonly (readonly string[])[]) {
  const sdp = parseSdp(new TextEncoder().encode(['v=0', 's=x', ...sections.flat(), ''].join('\r\n')));
  if (!sdp.ok) throw new Error(sdp.error);
  return sdp.value;
}
const tracksOf = (...sections: readonly (readonly string[])[]) => pickTracks(described(...sections));

const video = (...more: string[]) => [
  'm=video 0 RTP/AVP 96',
  'a=rtpmap:96 H264/90000',
  'a=control:video',
  ...more,
];
const pcma = (control: string, ...more: string[]) => ['m=audio 0 RTP/AVP 8', `a=control:${control}`, ...more];
const g726 = (control: string) => [
  'm=audio 0 RTP/AVP 99',
  'a=rtpmap:99 G726-32/8000',
  `a=control:${control}`,
];
const parameters = 'mode=AAC-hbr;sizelength=13;indexlength=3;indexdeltalength=3;config=1408';

describe('numbers of formats', () => {
  const aac = (type: number, map: number, fmtp: readonly number[]) => [
    `m=audio 0 RTP/AVP ${type}`,
    `a=rtpmap:${map} MPEG4-GENERIC/16000/1`,
    ...fmtp.map((each) => `a=fmtp:${each} ${parameters}`),
  ];

  it.each([
    ['alike', 97, 97, [97]],
    ['of fmtp differ', 97, 97, [96]],
    ['of rtpmap and fmtp differ', 97, 96, [96]],
    ['of rtpmap differ', 97, 96, [97]],
  ] as const)('%s: AAC is received by the number of the medium', (_, type, map, fmtp) => {
    const { audio } = tracksOf(video(), aac(type, map, fmtp));
    expect(audio).toMatchObject({ packing: 'mpeg4Generic', payloadType: 97, sizeBits: 13 });
  });

  it('are not guessed where several parameters are left over', () => {
    const { audio, skipped } = tracksOf(video(), aac(97, 97, [96, 98]));
    expect(audio).toBeNull();
    expect(skipped).toEqual([
      { kind: 'audio', encoding: 'MPEG4-GENERIC', reason: 'AAC configuration of 2 to 64 bytes' },
    ]);
  });

  it('of parameters that are listed belong to their own format only', () => {
    const two = ['m=audio 0 RTP/AVP 97 98', 'a=rtpmap:97 MPEG4-GENERIC/16000/1', 'a=rtpmap:98 L16/8000'];
    expect(tracksOf(video(), [...two, `a=fmtp:98 ${parameters}`]).audio).toBeNull();
  });
});

describe('several audio sections', () => {
  it.each([
    ['the first', video(), pcma('one'), pcma('two'), 'one'],
    [
      'not the back channel',
      video('a=recvonly'),
      pcma('one', 'a=sendonly'),
      pcma('two', 'a=recvonly'),
      'two',
    ],
    ['the one described as the video is', video('a=recvonly'), pcma('one'), pcma('two', 'a=recvonly'), 'two'],
    ['the one without direction, as the video', video(), pcma('one', 'a=recvonly'), pcma('two'), 'two'],
    ['not the inactive one', video(), pcma('one', 'a=inactive'), pcma('two', 'a=recvonly'), 'two'],
    ['not the one in another codec', video(), g726('one'), pcma('two'), 'two'],
    [
      'from the view of the camera',
      video('a=sendonly'),
      pcma('one', 'a=recvonly'),
      pcma('two', 'a=sendonly'),
      'two',
    ],
  ])('%s is chosen', (_, ...given) => {
    const sections = given.slice(0, 3) as string[][];
    const plan = tracksOf(...sections);
    expect(plan.audio?.control).toBe(given[3]);
    expect(plan.video?.control).toBe('video');
  });

  it('are all candidates, and those left over are named with the reason', () => {
    const plan = tracksOf(video(), g726('one'), pcma('two'), pcma('three'), pcma('four', 'a=sendonly'));
    expect(plan.otherAudio.map(({ control }) => control)).toEqual(['three']);
    const second = plan.otherAudio[0]!;
    const codec = { kind: 'audio', encoding: 'G726-32', reason: 'codec not supported' };
    const back = { kind: 'audio', encoding: 'PCMA', reason: 'back channel' };
    const pcmaFor = (reason: string) => ({ kind: 'audio', encoding: 'PCMA', reason });
    expect(withAudio(plan, plan.audio, []).skipped).toEqual([codec, back, pcmaFor('second track')]);
    expect(withAudio(plan, second, [plan.audio!]).skipped).toEqual([
      codec,
      back,
      pcmaFor('refused by the camera'),
    ]);
    expect(withAudio(plan, null, [plan.audio!, second])).toMatchObject({
      audio: null,
      skipped: [codec, back, pcmaFor('refused by the camera'), pcmaFor('refused by the camera')],
    });
  });

  it('the back channel is the one that the camera receives, whichever view is described', () => {
    const controlOf = (...sections: readonly (readonly string[])[]) => {
      const picked = pickBackChannel(described(...sections));
      return picked.ok ? picked.value?.control : picked.error;
    };
    const [recv, send] = [pcma('recv', 'a=recvonly'), pcma('send', 'a=sendonly')];
    expect(controlOf(video('a=recvonly'), recv, send)).toBe('send');
    expect(controlOf(video(), recv, send)).toBe('send');
    expect(controlOf(video('a=sendonly'), send, recv)).toBe('recv');
  });
});
