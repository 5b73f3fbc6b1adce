import { expect } from 'expect';
import { afterEach, describe, it } from 'vitest';
import { WebSocket } from 'ws';
import { gatewaySubprotocol, talkLink, talkPlugin } from '../../lib/kernel/rtcgw.ts';
import type { GatewayOptions } from '../../lib/media/gateway/gateway.ts';
import { audioOffer, opusPacket, targetOf } from '../kit/fake-talk.ts';
import {
  type GatewayClient,
  type GatewayTransport,
  gatewayClient,
  type Message,
} from '../kit/gateway-client.ts';
import { GatewayServer, until } from '../kit/gateway-server.ts';

let server: GatewayServer;
const clients: GatewayClient[] = [];
afterEach(async () => {
  for (const client of clients.splice(0)) client.drop();
  await server.close();
});

const nothing = { sockets: 0, polls: 0, sessions: 0, handles: 0, peers: 0, calls: 0 };
const create = { rtcgw: 'create', device: 'CAM1', channel: 1 };
const url = talkLink({ ttsUrl: 'rtsp://cameras.example.com', deviceSerial: 'CAM1', channelNo: 1 });
const startTalk = {
  rtcgw: 'message',
  body: { request: 'start', url, codec: 'opus' },
  jsep: { type: 'offer', sdp: audioOffer },
};

async function start(options: Partial<GatewayOptions> = {}) {
  server = await new GatewayServer(options).listen();
}

async function connect(over: GatewayTransport): Promise<GatewayClient> {
  const client = await gatewayClient(over, (scheme) => server.url(scheme));
  clients.push(client);
  return client;
}

/** A client with a session. */
async function openSession(transport: GatewayTransport, token = server.gate.issue()) {
  const client = await connect(transport);
  const { data } = await client.send({ ...create, token });
  const id = data!.id;
  client.listen(id, token);
  const send = (message: object): Promise<Message> => client.send({ session_id: id, token, ...message });
  return { client, id, token, send, take: (name: string) => client.take(name) };
}

/** A session with a handle of the talk plugin. */
async function openHandle(transport: GatewayTransport, token?: string) {
  const opened = await openSession(transport, token);
  const { data } = await opened.send({ rtcgw: 'attach', plugin: talkPlugin, opaque_id: 'page' });
  const handle = data!.id;
  const sendTo = (message: object) => opened.send({ handle_id: handle, ...message });
  return { ...opened, handle, sendTo };
}

/** A running talk. */
async function openTalk(transport: GatewayTransport, token?: string) {
  const opened = await openHandle(transport, token);
  await opened.sendTo(startTalk);
  const started = await opened.take('event');
  await until('the call', () => server.plane.calls.length > 0);
  return { ...opened, started, peer: server.peers.at(-1)!, call: server.plane.calls.at(-1)! };
}

const dataOf = (message: Message) => message.plugindata!.data;
/** Resolves with the data of the plugin's event with this result. */
async function resultOf({ client }: { client: GatewayClient }, result: string) {
  const find = () => client.events.find(({ plugindata }) => plugindata?.data.result === result);
  await until(`the result ${result}`, () => find() !== undefined);
  return dataOf(find()!);
}
const codeOf = ({ error }: Message) => error?.code;

/** The server has noticed that a client is gone. */
const disconnected = () =>
  until('no connection', () => server.gateway.stats().sockets + server.gateway.stats().polls === 0);

