/**
 * Recordings over HTTP: playlists, byte ranges of segments, and exports. Start reading here. A request passes through
 * the path, the gate, and the reader of recordings; what is sent never exceeds the range that the ticket permits.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { printPlaylist, printVariant } from '../../codec/hls/print-playlist.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Logger } from '../../kernel/logger.ts';
import type { EpochMs, Ms } from '../../kernel/units.ts';
import { ticketFromHeader } from '../outputs/flv/delivery/ticket.ts';
import type {
  PlaybackAdmission,
  PlaylistGate,
  RecordingKey,
  SignedAdmission,
  ViewCounter,
  ViewedCamera,
} from '../ports.ts';
import type { Gop } from '../recordings/gop-index.ts';
import type { RecordingReader } from '../recordings/recording-reader.ts';
import { maxSegmentMs } from '../recordings/segment-limits.ts';
import { type ByteRange, requestedRange, withinSpans } from './byte-range.ts';
import { answerExport, answerManifest, type WantedExport } from './export-answers.ts';
import { answerOfRefusal, playbackAnswers, privateHeaders, refuse } from './playback-answers.ts';
import { parsePlaybackPath, type WantedRecording } from './playback-path.ts';
import { partsOf } from './recorded-parts.ts';
import { RecordedViews } from './recorded-views.ts';
import { sendStream } from './send-stream.ts';

const maxPlaylistMs: Ms = 8 * 86_400_000;
/** Smaller playlists fit into one packet anyway. */
const minGzipBytes = 1_400;
const gzipAsync = promisify(gzip);

export interface PlaybackOutputOptions {
  readonly gate: PlaylistGate;
  readonly reader: RecordingReader;
  readonly logger: Logger;
  readonly clock: Clock;
  /** Absent: views are not counted. */
  readonly views?: ViewCounter;
}

export interface PlaybackOutput {
  /** Answers a request below `/vod`. Never rejects. */
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>;
  /** Counts what was watched so far. Safe to call twice. */
  stop(): void;
}

/** A request that was admitted. */
interface Admitted {
  readonly camera: ViewedCamera;
  /** What all requests of a view have in common. */
  readonly ticket: string;
}

