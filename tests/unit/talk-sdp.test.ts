import { expect } from 'expect';
import { describe, it } from 'vitest';
import { AppError } from '../../lib/kernel/app-error.ts';
import { writeAnswer } from '../../lib/media/gateway/peers/sdp-answer.ts';
import { parseOffer } from '../../lib/media/gateway/peers/sdp-offer.ts';
import { mutated, propertyRun } from '../kit/mutation.ts';

const fingerprint = `a=fingerprint:sha-256 ${Array.from({ length: 32 }, () => 'AB').join(':')}`;
const session = ['v=0', 'o=- 1 2 IN IP4 127.0.0.1', 's=-', 't=0 0', 'a=group:BUNDLE 0'];
const audio = [
  'm=audio 9 UDP/TLS/RTP/SAVPF 111 63 0',
  'c=IN IP4 0.0.0.0',
  'a=mid:0',
  'a=sendrecv',
  'a=rtcp-mux',
  'a=ice-ufrag:abcd',
  'a=ice-pwd:0123456789012345678901',
  fingerprint,
  'a=setup:actpass',
  'a=rtpmap:111 opus/48000/2',
  'a=rtpmap:0 PCMU/8000',
];
const offer = (...lines: readonly string[]) => `${[...session, ...lines].join('\r\n')}\r\n`;
const without = (start: string) => offer(...audio.filter((line) => !line.startsWith(start)));
const terms = {
  ufrag: 'server12',
  password: 'x'.repeat(24),
  fingerprint: 'CD:EF',
  ssrc: 42,
  candidates: ['1 1 udp 2113929471 127.0.0.1 7410 typ host'],
};
const answerTo = (sdp: string) => writeAnswer(parseOffer(sdp), terms).split('\r\n');

describe('The answer to an offer', () => {
  it('accepts Opus with the payload type of the browser, as an ICE-lite agent that waits for the handshake', () => {
    expect(answerTo(offer(...audio))).toEqual(
      expect.arrayContaining([
        'a=ice-lite',
        'a=group:BUNDLE 0',
        'm=audio 9 UDP/TLS/RTP/SAVPF 111',
        'a=sendrecv',
        'a=rtpmap:111 opus/48000/2',
        'a=setup:passive',
        'a=ice-ufrag:server12',
        'a=candidate:1 1 udp 2113929471 127.0.0.1 7410 typ host',
      ]),
    );
  });

  it('rejects video, data and further audio with port 0, in the order of the offer', () => {
    const extra = [
      ...['m=video 9 UDP/TLS/RTP/SAVPF 96', 'a=mid:1'],
      ...['m=application 9 UDP/DTLS/SCTP webrtc-datachannel', 'a=mid:2'],
      ...audio.map((line) => (line === 'a=mid:0' ? 'a=mid:3' : line)),
    ];
    const media = answerTo(offer(...audio, ...extra)).filter((line) => line.startsWith('m='));
    expect(media).toEqual([
      'm=audio 9 UDP/TLS/RTP/SAVPF 111',
      'm=video 0 UDP/TLS/RTP/SAVPF 96',
      'm=application 0 UDP/DTLS/SCTP webrtc-datachannel',
      'm=audio 0 UDP/TLS/RTP/SAVPF 111',
    ]);
  });

  it.each([
    ['sendonly', 'recvonly'],
    ['recvonly', 'sendonly'],
  ])('to %s is %s', (offered, answered) => {
    expect(answerTo(offer(...audio).replace('a=sendrecv', `a=${offered}`))).toContain(`a=${answered}`);
  });
});

describe('An offer is refused with peer.offer', () => {
  it.each([
    ['64 KB', `${offer(...audio)}${'a=x:yyyyyyyy\r\n'.repeat(5_000)}`, 'longer than 64 KB'],
    ['other text', 'hello', 'not SDP'],
    ['no Opus', without('a=rtpmap:111'), 'no audio with Opus'],
    ['no encryption', offer(...audio).replace('UDP/TLS/RTP/SAVPF', 'RTP/AVP'), 'no audio with Opus'],
    ['a rejected audio section', offer(...audio).replace('m=audio 9', 'm=audio 0'), 'no audio with Opus'],
    ['no fingerprint', without('a=fingerprint'), 'no fingerprint'],
    ['only a SHA-1 fingerprint', offer(...audio).replace('sha-256', 'sha-1'), 'no fingerprint'],
    ['a short fingerprint', offer(...audio).replace(':AB:AB', ''), 'no fingerprint'],
    ['no ICE user name', without('a=ice-ufrag'), 'ICE user name'],
    ['a browser that waits too', offer(...audio).replace('actpass', 'passive'), 'handshake'],
    ['1,000 sections', offer(...audio, ...Array(1_000).fill('m=video 9 UDP/TLS/RTP/SAVPF 96')), '32'],
    ['a line break in a name', offer(...audio).replace('a=mid:0', 'a=mid:0\ra=setup:active'), 'malformed'],
  ])('%s', (_, sdp, why) => {
    expect(() => parseOffer(sdp)).toThrow(
      expect.objectContaining({ code: 'peer.offer', message: expect.stringContaining(why) }),
    );
  });
});

it('A damaged offer is answered in well-formed lines or refused with peer.offer', () => {
  const sample = Buffer.from(offer(...audio, 'm=video 9 UDP/TLS/RTP/SAVPF 96', 'a=mid:1'));
  propertyRun('talk offers', 40_000, mutated(sample), (bytes) => {
    try {
      const lines = answerTo(Buffer.from(bytes).toString('latin1'));
      expect(lines.every((line) => /^([a-z]=[\x20-\x7e]+)?$/.test(line))).toBe(true);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      expect(error.code).toBe('peer.offer');
    }
  });
});
