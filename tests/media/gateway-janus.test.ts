import { expect } from 'expect';
import type JanusClient from 'janus-gateway';
import type { JanusJS } from 'janus-gateway';
import { afterEach, beforeAll, beforeEach, describe, it } from 'vitest';
import { talkPlugin } from '../../lib/kernel/rtcgw.ts';
import { audioOffer, opusPacket } from '../kit/fake-talk.ts';
import { GatewayServer, until } from '../kit/gateway-server.ts';
import { cutConnections, loadJanus, requested } from '../kit/janus-client.ts';

const start = { request: 'start', url: 'rtsp://cameras.example.com/talk/CAM1/1', codec: 'opus' };

let Janus: typeof JanusClient;
let server: GatewayServer;
beforeAll(async () => {
  Janus = await loadJanus();
});
beforeEach(async () => {
  server = await new GatewayServer().listen();
});
afterEach(() => server.close());

describe.each(['ws', 'http'] as const)('janus-gateway over %s', (scheme) => {
  const errors: string[] = [];
  beforeEach(() => {
    errors.length = 0;
  });

  function connect(options: Partial<JanusJS.ConstructorOptions> = {}): Promise<JanusClient> {
    return new Promise((resolve, reject) => {
      const janus: JanusClient = new Janus({
        server: server.url(scheme),
        token: server.gate.issue(),
        success: () => resolve(janus),
        error: (error: unknown) => {
          errors.push(String(error));
          reject(error);
        },
        ...options,
      });
    });
  }

  /** A handle that writes down what it is told. */
  async function attach(janus: JanusClient) {
    const told: unknown[][] = [];
    const tell =
      (name: string) =>
      (...values: unknown[]) =>
        void told.push([name, ...values.filter((value) => value !== undefined)]);
    const handle = await new Promise<JanusJS.PluginHandle>((success, error) => {
      janus.attach({
        ...{ plugin: talkPlugin, opaqueId: 'page', success, error },
        onmessage: tell('message'),
        webrtcState: tell('webrtc'),
        mediaState: tell('media'),
        slowLink: tell('slowLink'),
        ondetached: tell('detached'),
        oncleanup: tell('cleanup'),
      } as JanusJS.PluginOptions);
    });
    const heard = (...values: unknown[]) =>
      until(JSON.stringify(values), () => told.some((one) => JSON.stringify(one) === JSON.stringify(values)));
    return { handle, told, heard };
  }

  /** A running talk. */
  async function talk() {
    const janus = await connect();
    const attached = await attach(janus);
    await new Promise<void>((success, error) => {
      attached.handle.send({
        message: start,
        jsep: { type: 'offer', sdp: audioOffer },
        success: () => success(),
        error,
      });
    });
    await until('the answer', () => attached.told.some(([name, , jsep]) => name === 'message' && jsep));
    await until('the call', () => server.plane.calls.length === 1);
    return { janus, ...attached, peer: server.peers[0]!, call: server.plane.calls[0]! };
  }

  it('creates a session, talks, is told what becomes of the talk, and destroys the session', async () => {
    const { janus, handle, told, heard, peer } = await talk();
    expect(told[0]).toEqual([
      'message',
      { result: 'started', cameras: [expect.objectContaining({ deviceSerial: 'CAM1', channelNo: 1 })] },
      { type: 'answer', sdp: expect.stringContaining('o=answer') },
    ]);
    peer.up();
    peer.speak(opusPacket(1));
    await heard('webrtc', true);
    await heard('media', 'audio', true, '0');
    peer.loss = 0.2;
    await server.clock.advance(1_000);
    await heard('slowLink', false, 10, '0');
    const candidate = { candidate: 'candidate:1 1 udp 1 192.0.2.1 9 typ host', sdpMLineIndex: 0 };
    peer.find(candidate);
    const stuff = handle.webrtcStuff as unknown as { candidates?: unknown[] };
    await until('the candidate', () => stuff.candidates?.length === 1);
    handle.send({ message: { request: 'stop' } });
    await heard('message', { result: 'done', message: 'Stopped by the client.' });
    await heard('webrtc', false, 'Stopped by the client.');
    await new Promise<void>((success) => handle.detach({ success: () => success() }));
    await new Promise<void>((success) => janus.destroy({ success: () => success() }));
    await until('nothing left', () => Object.values(server.gateway.stats()).every((count) => count === 0));
  });

  it('writes its token into no address', async () => {
    const { janus } = await talk();
    await new Promise<void>((success) => janus.destroy({ success: () => success() }));
    expect(requested.some((url) => url.includes('rid='))).toBe(scheme === 'http');
    expect(requested.filter((url) => /token|ticket/.test(url))).toEqual([]);
  });

  it('is told the reason of a refusal', async () => {
    await expect(connect({ token: 'forged' })).rejects.toBe('bad ticket');
    const janus = await connect();
    const plugin = 'janus.plugin.echotest';
    const refused = new Promise((_, error) => janus.attach({ plugin, error } as JanusJS.PluginOptions));
    await expect(refused).rejects.toBe('Ooops: 460 No such plugin');
    await new Promise<void>((success) => janus.destroy({ success: () => success() }));
  });

  it('claims its session after a network failure, and the talk goes on', async () => {
    const { janus, heard, call } = await talk();
    if (scheme === 'ws') {
      cutConnections();
      await until('the loss', () => errors.length > 0);
      expect(errors).toEqual(['Lost connection to the server (is it down?)']);
    }
    await new Promise<void>((success, error) => janus.reconnect({ success: () => success(), error }));
    expect(janus.isConnected()).toBe(true);
    expect(call.isClosed).toBe(false);
    call.end({ code: 'failed', message: 'no camera is left' });
    await heard('webrtc', false, 'no camera is left');
    await new Promise<void>((success) => janus.destroy({ success: () => success() }));
  });

  it('loses the connection when its session is gone, and stops asking', async () => {
    const { janus } = await talk();
    server.gate.revoke('grant-1');
    await until('the loss', () => errors.length > 0);
    expect(errors).toEqual(['Lost connection to the server (is it down?)']);
    expect(janus.isConnected()).toBe(false);
    await until('no connection', () => server.gateway.stats().polls + server.gateway.stats().sockets === 0);
  });
});