export function createPlaybackOutput(options: PlaybackOutputOptions): PlaybackOutput {
  const { gate, reader, logger, clock, views } = options;
  const recordedViews = new RecordedViews(views, clock);

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return refuse(request, response, playbackAnswers.badMethod);
    const wanted = parsePlaybackPath(request.url ?? '');
    if (!wanted.ok) {
      const isQuery = wanted.error === 'path.query';
      return refuse(request, response, playbackAnswers[isQuery ? 'badQuery' : 'badPath']);
    }
    const { deviceSerial, channelNo, store, signature } = wanted.value;
    const ticket = signature ?? ticketFromHeader(request.headers.authorization);
    if (ticket === null) return refuse(request, response, playbackAnswers.badTicket);
    const ask = () =>
      signature === null
        ? gate.admit(ticket, { deviceSerial, channelNo, store })
        : gate.admitSigned(signature, { deviceSerial, channelNo, store });
    const admission = await ask().catch((error: unknown) => {
      logger.error({ err: error }, 'playback ticket not checked');
      return null;
    });
    if (!admission) return refuse(request, response, playbackAnswers.gateFailed);
    if (!admission.ok) return refuse(request, response, answerOfRefusal(admission.error));
    const isPermitted = async (): Promise<boolean> => (await ask()).ok;
    const { key, applicationId, grantId } = admission.value;
    const camera = { tenantId: key.tenantId, deviceSerial, channelNo, applicationId, grantId };
    const admitted = { camera, ticket };
    await answer(request, response, wanted.value, admission.value, admitted, isPermitted).catch(
      (error: unknown) => {
        logger.error({ err: error, deviceSerial, channelNo, store }, 'recording not read');
        const isElsewhere = error instanceof AppError && error.code.startsWith('objects.');
        const failure = playbackAnswers[isElsewhere ? 'storeFailed' : 'readFailed'];
        views?.failed(camera, 'recorded', failure.code);
        if (response.headersSent) response.destroy();
        else refuse(request, response, failure);
      },
    );
  }

  function answer(
    request: IncomingMessage,
    response: ServerResponse,
    wanted: WantedRecording,
    admission: PlaybackAdmission | SignedAdmission,
    admitted: Admitted,
    isPermitted: () => Promise<boolean>,
  ): Promise<void> {
    if (wanted.what === 'export' || wanted.what === 'manifest') {
      const { range } = wanted;
      const { fromMs, toMs } = admission;
      const exported: WantedExport = {
        gate,
        reader,
        admission,
        isPermitted,
        camera: wanted,
        range: { begin: range?.from ?? fromMs, end: range?.to ?? toMs },
      };
      if (wanted.what === 'export') return answerExport(exported, wanted.part, request, response);
      return answerManifest(exported, request, response);
    }
    // A signature that only starts playback permits no segment.
    if (wanted.what === 'segment' && 'continuing' in admission && admission.continuing !== null) {
      refuse(request, response, playbackAnswers.outsideTicket);
      return Promise.resolve();
    }
    if (wanted.what === 'playlist') return answerPlaylist(request, response, wanted, admission, admitted);
    if (wanted.what === 'keyFrame') return answerKeyFrame(request, response, wanted.at, admission);
    return answerSegment(request, response, wanted.segmentMs, admission, admitted);
  }

  /** For previews: one frame as an MP4 file, to be decoded by the browser. */
  async function answerKeyFrame(
    request: IncomingMessage,
    response: ServerResponse,
    at: EpochMs,
    { key, fromMs, toMs }: PlaybackAdmission,
  ): Promise<void> {
    if (at < fromMs || at >= toMs) return refuse(request, response, playbackAnswers.outsideTicket);
    const frame = await reader.keyFrame(key, at, fromMs, toMs);
    if (!frame) return refuse(request, response, playbackAnswers.none);
    response.writeHead(200, {
      ...privateHeaders,
      'Content-Type': 'video/mp4',
      'Content-Length': frame.length,
    });
    response.end(request.method === 'HEAD' ? undefined : frame);
  }

  async function answerPlaylist(
    request: IncomingMessage,
    response: ServerResponse,
    { range, isMore }: Extract<WantedRecording, { what: 'playlist' }>,
    admission: PlaybackAdmission | SignedAdmission,
    { ticket }: Admitted,
  ): Promise<void> {
    const { key, fromMs, toMs } = admission;
    const from = Math.max(fromMs, range?.from ?? fromMs);
    const to = Math.min(toMs, range?.to ?? toMs);
    if (from >= to) return refuse(request, response, playbackAnswers.outsideTicket);
    if (to - from > maxPlaylistMs) return refuse(request, response, playbackAnswers.tooLong);
    const gops = await reader.gops(key, from, to);
    const heads = await headsOf(reader, key, gops);
    const parts = partsOf(
      gops.filter((gop) => heads.has(gop.segmentMs)),
      (segmentMs) => heads.get(segmentMs) ?? 0,
    );
    if (parts.length === 0 && isMore) {
      response.writeHead(204, privateHeaders).end();
      return;
    }
    if (parts.length === 0) return refuse(request, response, playbackAnswers.none);
    const continuing = 'continuing' in admission ? admission.continuing : null;
    recordedViews.listed(
      ticket,
      parts.reduce((sum, { length }) => sum + length, 0),
      parts.reduce((sum, { durationMs }) => sum + durationMs, 0),
    );
    const text = continuing ? printVariant(parts, `../${continuing}/index.m3u8`) : printPlaylist(parts, from);
    await sendPlaylist(request, response, Buffer.from(text));
  }

  async function answerSegment(
    request: IncomingMessage,
    response: ServerResponse,
    segmentMs: EpochMs,
    admission: PlaybackAdmission,
    { camera, ticket }: Admitted,
  ): Promise<void> {
    const { key } = admission;
    const segment = await reader.segment(key, segmentMs);
    if (!segment) return refuse(request, response, playbackAnswers.none);
    const size = segment.bytes;
    const requested = requestedRange(request.headers.range, size);
    if (requested === 'unsatisfiable') {
      const headers = { 'Content-Range': `bytes */${size}` };
      return refuse(request, response, playbackAnswers.badRange, headers);
    }
    const spans = await permittedSpans(reader, segmentMs, segment, admission);
    const range = requested === 'whole' ? { from: 0, to: size } : requested;
    const permitted = withinSpans(range, spans);
    const isCut = !permitted || permitted.to < range.to;
    if (!permitted || (requested === 'whole' && isCut))
      return refuse(request, response, playbackAnswers.outsideTicket);
    // Before the answer begins: an object store that fails is a refusal.
    const bytes =
      request.method === 'HEAD' ? null : await reader.read(key, segmentMs, permitted.from, permitted.to);
    if (request.method !== 'HEAD' && !bytes) return refuse(request, response, playbackAnswers.none);
    response.writeHead(requested === 'whole' ? 200 : 206, {
      ...privateHeaders,
      'Content-Type': 'video/mp4',
      'Accept-Ranges': 'bytes',
      'Content-Length': permitted.to - permitted.from,
      ...(requested === 'whole'
        ? {}
        : { 'Content-Range': `bytes ${permitted.from}-${permitted.to - 1}/${size}` }),
    });
    if (!bytes) {
      response.end();
      return;
    }
    await sendStream(bytes, response, gate, admission.grantId);
    if (!response.writableFinished) return;
    recordedViews.delivered(ticket, camera, permitted.to - Math.max(permitted.from, segment.headBytes));
  }

  return { handle, stop: () => recordedViews.stop() };
}