describe.each(['WebSocket', 'HTTP'] as const)('the gateway over %s', (transport: GatewayTransport) => {
  const session = (token?: string) => openSession(transport, token);
  const attached = (token?: string) => openHandle(transport, token);
  const talking = (token?: string) => openTalk(transport, token);

  describe('a session', () => {
    it('is created, attached, kept alive, detached and destroyed, and repeats transactions', async () => {
      await start();
      const client = await connect(transport);
      const token = server.gate.issue();
      const created = await client.send({ ...create, token, transaction: 'abcdefghijkl' });
      expect(created).toEqual({
        rtcgw: 'success',
        transaction: 'abcdefghijkl',
        data: { id: expect.any(Number) },
      });
      const session_id = created.data!.id;
      client.listen(session_id, token);
      const common = { session_id, token, transaction: 'mnopqrstuvwx' };
      const repeated = { session_id, transaction: 'mnopqrstuvwx' };
      const made = await client.send({ ...common, rtcgw: 'attach', plugin: talkPlugin });
      expect(made).toEqual({ rtcgw: 'success', ...repeated, data: { id: expect.any(Number) } });
      const handle_id = made.data!.id;
      expect(await client.send({ ...common, rtcgw: 'keepalive' })).toEqual({ rtcgw: 'ack', ...repeated });
      expect(server.gateway.stats()).toMatchObject({ sessions: 1, handles: 1 });
      expect(await client.send({ ...common, rtcgw: 'detach', handle_id })).toEqual({
        ...{ rtcgw: 'success', ...repeated },
      });
      expect(await client.take('detached')).toEqual({ rtcgw: 'detached', session_id, sender: handle_id });
      expect(await client.send({ ...common, rtcgw: 'destroy' })).toEqual({ rtcgw: 'success', ...repeated });
      client.leave();
      await until('no socket', () => server.gateway.stats().sockets === 0);
      expect(server.gateway.stats()).toEqual(nothing);
    });

    it('needs a ticket that is valid, new and for this camera', async () => {
      await start();
      const refused = async (fields: object) =>
        codeOf(await (await connect(transport)).send({ ...create, ...fields }));
      expect(await refused({})).toBe(403);
      expect(await refused({ token: 'forged' })).toBe(403);
      expect(await refused({ token: server.gate.issue(), device: 'CAM2' })).toBe(403);
      expect(await refused({ token: server.gate.issue(), device: undefined })).toBe(456);
      expect(await refused({ token: server.gate.issue(), channel: 'one' })).toBe(467);
      const { token } = await session();
      expect(await refused({ token })).toBe(403);
      server.gate.failure = new Error('no database');
      expect(await refused({ token: server.gate.issue() })).toBe(490);
      expect(server.gateway.stats().sessions).toBe(1);
    });

    it('answers what it does not accept with the numbers of Janus', async () => {
      await start({ limits: { handlesPerSession: 2 } });
      const { send, sendTo, handle } = await attached();
      const offer = (type: string, sdp = audioOffer) => ({ ...startTalk, jsep: { type, sdp } });
      const codes: Record<string, number | undefined> = {};
      const refused = async (name: string, answer: Promise<Message>) => {
        codes[name] = codeOf(await answer);
      };
      await refused('no token', send({ rtcgw: 'keepalive', token: undefined }));
      await refused('unknown command', send({ rtcgw: 'info' }));
      await refused('no plugin', send({ rtcgw: 'attach' }));
      await refused('unknown plugin', send({ rtcgw: 'attach', plugin: 'janus.plugin.echotest' }));
      await refused('unknown session', send({ rtcgw: 'keepalive', session_id: 1 }));
      await refused('unknown handle', send({ rtcgw: 'hangup', handle_id: handle === 7 ? 8 : 7 }));
      await refused('no body', sendTo({ rtcgw: 'message' }));
      await refused('body of a wrong type', sendTo({ rtcgw: 'message', body: 'start' }));
      await refused(
        'candidate before an offer',
        sendTo({ rtcgw: 'trickle', candidate: { completed: true } }),
      );
      await refused('candidate of a wrong type', sendTo({ rtcgw: 'trickle', candidate: 1 }));
      await refused('answer', sendTo(offer('answer')));
      await refused('other JSEP', sendTo(offer('pranswer')));
      await refused('no session description', sendTo(offer('offer', 'nonsense')));
      await refused('video', sendTo(offer('offer', `${audioOffer}m=video 9 UDP/TLS/RTP/SAVPF 96\r\n`)));
      expect(codeOf(await sendTo(startTalk))).toBeUndefined();
      await refused('second offer', sendTo(startTalk));
      expect(codeOf(await send({ rtcgw: 'attach', plugin: talkPlugin }))).toBeUndefined();
      await refused('third handle', send({ rtcgw: 'attach', plugin: talkPlugin }));
      expect(codes).toEqual({
        'no token': 403,
        'unknown command': 453,
        'no plugin': 456,
        'unknown plugin': 460,
        'unknown session': 458,
        'unknown handle': 459,
        'no body': 456,
        'body of a wrong type': 467,
        'candidate before an offer': 466,
        'candidate of a wrong type': 467,
        answer: 469,
        'other JSEP': 464,
        'no session description': 465,
        video: 465,
        'second offer': 471,
        'third handle': 461,
      });
    });

    it('ends within 5 s when its client is gone, and with it the talk', async () => {
      await start();
      const { client, call, peer } = await talking();
      client.drop();
      await disconnected();
      await server.clock.advance(4_000);
      expect(server.gateway.stats()).toMatchObject({ sessions: 1, calls: 1 });
      await server.clock.advance(1_000);
      expect(server.gateway.stats()).toEqual(nothing);
      expect([call.isClosed, peer.isClosed]).toEqual([true, true]);
    });

    it('continues on the connection that claims it with its token', async () => {
      await start();
      const { client, id, token, handle, call } = await talking();
      client.drop();
      const other = await connect(transport);
      const claim = { rtcgw: 'claim', session_id: id };
      expect(codeOf(await other.send({ ...claim, token: server.gate.issue() }))).toBe(458);
      expect(codeOf(await other.send(claim))).toBe(403);
      const claimed = await other.send({ ...claim, token, transaction: 'abcdefghijkl' });
      expect(claimed).toEqual({ rtcgw: 'success', session_id: id, transaction: 'abcdefghijkl' });
      other.listen(id, token);
      await server.clock.advance(4_000);
      call.end({ code: 'failed', message: 'no camera is left' });
      expect(await other.take('hangup')).toMatchObject({ sender: handle, reason: 'no camera is left' });
      expect(server.gateway.stats()).toMatchObject({ sessions: 1, handles: 1 });
    });

    it('closes the earlier connection when it is claimed over the other transport', async () => {
      await start();
      const { client, id, token, call } = await talking();
      const other = await connect(transport === 'HTTP' ? 'WebSocket' : 'HTTP');
      await other.send({ rtcgw: 'claim', session_id: id, token });
      if (transport === 'WebSocket') {
        await until('the close', () => client.closed !== null);
        expect(client.closed?.code).toBe(4409);
      } else client.drop();
      other.listen(id, token);
      call.end({ code: 'failed', message: 'no camera is left' });
      await other.take('hangup');
    });

    it.each([
      ['in this process', true],
      ['in another process', false],
    ])('ends when its permission is withdrawn %s', async (_, isNotified) => {
      await start();
      const revoked = await talking(server.gate.issue({ grantId: 'revoked' }));
      const kept = await session(server.gate.issue({ grantId: 'kept' }));
      server.gate.revoke('revoked', isNotified);
      if (!isNotified) await server.clock.advance(2_000);
      expect(await resultOf(revoked, 'done')).toMatchObject({ code: 'grant.ended' });
      await revoked.take('hangup');
      await until('the close', () => revoked.client.closed !== null);
      expect(revoked.client.closed?.code).toBe(transport === 'HTTP' ? 404 : 4403);
      expect(revoked.call.isClosed).toBe(true);
      expect((await kept.send({ rtcgw: 'keepalive' })).rtcgw).toBe('ack');
    });

    it('ends when the server stops, which waits for its talk', async () => {
      await start();
      const opened = await talking();
      await server.gateway.stop();
      await disconnected();
      expect(server.gateway.stats()).toEqual(nothing);
      expect([opened.call.isClosed, opened.peer.isClosed]).toEqual([true, true]);
      expect(await resultOf(opened, 'done')).toMatchObject({ code: 'server.stopping' });
    });

    it('is refused beyond the limits of a grant and of the process', async () => {
      await start({ limits: { sessionsPerGrant: 1, sessions: 2 } });
      await session(server.gate.issue({ grantId: 'one' }));
      const refused = async (grantId: string) =>
        codeOf(await (await connect(transport)).send({ ...create, token: server.gate.issue({ grantId }) }));
      expect(await refused('one')).toBe(472);
      await session(server.gate.issue({ grantId: 'two' }));
      expect(await refused('three')).toBe(472);
    });
  });

  describe('a talk', () => {
    it('is answered, carries audio both ways and reports its cameras', async () => {
      await start();
      const opened = await talking();
      const { client, started, id, handle, peer, call, take } = opened;
      const camera = { deviceSerial: 'CAM1', channelNo: 1 };
      expect(started).toEqual({
        ...{ rtcgw: 'event', session_id: id, sender: handle, transaction: expect.any(String) },
        jsep: { type: 'answer', sdp: audioOffer.replace('o=offer', 'o=answer') },
        plugindata: {
          plugin: talkPlugin,
          data: { result: 'started', cameras: [{ ...camera, state: expect.any(String) }] },
        },
      });
      peer.up();
      expect(await take('webrtcup')).toEqual({ rtcgw: 'webrtcup', session_id: id, sender: handle });
      peer.speak(opusPacket(1));
      call.play(opusPacket(2));
      expect(call.received).toEqual([opusPacket(1)]);
      expect(peer.sent).toEqual([opusPacket(2)]);
      const failure = { code: 'talk.ended', message: 'closed' } as const;
      call.change([{ target: targetOf(), state: 'failed', failure, sentMs: 20 }]);
      await until('the failure', () => JSON.stringify(client.events).includes('talk.ended'));
      const last = client.events.findLast(({ plugindata }) => plugindata)!;
      expect(dataOf(last)).toEqual({
        result: 'cameras',
        cameras: [{ ...camera, state: 'failed', ...failure }],
      });
    });

    it('is answered before the camera is reached', async () => {
      await start();
      let reached = () => {};
      server.plane.delay = new Promise((resolve) => {
        reached = resolve;
      });
      const opened = await attached();
      await opened.sendTo(startTalk);
      expect(await resultOf(opened, 'started')).toMatchObject({ cameras: [{ state: 'waiting' }] });
      reached();
      expect(await resultOf(opened, 'cameras')).toMatchObject({ cameras: [{ state: 'receiving' }] });
    });

    it.each([
      ['somebody talks to the camera', '400904', '设备正在对讲中'],
      ['the camera does not support talk', '-1000', '设备不支持对讲'],
    ] as const)('is refused if %s', async (_, code, message) => {
      await start();
      server.plane.refusal = { code, message };
      const opened = await attached();
      await opened.sendTo(startTalk);
      expect(await resultOf(opened, 'done')).toEqual({ result: 'done', code, message });
      await until('no peer', () => server.gateway.stats().peers === 0);
      server.plane.refusal = null;
      await opened.sendTo(startTalk);
      await resultOf(opened, 'started');
    });

    it.each([
      ['a link to another camera', { body: { request: 'start', url: url.replace('CAM1', 'CAM2') } }, '10031'],
      [
        'a link without a camera',
        { body: { request: 'start', url: 'rtsp://cameras.example.com/' } },
        '10031',
      ],
      ['another codec', { body: { request: 'start', url, codec: 'pcma' } }, '10001'],
      ['another request', { body: { request: 'record' } }, '10001'],
      ['no offer', { jsep: undefined }, '10001'],
      ['an unusable offer', { jsep: { type: 'offer', sdp: `${audioOffer}a=unusable\r\n` } }, '10001'],
    ])('is refused for %s', async (_, fields, code) => {
      await start();
      const opened = await attached();
      expect(await opened.sendTo({ ...startTalk, ...fields })).toMatchObject({ rtcgw: 'ack' });
      expect(await resultOf(opened, 'done')).toMatchObject({ code });
      await until('no peer', () => server.gateway.stats().peers === 0);
    });

    it('accepts the link of a camera reached over GB/T 28181, in any case', async () => {
      await start();
      const opened = await attached();
      const link = talkLink({ ttsUrl: 'rtsp://h', deviceSerial: 'cam1', channelNo: 1, talkType: 'gb28181' });
      await opened.sendTo({ ...startTalk, body: { request: 'start', url: link } });
      await resultOf(opened, 'started');
    });

    it('is refused if no connection can be opened', async () => {
      await start();
      server.peerFailure = new Error('no port left');
      const opened = await attached();
      await opened.sendTo(startTalk);
      expect(await resultOf(opened, 'done')).toMatchObject({ code: '50000' });
      await until('no call', () => server.gateway.stats().calls === 0);
    });

    it('passes candidates on in both directions, early ones as soon as the offer is answered', async () => {
      await start();
      const { sendTo, take } = await attached();
      const candidate = {
        candidate: 'candidate:1 1 udp 1 192.0.2.1 9 typ host',
        sdpMid: '0',
        sdpMLineIndex: 0,
      };
      void sendTo(startTalk);
      await sendTo({ rtcgw: 'trickle', candidates: [candidate, { candidate: '', sdpMid: null }] });
      await sendTo({ rtcgw: 'trickle', candidate: { completed: true } });
      await until('the candidates', () => server.peers[0]?.candidates.length === 3);
      expect(server.peers[0]!.candidates).toEqual([candidate, { candidate: '' }, { completed: true }]);
      server.peers[0]!.find(candidate);
      expect(await take('trickle')).toMatchObject({ candidate });
    });

    it('tells when audio of the viewer arrives, stops and is lost', async () => {
      await start();
      const { peer, take } = await talking();
      peer.speak(opusPacket(1));
      expect(await take('media')).toMatchObject({ mid: '0', type: 'audio', receiving: true });
      await server.clock.advance(1_000);
      peer.loss = 0.1;
      await server.clock.advance(1_000);
      expect(await take('media')).toMatchObject({ receiving: false });
      expect(await take('slowlink')).toMatchObject({ media: 'audio', uplink: false, lost: 5 });
    });

    it.each(['message', 'hangup', 'detach', 'destroy'])('ends with %s', async (command) => {
      await start();
      const opened = await talking();
      const stop = command === 'message' ? { body: { request: 'stop' } } : {};
      await opened.sendTo({
        rtcgw: command,
        ...(command === 'destroy' ? { handle_id: undefined } : {}),
        ...stop,
      });
      await until('the end', () => opened.call.isClosed && opened.peer.isClosed);
      await until('no call', () => server.gateway.stats().calls + server.gateway.stats().peers === 0);
      if (command === 'destroy') return;
      await opened.take(command === 'detach' ? 'detached' : 'hangup');
      const data = opened.client.events.map(({ plugindata }) => plugindata?.data.result);
      expect(data.includes('done')).toBe(command !== 'detach');
    });

    it('ends when the connection or the call does', async () => {
      await start();
      const first = await talking();
      first.peer.down('ICE failed');
      expect(await resultOf(first, 'done')).toEqual({ result: 'done', code: 'lost', message: 'ICE failed' });
      expect(await first.take('hangup')).toMatchObject({ sender: first.handle, reason: 'ICE failed' });
      await until('no call', () => first.call.isClosed);
      await first.sendTo(startTalk);
      await until('another call', () => server.plane.calls.length === 2);
      server.plane.calls[1]!.end({ code: 'failed', message: 'closed by the camera' });
      expect(await first.take('hangup')).toMatchObject({ reason: 'closed by the camera' });
      await until('no peer', () => server.peers[1]!.isClosed);
    });

    it('closes what opens after its end', async () => {
      await start();
      let reached = () => {};
      server.plane.delay = new Promise((resolve) => {
        reached = resolve;
      });
      const { sendTo } = await attached();
      await sendTo(startTalk);
      await sendTo({ rtcgw: 'detach' });
      await until('no peer', () => server.gateway.stats().peers === 0);
      expect(server.gateway.stats().calls).toBe(1);
      reached();
      await until('no call', () => server.gateway.stats().calls === 0);
      expect(server.plane.calls[0]!.isClosed).toBe(true);
    });
  });
});

