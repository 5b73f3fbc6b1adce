import { createSocket } from 'node:dgram';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'expect';
import { afterAll, beforeAll, it } from 'vitest';
import { createEmbeddedPeers, type EmbeddedPeers } from '../../lib/media/gateway/peers/embedded-peers.ts';
import { eventually } from '../kit/host-page.ts';
import { propertySeed } from '../kit/mutation.ts';
import { rounds } from '../kit/soak.ts';
import { dtlsRecord, startStunResponder, stunCheck, TalkClient } from '../kit/talk-client.ts';

/** Half of them from strangers, half over the path of a call. */
const datagrams = rounds(20_000, 100_000);
/** As many as fit into the buffer of the socket, with the packets of the other call. */
const burst = 50;

let peers: EmbeddedPeers;
let stun: Awaited<ReturnType<typeof startStunResponder>>;
beforeAll(async () => {
  stun = await startStunResponder();
  peers = createEmbeddedPeers({ port: 0, isPortOptional: true, announced: [] });
});
afterAll(async () => {
  await peers.close();
  await stun.close();
});

async function startCall() {
  const client = new TalkClient(stun.port);
  const peer = await peers.open();
  const heard: string[] = [];
  const downs: string[] = [];
  peer.onPacket(({ data }) => heard.push(Buffer.from(data).toString()));
  peer.onState((state) => state.state === 'down' && downs.push(state.reason));
  const answer = await peer.answer(await client.offer());
  await client.accept(answer);
  await client.connected();
  return { client, peer, heard, downs, answer };
}

/** The same numbers for the same seed, below `limit`. */
function createDice(seed: number): (limit: number) => number {
  let state = seed >>> 0;
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

/** Damages a copy: flipped bits, cut, made longer, or only its first byte is left. */
function damaged(sample: Buffer, dice: (limit: number) => number): Buffer {
  const copy = Buffer.from(sample);
  for (let flips = 1 + dice(6); flips > 0; flips -= 1) copy[dice(copy.length)]! ^= 1 << dice(8);
  const isCut = dice(4) === 0;
  const tail = Buffer.from(Array.from({ length: !isCut && dice(4) === 0 ? dice(600) : 0 }, () => dice(256)));
  if (!isCut && dice(8) === 0) copy.fill(dice(256), 1);
  const result = isCut ? copy.subarray(0, dice(copy.length + 1)) : Buffer.concat([copy, tail]);
  // A bit that was flipped twice.
  return result.equals(sample) ? result.subarray(1) : result;
}

it(`${datagrams} malformed STUN, DTLS, SRTP and RTP datagrams: no crash, and another call loses at most 1 %`, async () => {
  process.stdout.write(`talk datagrams: ${datagrams}, ORIEL_SEED=${propertySeed}\n`);
  const dice = createDice(propertySeed);
  const [attacked, control] = [await startCall(), await startCall()];
  const ufrag = /a=ice-ufrag:(.+)/.exec(attacked.answer)![1]!.trim();
  const port = Number(/127\.0\.0\.1 (\d+) typ host/.exec(attacked.answer)![1]);
  const samples = [
    stunCheck(`${ufrag}:abcd`),
    dtlsRecord(22, Buffer.alloc(120, 1)),
    dtlsRecord(22, attacked.client.seal('sealed'), 1, 5),
    dtlsRecord(21, Buffer.from([2, 40])),
    dtlsRecord(20, Buffer.from([1])),
    attacked.client.seal('forged'),
    Buffer.concat([Buffer.from([0x80, 96, 0, 1, 0, 0, 0, 1, 0, 0, 0, 7]), Buffer.from('plain')]),
    Buffer.concat([Buffer.from([0x81, 200, 0, 6, 0, 0, 0, 7]), Buffer.alloc(30)]),
  ];
  const stranger = createSocket('udp4');
  let spoken = 0;
  for (let sent = 0; sent < datagrams; sent += 1) {
    const datagram = damaged(samples[dice(samples.length)]!, dice);
    if (sent % 2 === 0) stranger.send(datagram, port, '127.0.0.1', () => {});
    else await attacked.client.sendRaw(datagram);
    if (sent % burst === 0) {
      await control.client.speak(`control ${spoken}`);
      spoken += 1;
      await pause(1);
    }
  }
  await eventually('the last packet', async () => control.heard.includes(`control ${spoken - 1}`), 20_000);
  expect(control.heard.length).toBeGreaterThanOrEqual(spoken * 0.99);
  expect(control.peer.lossSinceLastCall()).toBeLessThanOrEqual(0.01);
  expect(attacked.heard).toEqual([]);
  // Both calls go on.
  for (const { client, heard, downs } of [attacked, control]) {
    await client.speak('after all');
    await eventually('a packet', async () => heard.includes('after all'), 10_000);
    expect(downs).toEqual([]);
    await client.close();
  }
  await new Promise<void>((done) => stranger.close(() => done()));
});

it('malformed handshakes end their own call only', async () => {
  const dice = createDice(propertySeed + 1);
  const control = await startCall();
  for (let round = 0; round < rounds(10, 100); round += 1) {
    const client = new TalkClient(stun.port);
    const peer = await peers.open();
    client.damageHandshake((datagram) => (dice(3) === 0 ? damaged(datagram, dice) : datagram));
    await client.accept(await peer.answer(await client.offer()));
    await pause(100);
    await Promise.all([client.close(), peer.close()]);
  }
  await control.client.speak('still here');
  await eventually('a packet', async () => control.heard.includes('still here'), 10_000);
  expect(control.downs).toEqual([]);
  await control.client.close();
});
