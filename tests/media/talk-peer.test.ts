import { createSocket } from 'node:dgram';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect } from 'expect';
import { afterAll, afterEach, beforeAll, describe, it } from 'vitest';
import { connectWithinMs, silentAfterMs } from '../../lib/media/gateway/peers/embedded-peer.ts';
import { createEmbeddedPeers, type EmbeddedPeers } from '../../lib/media/gateway/peers/embedded-peers.ts';
import type { OpusPacket, TalkPeer } from '../../lib/media/talk-ports.ts';
import { FakeClock } from '../kit/fake-clock.ts';
import { eventually } from '../kit/host-page.ts';
import {
  dtlsRecord,
  freeUdpPort,
  newCertificate,
  startStunResponder,
  stunCheck,
  TalkClient,
  type TalkClientOptions,
} from '../kit/talk-client.ts';

const started: { close(): Promise<void> }[] = [];
let stun: Awaited<ReturnType<typeof startStunResponder>>;
beforeAll(async () => {
  stun = await startStunResponder();
});
afterAll(() => stun.close());
afterEach(async () => {
  for (const one of started.splice(0).reverse()) await one.close();
});

const newClient = (options?: TalkClientOptions) => new TalkClient(stun.port, options);

interface Talk {
  readonly clock: FakeClock;
  readonly peers: EmbeddedPeers;
  readonly peer: TalkPeer;
  readonly client: TalkClient;
  /** What the server has heard, as text. */
  readonly heard: string[];
  readonly downs: string[];
}

async function newTalk(options: TalkClientOptions = {}): Promise<Talk> {
  const clock = new FakeClock();
  const peers = createEmbeddedPeers({ port: 0, isPortOptional: true, announced: [], clock });
  const peer = await peers.open();
  const client = newClient(options);
  started.push(peers, client);
  const heard: string[] = [];
  const downs: string[] = [];
  peer.onPacket(({ data }) => heard.push(Buffer.from(data).toString()));
  peer.onState((state) => state.state === 'down' && downs.push(state.reason));
  return { clock, peers, peer, client, heard, downs };
}

async function connectedTalk(): Promise<Talk> {
  const talk = await newTalk();
  expect(await talk.client.call(talk.peer)).toBe('up');
  return talk;
}

const packet = (sequence: number, text: string): OpusPacket => ({
  data: Buffer.from(text),
  sequence,
  timestamp: sequence * 960,
});

/** Packets cross in their order, so that all before this one have been handled too. */
async function speakLast({ client, heard }: Talk): Promise<void> {
  await client.speak('last');
  await eventually('the last packet', async () => heard.includes('last'), 10_000);
}

