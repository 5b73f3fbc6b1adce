import { expect } from 'expect';
import { afterEach, beforeEach, describe, it, vi } from 'vitest';
import type { TalkCameraState } from '../../lib/kernel/rtcgw.ts';
import { openTalkClient, type TalkClient } from '../../player-frame/talk/talk-client.ts';
import type { TalkProblem } from '../../player-frame/talk/talk-failure.ts';
import { FakeClock } from '../kit/fake-clock.ts';

type Message = Record<string, unknown>;

/** The gateway's end of the WebSockets. */
class FakeSocket extends EventTarget {
  static all: FakeSocket[] = [];
  readyState = 0;
  readonly sent: Message[] = [];

  constructor(readonly url: string) {
    super();
    FakeSocket.all.push(this);
  }
  open(): void {
    this.readyState = 1;
    this.dispatchEvent(new Event('open'));
  }
  refuse(): void {
    this.readyState = 3;
    this.dispatchEvent(new Event('error'));
    this.dispatchEvent(new Event('close'));
  }
  drop(): void {
    this.readyState = 3;
    this.dispatchEvent(new Event('close'));
  }
  close(): void {
    if (this.readyState === 3) return;
    this.drop();
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Message);
  }
  receive(message: Message): void {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(message) }));
  }
  /** The last message of this name. */
  last(name: string): Message {
    const found = this.sent.findLast(({ rtcgw }) => rtcgw === name);
    if (!found) throw new Error(`no ${name} was sent: ${JSON.stringify(this.sent)}`);
    return found;
  }
}

/** Only what the library uses. */
class FakePeerConnection extends EventTarget {
  static all: FakePeerConnection[] = [];
  isClosed = false;
  iceConnectionState = 'new';
  oniceconnectionstatechange: (() => void) | null = null;
  ontrack: ((event: unknown) => void) | null = null;
  remote: unknown = null;
  readonly tracks: unknown[] = [];

  constructor(readonly configuration: RTCConfiguration) {
    super();
    FakePeerConnection.all.push(this);
  }
  getTransceivers() {
    return [];
  }
  addTrack(track: unknown) {
    this.tracks.push(track);
    return { track };
  }
  async createOffer() {
    return { type: 'offer', sdp: 'OFFER' };
  }
  async setLocalDescription() {}
  async setRemoteDescription(description: unknown) {
    this.remote = description;
  }
  async addIceCandidate() {}
  close() {
    this.isClosed = true;
  }
}

class FakeTrack extends EventTarget {
  stop() {}
}
class FakeStream {
  addTrack() {}
  getTracks() {
    return [];
  }
}

Object.assign(globalThis, {
  RTCPeerConnection: FakePeerConnection,
  MediaStreamTrack: FakeTrack,
  MediaStream: FakeStream,
  RTCRtpSender: class {},
  RTCRtpReceiver: { getCapabilities: () => ({ codecs: [{ mimeType: 'audio/opus' }] }) },
});

const receiving: TalkCameraState = { deviceSerial: 'DEMO00001', channelNo: 1, state: 'receiving' };
const settled = () => new Promise((resolve) => setTimeout(resolve));

let clock: FakeClock;
let client: TalkClient;
let cameras: (readonly TalkCameraState[])[];
let ends: (TalkProblem | null)[];
let peers: unknown[];
let lost: number[];
const send = vi.fn<typeof fetch>();
const track = new FakeTrack() as unknown as MediaStreamTrack;

beforeEach(() => {
  clock = new FakeClock();
  FakeSocket.all = [];
  FakePeerConnection.all = [];
  [cameras, ends, peers, lost] = [[], [], [], []];
  send.mockReset();
  client = openTalkClient({
    clock,
    wire: {
      camera: { deviceSerial: 'DEMO00001', channelNo: 1 },
      makeSocket: (url) => new FakeSocket(url) as unknown as WebSocket,
      send,
    },
    servers: ['wss://video.example.com/rtcgw', 'https://video.example.com/rtcgw'],
    ticket: 'TICKET',
    link: 'tts://x/talk/DEMO00001/1',
    iceServers: [{ urls: ['turn:video.example.com'], username: 'u', credential: 'p' }],
    isRelayOnly: true,
    track,
    onCameras: (states) => cameras.push(states),
    onPeer: (peer) => peers.push(peer),
    onSlowLink: (count) => lost.push(count),
    onEnded: (problem) => ends.push(problem),
  });
});
afterEach(async () => {
  vi.useRealTimers();
  const closing = client.close();
  await clock.advance(2_000);
  await closing;
});

