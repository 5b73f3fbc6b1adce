/**
 * Exports of a range over HTTP: MP4 files without conversion, and the manifest with their digests. Encrypted recordings
 * stay encrypted.
 */
import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { readKeyTerms } from '../../codec/mp4/encryption.ts';
import { readInit } from '../../codec/mp4/read-init.ts';
import { type ByteRange, requestedRange } from '../../kernel/byte-range.ts';
import type { TimeRange } from '../../kernel/time-range.ts';
import type { EpochMs, Ms } from '../../kernel/units.ts';
import type { PlaybackAdmission } from '../ports.ts';
import { type Gop, isContinued } from '../recordings/gop-index.ts';
import type { RecordingReader } from '../recordings/recording-reader.ts';
import { exportBytes, measured } from './export-bytes.ts';
import { type ExportFile, gapsOf, planExport, rangeOf } from './export-plan.ts';
import { playbackAnswers, privateHeaders, refuse } from './playback-answers.ts';
import type { WantedChannel } from './playback-path.ts';
import { sendStream } from './send-stream.ts';

export interface WantedExport {
  readonly reader: RecordingReader;
  readonly admission: PlaybackAdmission;
  /** Asked before each GOP: an export can take longer than its permission lasts. */
  readonly isPermitted: () => Promise<boolean>;
  readonly camera: WantedChannel;
  readonly range: TimeRange;
  /** Awaited before each chunk that is read. */
  readonly turn: () => Promise<void>;
  /** Ends planning and reading. */
  readonly signal: AbortSignal;
}

const maxExportMs: Ms = 86_400_000;
/** While files are read for their digests, a space is sent after each of these, so that proxies keep the connection. */
const bytesPerSpace = 32 * 1024 * 1024;

/** One file of the range; `part` counts from 1. */
export async function answerExport(
  wanted: WantedExport,
  part: number,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const files = await filesOf(wanted, request, response);
  if (!files) return;
  const planned = files[part - 1];
  if (!planned) return refuse(request, response, playbackAnswers.none);
  const { reader, admission, camera, signal } = wanted;
  // The same recordings and range give the same bytes, so that an interrupted download can continue.
  const asked = requestedRange(request.headers.range, planned.bytes);
  if (asked === 'unsatisfiable') {
    const headers = { 'Content-Range': `bytes */${planned.bytes}` };
    return refuse(request, response, playbackAnswers.badRange, headers);
  }
  const range = asked === 'whole' ? { from: 0, to: planned.bytes } : asked;
  const { from, to } = range;
  const file = await measured(reader, admission.key, planned, signal);
  response.writeHead(asked === 'whole' ? 200 : 206, {
    ...privateHeaders,
    'Content-Type': 'video/mp4',
    'Content-Length': to - from,
    'Content-Disposition': `attachment; filename="${nameOf(camera, file)}"`,
    'Accept-Ranges': 'bytes',
    ...(asked === 'whole' ? {} : { 'Content-Range': `bytes ${from}-${to - 1}/${file.bytes}` }),
    'Oriel-Export-First-Frame': file.firstFrame,
    'Oriel-Export-Last-Frame': file.lastFrame,
    'Oriel-Export-Parts': files.length,
  });
  if (request.method === 'HEAD') {
    response.end();
    return;
  }
  await sendStream(bytesOf(wanted, file, range, response), response);
}

export async function answerManifest(
  wanted: WantedExport,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const files = await filesOf(wanted, request, response);
  if (!files) return;
  response.writeHead(200, { ...privateHeaders, 'Content-Type': 'application/json; charset=utf-8' });
  if (request.method === 'HEAD') {
    response.end();
    return;
  }
  await sendStream(manifest(wanted, files, response), response);
}

/** Null: refused, and answered. */
async function filesOf(
  { reader, admission, range, signal }: WantedExport,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<readonly ExportFile[] | null> {
  const { begin, end } = range;
  const { fromMs, toMs, key } = admission;
  const refused =
    begin < fromMs || end > toMs
      ? playbackAnswers.outsideTicket
      : end - begin > maxExportMs
        ? playbackAnswers.exportTooLong
        : null;
  const files = refused ? [] : await planExport(reader, key, range, signal);
  if (files.length > 0) return files;
  refuse(request, response, refused ?? playbackAnswers.none);
  return null;
}

function bytesOf(
  { reader, admission, isPermitted, turn, signal }: WantedExport,
  file: ExportFile,
  range: ByteRange,
  response: ServerResponse,
  onDamaged: (gop: Gop) => void = () => {},
): AsyncGenerator<Uint8Array, void, undefined> {
  const check = async () => {
    if (!(await isPermitted())) response.destroy();
  };
  return exportBytes(reader, admission.key, file, range, { check, turn, signal, onDamaged });
}

/** JSON, preceded by spaces while digests are computed. */
async function* manifest(
  wanted: WantedExport,
  files: readonly ExportFile[],
  response: ServerResponse,
): AsyncGenerator<Uint8Array, void, undefined> {
  const { reader, admission, camera, range, signal } = wanted;
  const parts: object[] = [];
  const damaged: { begin: EpochMs; end: EpochMs }[] = [];
  const onDamaged = ({ startMs, durationMs }: Gop) => {
    const [begin, end] = [Math.round(startMs), Math.round(startMs + durationMs)];
    const last = damaged.at(-1);
    if (last && isContinued(last.end, begin)) last.end = end;
    else damaged.push({ begin, end });
  };
  for (const [index, planned] of files.entries()) {
    const file = await measured(reader, admission.key, planned, signal);
    const hash = createHash('sha256');
    let unannounced = 0;
    for await (const chunk of bytesOf(wanted, file, { from: 0, to: file.bytes }, response, onDamaged)) {
      hash.update(chunk);
      unannounced += chunk.length;
      if (unannounced < bytesPerSpace) continue;
      unannounced = 0;
      yield Buffer.from(' ');
    }
    const keyTerms = readKeyTerms(file.head);
    parts.push({
      file: nameOf(camera, file),
      path: `export.mp4?begin=${range.begin}&end=${range.end}&part=${index + 1}`,
      bytes: file.bytes,
      sha256: hash.digest('hex'),
      durationMs: file.durationMs,
      firstFrame: file.firstFrame,
      lastFrame: file.lastFrame,
      codecs: (readInit(file.head) ?? []).map(({ config }) => config.codecString),
      encryption: keyTerms && { scheme: 'cenc', ...keyTerms },
      runs: file.runs.map((run) => ({
        ...rangeOf(run),
        fileMs: Math.round(run.startMs + run.shiftMs),
      })),
    });
  }
  const { deviceSerial, channelNo, store } = camera;
  const gaps = gapsOf(files, range);
  const text = { version: 1, deviceSerial, channelNo, store, range, gaps, damaged, parts };
  yield Buffer.from(`${JSON.stringify(text, null, 2)}\n`);
}

/** `<serial>-<channel>_<begin>_<end>.mp4` with the times of recording in UTC. */
function nameOf({ deviceSerial, channelNo }: WantedChannel, { runs }: ExportFile): string {
  const { begin } = rangeOf(runs[0]!);
  const { end } = rangeOf(runs.at(-1)!);
  return `${deviceSerial}-${channelNo}_${compactUtc(begin)}_${compactUtc(end)}.mp4`;
}

/** `20250301T120000Z`. */
const compactUtc = (at: EpochMs): string =>
  `${new Date(at).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
