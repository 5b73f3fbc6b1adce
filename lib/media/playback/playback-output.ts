/**
 * Recordings over HTTP: playlists, byte ranges of segments, and exports. Start reading here. A request passes through
 * the path, the gate, and the reader of recordings; what is sent never exceeds the range that the ticket permits.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { addAbortSignal } from 'node:stream';
import type { PlaylistFigures } from '../../codec/hls/print-playlist.ts';
import { AppError } from '../../kernel/app-error.ts';
import { type ByteRange, requestedRange, withinSpans } from '../../kernel/byte-range.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Logger } from '../../kernel/logger.ts';
import type { EpochMs } from '../../kernel/units.ts';
import { ticketFromHeader } from '../outputs/flv/delivery/ticket.ts';
import type {
  PlaybackAdmission,
  PlaylistGate,
  SignedAdmission,
  ViewCounter,
  ViewedCamera,
} from '../ports.ts';
import type { Gop } from '../recordings/gop-index.ts';
import type { RecordingReader } from '../recordings/recording-reader.ts';
import { maxSegmentMs } from '../recordings/segment-limits.ts';
import { Steps } from '../recordings/steps.ts';
import { scalesOf } from './checked-gop.ts';
import { answerExport, answerManifest, type WantedExport } from './export-answers.ts';
import { answerOfRefusal, playbackAnswers, privateHeaders, refuse } from './playback-answers.ts';
import { parsePlaybackPath, type WantedRecording } from './playback-path.ts';
import { playedBytes } from './played-bytes.ts';
import { answerPlaylist } from './playlist-answer.ts';
import { RecordedViews } from './recorded-views.ts';
import { watchRequest } from './request-end.ts';
import {
  type LimitedRequest,
  type Release,
  RequestLimiter,
  type RequestLimits,
  requestLimits,
} from './request-limits.ts';
import { sendStream } from './send-stream.ts';

export interface PlaybackOutputOptions {
  readonly gate: PlaylistGate;
  readonly reader: RecordingReader;
  readonly logger: Logger;
  readonly clock: Clock;
  /** Absent: views are not counted. */
  readonly views?: ViewCounter;
  readonly limits?: RequestLimits;
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
  /** Ends everything that is done for it. */
  readonly signal: AbortSignal;
  readonly isPermitted: () => Promise<boolean>;
  /** Exchanges its place for one among segments. False: there is none. */
  readonly sendsAsSegment: () => Promise<boolean>;
}