const socket = () => FakeSocket.all.at(-1)!;
const connection = () => FakePeerConnection.all[0]!;
const answer = (name: string, rest: Message) =>
  socket().receive({ transaction: socket().last(name).transaction, ...rest });
const event = (rtcgw: string, rest: Message = {}) =>
  socket().receive({ rtcgw, session_id: 7, sender: 9, ...rest });
const plugin = (data: Message, jsep?: Message) =>
  event('event', { plugindata: { plugin: 'rtcgw.plugin.talk', data }, ...(jsep ? { jsep } : {}) });
const create = () => {
  socket().open();
  answer('create', { rtcgw: 'success', data: { id: 7 } });
};
async function attach(): Promise<void> {
  create();
  answer('attach', { rtcgw: 'success', data: { id: 9 } });
  await settled();
}
async function talk(): Promise<void> {
  await attach();
  answer('message', { rtcgw: 'ack' });
  plugin({ result: 'started', cameras: [receiving] }, { type: 'answer', sdp: 'ANSWER' });
  event('webrtcup');
  await settled();
}

describe('a talk', () => {
  it('creates a session with the ticket and the camera, attaches the plugin, and offers audio both ways', async () => {
    expect(socket().url).toBe('wss://video.example.com/rtcgw');
    create();
    expect(socket().last('create')).toMatchObject({ token: 'TICKET', device: 'DEMO00001', channel: 1 });
    expect(socket().last('create').transaction).toMatch(/^[A-Za-z0-9]{12}$/);
    expect(socket().last('attach')).toMatchObject({
      plugin: 'rtcgw.plugin.talk',
      session_id: 7,
      token: 'TICKET',
    });
    answer('attach', { rtcgw: 'success', data: { id: 9 } });
    await settled();
    expect(connection().tracks).toEqual([track]);
    expect(connection().configuration).toMatchObject({
      iceServers: [{ urls: ['turn:video.example.com'] }],
      iceTransportPolicy: 'relay',
    });
    expect(socket().last('message')).toMatchObject({
      session_id: 7,
      handle_id: 9,
      token: 'TICKET',
      body: { request: 'start', url: 'tts://x/talk/DEMO00001/1', codec: 'opus' },
      jsep: { type: 'offer', sdp: 'OFFER' },
    });
  });

  it('reports its cameras once media flows', async () => {
    await attach();
    plugin(
      { result: 'started', cameras: [{ ...receiving, state: 'waiting' }] },
      { type: 'answer', sdp: 'A' },
    );
    await settled();
    expect(connection().remote).toEqual({ type: 'answer', sdp: 'A' });
    plugin({ result: 'cameras', cameras: [receiving] });
    expect(cameras).toEqual([]);
    event('webrtcup');
    plugin({ result: 'cameras', cameras: [{ ...receiving, state: 'failed', code: 'talk.ended' }] });
    expect(cameras).toEqual([[receiving], [{ ...receiving, state: 'failed', code: 'talk.ended' }]]);
  });

  it('plays the audio of the camera while it is there', async () => {
    await talk();
    const remote = Object.assign(new FakeTrack(), { id: 'r' }) as FakeTrack & {
      onended?: (e: unknown) => void;
    };
    connection().ontrack?.({ track: remote, streams: [], transceiver: { mid: '0' } });
    remote.onended?.({ target: remote });
    expect(peers).toEqual([remote, null]);
  });

  it('reports lost packets', async () => {
    await talk();
    event('slowlink', { uplink: true, lost: 12 });
    expect(lost).toEqual([12]);
  });

  it('is destroyed at its end, with every connection closed', async () => {
    await talk();
    const closing = client.close();
    expect(socket().last('destroy')).toMatchObject({ session_id: 7, token: 'TICKET' });
    expect(connection().isClosed).toBe(true);
    answer('destroy', { rtcgw: 'success', session_id: 7 });
    await closing;
    expect(socket().readyState).toBe(3);
    expect(clock.pending).toBe(0);
    expect(ends).toEqual([]);
  });

  it('closes its connections too if the gateway does not answer, or was not reached yet', async () => {
    const closing = client.close();
    await clock.advance(1_000);
    await closing;
    expect(socket().readyState).toBe(3);
    expect(clock.pending).toBe(0);
  });
});

