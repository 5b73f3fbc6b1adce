/**
 * A camera for fault tests: a correct RTSP server by default, in which a test replaces any response by text, bytes,
 * silence or a reset. Sends small synthetic H.264 frames.
 */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { makePps, makeSlice, makeSps } from './h264-bits.ts';
import { fragmentH264, interleaved, makeRtp } from './rtp-bits.ts';

export interface FakeRequest {
  readonly method: string;
  readonly url: string;
  readonly sequence: string;
  readonly headers: ReadonlyMap<string, string>;
}

/** Text or bytes to send instead of the default response; `hang` sends nothing, `reset` resets the connection. */
export type FakeAnswer = string | Uint8Array | 'hang' | 'reset' | undefined;

export interface FakeCameraOptions {
  /** Undefined gives the default response. */
  readonly answer?: (request: FakeRequest, camera: FakeConnection) => FakeAnswer;
  readonly sdp?: string;
  /** Called after the response to PLAY. Sends nothing by default. */
  readonly playing?: (camera: FakeConnection) => void;
}

export const videoSdp = [
  'v=0',
  'o=- 0 0 IN IP4 127.0.0.1',
  's=fake',
  't=0 0',
  'a=control:*',
  'm=video 0 RTP/AVP 96',
  'a=rtpmap:96 H264/90000',
  'a=fmtp:96 packetization-mode=1',
  'a=control:track1',
  '',
].join('\r\n');

export class FakeConnection {
  readonly socket: Socket;
  readonly requests: FakeRequest[];
  /** Sends one RTP packet of the video; within the RTSP connection by default. */
  send = (packet: Buffer): void => {
    this.socket.write(interleaved(0, packet));
  };
  #sequence = 0;
  #timers: NodeJS.Timeout[] = [];

  constructor(socket: Socket, requests: FakeRequest[]) {
    this.socket = socket;
    this.requests = requests;
    socket.on('close', () => this.#timers.forEach(clearInterval));
  }

  /** Sends one frame; key frames include their parameter sets. */
  sendFrame(
    timestamp: number,
    isKey: boolean,
    options: { width?: number; height?: number; size?: number } = {},
  ): void {
    const { width = 640, height = 368, size = 3_000 } = options;
    const sets = isKey ? [makeSps(width, height), makePps()] : [];
    const payloads = [...sets, makeSlice(isKey, size)].flatMap((nal) => fragmentH264(nal, 1_200));
    payloads.forEach((payload, index) => {
      this.packet(payload, timestamp, index === payloads.length - 1);
    });
  }

  packet(payload: Uint8Array, timestamp: number, isMarked: boolean): void {
    this.#sequence += 1;
    this.send(makeRtp({ sequence: this.#sequence, timestamp, isMarked }, payload));
  }

  /** Skips `count` packets, as if lost. */
  lose(count: number): void {
    this.#sequence += count;
  }

  /** Repeats until the connection closes. */
  every(ms: number, run: () => void): void {
    this.#timers.push(setInterval(run, ms));
  }

  /** Frames at 25 fps, a key frame every `keyEvery` frames. */
  stream(
    options: { keyEvery?: number; width?: number; height?: number; firstTimestamp?: number } = {},
  ): void {
    let count = 0;
    const { keyEvery = 10, firstTimestamp = 90_000 } = options;
    this.every(40, () => {
      this.sendFrame(firstTimestamp + count * 3_600, count % keyEvery === 0, options);
      count += 1;
    });
  }
}

export interface FakeCamera {
  readonly port: number;
  readonly url: string;
  /** All requests of all connections, in order. */
  readonly requests: readonly FakeRequest[];
  readonly connections: readonly FakeConnection[];
  stop(): Promise<void>;
}

export async function startFakeCamera(options: FakeCameraOptions = {}): Promise<FakeCamera> {
  const requests: FakeRequest[] = [];
  const connections: FakeConnection[] = [];
  const server = createServer((socket) => {
    const connection = new FakeConnection(socket, requests);
    connections.push(connection);
    socket.on('error', () => {
      /* the client may reset; tests check the client */
    });
    let text = '';
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1');
      for (let end = text.indexOf('\r\n\r\n'); end >= 0; end = text.indexOf('\r\n\r\n')) {
        const head = text.slice(0, end);
        text = text.slice(end + 4);
        if (!head.startsWith('RTSP/')) handle(parse(head), connection);
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `rtsp://127.0.0.1:${port}/live`,
    requests,
    connections,
    async stop() {
      for (const { socket } of connections) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };

  function handle(request: FakeRequest, connection: FakeConnection): void {
    requests.push(request);
    const special = options.answer?.(request, connection);
    if (special === 'hang') return;
    if (special === 'reset') {
      connection.socket.resetAndDestroy();
      return;
    }
    connection.socket.write(special ?? defaultAnswer(request, options.sdp));
    if (request.method === 'PLAY') options.playing?.(connection);
  }
}

function parse(head: string): FakeRequest {
  const [first = '', ...lines] = head.split('\r\n');
  const [method = '', url = ''] = first.split(' ');
  const headers = new Map(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const;
    }),
  );
  return { method, url, sequence: headers.get('cseq') ?? '', headers };
}

export function reply(
  request: FakeRequest,
  status: string,
  headers: readonly string[] = [],
  body = '',
): string {
  const lines = [`RTSP/1.0 ${status}`, `CSeq: ${request.sequence}`, ...headers];
  if (body !== '') lines.push(`Content-Length: ${Buffer.byteLength(body)}`);
  return `${lines.join('\r\n')}\r\n\r\n${body}`;
}

/** The response of a correct camera. */
export function defaultAnswer(request: FakeRequest, sdp = videoSdp): string {
  switch (request.method) {
    case 'OPTIONS':
      return reply(request, '200 OK', ['Public: OPTIONS, DESCRIBE, SETUP, PLAY, TEARDOWN, GET_PARAMETER']);
    case 'DESCRIBE':
      return reply(
        request,
        '200 OK',
        ['Content-Type: application/sdp', `Content-Base: ${request.url}/`],
        sdp,
      );
    case 'SETUP':
      return reply(request, '200 OK', [
        `Transport: ${request.headers.get('transport')}`,
        'Session: 4711;timeout=60',
      ]);
    default:
      return reply(request, '200 OK', ['Session: 4711']);
  }
}