describe('over WebSocket', () => {
  /** Opens a socket as given; resolves with it, or with the status of the refusal. */
  async function open(options: { subprotocol?: string; origin?: string; path?: string } = {}) {
    const { subprotocol = gatewaySubprotocol, origin, path = '' } = options;
    const ws = new WebSocket(server.url('ws') + path, subprotocol || [], origin ? { origin } : {});
    ws.on('error', () => {});
    return await new Promise<number | WebSocket>((resolve) => {
      ws.once('open', () => resolve(ws));
      ws.once('unexpected-response', (_, response) => resolve(response.statusCode ?? 0));
    });
  }

  /** Close code after sending. */
  async function closeCode(send: (ws: WebSocket) => void | Promise<void>) {
    const ws = (await open()) as WebSocket;
    const closed = new Promise<number>((resolve) => ws.once('close', resolve));
    await send(ws);
    return await closed;
  }

  it('ends a session after 60 s without a message, and says so', async () => {
    await start();
    const { client, send, id } = await openTalk('WebSocket');
    await server.clock.advance(59_999);
    await send({ rtcgw: 'keepalive' });
    await server.clock.advance(59_999);
    expect(server.gateway.stats().sessions).toBe(1);
    await server.clock.advance(1);
    await client.take('hangup');
    expect(await client.take('timeout')).toEqual({ rtcgw: 'timeout', session_id: id });
    await until('the close', () => client.closed !== null);
    expect(client.closed).toEqual({ code: 3504, reason: 'Gateway timeout' });
    expect(server.gateway.stats()).toEqual(nothing);
  });

  it('has 1,024 talks at once, refuses the next, and is empty when their clients have vanished', async () => {
    // As many viewers as one grant and one address may have.
    await start({ addressOf: ({ socket }) => `192.0.2.${(socket.remotePort ?? 0) % 16}` });
    const ids: number[] = [];
    const talk = async (number: number) => {
      const opened = await openHandle('WebSocket', server.gate.issue({ grantId: `grant-${number % 4}` }));
      await opened.sendTo(startTalk);
      ids.push(opened.id);
      return opened;
    };
    const first = await talk(0);
    for (let batch = 1; batch < 1_024; batch += 33)
      await Promise.all(Array.from({ length: 33 }, (_, at) => talk(batch + at)));
    await until('all calls', () => server.plane.calls.length === 1_024);
    expect(server.gateway.stats()).toEqual({
      ...{ sockets: 1_024, sessions: 1_024, handles: 1_024, peers: 1_024, calls: 1_024, polls: 0 },
    });
    expect(new Set(ids).size).toBe(1_024);
    const next = await connect('WebSocket');
    expect(codeOf(await next.send({ ...create, token: server.gate.issue({ grantId: 'other' }) }))).toBe(472);
    expect((await first.send({ rtcgw: 'keepalive' })).rtcgw).toBe('ack');
    for (const client of clients) client.drop();
    await disconnected();
    await server.clock.advance(5_000);
    expect(server.gateway.stats()).toEqual(nothing);
    expect(server.peers.every(({ isClosed }) => isClosed)).toBe(true);
  });

  it('ends a session at once when its page closes', async () => {
    await start();
    const { client, call } = await openTalk('WebSocket');
    client.leave();
    await until('the end', () => server.gateway.stats().sessions === 0);
    await until('no call', () => call.isClosed);
  });

  it('ends a session whose page closes while the ticket is checked', async () => {
    await start();
    let checked = () => {};
    server.gate.delay = new Promise((resolve) => {
      checked = resolve;
    });
    const client = await connect('WebSocket');
    void client.send({ ...create, token: server.gate.issue() });
    await client.send({ rtcgw: 'keepalive' });
    client.drop();
    await disconnected();
    checked();
    await server.clock.advance(0);
    expect(server.gateway.stats()).toEqual(nothing);
  });

  it('has one session per connection, and no other may use it', async () => {
    await start();
    const { client, id, token, send } = await openSession('WebSocket');
    const again = { ...create, token: server.gate.issue() };
    expect(codeOf(await client.send(again))).toBe(468);
    const other = await openSession('WebSocket');
    expect(codeOf(await other.client.send({ rtcgw: 'keepalive', session_id: id, token }))).toBe(458);
    expect(codeOf(await other.client.send({ rtcgw: 'claim', session_id: id, token }))).toBe(468);
    await send({ rtcgw: 'destroy' });
    expect((await client.send(again)).rtcgw).toBe('success');
  });

  it('refuses other paths, origins and subprotocols, and too many connections of an address', async () => {
    await start({ allowedOrigins: ['https://cameras.example.com'], limits: { connectionsPerAddress: 2 } });
    expect(await open({ path: '/1' })).toBe(404);
    expect(await open({ origin: 'https://elsewhere.example.com' })).toBe(403);
    expect(await open({ subprotocol: 'janus-protocol' })).toBe(400);
    expect(await open({ subprotocol: '' })).toBe(400);
    await open();
    await open({ origin: 'https://cameras.example.com' });
    expect(await open()).toBe(429);
    void server.gateway.stop();
    expect(await open()).toBe(503);
  });

  it('closes connections that send what no client sends', async () => {
    await start({ limits: { messages: { burst: 10, perSecond: 1 } } });
    expect(await closeCode((ws) => ws.send('x'.repeat(65_537)))).toBe(1009);
    expect(await closeCode((ws) => ws.send(new Uint8Array(3)))).toBe(1003);
    expect(
      await closeCode((ws) => {
        for (let sent = 0; sent < 11; sent += 1) ws.send('{}');
      }),
    ).toBe(1008);
    expect(await closeCode(() => server.clock.advance(10_000))).toBe(1008);
  });
});