describe('the end of a talk', () => {
  const codes = () => ends.map((problem) => problem?.code ?? null);

  it.each([
    ['done', () => plugin({ result: 'done' }), null],
    ['done with a reason', () => plugin({ result: 'done', code: 'grant.ended' }), 'grant.ended'],
    ['done with a word', () => plugin({ result: 'done', code: 'lost' }), 'talk.lost'],
    ['hangup', () => event('hangup', { reason: 'DTLS alert' }), 'talk.ended'],
    ['detached', () => event('detached'), 'talk.ended'],
    ['an error of the plugin', () => plugin({ error: 'no' }), 'talk.gateway'],
  ])('%s of the gateway is reported once', async (_name, act, code) => {
    await talk();
    act();
    event('hangup', { reason: 'again' });
    expect(codes()).toEqual([code]);
    expect(connection().isClosed).toBe(true);
  });

  it.each([
    ['400904', { result: 'done', code: '400904', message: '设备正在对讲中' }],
    ['talk.ended', { result: 'done' }],
  ])('%s before anybody hears is a failure', async (code, data) => {
    await attach();
    plugin(data);
    expect(codes()).toEqual([code]);
  });

  it.each([
    ['create', 'talk.gateway'],
    ['attach', 'talk.attach'],
    ['message', 'talk.gateway'],
  ])('an error of %s passes on the reason', async (name, code) => {
    socket().open();
    const error = () => answer(name, { rtcgw: 'error', error: { code: 403, reason: 'No such ticket' } });
    if (name === 'create') error();
    else answer('create', { rtcgw: 'success', data: { id: 7 } });
    if (name === 'attach') error();
    if (name === 'message') {
      answer('attach', { rtcgw: 'success', data: { id: 9 } });
      await settled();
      error();
    }
    expect(ends).toMatchObject([{ code, message: expect.stringContaining('No such ticket') }]);
  });

  it('is a network that blocks audio, with what was tried', async () => {
    await attach();
    connection().iceConnectionState = 'failed';
    connection().oniceconnectionstatechange?.();
    expect(ends).toEqual([
      {
        code: 'talk.ice',
        message: 'candidates: none; relay not reachable, and no other way is permitted',
      },
    ]);
  });

  it('is a connection that was there and has broken off', async () => {
    await talk();
    connection().iceConnectionState = 'failed';
    connection().oniceconnectionstatechange?.();
    expect(ends).toEqual([{ code: 'talk.lost', message: null }]);
  });

  it('is a connection that is silent for 15 s, not one that comes back before', async () => {
    await talk();
    const become = (state: string) => {
      connection().iceConnectionState = state;
      connection().oniceconnectionstatechange?.();
    };
    become('disconnected');
    await clock.advance(14_000);
    become('connected');
    await clock.advance(14_000);
    become('disconnected');
    await clock.advance(14_999);
    expect(ends).toEqual([]);
    await clock.advance(1);
    expect(codes()).toEqual(['talk.lost']);
  });

  it.each(['talk.timeout', 'talk.ice'])('is %s if there is no talk after 20 s', async (code) => {
    await attach();
    if (code === 'talk.ice')
      plugin({ result: 'started', cameras: [receiving] }, { type: 'answer', sdp: 'A' });
    await clock.advance(20_000);
    expect(codes()).toEqual([code]);
  });
});

describe('connections to the gateway', () => {
  it('are tried over HTTP 200 ms after a WebSocket that cannot be opened', async () => {
    vi.useFakeTimers();
    send.mockResolvedValue({ ok: false, status: 503 } as Response);
    socket().refuse();
    expect(send).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(200);
    expect(send.mock.calls[0]?.[0]).toBe('https://video.example.com/rtcgw');
    expect(ends).toEqual([
      {
        code: 'talk.connect',
        message: 'Error connecting to any of the provided Janus servers: Is the server down?',
      },
    ]);
  });

  it('that are lost are claimed again, and the talk goes on', async () => {
    await talk();
    socket().drop();
    await clock.advance(400);
    socket().open();
    expect(socket().last('claim')).toMatchObject({ session_id: 7, token: 'TICKET', device: 'DEMO00001' });
    answer('claim', { rtcgw: 'success', session_id: 7 });
    await clock.advance(10_000);
    expect(ends).toEqual([]);
    expect(connection().isClosed).toBe(false);
  });

  it('of a gateway that has restarted are lost: it does not know the session', async () => {
    await talk();
    socket().drop();
    await clock.advance(400);
    socket().refuse();
    await clock.advance(400);
    socket().open();
    answer('claim', { rtcgw: 'error', error: { code: 458, reason: 'No such session' } });
    expect(ends).toEqual([
      { code: 'talk.disconnected', message: 'Lost connection to the server (is it down?)' },
    ]);
  });

  it('are given up after 4 s', async () => {
    await talk();
    socket().drop();
    for (let passed = 0; passed < 4_400; passed += 400) {
      await clock.advance(400);
      socket().refuse();
    }
    expect(ends).toMatchObject([{ code: 'talk.disconnected' }]);
  });
});