describe('A call with the embedded peer', () => {
  it('carries Opus packets both ways', async () => {
    const talk = await connectedTalk();
    await talk.client.speak('hello');
    await speakLast(talk);
    expect(talk.heard).toEqual(['hello', 'last']);
    talk.peer.send(packet(65_535, 'to the viewer'));
    talk.peer.send(packet(0, 'after the wrap'));
    await eventually('two packets', async () => talk.client.received.length === 2, 10_000);
    expect(talk.client.received.map(({ payload }) => payload.toString())).toEqual([
      'to the viewer',
      'after the wrap',
    ]);
  });

  it('reports to the viewer each second how many packets are lost', async () => {
    const talk = await connectedTalk();
    await talk.clock.advance(1_000);
    for (let number = 0; number < 8; number += 1) {
      if (number === 2 || number === 3) talk.client.seal('lost');
      else await talk.client.speak('hello');
    }
    await eventually('six packets', async () => talk.heard.length === 6, 10_000);
    await talk.clock.advance(1_000);
    await eventually('a report', async () => talk.client.reports.length > 0, 10_000);
    await speakLast(talk);
    await talk.clock.advance(1_000);
    await eventually('the next report', async () => talk.client.reports.length > 1, 10_000);
    expect(talk.client.reports).toMatchObject([
      { ssrc: 7, fractionLost: 64, packetsLost: 2, highestSequence: 65_508 },
      { ssrc: 7, fractionLost: 0, packetsLost: 2, highestSequence: 65_509 },
    ]);
  });

  it('never encrypts two packets with the same number', async () => {
    const talk = await connectedTalk();
    for (const text of ['first', 'second']) talk.peer.send(packet(5, text));
    talk.peer.send(packet(6, 'third'));
    await eventually('two packets', async () => talk.client.received.length === 2, 10_000);
    expect(talk.client.received.map(({ payload }) => payload.toString())).toEqual(['first', 'third']);
  });

  it('frees its sockets and timers when it is closed', async () => {
    const { clock, peers, peer } = await connectedTalk();
    expect(peers.counts().sockets).toBeGreaterThan(0);
    await peer.close();
    await peer.close();
    expect(peers.counts()).toEqual({ peers: 0, sockets: 0 });
    expect(clock.pending).toBe(0);
  });

  it('leaves nothing running if it is closed while it answers', async () => {
    const { clock, peers, peer, client } = await newTalk();
    const answered = peer.answer(await client.offer()).catch(() => 'refused');
    await peer.close();
    expect(await answered).toBe('refused');
    expect(peers.counts()).toEqual({ peers: 0, sockets: 0 });
    expect(clock.pending).toBe(0);
  });

  it('shares its sockets with the other calls', async () => {
    const { peers } = await connectedTalk();
    const { sockets } = peers.counts();
    const client = newClient();
    started.push(client);
    const second = await peers.open();
    expect(await client.call(second)).toBe('up');
    expect(peers.counts()).toEqual({ peers: 2, sockets });
    await second.close();
    expect(peers.counts()).toEqual({ peers: 1, sockets });
  });

  it('uses one fixed port on all addresses, and announces only what it is told to', async () => {
    const port = await freeUdpPort();
    const peers = createEmbeddedPeers({ port, isPortOptional: false, announced: ['203.0.113.7'] });
    started.push(peers);
    const client = newClient();
    started.push(client);
    const answer = await (await peers.open()).answer(await client.offer());
    expect(answer.match(/^a=candidate:.*$/gm)).toEqual([
      expect.stringMatching(new RegExp(`^a=candidate:1 1 udp \\d+ 203\\.0\\.113\\.7 ${port} typ host`)),
    ]);
  });

  it('fails with peer.failed if the port is taken, unless another one will do', async () => {
    const taken = createSocket('udp4');
    const port = await new Promise<number>((done) =>
      taken.bind(0, '127.0.0.1', () => done(taken.address().port)),
    );
    const addresses = () => ['127.0.0.1'];
    const fixed = createEmbeddedPeers({ port, isPortOptional: false, announced: [], addresses });
    const any = createEmbeddedPeers({ port, isPortOptional: true, announced: [], addresses });
    started.push(fixed, any);
    const client = newClient();
    started.push(client, { close: () => new Promise((done) => taken.close(() => done())) });
    const offer = await client.offer();
    await expect((await fixed.open()).answer(offer)).rejects.toMatchObject({ code: 'peer.failed' });
    expect(await (await any.open()).answer(offer)).toMatch(/127\.0\.0\.1 \d+ typ host/);
  });
});

