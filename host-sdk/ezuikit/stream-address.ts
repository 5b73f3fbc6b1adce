import { type EzopenAddress, parseEzopen, printEzopen } from '../../lib/ezopen/address.ts';
import { parseCompactTime } from '../../lib/ezopen/compact-time.ts';

/** Parts of a camera address. */
export interface StreamAddress {
  readonly deviceSerial: string;
  readonly channelNo: number;
  /** Empty if there is none. */
  readonly validCode: string;
  readonly hd: boolean;
  /** `live`, `rec`, `cloud.rec`. */
  readonly type: string;
}

/** Parses `ezopen://[code@]host/SERIAL/CHANNEL[.hd].TYPE`; null if the address is invalid. */
export function parseStreamAddress(url: unknown): StreamAddress | null {
  const parsed = parseEzopen(url);
  if (!parsed.ok) return null;
  const { deviceSerial, channelNo, validCode, hd, mode } = parsed.value;
  return { deviceSerial, channelNo, validCode: validCode ?? '', hd, type: mode };
}

/** A change of address: the new address, or only the parts that change. */
export interface AddressChange {
  readonly url?: unknown;
  readonly deviceSerial?: unknown;
  readonly channelNo?: unknown;
  readonly validCode?: unknown;
  readonly hd?: unknown;
  readonly type?: unknown;
  readonly begin?: unknown;
  readonly end?: unknown;
}

/** The next address. An invalid address is passed on, and the player reports the failure. */
export function changedAddress(current: string, change: unknown): string {
  if (typeof change === 'string') return change;
  const parts = (typeof change === 'object' && change ? change : {}) as AddressChange;
  if (typeof parts.url === 'string') return parts.url;
  const parsed = parseEzopen(current);
  if (!parsed.ok) return current;
  const { value } = parsed;
  const mode = (parts.type === undefined ? value.mode : String(parts.type)) as typeof value.mode;
  // Live video has no times: those of the recording before do not go with it.
  const times = mode === 'live' ? { begin: null, end: null } : value;
  const next: typeof value = {
    ...value,
    deviceSerial: String(parts.deviceSerial ?? value.deviceSerial),
    channelNo: Number(parts.channelNo ?? value.channelNo),
    validCode: parts.validCode === undefined ? value.validCode : String(parts.validCode) || null,
    hd: parts.hd === undefined ? value.hd : isYes(parts.hd),
    mode,
    begin: parts.begin === undefined ? times.begin : timeOf(parts.begin, 'begin'),
    end: parts.end === undefined ? times.end : timeOf(parts.end, 'end'),
  };
  const printed = printEzopen(next);
  return namesAnother(next, printed) ? unreadable : printed;
}

/** Null and '' remove it. An invalid time is passed on, and the player reports it. */
function timeOf(given: unknown, padAs: 'begin' | 'end'): string | null {
  if (given === null || given === '') return null;
  const text = String(given).slice(0, maxTimeChars);
  const read = parseCompactTime(text.replace(/[-: ]/g, ''), padAs);
  return read.ok ? read.value : encodeURIComponent(text);
}
const maxTimeChars = 32;

const unreadable = 'ezopen://';

/** True if a slash in the code or serial would change which camera is addressed. */
function namesAnother(requested: EzopenAddress, printed: string): boolean {
  const read = parseEzopen(printed);
  return (
    read.ok &&
    (read.value.deviceSerial !== requested.deviceSerial ||
      read.value.channelNo !== requested.channelNo ||
      read.value.validCode !== requested.validCode)
  );
}

/** Pages write switches as booleans, numbers or strings. */
export const isYes = (value: unknown): boolean => Boolean(value) && value !== 'false' && value !== '0';
