import { EventEmitter } from 'node:events';
import { expect } from 'expect';
import { describe, it, vi } from 'vitest';
import { talkUrl } from '../../lib/contracts/lapp/talk-url.call.ts';
import { readTalkAnswer } from '../../player-frame/session/talk-answer.ts';
import { gatewayServers } from '../../player-frame/talk/gateway-address.ts';
import { createGatewayWire, fromWire, toWire } from '../../player-frame/talk/gateway-wire.ts';
import { levelOf } from '../../player-frame/talk/level.ts';
import { readPluginData } from '../../player-frame/talk/plugin-data.ts';

const camera = { deviceSerial: 'DEMO00001', channelNo: 1 };

describe('the address of the gateway', () => {
  const page = 'https://video.example.com';
  const own = ['wss://video.example.com/rtcgw', 'https://video.example.com/rtcgw'];

  it.each([
    'wss://video.example.com/rtcgw',
    'ws://video.example.com/rtcgw',
    'https://video.example.com',
    'video.example.com',
    'video.example.com/elsewhere?x=1',
  ])('%s is the secure WebSocket of our own server', (rtcUrl) => {
    expect(gatewayServers(rtcUrl, page)).toEqual(own);
  });

  it('has no TLS on a page without TLS', () => {
    expect(gatewayServers('localhost:3000', 'http://localhost:3000')).toEqual([
      'ws://localhost:3000/rtcgw',
      'http://localhost:3000/rtcgw',
    ]);
  });

  it.each([
    'wss://elsewhere.example/rtcgw',
    'wss://video.example.com.elsewhere.example/rtcgw',
    'wss://video.example.com:8443/rtcgw',
    'wss://user@video.example.com/rtcgw',
    'video.example.com@elsewhere.example',
    'javascript:alert(1)',
    '',
  ])('%j is no other server', (rtcUrl) => {
    expect(gatewayServers(rtcUrl, page)).toBeNull();
  });
});

describe('messages of the gateway', () => {
  it.each(['create', 'claim'])('%s names the camera', (janus) => {
    expect(JSON.parse(toWire(JSON.stringify({ janus, transaction: 'abc', token: 'T' }), camera))).toEqual({
      rtcgw: janus,
      transaction: 'abc',
      token: 'T',
      device: 'DEMO00001',
      channel: 1,
    });
  });

  it('only their first name is changed', () => {
    const body = { janus: 'kept', rtcgw: 'kept' };
    const sent = toWire(JSON.stringify({ janus: 'message', body }), camera);
    expect(JSON.parse(sent)).toEqual({ rtcgw: 'message', body });
    expect(fromWire({ rtcgw: 'event', plugindata: body })).toEqual({ janus: 'event', plugindata: body });
  });

  it('have no other name', () => {
    expect(fromWire({ rtcgw: 'ack', janus: 'error' })).toEqual({ janus: 'ack' });
  });

  it('are an Unknown error without detail', () => {
    expect(fromWire({ rtcgw: 'error', transaction: 'abc' })).toMatchObject({
      error: { reason: 'Unknown error' },
    });
  });

  it.each([null, 1, 'text', [], {}, { rtcgw: 1 }, { janus: 'ack' }])('are not %j', (value) => {
    expect(fromWire(value)).toBeNull();
  });
});

/** The events and methods of a WebSocket. */
class FakeSocket {
  readonly #events = new EventEmitter();
  readonly sent: string[] = [];
  readyState = 0;
  isClosed = false;
  addEventListener(type: string, listener: (event: unknown) => void): void {
    this.#events.on(type, listener);
  }
  removeEventListener(type: string, listener: (event: unknown) => void): void {
    this.#events.off(type, listener);
  }
  emit(type: string, event: unknown = {}): void {
    if (type === 'open') this.readyState = 1;
    this.#events.emit(type, event);
  }
  send(text: string): void {
    this.sent.push(text);
  }
  close(): void {
    this.isClosed = true;
  }
}

