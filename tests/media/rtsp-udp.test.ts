import { createSocket } from 'node:dgram';
import { readFileSync } from 'node:fs';
import { expect } from 'expect';
import { afterEach, describe, it } from 'vitest';
import { systemClock } from '../../lib/kernel/clock.ts';
import { silentLogger } from '../../lib/kernel/logger.ts';
import { parseNetworks } from '../../lib/media/net/ip-address.ts';
import type { TransportChoice } from '../../lib/media/ports.ts';
import { createSourceFactory } from '../../lib/media/sources/open-source.ts';
import { probe } from '../../lib/media/sources/probe/probe.ts';
import { RtspSource } from '../../lib/media/sources/rtsp/rtsp-source.ts';
import { TransportMemory } from '../../lib/media/sources/rtsp/transport-choice.ts';
import { decodeVideo } from '../kit/decode-check.ts';
import { type GstRtspServer, startGstRtspServer } from '../kit/gst-rtsp-server.ts';
import { makeRtp } from '../kit/rtp-bits.ts';
import { isKeyPacket } from '../kit/rtp-footage.ts';
import { failureOf, record } from '../kit/source-recorder.ts';
import { UdpCamera, type UdpCameraOptions } from '../kit/udp-camera.ts';

const loopback = parseNetworks('127.0.0.0/8');
if (!loopback.ok) throw new Error(loopback.error);
const options = {
  clock: systemClock,
  logger: silentLogger,
  addressPolicy: { allowed: loopback.value, ownPorts: [] },
  timings: { firstPacketMs: { tcp: 400, udp: 400 } },
  demo: () => {
    throw new Error('no demo camera here');
  },
};
const spec = (url: string, transport: TransportChoice) =>
  ({ kind: 'rtsp', url, username: '', password: '', transport }) as const;

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

function open(url: string, transport: TransportChoice, transportMemory = new TransportMemory(systemClock)) {
  const source = new RtspSource(spec(url, transport), { ...options, transportMemory });
  ends.push(() => source.stop());
  return source;
}

async function startCamera(settings: UdpCameraOptions = {}): Promise<UdpCamera> {
  const camera = await UdpCamera.start(settings);
  ends.push(() => camera.stop());
  return camera;
}

async function startServer(settings: Parameters<typeof startGstRtspServer>[0]): Promise<GstRtspServer> {
  const server = await startGstRtspServer(settings);
  ends.push(() => server.stop('SIGKILL'));
  return server;
}

describe("GStreamer's RTSP server by UDP", () => {
  it.each([
    { video: 'h264', audio: 'aac', chosen: 'auto', only: 'udp' },
    { video: 'h265', audio: 'pcma', chosen: 'udp', only: undefined },
  ] as const)('plays $video with $audio, transport $chosen; a decoder accepts every frame', async (given) => {
    const { video, audio, chosen, only } = given;
    const server = await startServer({ video, audio, ...(only ? { transport: only } : {}) });
    const source = open(server.url, chosen);
    const recorder = record(source);
    await recorder.until((now) => now.video.length >= 45 && now.audio.length >= 20);
    expect(source.connection.transport).toEqual({
      ...{ used: 'udp', chosen, lostShare: 0 },
      faults: chosen === 'auto' ? [{ transport: 'tcp', fault: { code: 'refused' } }] : [],
    });
    source.stop();
    const decoded = await decodeVideo(recorder.trackSets[0]!.video!, recorder.video);
    expect(decoded.complaints).toBe('');
    expect(decoded.frames).toBe(recorder.video.length);
  });

  it('plays over TCP what the camera does not send by UDP', async () => {
    const server = await startServer({ video: 'h264', audio: null, transport: 'tcp' });
    const source = open(server.url, 'udp');
    await record(source).until((now) => now.video.length > 3);
    expect(source.connection.transport).toMatchObject({
      used: 'tcp',
      faults: [{ transport: 'udp', fault: { code: 'refused' } }],
    });
  });

  it('is checked: the report names the transport and what to do', async () => {
    const server = await startServer({ video: 'h264', audio: null, transport: 'udp' });
    const report = await probe(spec(server.url, 'auto'), { ...options, minWatchMs: 500, maxWatchMs: 1_000 });
    expect(report).toMatchObject({ ok: true, transport: { used: 'udp', chosen: 'auto' } });
    expect(report.advice.map(({ code }) => code)).toContain('transport.udpOnly');
  });
});

