import { expect } from 'expect';
import { describe, it } from 'vitest';
import { keyFrameRequest, receiverReport } from '../../lib/media/sources/rtsp/rtcp-writer.ts';
import { multicastGroup, readGroup } from '../../lib/media/sources/rtsp/udp/multicast-group.ts';
import { Reception } from '../../lib/media/sources/rtsp/udp/reception.ts';
import { makeRtp, makeSenderReport } from '../kit/rtp-bits.ts';

const rate = 90_000;

function received(sequences: readonly number[], options: { readonly lateMs?: (at: number) => number } = {}) {
  const reception = new Reception(rate);
  for (const [at, sequence] of sequences.entries()) {
    const packet = makeRtp({ sequence, timestamp: at * 900 }, Buffer.alloc(1));
    reception.packet(packet, at * 10 + (options.lateMs?.(at) ?? 0));
  }
  return reception;
}

describe('what a receiver reports (RFC 3550)', () => {
  it('counts loss since the last report and in all', () => {
    const reception = received([65_533, 65_534, 0, 1]);
    expect(reception.report(40)).toMatchObject({
      fractionLost: Math.floor(256 / 5),
      cumulativeLost: 1,
      highestSequence: 0x10001,
    });
    expect(reception.report(50)).toMatchObject({ fractionLost: 0, cumulativeLost: 1 });
    expect(reception.lostShare).toBeCloseTo(1 / 5);
  });

  it('does not count what overtook or came twice as lost', () => {
    const reception = received([10, 12, 11, 11, 13]);
    expect(reception.report(50)).toMatchObject({ fractionLost: 0, highestSequence: 13 });
    expect(reception.lostShare).toBe(0);
  });

  it('measures no jitter on an even line, and that of an uneven one in units of the RTP clock', () => {
    const even = received(Array.from({ length: 100 }, (_, at) => at));
    expect(even.report(1_000)!.jitter).toBe(0);
    const uneven = received(
      Array.from({ length: 300 }, (_, at) => at),
      { lateMs: (at) => (at % 2) * 4 },
    );
    // Every step differs by 4 ms.
    expect(uneven.report(3_000)!.jitter / 90).toBeCloseTo(4, 0);
  });

  it('counts anew with a new sender, and keeps the share of all', () => {
    const reception = received([1, 2, 4]);
    reception.packet(makeRtp({ sequence: 700, timestamp: 0, ssrc: 9 }, Buffer.alloc(1)), 40);
    expect(reception.report(50)).toMatchObject({ ssrc: 9, cumulativeLost: 0, highestSequence: 700 });
    expect(reception.lostShare).toBeCloseTo(1 / 5);
  });

  it('repeats the time of the newest sender report, and how long ago it was', () => {
    const reception = received([1]);
    const report = makeSenderReport(1_700_000_000_500, 0);
    reception.senderReport(report, 1_000);
    const sent = reception.report(3_000)!;
    expect(sent.lastReport).toBe(report.readUInt32BE(10));
    expect(sent.sinceLastReport).toBe(2 * 65_536);
  });

  it('is written as a compound packet', () => {
    const packet = receiverReport(7, 'abc', received([1, 3]).report(30));
    expect(packet.length % 4).toBe(0);
    expect([packet[0], packet[1], packet.readUInt16BE(2)]).toEqual([0x81, 201, 7]);
    expect(packet.readUInt32BE(4)).toBe(7);
    expect(packet.readIntBE(13, 3)).toBe(1);
    const names = packet.subarray(32);
    expect([names[0], names[1], names.readUInt32BE(4)]).toEqual([0x81, 202, 7]);
    expect(names.subarray(8, 13).toString('latin1')).toBe('\x01\x03abc');
    expect(names.length).toBe((names.readUInt16BE(2) + 1) * 4);
  });

  it('asks for a key frame by PLI or FIR', () => {
    const pli = keyFrameRequest('pli', 1, 2, 5);
    expect(pli.toString('hex')).toBe('81ce00020000000100000002');
    const fir = keyFrameRequest('fir', 1, 2, 5);
    expect(fir.toString('hex')).toBe('84ce000400000001000000000000000205000000');
  });
});

describe('the multicast group of a camera', () => {
  const described = multicastGroup('239.1.2.3', 5_000);

  it.each([
    ['RTP/AVP;multicast;destination=239.9.9.9;port=6000-6001;ttl=16', ['239.9.9.9', 6_000, 6_001]],
    ['RTP/AVP;multicast;port=6000', ['239.1.2.3', 6_000, 6_001]],
    ['RTP/AVP;multicast', ['239.1.2.3', 5_000, 5_001]],
  ])('is read from %s', (transport, [address, rtpPort, rtcpPort]) => {
    expect(readGroup(transport as string, described)).toEqual({ address, rtpPort, rtcpPort });
  });

  it.each(['192.168.1.1', '223.255.255.255', '240.0.0.1', '224.0.0.251', '239.1.2', '239.1.2.300'])(
    'is none at %s',
    (address) => {
      expect(multicastGroup(address, 5_000)).toBeNull();
      expect(readGroup(`RTP/AVP;multicast;destination=${address};port=5000-5001`, null)).toBeNull();
    },
  );

  it.each([0, 80, 65_536])('is none at port %i', (port) => {
    expect(multicastGroup('239.1.2.3', port)).toBeNull();
  });
});
