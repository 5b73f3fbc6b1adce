/** Cameras that send in odd ways, as RTSP servers that send footage of ffmpeg once, in real time. */
import type { Ms } from '../../lib/kernel/units.ts';
import {
  type CodedPicture,
  codedPictures,
  delimiter,
  type PictureCodec,
  vagueSps,
} from './coded-pictures.ts';
import {
  type FakeCamera,
  type FakeCameraOptions,
  type FakeConnection,
  reply,
  startFakeCamera,
  videoSdp,
} from './fake-camera.ts';
import { fragmentH264, fragmentH265, interleaved, makeRtp } from './rtp-bits.ts';

export interface OddCamera {
  readonly name: string;
  readonly codec: PictureCodec;
  /** Pictures that it sends; the first one is a key frame. */
  readonly frames: number;
  /** From the first picture to the end of the last one. */
  readonly durationMs: Ms;
  /** Of these nothing is recorded. */
  readonly pauseMs: Ms;
  /** Files of an export: one, unless the size changes. */
  readonly files: number;
  /** Encodes its pictures in `folder`. */
  start(folder: string): Promise<FakeCamera>;
}

/** What is sent at one moment after PLAY. */
interface Moment {
  readonly atMs: Ms;
  send(connection: FakeConnection): void;
}

interface Oddity {
  readonly codec?: PictureCodec;
  /** Of the encoder. */
  readonly parameters?: string;
  readonly seconds?: number;
  readonly fps?: number;
  readonly keyEvery?: number;
  /** Which packets of a picture have the marker bit; the last one by default. */
  readonly marker?: 'last' | 'each NAL' | 'none';
  /** Stamped time per elapsed time. */
  readonly speed?: number;
  /** The camera sends nothing for this long after half of its pictures, and its stamps go on. */
  readonly pauseMs?: Ms;
  /** Size of the second half. */
  readonly laterSize?: string;
  /** NAL units of a picture as they are sent. */
  readonly nals?: (picture: CodedPicture, at: number) => readonly Uint8Array[];
  /** G.711 packets of 40 ms beside the video. */
  readonly hasAudio?: boolean;
  readonly answer?: FakeCameraOptions['answer'];
}

const audioSdp = 'm=audio 0 RTP/AVP 8\r\na=control:track2\r\n';
const audioPacketMs = 40;

function oddCamera(name: string, oddity: Oddity): OddCamera {
  const { codec = 'h264', seconds = 12, fps = 25, pauseMs = 0, laterSize } = oddity;
  return {
    ...{ name, codec, pauseMs, frames: seconds * fps, files: laterSize ? 2 : 1 },
    durationMs: seconds * 1_000 + pauseMs,
    start: (folder) => startOddCamera(folder, oddity),
  };
}

async function startOddCamera(folder: string, oddity: Oddity): Promise<FakeCamera> {
  const { codec = 'h264', parameters = 'bframes=0', seconds = 12, fps = 25, speed = 1 } = oddity;
  const { marker = 'last', pauseMs = 0, hasAudio = false, laterSize, keyEvery = fps } = oddity;
  const frames = seconds * fps;
  const log = codec === 'h265' ? ':log-level=error' : '';
  const made = { codec, parameters: `aud=1:${parameters}${log}`, keyEvery, fps };
  const pictures = laterSize
    ? [
        ...(await codedPictures(folder, { ...made, frames: frames / 2 })),
        ...(await codedPictures(folder, { ...made, frames: frames / 2, size: laterSize })),
      ]
    : await codedPictures(folder, { ...made, frames });
  const fragment = codec === 'h264' ? fragmentH264 : fragmentH265;
  const intervalMs = 1_000 / fps;
  const sentAt = (at: number) => at * intervalMs + (at < frames / 2 ? 0 : pauseMs);
  const halfTicks = laterSize ? (frames / 2) * intervalMs * 90 : 0;

  const moments: Moment[] = pictures.map((picture, at) => ({
    atMs: sentAt(at),
    send(connection) {
      const later = at < frames / 2 ? 0 : halfTicks + pauseMs * 90;
      const timestamp = Math.round((picture.timestamp + later) * speed);
      const nals = oddity.nals?.(picture, at) ?? picture.nals;
      for (const [index, nal] of nals.entries()) {
        const pieces = fragment(nal, 1_000);
        const isLastNal = index === nals.length - 1;
        for (const [number, piece] of pieces.entries()) {
          const isLast = number === pieces.length - 1;
          const isMarked = marker !== 'none' && isLast && (isLastNal || marker === 'each NAL');
          connection.packet(piece, timestamp, isMarked);
        }
      }
    },
  }));
  const durationMs = seconds * 1_000 + pauseMs;
  if (hasAudio)
    for (let number = 0; number < (seconds * 1_000) / audioPacketMs; number += 1)
      moments.push({
        atMs: number * audioPacketMs,
        send({ socket }) {
          const fields = { sequence: number, timestamp: 5_000 + number * audioPacketMs * 8, payloadType: 8 };
          socket.write(interleaved(2, makeRtp(fields, tone(number))));
        },
      });
  // Shows that the last picture has ended.
  const end = { atMs: durationMs, send: (to: FakeConnection) => to.packet(delimiter(codec), 0, false) };
  moments.sort((one, other) => one.atMs - other.atMs).push(end);

  const plain = codec === 'h264' ? videoSdp : videoSdp.replace('H264', 'H265');
  return startFakeCamera({
    sdp: hasAudio ? plain + audioSdp : plain,
    ...(oddity.answer ? { answer: oddity.answer } : {}),
    playing(connection) {
      const startedAt = performance.now();
      let next = 0;
      connection.every(5, () => {
        const elapsedMs = performance.now() - startedAt;
        for (; moments[next] && moments[next]!.atMs <= elapsedMs; next += 1) moments[next]!.send(connection);
      });
    },
  });
}