describe('the choice of the transport', () => {
  it('uses TCP where both work', async () => {
    const camera = await startCamera();
    const source = open(camera.url, 'auto');
    await record(source).until((now) => now.video.length > 3);
    expect(camera.setups).toEqual(['tcp']);
    expect(source.connection.transport).toMatchObject({ used: 'tcp', faults: [] });
  });

  it.each([
    { chosen: 'udp', silentOver: 'udp', used: 'tcp' },
    { chosen: 'auto', silentOver: 'tcp', used: 'udp' },
  ] as const)(
    'goes from silent $silentOver to $used, and remembers that',
    async ({ chosen, silentOver, used }) => {
      const camera = await startCamera({ silentOver });
      const memory = new TransportMemory(systemClock);
      const first = open(camera.url, chosen, memory);
      await record(first).until((now) => now.video.length > 3);
      expect(first.connection.transport).toMatchObject({
        used,
        faults: [{ transport: silentOver, fault: { code: 'silent' } }],
      });
      first.stop();
      expect(camera.setups).toEqual([silentOver, used]);
      expect(camera.camera.requests.map(({ method }) => method)).toContain('TEARDOWN');

      await record(open(camera.url, chosen, memory)).until((now) => now.video.length > 3);
      expect(camera.setups).toEqual([silentOver, used, used]);
    },
  );

  it('goes to TCP if no key frame arrives whole by UDP', async () => {
    const camera = await startCamera({ wire: (packet) => (isKeyPacket(packet) ? [] : [packet]) });
    const source = open(camera.url, 'udp');
    await record(source).until((now) => now.video.length > 3);
    expect(source.connection.transport).toMatchObject({
      used: 'tcp',
      faults: [{ transport: 'udp', fault: { code: 'lossy' } }],
    });
  });

  it('uses no UDP if TCP was chosen: source.udpOnly', async () => {
    const camera = await startCamera({ accepts: ['udp'] });
    expect(await failureOf(record(open(camera.url, 'tcp')))).toMatchObject({ code: 'source.udpOnly' });
    expect(camera.setups).toEqual(['tcp']);
  });

  it('is kept by the factory of the server', async () => {
    const camera = await startCamera({ silentOver: 'udp' });
    const sources = createSourceFactory(options);
    for (const setups of [
      ['udp', 'tcp'],
      ['udp', 'tcp', 'tcp'],
    ]) {
      const source = sources(spec(camera.url, 'udp'));
      ends.push(() => source.stop());
      await record(source).until((now) => now.video.length > 3);
      expect(camera.setups).toEqual(setups);
    }
  });
});

describe('multicast', () => {
  const group = { address: '239.255.78.1', port: 25_200 };
  const withGroups = parseNetworks('127.0.0.0/8, 239.255.0.0/16');
  if (!withGroups.ok) throw new Error(withGroups.error);
  const allowing = { ...options, addressPolicy: { allowed: withGroups.value, ownPorts: [] } };
  const openGroup = (url: string, settings = allowing) => {
    const source = new RtspSource(spec(url, 'multicast'), settings);
    ends.push(() => source.stop());
    return source;
  };
  /** Groups that this machine receives, as the kernel writes them. */
  const joined = () => readFileSync('/proc/net/igmp', 'utf8');
  const written = group.address
    .split('.')
    .map((part) => Number(part).toString(16).padStart(2, '0').toUpperCase());
  const kernelName = written.reverse().join('');

  it('is joined by two, ignores others that send to the group, and is left', async () => {
    const camera = await startCamera({ group });
    const recorders = [openGroup(camera.url), openGroup(camera.url)].map((source) => ({
      source,
      recorder: record(source),
    }));
    for (const { recorder } of recorders) await recorder.until((now) => now.video.length > 3);
    expect(joined()).toContain(kernelName);
    const forger = createSocket('udp4');
    ends.push(() => forger.close());
    await new Promise<void>((resolve) => forger.bind(0, '127.0.0.9', resolve));
    forger.setMulticastInterface('127.0.0.1');
    for (let sequence = 0; sequence < 100; sequence += 1) {
      forger.send(makeRtp({ sequence, timestamp: 1 }, Buffer.alloc(100, 0x41)), group.port, group.address);
    }
    for (const { source, recorder } of recorders) {
      const before = recorder.video.length;
      await recorder.until((now) => now.video.length > before + 10);
      expect(source.connection.droppedFrames).toBe(0);
      source.stop();
    }
    expect(joined()).not.toContain(kernelName);
    // Nothing is sent to the camera or to the group.
    expect(camera.punches + camera.reports.length).toBe(0);
  });

  it.each([
    ['a group outside the allowed networks', group, options, 'forbidden'],
    ['an address that is no group', { address: '127.0.0.1', port: 25_200 }, allowing, 'refused'],
    ['a group of the local network', { address: '224.0.0.251', port: 25_200 }, allowing, 'refused'],
  ] as const)('%s is not joined, and TCP is used', async (_, place, settings, code) => {
    const camera = await startCamera({ group: place });
    const source = openGroup(camera.url, settings);
    await record(source).until((now) => now.video.length > 3);
    expect(source.connection.transport).toMatchObject({
      used: 'tcp',
      faults: [{ transport: 'multicast', fault: { code } }],
    });
    expect(joined()).not.toContain(kernelName);
  });
});