/** Lengths of the heads of the segments that contain these GOPs. Segments removed meanwhile are missing. */
async function headsOf(
  reader: RecordingReader,
  key: RecordingKey,
  gops: readonly Gop[],
): Promise<ReadonlyMap<EpochMs, number>> {
  const heads = new Map<EpochMs, number>();
  const unknown = new Set<EpochMs>();
  for (const { segmentMs, startMs, offset } of gops) {
    // A segment has the name of its first GOP, which follows the head.
    if (Math.round(startMs) === segmentMs) heads.set(segmentMs, offset);
    else if (!heads.has(segmentMs)) unknown.add(segmentMs);
  }
  for (const segmentMs of unknown) {
    const segment = heads.has(segmentMs) ? null : await reader.segment(key, segmentMs);
    if (segment) heads.set(segmentMs, segment.headBytes);
  }
  return heads;
}

/** The bytes of a segment that the ticket permits: its head, and the GOPs that overlap the permitted range. */
async function permittedSpans(
  reader: RecordingReader,
  segmentMs: EpochMs,
  { bytes, headBytes }: { readonly bytes: number; readonly headBytes: number },
  { key, fromMs, toMs }: PlaybackAdmission,
): Promise<readonly ByteRange[]> {
  const isInside = fromMs <= segmentMs && segmentMs + maxSegmentMs <= toMs;
  if (isInside) return [{ from: 0, to: bytes }];
  const from = Math.max(fromMs, segmentMs);
  const to = Math.min(toMs, segmentMs + maxSegmentMs);
  const gops = from < to ? await reader.gops(key, from, to) : [];
  const own = gops.filter((gop) => gop.segmentMs === segmentMs);
  const first = own[0];
  const last = own.at(-1);
  if (!first || !last) return [];
  const media = { from: first.offset, to: last.offset + last.bytes };
  return media.from === headBytes ? [{ from: 0, to: media.to }] : [{ from: 0, to: headBytes }, media];
}

async function sendPlaylist(request: IncomingMessage, response: ServerResponse, text: Buffer): Promise<void> {
  const isGzip = text.length >= minGzipBytes && /\bgzip\b/.test(request.headers['accept-encoding'] ?? '');
  const body = isGzip ? await gzipAsync(text) : text;
  if (response.destroyed) return;
  response.writeHead(200, {
    ...privateHeaders,
    'Content-Type': 'application/vnd.apple.mpegurl',
    'Content-Length': body.length,
    Vary: 'Accept-Encoding',
    ...(isGzip ? { 'Content-Encoding': 'gzip' } : {}),
  });
  response.end(request.method === 'HEAD' ? undefined : body);
}
