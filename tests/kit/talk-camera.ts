/**
 * A camera with a back channel (ONVIF streaming specification, 5.3): an RTSP server that plays what it receives. One
 * talker at a time. A test replaces any of its answers, or cuts it off.
 */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { type G711Law, g711Decode } from '../../lib/codec/g711.ts';
import { parseRtp, type RtpPacket } from '../../lib/media/sources/rtsp/rtp-packet.ts';
import { OpusDecoder } from '../../lib/media/talk/audio/opus-codec.ts';
import type { TalkRate } from '../../lib/media/talk-ports.ts';
import { eventually } from './host-page.ts';

/** Names as in the description of the session. */
export type TalkCameraCodec =
  | 'PCMU/8000'
  | 'PCMA/8000'
  | 'PCMU/16000'
  | 'OPUS/48000/2'
  | 'MPEG4-GENERIC/16000/1'
  | 'G726-32/8000';

export interface TalkRequest {
  readonly method: string;
  readonly headers: ReadonlyMap<string, string>;
}

export interface TalkCameraOptions {
  /** Of the back channel, in order; empty: it has none. */
  readonly codecs?: readonly TalkCameraCodec[];
  readonly user?: { readonly name: string; readonly password: string };
  /** Status instead of the answer of a correct camera; `hang` sends nothing, `cut` closes the connection. */
  readonly answer?: (request: TalkRequest) => number | 'hang' | 'cut' | undefined;
}

export interface TalkCamera {
  readonly url: string;
  readonly requests: readonly TalkRequest[];
  readonly packets: readonly RtpPacket[];
  /** RTCP packets of the talker. */
  readonly reports: readonly Uint8Array[];
  /** Number of open connections. */
  readonly connections: number;
  /** Samples that were played, at `rate`. */
  heard(): Int16Array;
  readonly rate: number;
  /** Resolves when at least this many packets have arrived. */
  received(packets: number): Promise<void>;
  /** Sends an RTCP goodbye. */
  sayGoodbye(): void;
  /** Closes all connections. */
  cut(): void;
  stop(): Promise<void>;
}

const payloadTypes: Readonly<Record<TalkCameraCodec, number>> = {
  'PCMU/8000': 0,
  'PCMA/8000': 8,
  'PCMU/16000': 99,
  'OPUS/48000/2': 98,
  'MPEG4-GENERIC/16000/1': 97,
  'G726-32/8000': 96,
};
const nonce = 'd2a9f0';
const realm = 'camera';

interface Answer {
  readonly status: number;
  readonly more?: readonly string[];
  readonly body?: string;
}

const unsigned: Answer = {
  status: 401,
  more: [`WWW-Authenticate: Digest realm="${realm}", nonce="${nonce}"`],
};

