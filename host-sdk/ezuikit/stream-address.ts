import { type EzopenAddress, parseEzopen, printEzopen } from '../../lib/ezopen/address.ts';
import { parseCompactTime } from '../../lib/ezopen/compact-time.ts';

/** What pages know a camera by. */
export interface StreamAddress {
  readonly deviceSerial: string;
  readonly channelNo: number;
  /** '' when there is none. */
  readonly validCode: string;
  readonly hd: boolean;
  /** `live`, `rec`, `cloud.rec`. */
  readonly type: string;
}

/** The parts of `ezopen://[code@]host/SERIAL/CHANNEL[.hd].TYPE`; null for what is no such address. */
export function parseStreamAddress(url: unknown): StreamAddress | null {
  const parsed = parseEzopen(url);
  if (!parsed.ok) return null;
  const { deviceSerial, channelNo, validCode, hd, mode } = parsed.value;
  return { deviceSerial, channelNo, validCode: validCode ?? '', hd, type: mode };
}

/** How pages name another picture: its address, or what is different from the current one. */
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

/** The next address. What cannot be read goes to the player as it is, which says what is wrong with it. */
export function changedAddress(current: string, change: unknown): string {
  if (typeof change === 'string') return change;
  const wish = (typeof change === 'object' && change ? change : {}) as AddressChange;
  if (typeof wish.url === 'string') return wish.url;
  const parsed = parseEzopen(current);
  if (!parsed.ok) return current;
  const { value } = parsed;
  const time = (text: unknown, padAs: 'begin' | 'end') => {
    const read = parseCompactTime(String(text).replace(/[-: ]/g, ''), padAs);
    return read.ok ? read.value : null;
  };
  const next: typeof value = {
    ...value,
    deviceSerial: String(wish.deviceSerial ?? value.deviceSerial),
    channelNo: Number(wish.channelNo ?? value.channelNo),
    validCode: wish.validCode === undefined ? value.validCode : String(wish.validCode) || null,
    hd: wish.hd === undefined ? value.hd : isYes(wish.hd),
    mode: (wish.type === undefined ? value.mode : String(wish.type)) as typeof value.mode,
    begin: wish.begin === undefined ? value.begin : time(wish.begin, 'begin'),
    end: wish.end === undefined ? value.end : time(wish.end, 'end'),
  };
  const printed = printEzopen(next);
  return namesAnother(next, printed) ? unreadable : printed;
}

const unreadable = 'ezopen://';

/** A code or serial with a slash in it would lead to a camera that nobody named. */
function namesAnother(requested: EzopenAddress, printed: string): boolean {
  const read = parseEzopen(printed);
  return (
    read.ok &&
    (read.value.deviceSerial !== requested.deviceSerial ||
      read.value.channelNo !== requested.channelNo ||
      read.value.validCode !== requested.validCode)
  );
}

/** Pages write switches as booleans, numbers and texts. */
export const isYes = (value: unknown): boolean => Boolean(value) && value !== 'false' && value !== '0';