describe('connections', () => {
  function open() {
    const sockets: { url: string; subprotocol: string; socket: FakeSocket }[] = [];
    const send = vi.fn<typeof fetch>();
    const wire = createGatewayWire({
      camera,
      send,
      makeSocket(url, subprotocol) {
        const socket = new FakeSocket();
        sockets.push({ url, subprotocol, socket });
        return socket as unknown as WebSocket;
      },
    });
    return { wire, send, sockets };
  }

  it('are WebSockets of the subprotocol rtcgw-protocol, with our names', () => {
    const { wire, sockets } = open();
    const socket = wire.socket('wss://video.example.com/rtcgw');
    const received = vi.fn();
    socket.addEventListener('message', received);
    const [first] = sockets;
    expect(first).toMatchObject({ url: 'wss://video.example.com/rtcgw', subprotocol: 'rtcgw-protocol' });
    socket.send('{"janus":"keepalive"}');
    expect(first?.socket.sent).toEqual([]);
    first?.socket.emit('open');
    socket.send('{"janus":"keepalive"}');
    expect(first?.socket.sent).toEqual(['{"rtcgw":"keepalive"}']);
    first?.socket.emit('message', { data: '{"rtcgw":"ack"}' });
    first?.socket.emit('message', { data: 'no message' });
    expect(received.mock.calls).toEqual([[{ data: '{"janus":"ack"}' }]]);
    socket.removeEventListener('message', received);
    first?.socket.emit('message', { data: '{"rtcgw":"ack"}' });
    expect(received).toHaveBeenCalledTimes(1);
  });

  it('report an error only if they were never open, because the next address is tried then', () => {
    const { wire, sockets } = open();
    const failed = vi.fn();
    wire.socket('wss://a.example').addEventListener('error', failed);
    sockets[0]?.socket.emit('error');
    expect(failed).toHaveBeenCalledTimes(1);
    wire.socket('wss://a.example').addEventListener('error', failed);
    sockets[1]?.socket.emit('open');
    sockets[1]?.socket.emit('error');
    expect(failed).toHaveBeenCalledTimes(1);
  });

  it('are requests with our names, for networks without WebSockets', async () => {
    const { wire, send } = open();
    const answers = [
      { rtcgw: 'success', data: { id: 1 } },
      [{ rtcgw: 'keepalive' }, { other: 1 }],
      'nothing',
    ];
    send.mockImplementation(async () => new Response(JSON.stringify(answers.shift())));
    const created = await wire.fetch('https://a.example/rtcgw', {
      method: 'POST',
      body: '{"janus":"create"}',
    });
    expect(JSON.parse(String(send.mock.calls[0]?.[1]?.body))).toMatchObject({ rtcgw: 'create', channel: 1 });
    expect(send.mock.calls[0]?.[1]).toMatchObject({ credentials: 'omit', keepalive: true });
    expect(await created.json()).toEqual({ janus: 'success', data: { id: 1 } });
    const address = 'https://a.example/rtcgw/1?rid=1';
    const poll = await wire.fetch(`${address}&token=a%2Bb`, { method: 'GET' });
    // The token is in no address.
    expect(send.mock.calls[1]?.[0]).toBe(address);
    expect(send.mock.calls[1]?.[1]?.headers).toEqual({ authorization: 'Bearer a+b' });
    expect(await poll.json()).toEqual([{ janus: 'keepalive' }]);
    await expect((await wire.fetch(address, { method: 'GET' })).json()).rejects.toThrow();
    expect(send.mock.calls[1]?.[1]?.signal?.aborted).toBe(false);
    wire.close();
    expect(send.mock.calls[1]?.[1]?.signal?.aborted).toBe(true);
  });

  it('are closed with the talk, unless they already are', () => {
    const { wire, sockets } = open();
    wire.socket('wss://a.example');
    wire.socket('wss://b.example');
    sockets[0]?.socket.emit('close');
    wire.close();
    expect(sockets.map(({ socket }) => socket.isClosed)).toEqual([false, true]);
  });
});

describe('events of the talk plugin', () => {
  const state = { deviceSerial: 'DEMO00001', channelNo: 1, state: 'failed' };

  it.each([
    [{ result: 'started', cameras: [{ ...state, code: '400904', message: '设备正在对讲中', more: 1 }] }],
    [{ result: 'cameras', cameras: [{ ...state, state: 'other' }, { ...state, channelNo: '1' }, null] }],
  ])('are read: %j', (data) => {
    const known = data.cameras.filter((each) => each !== null && 'code' in each);
    expect(readPluginData(data)).toEqual({
      result: data.result,
      cameras: known.length > 0 ? [{ ...state, code: '400904', message: '设备正在对讲中' }] : [],
    });
  });

  it('have the reason of the end', () => {
    expect(readPluginData({ result: 'done' })).toEqual({ result: 'done' });
    expect(readPluginData({ result: 'done', code: -1000, message: 'x'.repeat(999) })).toEqual({
      result: 'done',
      code: '-1000',
      message: 'x'.repeat(200),
    });
  });

  it.each([null, 'done', {}, { result: 'other' }])('are not %j', (data) => {
    expect(readPluginData(data)).toBeNull();
  });

  it('can be an error of the plugin', () => {
    expect(readPluginData({ error_code: 1, error: 'no such call' })).toEqual({ error: 'no such call' });
  });
});

describe('the answer of live/talk/url', () => {
  const answer = {
    rtcUrl: 'wss://video.example.com/rtcgw',
    ttsUrl: 'tts://video.example.com',
    stream: 'TICKET',
    duplex: 'half',
    iceServers: [
      { urls: ['turn:video.example.com'], username: 'u', credential: 'p' },
      { urls: ['stun:video.example.com'] },
    ],
    isRelayOnly: true,
    expireTime: 1,
  };

  it.each([answer, { ...answer, talkType: 'gb28181', iceServers: [] }])(
    'is read as its contract says',
    (data) => {
      const { expireTime: _, ...rest } = talkUrl.data.parse(data);
      expect(readTalkAnswer(data)).toEqual(rest);
    },
  );

  it.each([
    null,
    'text',
    { ...answer, rtcUrl: '' },
    { ...answer, ttsUrl: 1 },
    { ...answer, stream: undefined },
  ])('is not %j', (data) => {
    expect(readTalkAnswer(data)).toBeNull();
  });

  it('may come from another version', () => {
    const other = { ...answer, duplex: 'other', iceServers: [{ urls: 1 }, null], isRelayOnly: 'yes' };
    expect(readTalkAnswer(other)).toMatchObject({ duplex: 'full', iceServers: [], isRelayOnly: false });
  });
});

describe('level of audio', () => {
  const tone = (amplitude: number) =>
    Float32Array.from({ length: 2_048 }, (_, index) => amplitude * Math.sin(index / 5));

  it.each([
    [0, 0],
    [0.0001, 0],
    [0.01, 28],
    [0.1, 62],
    [1, 95],
  ])('of a tone of amplitude %d is %d of 100', (amplitude, level) => {
    expect(levelOf(tone(amplitude))).toBe(level);
  });
});