describe('over HTTP', () => {
  const post = (path: string, body: string, headers: Record<string, string> = {}) =>
    fetch(server.url('http') + path, { method: 'POST', body, headers });

  /** A session over HTTP whose long polls the test sends itself. */
  async function polled() {
    await start();
    const token = server.gate.issue();
    const client = await connect('HTTP');
    const { data } = await client.send({ ...create, token });
    const session = { session_id: data!.id, token };
    const attach = await client.send({ ...session, rtcgw: 'attach', plugin: talkPlugin });
    await client.send({ ...session, handle_id: attach.data!.id, ...startTalk });
    const pollAs = async (query: string, headers: Record<string, string> = {}) => {
      const response = await fetch(`${server.url('http')}/${session.session_id}?rid=1${query}`, { headers });
      return { status: response.status, body: (await response.json()) as Message & readonly Message[] };
    };
    const poll = (query = '') => pollAs(`&token=${token}${query}`);
    // The first events.
    for (let told = ''; !told.includes('receiving'); told = JSON.stringify((await poll('&maxev=10')).body));
    return { token, poll, pollAs };
  }

  it('delivers one event, or a list with as many as are wanted', async () => {
    const { poll } = await polled();
    for (let sent = 0; sent < 16; sent += 1) server.peers[0]!.find({ completed: true });
    expect((await poll()).body).toMatchObject({ rtcgw: 'trickle' });
    expect((await poll('&maxev=3')).body).toHaveLength(3);
    expect((await poll('&maxev=0')).body).toHaveLength(1);
    expect((await poll('&maxev=99')).body).toHaveLength(10);
    expect((await poll('&maxev=many')).body).toMatchObject({ rtcgw: 'trickle' });
  });

  it('answers a long poll without events after 30 s, before the client gives up', async () => {
    const { poll } = await polled();
    for (const [query, answer] of [
      ['', { rtcgw: 'keepalive' }],
      ['&maxev=10', [{ rtcgw: 'keepalive' }]],
    ] as const) {
      const pending = poll(query);
      await until('the poll', () => server.gateway.stats().polls === 1);
      await server.clock.advance(29_999);
      expect(server.gateway.stats().polls).toBe(1);
      await server.clock.advance(1);
      expect(await pending).toEqual({ status: 200, body: answer });
    }
  });

  it('answers a long poll when another one takes its place', async () => {
    const { poll } = await polled();
    const first = poll();
    await until('the poll', () => server.gateway.stats().polls === 1);
    const second = poll();
    expect((await first).body).toEqual({ rtcgw: 'keepalive' });
    server.peers[0]!.up();
    expect((await second).body).toMatchObject({ rtcgw: 'webrtcup' });
  });

  it('delivers the last events of a session that has ended, then reports it as gone', async () => {
    const { poll } = await polled();
    server.gate.revoke('grant-1');
    const last = (await poll('&maxev=10')).body.map(({ rtcgw }) => rtcgw);
    expect(last).toEqual(['event', 'hangup']);
    expect(await poll('&maxev=10')).toMatchObject({ status: 404, body: { error: { code: 458 } } });
  });

  it('accepts the token of a long poll as a header, and needs one', async () => {
    const { token, pollAs } = await polled();
    server.peers[0]!.up();
    expect(await pollAs('', { authorization: `Bearer ${token}` })).toMatchObject({ status: 200 });
    expect(await pollAs('')).toMatchObject({ status: 403, body: { error: { code: 403 } } });
    expect(await pollAs('&token=other')).toMatchObject({ status: 404, body: { error: { code: 458 } } });
  });

  it('refuses other paths, methods and origins, large bodies and too many requests', async () => {
    await start({ limits: { requests: { burst: 8, perSecond: 1 } } });
    const text = JSON.stringify({ rtcgw: 'create', transaction: 'abcdefghijkl' });
    expect((await post('/0', text)).status).toBe(404);
    expect((await post('/1/2/3', text)).status).toBe(404);
    expect((await fetch(server.url('http'))).status).toBe(405);
    expect((await post('', text, { origin: 'https://elsewhere.example.com' })).status).toBe(403);
    expect((await post('', 'x'.repeat(65_537))).status).toBe(413);
    expect(codeOf((await (await post('/1', text)).json()) as Message)).toBe(457);
    for (let sent = 0; sent < 5; sent += 1) await post('', text);
    expect((await post('', text)).status).toBe(429);
  });
});
