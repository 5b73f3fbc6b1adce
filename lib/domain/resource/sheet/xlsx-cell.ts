/** The text of one cell of a workbook: as the spreadsheet shows it, in a notation that does not depend on its language. */
import type { CellFormatKind } from './xlsx-styles.ts';

/**
 * `date`: a date, stored as a number of days. `digits`: an integer of 16 digits and more, of which spreadsheets keep 15.
 * `error`: an error value such as `#N/A`, read as empty. `formula`: its result is not in the file, read as empty.
 */
export type CellNote = 'date' | 'digits' | 'error' | 'formula';

interface StoredCell {
  /** Attribute `t`. */
  readonly type: string;
  /** Not empty. */
  readonly value: string;
  readonly format: CellFormatKind;
}

export function cellText(
  { type, value, format }: StoredCell,
  shared: readonly string[],
): { readonly text: string; readonly note: CellNote | null } {
  switch (type) {
    case 's':
      return { text: shared[Number(value)] ?? '', note: null };
    case 'b':
      return { text: value === '1' ? 'true' : 'false', note: null };
    case 'e':
      return { text: '', note: 'error' };
    case 'd':
      return { text: withoutMidnight(value.replace('T', ' ').replace(/\.\d+|Z$/g, '')), note: 'date' };
    case 'n':
      return numberText(value, format);
    default:
      return { text: unescaped(value), note: null };
  }
}

function numberText(text: string, format: CellFormatKind) {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value)) return { text, note: null };
  if (format.kind === 'date') {
    const date = dateText(value + (format.countsFrom1904 ? 1_462 : 0));
    if (date !== null) return { text: date, note: 'date' as const };
  }
  const plain = plainNumber(value);
  const padded = format.kind === 'padded' && /^\d+$/.test(plain) ? plain.padStart(format.digits, '0') : plain;
  return { text: padded, note: Math.abs(value) >= 1e15 ? ('digits' as const) : null };
}

const dayMs = 86_400_000;
/** Days before 1970; the first day is 1900-01-01, and 1900 has a 29 February that did not exist. */
const daysBefore1970 = 25_569;
const maxDays = 2_958_466;

/** Null: no date. A time alone is less than a day. */
function dateText(days: number): string | null {
  if (days < 0 || days >= maxDays) return null;
  const real = days < 60 && days >= 1 ? days + 1 : days;
  // Halves of a second come from the binary fraction.
  const at = Math.round(((real - daysBefore1970) * dayMs) / 1_000) * 1_000;
  const text = new Date(at).toISOString().slice(0, 19).replace('T', ' ');
  return days < 1 ? text.slice(11) : withoutMidnight(text);
}

const withoutMidnight = (text: string) => text.replace(/^(\d{4}-\d\d-\d\d) 00:00:00$/, '$1');

/**
 * Without an exponent, and with the 15 significant digits that spreadsheets show: `1.3800001111E10` is a phone number,
 * and 19.989999999999998 is what binary fractions make of 19.99.
 */
function plainNumber(value: number): string {
  const shown = Number(value.toPrecision(15));
  const [digits = '', exponent] = String(shown).split('e');
  if (exponent === undefined) return digits;
  if (Number(exponent) < 0) return shown.toFixed(20).replace(/\.?0+$/, '');
  const sign = shown < 0 ? '-' : '';
  return sign + digits.replace(/[-.]/g, '').padEnd(Number(exponent) + 1, '0');
}

export const unescaped = (text: string) =>
  text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
