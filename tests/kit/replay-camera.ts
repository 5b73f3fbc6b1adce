/**
 * The RTSP side of a camera that replays its recordings (ONVIF streaming specification, replay), over a real socket.
 * With `onvif-device.ts` and `onvif-recordings.ts` it is a camera with storage of its own.
 */
import { splitLengthPrefixed } from '../../lib/codec/nal.ts';
import type { AccessUnit, TrackSet } from '../../lib/media/ports.ts';
import {
  type FakeCamera,
  type FakeConnection,
  type FakeRequest,
  reply,
  startFakeCamera,
} from './fake-camera.ts';
import { fragmentH264, interleaved, makeRtp, replayExtension } from './rtp-bits.ts';

/** One stretch without gaps, with wall times, beginning with a key frame. */
export interface RecordedClip {
  readonly tracks: TrackSet;
  readonly units: readonly AccessUnit[];
}

export interface ReplayCameraOptions {
  /** Oldest first. */
  readonly clips: readonly RecordedClip[];
  /** Speeds besides 1. */
  readonly scales?: readonly number[];
  /** Sessions at the same time. */
  readonly maxSessions?: number;
  /** Answers SETUP with 551, as RTSP servers without replay do. */
  readonly knowsNoReplay?: boolean;
  /** False: packets without the header extension. */
  readonly hasMarks?: boolean;
  /** Paces every replay, although the client asked for no rate control. */
  readonly isAlwaysPaced?: boolean;
}

export interface ReplayCamera extends Pick<FakeCamera, 'port' | 'requests' | 'stop'> {
  /** Address of the replay, without the host's login. */
  readonly url: string;
  readonly sessions: number;
  maxSessions: number;
  /** PLAY requests: their headers in lower case. */
  readonly plays: readonly ReadonlyMap<string, string>[];
}

interface Sending {
  readonly unit: AccessUnit;
  readonly isEnd: boolean;
  readonly isDiscontinuous: boolean;
}

export async function startReplayCamera(options: ReplayCameraOptions): Promise<ReplayCamera> {
  const { clips, scales = [0.5, 2, 4], hasMarks = true } = options;
  const sessions = new Set<FakeConnection>();
  const state = { maxSessions: options.maxSessions ?? 8 };
  const { tracks } = clips[0]!;

  function answer(request: FakeRequest, connection: FakeConnection): string | undefined {
    const scale = request.headers.get('scale');
    switch (request.method) {
      case 'DESCRIBE':
        return reply(request, '200 OK', ['Content-Type: application/sdp'], sdpOf(tracks));
      case 'SETUP':
        if (options.knowsNoReplay) return reply(request, '551 Option not supported');
        if (request.headers.get('require') !== 'onvif-replay') return reply(request, '403 Forbidden');
        if (!sessions.has(connection) && sessions.size >= state.maxSessions) {
          return reply(request, '453 Not Enough Bandwidth');
        }
        sessions.add(connection);
        connection.socket.once('close', () => sessions.delete(connection));
        return undefined;
      case 'PLAY': {
        if (scale === undefined) return undefined;
        const chosen = scales.includes(Number(scale)) ? Number(scale) : 1;
        return reply(request, '200 OK', ['Session: 4711', `Scale: ${chosen.toFixed(1)}`]);
      }
      case 'TEARDOWN':
        sessions.delete(connection);
        return undefined;
      default:
        return undefined;
    }
  }

  const camera = await startFakeCamera({
    answer,
    playing: (connection) => {
      const request = connection.requests.findLast(({ method }) => method === 'PLAY')!;
      const speed = Number(request.headers.get('scale') ?? '1');
      const isPaced = options.isAlwaysPaced || request.headers.get('rate-control') !== 'no';
      void send(connection, unitsFrom(clips, request), { speed, isPaced, hasMarks, tracks });
    },
  });
  return {
    port: camera.port,
    requests: camera.requests,
    url: `rtsp://127.0.0.1:${camera.port}/replay?token=1`,
    stop: () => camera.stop(),
    get sessions() {
      return sessions.size;
    },
    get maxSessions() {
      return state.maxSessions;
    },
    set maxSessions(count) {
      state.maxSessions = count;
    },
    get plays() {
      return camera.requests.filter(({ method }) => method === 'PLAY').map(({ headers }) => headers);
    },
  };
}

