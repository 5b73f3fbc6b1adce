import { expect } from 'expect';
import fc from 'fast-check';
import { afterEach, beforeEach, it } from 'vitest';
import { WebSocket } from 'ws';
import { gatewaySubprotocol, talkPlugin } from '../../lib/kernel/rtcgw.ts';
import { audioOffer, type FakeCall, opusPacket } from '../kit/fake-talk.ts';
import { type GatewayClient, gatewayClient, type Message } from '../kit/gateway-client.ts';
import { type Known, malformed } from '../kit/gateway-fuzz.ts';
import { GatewayServer, until } from '../kit/gateway-server.ts';
import { propertySeed } from '../kit/mutation.ts';
import { recordLog } from '../kit/record-log.ts';
import { rounds } from '../kit/soak.ts';

process.stdout.write(`gateway messages: ORIEL_SEED=${propertySeed}\n`);

const create = { rtcgw: 'create', device: 'CAM1', channel: 1 };
const handlesPerSession = 4;
const fast = { burst: 1e9, perSecond: 1e9 };
const limits = { messages: fast, requests: fast, handlesPerSession };

let server: GatewayServer;
let lines: readonly string[];
/** A talk that goes on during the attack. */
let victim: { client: GatewayClient; id: number; handle: number; token: string; call: FakeCall };

async function openVictim(): Promise<typeof victim> {
  const client = await gatewayClient('WebSocket', (scheme) => server.url(scheme));
  const token = server.gate.issue({ grantId: 'victim' });
  const id = (await client.send({ ...create, token })).data!.id;
  const handle = (await client.send({ rtcgw: 'attach', session_id: id, token, plugin: talkPlugin })).data!.id;
  await client.send({
    ...{ rtcgw: 'message', session_id: id, handle_id: handle, token },
    body: { request: 'start', url: 'rtsp://h/talk/CAM1/1' },
    jsep: { type: 'offer', sdp: audioOffer },
  });
  await until('the call', () => server.plane.calls.length === 1);
  return { client, id, handle, token, call: server.plane.calls[0]! };
}

beforeEach(async () => {
  const recorded = recordLog();
  lines = recorded.lines;
  server = await new GatewayServer({ limits }, recorded.log).listen();
  victim = await openVictim();
});
afterEach(() => server.close());

/** An attacker with a session of its own over WebSocket, which is opened again whenever it ends. */
class Attacker {
  readonly answers: Message[] = [];
  known: Known | null = null;
  private ws: WebSocket | null = null;
  private asked = 0;

  async open(): Promise<Known> {
    if (this.known) return this.known;
    this.ws?.close();
    const ws = new WebSocket(server.url('ws'), gatewaySubprotocol);
    this.ws = ws;
    await new Promise((resolve) => ws.once('open', resolve));
    ws.on('message', (data) => this.answers.push(JSON.parse(String(data))));
    ws.on('error', () => {});
    const token = server.gate.issue({ grantId: 'attacker' });
    const { data } = await this.ask({ ...create, token });
    const session = data!.id;
    const attached = await this.ask({ rtcgw: 'attach', plugin: talkPlugin, token, session_id: session });
    this.known = { token, session, handle: attached.data!.id, foreignSession: victim.id };
    return this.known;
  }

  /** Sends everything, and resolves when the gateway has answered. */
  async send(texts: readonly string[]): Promise<void> {
    for (const text of texts) this.ws?.send(text);
    // Its session may have been ended by a message.
    const { rtcgw } = await this.ask({ rtcgw: 'keepalive', ...this.own() });
    if (rtcgw !== 'ack') this.known = null;
  }

  close(): void {
    this.ws?.close();
  }

  private own() {
    return { token: this.known?.token, session_id: this.known?.session };
  }

  private async ask(message: object): Promise<Message> {
    const { ws } = this;
    this.asked += 1;
    const transaction = `own-${this.asked}`;
    ws?.send(JSON.stringify({ ...message, transaction }));
    const found = () => this.answers.findLast((answer) => answer.transaction === transaction);
    await until('an answer', () => found() !== undefined);
    return found()!;
  }
}

/** Answers that only the owner of the session should receive. */
const foreignSuccesses = (answers: readonly Message[]) =>
  answers.filter(({ rtcgw, session_id }) => rtcgw !== 'error' && session_id === victim.id).length;

async function victimStillTalks(): Promise<void> {
  const { client, id, token, call } = victim;
  expect((await client.send({ rtcgw: 'keepalive', session_id: id, token })).rtcgw).toBe('ack');
  expect(call.isClosed).toBe(false);
  expect(client.events.filter(({ rtcgw }) => rtcgw === 'hangup' || rtcgw === 'detached')).toEqual([]);
  server.peers[0]!.speak(opusPacket(1));
  expect(call.received).toEqual([opusPacket(1)]);
}