export function createPlaybackOutput(options: PlaybackOutputOptions): PlaybackOutput {
  const { gate, reader, logger, clock, views } = options;
  const recordedViews = new RecordedViews(views, clock);
  const limits = options.limits ?? requestLimits;
  /** Beside those of look-ups: in a turn of the event loop, one of each. */
  const downloads = new Steps();
  const limiters: Readonly<Record<LimitedRequest, RequestLimiter>> = {
    playlist: new RequestLimiter(limits.playlist, clock),
    segment: new RequestLimiter(limits.segment, clock),
    keyFrame: new RequestLimiter(limits.keyFrame, clock),
    export: new RequestLimiter(limits.export, clock),
    manifest: new RequestLimiter(limits.manifest, clock),
  };

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
    const { key, applicationId, grantId, expiresAt, validUntil } = admission.value;
    const camera = { tenantId: key.tenantId, deviceSerial, channelNo, applicationId, grantId };
    // A part of a segment that has begun is sent, because its viewer continues with the next ticket.
    const until = wanted.value.what === 'segment' ? expiresAt : validUntil;
    const { signal, release } = watchRequest(response, options, { grantId, until });
    let leave: Release | null = null;
    const sendsAsSegment = async (): Promise<boolean> => {
      const place = await limiters.segment.enter(camera, signal);
      if (!place) return false;
      leave?.();
      leave = place;
      return true;
    };
    const admitted: Admitted = { camera, ticket, signal, isPermitted, sendsAsSegment };
    try {
      leave = await limiters[wanted.value.what].enter(camera, signal);
      if (leave) await answer(request, response, wanted.value, admission.value, admitted);
      else refuse(request, response, playbackAnswers.busy);
    } catch (error) {
      if (signal.aborted) return;
      logger.error({ err: error, deviceSerial, channelNo, store }, 'recording not read');
      const isElsewhere = error instanceof AppError && error.code.startsWith('objects.');
      const failure = playbackAnswers[isElsewhere ? 'storeFailed' : 'readFailed'];
      views?.failed(camera, 'recorded', failure.code);
      if (response.headersSent) response.destroy();
      else refuse(request, response, failure);
    } finally {
      leave?.();
      release();
    }
  }

  function answer(
    request: IncomingMessage,
    response: ServerResponse,
    wanted: WantedRecording,
    admission: PlaybackAdmission | SignedAdmission,
    admitted: Admitted,
  ): Promise<void> {
    const { signal, isPermitted, sendsAsSegment, ticket } = admitted;
    if (wanted.what === 'export' || wanted.what === 'manifest') {
      const { fromMs, toMs } = admission;
      const range = { begin: wanted.range?.from ?? fromMs, end: wanted.range?.to ?? toMs };
      const turn = () => downloads.next();
      const exported: WantedExport = { reader, admission, isPermitted, camera: wanted, range, turn, signal };
      if (wanted.what === 'export') return answerExport(exported, wanted.part, request, response);
      return answerManifest(exported, request, response);
    }
    // A signature that only starts playback permits no segment.
    if (wanted.what === 'segment' && 'continuing' in admission && admission.continuing !== null) {
      refuse(request, response, playbackAnswers.outsideTicket);
      return Promise.resolve();
    }
    if (wanted.what === 'playlist') {
      const onListed = ({ bytes, durationMs }: PlaylistFigures) =>
        recordedViews.listed(ticket, bytes, durationMs);
      const playlist = { reader, admission, wanted, onListed, beforeSending: sendsAsSegment, signal };
      return answerPlaylist(playlist, request, response);
    }
    if (wanted.what === 'keyFrame') return answerKeyFrame(request, response, wanted.at, admission, signal);
    return answerSegment(request, response, wanted.segmentMs, admission, admitted);
  }

  /** For previews: one frame as an MP4 file, to be decoded by the browser. */
  async function answerKeyFrame(
    request: IncomingMessage,
    response: ServerResponse,
    at: EpochMs,
    { key, fromMs, toMs }: PlaybackAdmission,
    signal: AbortSignal,
  ): Promise<void> {
    if (at < fromMs || at >= toMs) return refuse(request, response, playbackAnswers.outsideTicket);
    const frame = await reader.keyFrame(key, at, fromMs, toMs, signal);
    if (!frame) return refuse(request, response, playbackAnswers.none);
    response.writeHead(200, {
      ...privateHeaders,
      'Content-Type': 'video/mp4',
      'Content-Length': frame.length,
    });
    response.end(request.method === 'HEAD' ? undefined : frame);
  }

  async function answerSegment(
    request: IncomingMessage,
    response: ServerResponse,
    segmentMs: EpochMs,
    admission: PlaybackAdmission,
    { camera, ticket, signal }: Admitted,
  ): Promise<void> {
    const { key } = admission;
    const size = await reader.size(key, segmentMs);
    const head = await reader.head(key, segmentMs);
    if (size === null || !head) return refuse(request, response, playbackAnswers.none);
    const requested = requestedRange(request.headers.range, size);
    if (requested === 'unsatisfiable') {
      const headers = { 'Content-Range': `bytes */${size}` };
      return refuse(request, response, playbackAnswers.badRange, headers);
    }
    const gops = await reader.gops(key, segmentMs, segmentMs + maxSegmentMs, signal);
    const own = gops.filter((gop) => gop.segmentMs === segmentMs);
    const spans = permittedSpans(segmentMs, { bytes: size, headBytes: head.length }, own, admission);
    const range = requested === 'whole' ? { from: 0, to: size } : requested;
    const permitted = withinSpans(range, spans);
    const isCut = !permitted || permitted.to < range.to;
    if (!permitted || (requested === 'whole' && isCut))
      return refuse(request, response, playbackAnswers.outsideTicket);
    // Before the answer begins: an object store that fails is a refusal.
    const bytes =
      request.method === 'HEAD'
        ? null
        : await reader.read(key, segmentMs, permitted.from, permitted.to, signal);
    if (signal.aborted) {
      bytes?.destroy();
      return;
    }
    // An object store may send nothing for long.
    if (bytes) addAbortSignal(signal, bytes);
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
    await sendStream(playedBytes(bytes, permitted, own, scalesOf(head)), response);
    if (!response.writableFinished) return;
    recordedViews.delivered(ticket, camera, permitted.to - Math.max(permitted.from, head.length));
  }

  return { handle, stop: () => recordedViews.stop() };
}

/** The bytes of a segment that the ticket permits: its head, and the GOPs that overlap the permitted range. */
function permittedSpans(
  segmentMs: EpochMs,
  { bytes, headBytes }: { readonly bytes: number; readonly headBytes: number },
  gops: readonly Gop[],
  { fromMs, toMs }: PlaybackAdmission,
): readonly ByteRange[] {
  const isInside = fromMs <= segmentMs && segmentMs + maxSegmentMs <= toMs;
  if (isInside) return [{ from: 0, to: bytes }];
  const own = gops.filter(({ startMs, durationMs }) => startMs < toMs && startMs + durationMs > fromMs);
  const first = own[0];
  const last = own.at(-1);
  if (!first || !last) return [];
  const media = { from: first.offset, to: last.offset + last.bytes };
  return media.from === headBytes ? [{ from: 0, to: media.to }] : [{ from: 0, to: headBytes }, media];
}