export async function startTalkCamera(options: TalkCameraOptions = {}): Promise<TalkCamera> {
  const { codecs = ['PCMU/8000'], user, answer } = options;
  const requests: TalkRequest[] = [];
  const packets: RtpPacket[] = [];
  const reports: Uint8Array[] = [];
  const sockets = new Set<Socket>();
  let talker: Socket | null = null;

  const server = createServer((socket) => {
    sockets.add(socket);
    let data: Buffer = Buffer.alloc(0);
    socket.on('error', () => {
      /* the client may reset; tests check the client */
    });
    socket.on('close', () => {
      sockets.delete(socket);
      if (talker === socket) talker = null;
    });
    socket.on('data', (chunk: Buffer) => {
      data = Buffer.concat([data, chunk]);
      for (let used = take(data, socket); used > 0; used = take(data, socket)) data = data.subarray(used);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `rtsp://127.0.0.1:${(server.address() as AddressInfo).port}/live`;

  /** Bytes used; 0: more are needed. */
  function take(data: Buffer, socket: Socket): number {
    if (data[0] === 0x24) {
      const end = data.length < 4 ? Infinity : 4 + data.readUInt16BE(2);
      if (data.length < end) return 0;
      if (socket === talker) receive(data[1]!, data.subarray(4, end));
      return end;
    }
    const end = data.indexOf('\r\n\r\n');
    if (end < 0) return 0;
    handle(data.toString('latin1', 0, end), socket);
    return end + 4;
  }

  function receive(channel: number, payload: Buffer): void {
    const packet = channel === 0 ? parseRtp(payload) : null;
    if (packet) packets.push({ ...packet, payload: Uint8Array.from(packet.payload) });
    else reports.push(payload);
  }

  function handle(head: string, socket: Socket): void {
    const [first = '', ...lines] = head.split('\r\n');
    const [method = '', uri = ''] = first.split(' ');
    const headers = new Map(
      lines.map((line) => [line.split(':')[0]!.toLowerCase(), line.replace(/^[^:]*:\s*/, '')]),
    );
    const request = { method, headers };
    requests.push(request);
    const isRefused = user && !isSigned(headers.get('authorization') ?? '', method, uri, user);
    const result = isRefused ? unsigned : (answer?.(request) ?? correct(request, uri, socket));
    if (result === 'hang') return;
    if (result === 'cut') {
      socket.destroy();
      return;
    }
    const { status, more = [], body = '' } = typeof result === 'number' ? { status: result } : result;
    const all = [`RTSP/1.0 ${status} x`, `CSeq: ${headers.get('cseq')}`, ...more];
    if (body) all.push(`Content-Length: ${body.length}`);
    socket.write(`${all.join('\r\n')}\r\n\r\n${body}`);
  }

  function correct({ method, headers }: TalkRequest, uri: string, socket: Socket): Answer {
    const wantsBackChannel = headers.get('require') === 'www.onvif.org/ver20/backchannel';
    switch (method) {
      case 'OPTIONS':
        return { status: 200, more: ['Public: OPTIONS, DESCRIBE, SETUP, PLAY, GET_PARAMETER, TEARDOWN'] };
      case 'DESCRIBE': {
        const more = ['Content-Type: application/sdp', `Content-Base: ${uri}/`];
        return { status: 200, more, body: describe(wantsBackChannel) };
      }
      case 'SETUP':
        if (!wantsBackChannel || !uri.endsWith('/live/back')) return { status: 404 };
        if (talker !== null && talker !== socket) return { status: 453 };
        talker = socket;
        return {
          status: 200,
          more: ['Transport: RTP/AVP/TCP;unicast;interleaved=0-1', 'Session: 8;timeout=60'],
        };
      case 'TEARDOWN':
        talker = null;
        return { status: 200 };
      default:
        return { status: headers.get('session') === '8' ? 200 : 454 };
    }
  }

  function describe(hasBackChannel: boolean): string {
    const lines = ['v=0', 'o=- 0 0 IN IP4 127.0.0.1', 's=talk', 't=0 0', 'a=control:*'];
    lines.push('m=video 0 RTP/AVP 100', 'a=rtpmap:100 H264/90000', 'a=control:video', 'a=recvonly');
    if (hasBackChannel && codecs.length > 0) {
      lines.push(
        `m=audio 0 RTP/AVP ${codecs.map((codec) => payloadTypes[codec]).join(' ')}`,
        'a=control:back',
      );
      for (const codec of codecs) lines.push(`a=rtpmap:${payloadTypes[codec]} ${codec}`);
      lines.push(
        'a=fmtp:97 mode=AAC-hbr;sizelength=13;indexlength=3;indexdeltalength=3;config=1408',
        'a=sendonly',
      );
    }
    return `${lines.join('\r\n')}\r\n`;
  }

  const codecOf = (type: number) => codecs.find((codec) => payloadTypes[codec] === type);
  const rateOf = (codec: TalkCameraCodec | undefined) =>
    codec?.startsWith('PCM') ? Number(codec.split('/')[1]) : 16_000;

  return {
    url,
    requests,
    packets,
    reports,
    get connections() {
      return sockets.size;
    },
    get rate() {
      return rateOf(codecOf(packets[0]?.payloadType ?? payloadTypes[codecs[0]!]));
    },
    heard() {
      const opus = new OpusDecoder(16_000 satisfies TalkRate);
      const parts = packets.map(({ payload, payloadType }) => {
        const codec = codecOf(payloadType) ?? '';
        if (codec.startsWith('PCM')) return g711Decode(codec.slice(0, 4).toLowerCase() as G711Law, payload);
        return codec.startsWith('OPUS') ? opus.decode(payload)! : new Int16Array(0);
      });
      opus.close();
      return Int16Array.from(parts.flatMap((part) => [...part]));
    },
    async received(count) {
      await eventually(`${count} packets`, async () => packets.length >= count);
    },
    sayGoodbye() {
      talker?.write(Buffer.from([0x24, 1, 0, 8, 0x81, 203, 0, 1, 0, 0, 0, 1]));
    },
    cut() {
      for (const socket of sockets) socket.destroy();
    },
    async stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Digest of RFC 2069, MD5. */
function isSigned(
  header: string,
  method: string,
  uri: string,
  { name, password }: { readonly name: string; readonly password: string },
): boolean {
  const md5 = (text: string) => createHash('md5').update(text).digest('hex');
  const expected = md5(`${md5(`${name}:${realm}:${password}`)}:${nonce}:${md5(`${method}:${uri}`)}`);
  return header.includes(`response="${expected}"`) && header.includes(`username="${name}"`);
}