/** Sessions and everything in them stay within the limits: one session for each connection. */
function expectBounded(connections: number): void {
  const { sessions, handles, peers, calls } = server.gateway.stats();
  expect(sessions).toBeLessThanOrEqual(connections);
  expect(handles).toBeLessThanOrEqual(sessions * handlesPerSession);
  expect(Math.max(peers, calls)).toBeLessThanOrEqual(connections * handlesPerSession);
}

const perBatch = 200;
const overSocket = rounds(48_000, 480_000);
it(`survives ${overSocket} malformed messages over WebSocket, and the session of somebody else is not touched`, async () => {
  const attacker = new Attacker();
  for (let sent = 0; sent < overSocket; sent += perBatch) {
    const known = await attacker.open();
    await attacker.send(fc.sample(malformed(known), { numRuns: perBatch, seed: propertySeed + sent }));
    expectBounded(3);
  }
  const codes = new Set(attacker.answers.map(({ error }) => error?.code ?? 0));
  // They come as far as each check, and some messages are accepted.
  const reached = [0, 403, 453, 454, 455, 456, 458, 459, 460, 461, 465, 466, 467, 468, 471];
  expect(reached.filter((code) => !codes.has(code))).toEqual([]);
  expect(codes.has(490)).toBe(false);
  expect(foreignSuccesses(attacker.answers)).toBe(0);
  attacker.close();
  await victimStillTalks();
  expect(lines.filter((line) => line.startsWith('error'))).toEqual([]);
  victim.client.leave();
  await until('nothing left', () => Object.values(server.gateway.stats()).every((count) => count === 0));
});

const overHttp = rounds(2_000, 20_000);
it(`survives ${overHttp} malformed messages over HTTP`, async () => {
  const answers: Message[] = [];
  const send = async (text: string, path: string) => {
    const response = await fetch(server.url('http') + path, { method: 'POST', body: text });
    expect(response.status).toBe(200);
    answers.push((await response.json()) as Message);
  };
  for (let sent = 0; sent < overHttp; sent += perBatch) {
    const attacker = new Attacker();
    const known = await attacker.open();
    const { session, handle, foreignSession } = known;
    const paths = [
      '',
      `/${session}`,
      `/${session}/${handle}`,
      `/${foreignSession}`,
      `/${foreignSession}/${handle}`,
    ];
    const texts = fc.sample(malformed(known), { numRuns: perBatch, seed: propertySeed + sent });
    await Promise.all(texts.map((text, index) => send(text, paths[index % paths.length]!)));
    expectBounded(perBatch);
    attacker.close();
    // Sessions that were claimed over HTTP end without a long poll.
    await server.clock.advance(5_000);
    await victim.client.send({ rtcgw: 'keepalive', session_id: victim.id, token: victim.token });
    await until('the end of the session', () => server.gateway.stats().sessions === 1);
  }
  expect(foreignSuccesses(answers)).toBe(0);
  expect(answers.filter(({ error }) => error?.code === 490)).toEqual([]);
  await victimStillTalks();
  expect(lines.filter((line) => line.startsWith('error'))).toEqual([]);
});

const guesses = rounds(5_000, 100_000);
it(`finds no session and no handle in ${guesses} guesses`, async () => {
  const attacker = new Attacker();
  const { token, session } = await attacker.open();
  const common = { transaction: 'guess', token };
  for (let guessed = 0; guessed < guesses; guessed += perBatch) {
    const ids = fc.sample(fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }), {
      ...{ numRuns: perBatch, seed: propertySeed + guessed },
    });
    await attacker.send(
      ids.flatMap((id) => [
        JSON.stringify({ ...common, rtcgw: 'claim', session_id: id }),
        JSON.stringify({ ...common, rtcgw: 'detach', session_id: session, handle_id: id }),
      ]),
    );
  }
  const codes = attacker.answers
    .filter(({ transaction }) => transaction === 'guess')
    .map(({ error }) => error?.code);
  expect(codes.filter((code) => code === 458)).toHaveLength(guesses);
  expect(codes.filter((code) => code === 459)).toHaveLength(guesses);
  attacker.close();
});

it('control: with the token of the victim, the attack is noticed', async () => {
  const attacker = new Attacker();
  await attacker.open();
  const { id, token } = victim;
  const url = `${server.url('http')}/${id}`;
  const body = JSON.stringify({ rtcgw: 'claim', transaction: 'abcdefghijkl', token });
  const answer = (await (await fetch(url, { method: 'POST', body })).json()) as Message;
  expect(foreignSuccesses([answer])).toBe(1);
  attacker.close();
});