/** From the key frame at or before the start of the range. */
function unitsFrom(clips: readonly RecordedClip[], request: FakeRequest): Sending[] {
  const [from = 0, to = Number.POSITIVE_INFINITY] = (request.headers.get('range') ?? '')
    .replace('clock=', '')
    .split('-')
    .map((text) =>
      Date.parse(text.replace(/^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})/, '$1-$2-$3T$4:$5:$6')),
    );
  const wanted = clips.map(({ units }) => {
    const isVideoKey = ({ kind, isKey, wallMs }: AccessUnit) => kind === 'video' && isKey && wallMs <= from;
    const first = Math.max(0, units.findLastIndex(isVideoKey));
    return units.at(-1)!.wallMs < from ? [] : units.slice(first).filter(({ wallMs }) => wallMs < to);
  });
  return wanted.flatMap((units, clip) => {
    const isFirstClip = wanted.slice(0, clip).every(({ length }) => length === 0);
    return units.map((unit, index) => ({
      unit,
      isEnd: units.slice(index + 1).every(({ kind }) => kind !== unit.kind),
      isDiscontinuous: !isFirstClip && units.slice(0, index).every(({ kind }) => kind !== unit.kind),
    }));
  });
}

interface SendOptions {
  readonly speed: number;
  readonly isPaced: boolean;
  readonly hasMarks: boolean;
  readonly tracks: TrackSet;
}

async function send(
  { socket }: FakeConnection,
  all: readonly Sending[],
  { speed, isPaced, hasMarks, tracks }: SendOptions,
): Promise<void> {
  const startedAt = performance.now();
  const firstMs = all[0]?.unit.wallMs ?? 0;
  const sequences = { video: 0, audio: 0 };
  const rates = { video: 90_000, audio: tracks.audio?.sampleRate ?? 0 };
  for (const { unit, isEnd, isDiscontinuous } of all) {
    if (unit.kind === 'audio' && speed !== 1) continue;
    const dueAt = startedAt + (unit.wallMs - firstMs) / speed;
    while (isPaced && !socket.destroyed && performance.now() < dueAt) await sleep(2);
    if (socket.destroyed) return;
    // A base that makes the timestamps wrap soon.
    const ticks = 0xfff00000 + Math.round(((unit.wallMs - firstMs) / speed) * (rates[unit.kind] / 1000));
    const payloads = unit.kind === 'video' ? videoPayloads(unit, tracks) : [audioPayload(unit)];
    const extension = replayExtension(unit.wallMs, { isKey: unit.isKey, isEnd, isDiscontinuous });
    for (const [index, payload] of payloads.entries()) {
      const fields = {
        sequence: sequences[unit.kind]++,
        timestamp: ticks % 2 ** 32,
        isMarked: index === payloads.length - 1,
        payloadType: unit.kind === 'video' ? 96 : 97,
        ...(index === 0 && hasMarks ? { extension } : {}),
      };
      socket.write(interleaved(unit.kind === 'video' ? 0 : 2, makeRtp(fields, payload)));
    }
    while (socket.writableNeedDrain && !socket.destroyed) await sleep(2);
  }
}

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

function videoPayloads(unit: AccessUnit, tracks: TrackSet): Uint8Array[] {
  const sets = unit.isKey ? parameterSets(tracks) : [];
  return [...sets, ...splitLengthPrefixed(unit.data)].flatMap((nal) => fragmentH264(nal, 1_200));
}

/** RFC 3640: one frame with a size of 13 bits and an index of 3. */
function audioPayload({ data }: AccessUnit): Buffer {
  return Buffer.concat([Buffer.from([0, 16, data.length >> 5, (data.length & 0x1f) << 3]), data]);
}

function parameterSets({ video }: TrackSet): Uint8Array[] {
  const config = Buffer.from(video!.config);
  const spsLength = config.readUInt16BE(6);
  const ppsLength = config.readUInt16BE(8 + spsLength + 1);
  const pps = 8 + spsLength + 3;
  return [config.subarray(8, 8 + spsLength), config.subarray(pps, pps + ppsLength)];
}

function sdpOf(tracks: TrackSet): string {
  const sets = parameterSets(tracks).map((set) => Buffer.from(set).toString('base64'));
  const lines = [
    'v=0',
    'o=- 0 0 IN IP4 127.0.0.1',
    's=replay',
    't=0 0',
    'a=control:*',
    'm=video 0 RTP/AVP 96',
    'a=rtpmap:96 H264/90000',
    `a=fmtp:96 packetization-mode=1;sprop-parameter-sets=${sets.join(',')}`,
    'a=control:track1',
    'a=x-onvif-track:VIDEO001',
  ];
  if (tracks.audio?.codec === 'aac') {
    const { sampleRate, channels, config } = tracks.audio;
    lines.push(
      'm=audio 0 RTP/AVP 97',
      `a=rtpmap:97 MPEG4-GENERIC/${sampleRate}/${channels}`,
      `a=fmtp:97 streamtype=5;mode=AAC-hbr;sizelength=13;indexlength=3;indexdeltalength=3;config=${Buffer.from(config).toString('hex')}`,
      'a=control:track2',
      'a=x-onvif-track:AUDIO001',
    );
  }
  return [...lines, ''].join('\r\n');
}
