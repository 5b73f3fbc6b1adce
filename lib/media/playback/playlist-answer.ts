/** Playlists of a range over HTTP, printed while they are sent: one of eight days is 20 MB. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { constants, createGzip } from 'node:zlib';
import {
  PlaylistFigures,
  playlistEnd,
  printParts,
  printPlaylistHead,
  printVariant,
} from '../../codec/hls/print-playlist.ts';
import type { RecordedPart } from '../../codec/hls/recorded-part.ts';
import type { EpochMs, Ms } from '../../kernel/units.ts';
import type { PlaybackAdmission, SignedAdmission } from '../ports.ts';
import type { RecordingReader } from '../recordings/recording-reader.ts';
import { playbackAnswers, privateHeaders, refuse } from './playback-answers.ts';
import type { WantedRecording } from './playback-path.ts';
import { recordedParts } from './recorded-parts.ts';
import { sendStream } from './send-stream.ts';

export interface WantedPlaylist {
  readonly reader: RecordingReader;
  readonly admission: PlaybackAdmission | SignedAdmission;
  readonly wanted: Extract<WantedRecording, { what: 'playlist' }>;
  /** Called before it is sent, with what all of its parts have. */
  readonly onListed: (figures: PlaylistFigures) => void;
  /** Called when it is about to be sent, which takes as long as its viewer takes. False: it is refused. */
  readonly beforeSending: () => Promise<boolean>;
  readonly signal: AbortSignal;
}

const maxPlaylistMs: Ms = 8 * 86_400_000;
/** Playlists with fewer parts fit into one packet anyway. */
const minGzipParts = 16;

export async function answerPlaylist(
  { reader, admission, wanted, onListed, beforeSending, signal }: WantedPlaylist,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { key, fromMs, toMs } = admission;
  const { range, isMore } = wanted;
  const from = Math.max(fromMs, range?.from ?? fromMs);
  const to = Math.min(toMs, range?.to ?? toMs);
  if (from >= to) return refuse(request, response, playbackAnswers.outsideTicket);
  if (to - from > maxPlaylistMs) return refuse(request, response, playbackAnswers.tooLong);
  const found = await reader.find(key, from, to, signal);
  const parts = () => recordedParts(reader, key, found, signal);
  // Its first lines say something of all parts, so these are made twice.
  const figures = new PlaylistFigures();
  for await (const some of parts()) figures.add(some);
  if (figures.parts === 0 && isMore) {
    response.writeHead(204, privateHeaders).end();
    return;
  }
  if (figures.parts === 0) return refuse(request, response, playbackAnswers.none);
  if (!(await beforeSending())) return refuse(request, response, playbackAnswers.busy);
  onListed(figures);
  const continuing = 'continuing' in admission ? admission.continuing : null;
  const text = continuing
    ? [printVariant(figures, `../${continuing}/index.m3u8`)]
    : playlistText(figures, parts(), from);
  const isGzip =
    !continuing && figures.parts >= minGzipParts && /\bgzip\b/.test(request.headers['accept-encoding'] ?? '');
  response.writeHead(200, {
    ...privateHeaders,
    'Content-Type': 'application/vnd.apple.mpegurl',
    Vary: 'Accept-Encoding',
    ...(isGzip ? { 'Content-Encoding': 'gzip' } : {}),
  });
  if (request.method === 'HEAD') response.end();
  else await sendStream(text, response, isGzip ? createGzip(fast) : undefined);
}

/** Lines repeat themselves, so that more effort saves little. */
const fast = { level: constants.Z_BEST_SPEED };

async function* playlistText(
  figures: PlaylistFigures,
  parts: AsyncIterable<readonly RecordedPart[]>,
  begin: EpochMs,
): AsyncGenerator<string, void, undefined> {
  yield printPlaylistHead(figures, begin);
  let before: RecordedPart | null = null;
  for await (const some of parts) {
    yield printParts(some, before);
    before = some.at(-1) ?? before;
  }
  yield playlistEnd;
}
