/** Readers for single theme fields. Each reads a value and records its problems. */
import { readColour } from './colour.ts';
import { type ImageSources, readImage } from './image.ts';
import { themeLimits } from './theme-limits.ts';
import { type ThemeProblem, type ThemeProblemCode, themeProblem } from './theme-problem.ts';

export type Fields = Readonly<Record<string, unknown>>;

export interface Reading {
  readonly images: ImageSources;
  /** Reasons to reject the theme. */
  readonly problems: ThemeProblem[];
  /** What was left out or replaced. The same list as `problems` in strict mode. */
  readonly notes: ThemeProblem[];
}

export function note(reading: Reading, path: string, code: ThemeProblemCode): void {
  reading.notes.push(themeProblem(path, code));
}

/** Own properties only, never those of a prototype. */
export function own(fields: Fields, name: string): unknown {
  return Object.hasOwn(fields, name) ? (fields[name] ?? undefined) : undefined;
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Also lone surrogates and bidirectional control characters. */
const unwanted = /[<>\p{Cs}\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;
const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

function cut(text: string, maxChars: number): string {
  const end = /[\ud800-\udbff]/.test(text.charAt(maxChars - 1)) ? maxChars - 1 : maxChars;
  return text.slice(0, end).trimEnd();
}

/** One line of plain text; '' for none. */
export function readText(reading: Reading, path: string, value: unknown, maxChars: number): string {
  if (value === undefined) return '';
  if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value);
  if (typeof value !== 'string') {
    note(reading, path, 'notText');
    return '';
  }
  const line = oneLine(value);
  const plain = oneLine(line.replace(unwanted, ''));
  if (plain !== line) note(reading, path, 'markup');
  if (plain.length <= maxChars) return plain;
  note(reading, path, 'textTooLong');
  return cut(plain, maxChars);
}

export function readId(reading: Reading, path: string, value: unknown): string {
  const text = typeof value === 'number' ? String(value) : (value ?? '');
  if (typeof text === 'string' && text.length <= themeLimits.maxIdChars && /^[A-Za-z0-9_-]*$/.test(text)) {
    return text;
  }
  note(reading, path, 'badId');
  return '';
}

/** Undefined: absent or not allowed. */
export function readColourField(reading: Reading, path: string, value: unknown): string | undefined {
  if (value === undefined || value === '') return undefined;
  const colour = readColour(value);
  if (colour === null) note(reading, path, 'badColour');
  return colour ?? undefined;
}

export function readImageField(reading: Reading, path: string, value: unknown): string {
  const image = readImage(value, reading.images);
  if (image === null) note(reading, path, 'badImage');
  return image ?? '';
}

/** Numbers and strings of digits. Null: neither. */
function readNumber(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value === 'string' && /^\d{1,15}(?:\.\d{1,3})?$/.test(value)) return Number(value);
  return null;
}

/** Seconds, limited to their range. */
export function readAutoFocus(reading: Reading, path: string, value: unknown, absent: number): number {
  if (value === undefined) return absent;
  const seconds = readNumber(value);
  if (seconds === null) {
    note(reading, path, 'badAutoFocus');
    return absent;
  }
  return seconds > 0 ? Math.min(seconds, themeLimits.maxAutoFocusSeconds) : 0;
}

const latestTime = 8_640_000_000_000_000;

/** Epoch ms; 0 for any other value: other systems use their own date formats, and nothing depends on it. */
export function readTime(value: unknown): number {
  const time = readNumber(value) ?? 0;
  return time > 0 && time <= latestTime ? Math.trunc(time) : 0;
}

export function readFlag(reading: Reading, path: string, value: unknown): 0 | 1 {
  if (value === 1 || value === '1' || value === true) return 1;
  if (value !== 0 && value !== '0' && value !== false) note(reading, path, 'badFlag');
  return 0;
}