describe('RTP by UDP', () => {
  it('opens the way to the camera, uses an even port of its range, and frees it', async () => {
    const camera = await startCamera();
    const rtpPorts = { from: 23_001, to: 23_004 };
    const source = new RtspSource(spec(camera.url, 'udp'), { ...options, rtpPorts });
    await record(source).until((now) => now.video.length > 3);
    expect(camera.clientPort).toBe(23_002);
    expect(camera.punches).toBe(1);
    expect(camera.reports.length).toBeGreaterThan(0);

    // The range has no second pair.
    const second = new RtspSource(spec(camera.url, 'udp'), { ...options, rtpPorts });
    await record(second).until((now) => now.video.length > 3);
    expect(second.connection.transport).toMatchObject({
      used: 'tcp',
      faults: [{ transport: 'udp', fault: { code: 'noPorts' } }],
    });
    second.stop();
    source.stop();
    const third = new RtspSource(spec(camera.url, 'udp'), { ...options, rtpPorts });
    ends.push(() => third.stop());
    await record(third).until((now) => now.video.length > 3);
    expect(third.connection.transport).toMatchObject({ used: 'udp' });
  });

  it('loses nothing when packets overtake each other or come twice', async () => {
    let held: Buffer | null = null;
    const camera = await startCamera({
      wire: (packet) => {
        if (packet.readUInt16BE(2) % 3 === 2) {
          held = packet;
          return [];
        }
        const late = held === null ? [] : [held];
        held = null;
        return [packet, ...late, packet];
      },
    });
    const source = open(camera.url, 'udp');
    const recorder = record(source);
    await recorder.until((now) => now.video.length >= 40);
    expect(source.connection.droppedFrames).toBe(0);
    expect(source.connection.transport!.lostShare).toBe(0);
    const steps = recorder.video
      .slice(1)
      .map((unit, at) => Math.round(unit.dtsMs - recorder.video[at]!.dtsMs));
    expect(new Set(steps)).toEqual(new Set([40]));
  });

  it('ignores packets from other addresses and of other senders', async () => {
    const camera = await startCamera();
    const source = open(camera.url, 'udp');
    const recorder = record(source);
    await recorder.until((now) => now.video.length > 3);
    const forger = createSocket('udp4');
    ends.push(() => forger.close());
    await new Promise<void>((resolve) => forger.bind(0, '127.0.0.9', resolve));
    const forged = (sequence: number, ssrc?: number) =>
      makeRtp({ sequence, timestamp: 1, ...(ssrc === undefined ? {} : { ssrc }) }, Buffer.alloc(100, 0x41));
    for (let sequence = 0; sequence < 200; sequence += 1) {
      forger.send(forged(sequence), camera.clientPort, '127.0.0.1');
      camera.sendAll([forged(sequence, 0x9999)]);
    }
    const before = recorder.video.length;
    await recorder.until((now) => now.video.length > before + 20);
    expect(source.connection.droppedFrames).toBe(0);
    expect(new Set(recorder.video.map(({ data }) => data.length)).size).toBe(1);
  });
});