describe('The peer goes down with the reason', () => {
  it('when the viewer hangs up', async () => {
    const talk = await connectedTalk();
    // A close_notify alert, as browsers send it; encrypted with the keys of the handshake.
    await talk.client.sendAlert();
    await eventually('the end', async () => talk.downs.length > 0, 10_000);
    expect(talk.downs).toEqual(['The browser has closed the connection']);
  });

  it('15 s after the last check of a viewer who has vanished', async () => {
    const { clock, client, downs } = await connectedTalk();
    await client.vanish();
    await clock.advance(silentAfterMs);
    expect(downs).toEqual([]);
    await clock.advance(2_000);
    expect(downs).toEqual(['The browser has sent nothing for 15 s']);
  });

  it('when no packet of the browser arrives', async () => {
    const { clock, peer, client, downs } = await newTalk();
    await peer.answer(await client.offer());
    await clock.advance(connectWithinMs + 1_000);
    expect(downs).toEqual([expect.stringContaining('no network path')]);
  });

  it('when the certificate is not the one of the offer', async () => {
    const { peer, client, heard } = await newTalk();
    const wrong = Array.from({ length: 32 }, () => '00').join(':');
    const reason = await client.call(peer, (offer) =>
      offer.replace(/^a=fingerprint:.*$/gm, `a=fingerprint:sha-256 ${wrong}`),
    );
    expect(reason).toBe('The DTLS certificate is not the one of the offer');
    expect(heard).toEqual([]);
  });

  it('when the certificate is that of another, who has the key', async () => {
    const [victim, attacker] = await Promise.all([newCertificate(), newCertificate()]);
    const certificate = { certPem: victim.certPem, keyPem: attacker.keyPem };
    const { peer, client } = await newTalk({ certificate });
    expect(await client.call(peer)).toBe('The browser does not own the DTLS certificate it has sent');
  });
});

describe('An attacker', () => {
  it('replays a packet: it is heard once', async () => {
    const talk = await connectedTalk();
    const sealed = talk.client.seal('once');
    for (let copies = 0; copies < 5; copies += 1) await talk.client.sendRaw(sealed);
    await speakLast(talk);
    for (let copies = 0; copies < 5; copies += 1) await talk.client.sendRaw(sealed);
    await talk.client.speak('end');
    await eventually('the end', async () => talk.heard.includes('end'), 10_000);
    expect(talk.heard).toEqual(['once', 'last', 'end']);
  });

  it('changes any bit of a packet: it is not heard, and the next one is', async () => {
    const talk = await connectedTalk();
    const sealed = talk.client.seal('genuine');
    for (let bit = 0; bit < sealed.length * 8; bit += 1) {
      const forged = Buffer.from(sealed);
      forged[bit >> 3]! ^= 1 << (bit & 7);
      await talk.client.sendRaw(forged);
      // So that the socket of the server does not overflow.
      if (bit % 16 === 0) await nextTurn();
    }
    await speakLast(talk);
    expect(talk.heard).toEqual(['last']);
  });

  it('starts another handshake or sends a plain alert: the call goes on', async () => {
    const talk = await connectedTalk();
    const hello = dtlsRecord(
      22,
      Buffer.concat([Buffer.from([1, 0, 0, 42, 0, 0, 0, 0, 0, 0, 0, 42]), Buffer.alloc(42)]),
    );
    const closeNotify = dtlsRecord(21, Buffer.from([1, 0]));
    const forgedAlert = dtlsRecord(21, Buffer.concat([Buffer.from([1, 0]), Buffer.alloc(24)]), 1);
    for (const record of [hello, closeNotify, forgedAlert]) await talk.client.sendRaw(record);
    await speakLast(talk);
    expect(talk.downs).toEqual([]);
  });

  it('who does not know the password of the call gets no answer', async () => {
    const talk = await newTalk();
    const answer = await talk.peer.answer(await talk.client.offer());
    const port = Number(/127\.0\.0\.1 (\d+) typ host/.exec(answer)![1]);
    const stranger = createSocket('udp4');
    let answers = 0;
    stranger.on('message', () => {
      answers += 1;
    });
    const ufrag = /a=ice-ufrag:(.+)/.exec(answer)![1]!.trim();
    for (const datagram of [
      stunCheck(`${ufrag}:x`),
      stunCheck('nobody:x'),
      dtlsRecord(22, Buffer.alloc(60)),
    ]) {
      stranger.send(datagram, port, '127.0.0.1');
    }
    await talk.client.accept(answer);
    await talk.client.connected();
    await speakLast(talk);
    expect(answers).toBe(0);
    stranger.close();
  });
});
