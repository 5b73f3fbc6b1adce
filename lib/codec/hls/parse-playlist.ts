import { err, ok, type Result } from '../../kernel/result.ts';
import type { EpochMs } from '../../kernel/units.ts';
import type { RecordedPart } from './recorded-part.ts';

/** A year in parts of 4 s. */
const maxParts = 8_000_000;

/** Reads a playlist of `printPlaylist`: a tag that it does not write is ignored, and one that is missing is an error. */
export function parsePlaylist(text: string): Result<readonly RecordedPart[], string> {
  const lines = text.split('\n');
  if (lines[0]?.trim() !== '#EXTM3U') return err('not a playlist');
  const parts: RecordedPart[] = [];
  let initLength: number | null = null;
  let startMs: EpochMs | null = null;
  let startsRun = true;
  let durationMs: number | null = null;
  let range: { length: number; offset: number } | null = null;
  for (const line of lines) {
    const [, tag, value = ''] = /^#(EXT[A-Z0-9-]*):?(.*)$/.exec(line.trim()) ?? [];
    if (tag === 'EXT-X-DISCONTINUITY') startsRun = true;
    else if (tag === 'EXT-X-MAP') initLength = numberIn(/BYTERANGE="(\d+)@0"/, value);
    else if (tag === 'EXT-X-PROGRAM-DATE-TIME') startMs = timeIn(value);
    else if (tag === 'EXTINF') durationMs = millisecondsIn(value);
    else if (tag === 'EXT-X-BYTERANGE') range = rangeIn(value);
    else if (tag === undefined && line.trim() !== '') {
      if (initLength === null || startMs === null || durationMs === null || range === null)
        return err(`a part without its tags: ${parts.length}`);
      if (parts.length >= maxParts) return err('too many parts');
      parts.push({ uri: line.trim(), initLength, ...range, startMs, durationMs, startsRun });
      startMs += durationMs;
      startsRun = false;
      durationMs = null;
      range = null;
    }
  }
  return parts.length > 0 ? ok(parts) : err('a playlist without parts');
}

function numberIn(pattern: RegExp, text: string): number | null {
  const found = pattern.exec(text)?.[1];
  return found === undefined ? null : Number(found);
}

function timeIn(text: string): EpochMs | null {
  const time = Date.parse(text);
  return Number.isNaN(time) ? null : time;
}

function millisecondsIn(text: string): number | null {
  const duration = Number.parseFloat(text);
  return duration >= 0 ? Math.round(duration * 1_000) : null;
}

function rangeIn(text: string): { length: number; offset: number } | null {
  const [, length, offset] = /^(\d+)@(\d+)$/.exec(text) ?? [];
  return length === undefined ? null : { length: Number(length), offset: Number(offset) };
}
