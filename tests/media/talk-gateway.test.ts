/** Talk as the server runs it: the open-platform API, the gateway, a WebRTC connection, the demo camera, and back. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'expect';
import { afterEach, beforeEach, it } from 'vitest';
import { systemClock } from '../../lib/kernel/clock.ts';
import { silentLogger } from '../../lib/kernel/logger.ts';
import { err } from '../../lib/kernel/result.ts';
import { gatewayPath, talkLink, talkPlugin } from '../../lib/kernel/rtcgw.ts';
import { createEmbeddedPeers } from '../../lib/media/gateway/peers/embedded-peers.ts';
import { OpusDecoder, OpusEncoder } from '../../lib/media/talk/audio/opus-codec.ts';
import {
  createDemoLoudspeakers,
  type DemoLoudspeakers,
} from '../../lib/media/talk/back-channels/demo/demo-loudspeakers.ts';
import { createBackChannels } from '../../lib/media/talk/back-channels/open-back-channel.ts';
import { createTalkParts, type TalkParts } from '../../lib/server/talk-wiring.ts';
import { anyEngine, type DatabaseBench } from '../kit/databases.ts';
import { type TestDomain, testDomain } from '../kit/domain.ts';
import { gatewayClient } from '../kit/gateway-client.ts';
import { until } from '../kit/gateway-server.ts';
import { startStunResponder, TalkClient } from '../kit/talk-client.ts';
import { dominantHz, makeTone } from '../kit/tone.ts';

const serial = 'DEMO00001';
const hz = 700;
const rate = 48_000;
const packets = 75;

let bench: DatabaseBench;
let domain: TestDomain;
let loudspeakers: DemoLoudspeakers;
let talk: TalkParts;
let server: Server;
let stun: Awaited<ReturnType<typeof startStunResponder>>;

beforeEach(async () => {
  bench = await anyEngine[0]!.start();
  domain = await testDomain(await bench.open(), { clock: systemClock });
  loudspeakers = createDemoLoudspeakers(systemClock);
  const opening = { clock: systemClock, addressPolicy: { allowed: [], ownPorts: [] } };
  talk = createTalkParts({
    talk: domain.talk,
    peers: createEmbeddedPeers({ port: 0, isPortOptional: true, announced: [] }),
    backChannels: createBackChannels({ ...opening, demo: loudspeakers }),
    live: { read: () => ({ close() {}, resume() {} }), status: () => null },
    ffmpeg: err('none'),
    clock: systemClock,
    logger: silentLogger,
    delivery: {},
  });
  server = createServer((request, response) => talk.gateway.handleHttp(request, response));
  server.on('upgrade', (request, socket, head) => talk.gateway.handleUpgrade(request, socket, head));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  stun = await startStunResponder();
});
afterEach(async () => {
  await talk.stop();
  server.close();
  server.closeAllConnections();
  domain.stop();
  await stun.close();
  await bench.stop();
});

interface TalkUrl {
  readonly stream: string;
  readonly ttsUrl: string;
}

it('a word of the viewer is played by the camera, which answers; afterwards nothing is left', async () => {
  const { accessToken } = await domain.integrator();
  const ask = () =>
    domain.call('/api/lapp/live/talk/url', { accessToken, deviceSerial: serial, channelNo: '1' });
  const { stream: token, ttsUrl } = (await ask()).data as TalkUrl;
  const { port } = server.address() as AddressInfo;
  const gateway = await gatewayClient('WebSocket', (scheme) => `${scheme}://127.0.0.1:${port}${gatewayPath}`);
  const viewer = new TalkClient(stun.port);

  const created = await gateway.send({ rtcgw: 'create', token, device: serial, channel: 1 });
  const session = { session_id: created.data!.id, token };
  const { data } = await gateway.send({ ...session, rtcgw: 'attach', plugin: talkPlugin });
  await gateway.send({
    ...{ ...session, rtcgw: 'message', handle_id: data!.id },
    body: { request: 'start', url: talkLink({ ttsUrl, deviceSerial: serial, channelNo: 1 }), codec: 'opus' },
    jsep: { type: 'offer', sdp: await viewer.offer() },
  });
  const started = await gateway.take('event');
  await viewer.accept(started.jsep!.sdp);
  await gateway.take('webrtcup');
  await viewer.connected();
  await until('the camera', () => JSON.stringify(gateway.events).includes('receiving'));
  expect((await ask()).code).toBe('400904');

  const encoder = new OpusEncoder(rate);
  const tone = makeTone(rate, hz, packets * 20);
  for (let sent = 0; sent < packets; sent += 1) {
    await viewer.speak(encoder.encode(tone.subarray(sent * 960, (sent + 1) * 960))!);
    await delay(20);
  }
  const isFor = { tenantId: 'default', deviceSerial: serial, channelNo: 1 };
  const heard = loudspeakers.played(isFor)!;
  expect(Math.abs(dominantHz(heard.samples.slice(-heard.rate), heard.rate) - hz)).toBeLessThan(3);
  await until('the echo', () => viewer.received.length > 50);
  const decoder = new OpusDecoder(rate);
  const echo = viewer.received.slice(20, 50).flatMap(({ payload }) => [...decoder.decode(payload)!]);
  expect(Math.abs(dominantHz(Int16Array.from(echo), rate) - hz)).toBeLessThan(3);

  await gateway.send({ ...session, rtcgw: 'destroy' });
  gateway.leave();
  await until('nothing left', () => Object.values(talk.gateway.stats()).every((count) => count === 0));
  expect(loudspeakers.isOpen(isFor)).toBe(false);
  expect((await ask()).code).toBe('200');
  await viewer.close();
});