/** 440 Hz in A-law, 40 ms. */
function tone(number: number): Uint8Array {
  return Uint8Array.from({ length: audioPacketMs * 8 }, (_, at) => {
    const sample = Math.sin((2 * Math.PI * 440 * (number * audioPacketMs * 8 + at)) / 8_000);
    // The upper segments of A-law suffice for a tone.
    const level = 0x30 + Math.round(Math.abs(sample) * 0x2f);
    return ((sample < 0 ? 0 : 0x80) | level) ^ 0x55;
  });
}

const startCode = Buffer.from([0, 0, 0, 1]);
const isSps = (nal: Uint8Array) => (nal[0]! & 0x1f) === 7;

export const oddCameras: readonly OddCamera[] = (
  [
    ['that is as others', {}],
    ['that marks each of four slices', { parameters: 'bframes=0:slices=4', marker: 'each NAL' }],
    [
      'that marks each of four slices of H.265',
      { codec: 'h265', parameters: 'bframes=0:slices=4', marker: 'each NAL' },
    ],
    ['that marks nothing', { parameters: 'bframes=0:slices=2', marker: 'none' }],
    [
      'that refuses every keep-alive',
      {
        seconds: 20,
        answer: (request) => {
          if (request.method === 'SETUP')
            return reply(request, '200 OK', [
              `Transport: ${request.headers.get('transport')}`,
              'Session: 77;timeout=15',
            ]);
          const isKeepAlive = request.headers.has('session') && request.method !== 'PLAY';
          return isKeepAlive ? reply(request, '454 Session Not Found') : undefined;
        },
      },
    ],
    ['that stamps 25 frames per second and sends 21', { fps: 21, speed: 21 / 25, seconds: 40 }],
    ['whose groups have 15 s', { keyEvery: 15 * 25, seconds: 30 }],
    ['with B frames', { parameters: 'bframes=2:b-adapt=0:b-pyramid=none:open-gop=0' }],
    [
      'with B frames, of which its parameter sets say nothing',
      {
        parameters: 'bframes=2:b-adapt=0:b-pyramid=none:open-gop=0',
        nals: ({ nals }) => nals.map((nal) => (isSps(nal) ? vagueSps(nal, 50) : nal)),
      },
    ],
    [
      'with a pyramid of B frames, of which its parameter sets say nothing',
      {
        parameters: 'bframes=3:b-adapt=0:b-pyramid=normal:open-gop=0',
        nals: ({ nals }) => nals.map((nal) => (isSps(nal) ? vagueSps(nal, 50) : nal)),
      },
    ],
    [
      'whose parameter sets change their timing',
      {
        parameters: 'bframes=0',
        nals: ({ nals }, at) =>
          nals.map((nal) => (isSps(nal) ? vagueSps(nal, 50 + (Math.floor(at / 25) % 2)) : nal)),
      },
    ],
    [
      'that sends start codes',
      { nals: ({ nals }) => [Buffer.concat(nals.flatMap((nal) => [startCode, nal]))] },
    ],
    [
      'whose RTP-Info is wrong, with audio',
      {
        hasAudio: true,
        answer: (request) =>
          request.method === 'PLAY'
            ? reply(request, '200 OK', [
                'Session: 4711',
                `RTP-Info: url=${request.url}/track1;seq=1;rtptime=${90_000 + 3 * 90_000},url=${request.url}/track2;seq=0;rtptime=5000`,
              ])
            : undefined,
      },
    ],
    ['of one frame per second', { fps: 1, keyEvery: 4, seconds: 16 }],
    ['that pauses for 3 s', { pauseMs: 3_000 }],
    ['whose size changes', { laterSize: '480x270' }],
  ] satisfies [string, Oddity][]
).map(([name, oddity]) => oddCamera(name, oddity));
