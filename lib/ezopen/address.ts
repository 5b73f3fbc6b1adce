import { err, ok, type Result } from '../kernel/result.ts';
import { type PlaybackTime, parsePlaybackTime } from './compact-time.ts';

/**
 * `ezopen://[validCode@]host/SERIAL/CHANNEL[.hd].(live|rec|cloud.rec)[?begin=…&end=…&alarmId=…]`:
 * the address of one camera, live or recorded. Start reading here; times are in compact-time.ts and the
 * window that a recorded address names is in playback-window.ts.
 */
export interface EzopenAddress {
  /** Lower case, with a port where one is written. */
  readonly host: string;
  /** The verification code of an encrypted device. A secret: never log or show it. */
  readonly validCode: string | null;
  readonly deviceSerial: string;
  /** 1 to 256. */
  readonly channelNo: number;
  readonly mode: EzopenMode;
  /** The main stream; without it the smaller one. */
  readonly hd: boolean;
  readonly begin: PlaybackTime | null;
  readonly end: PlaybackTime | null;
  readonly alarmId: string | null;
  readonly busType: number | null;
  readonly spaceId: string | null;
  /** Hours from UTC (`8`, `-3.5`), an offset (`+05:30`), or the name of a zone (`Asia/Kolkata`), which may not exist. */
  readonly timeZone: string | null;
}

export type EzopenMode = 'live' | 'rec' | 'cloud.rec';

/** The error catalogue has their texts. None carries any part of the address. */
export type EzopenErrorCode =
  | 'ezopen.notAddress'
  | 'ezopen.tooLong'
  | 'ezopen.host'
  | 'ezopen.validCode'
  | 'ezopen.deviceSerial'
  | 'ezopen.channelNo'
  | 'ezopen.mode'
  | 'ezopen.playbackTime'
  | 'ezopen.query';

export const maxEzopenChars = 1024;

const scheme = /^ezopen:\/\//i;
const hostPattern = /^[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?(?::[0-9]{1,5})?$/;
const validCodePattern = /^[^\s/?#\p{C}]{1,64}$/u;
const serialPattern = /^[A-Za-z0-9_-]{1,64}$/;
const channelPattern = /^[1-9][0-9]{0,2}$/;
const modePattern = /^(hd\.)?(live|rec|cloud\.rec)$/;
const identifierPattern = /^[A-Za-z0-9_.:-]{1,128}$/;
/** Of times and zones, in some pages: colon, plus and slash. */
const encoded = /%(?:3A|2[BF])/gi;
const busTypePattern = /^(?:0|[1-9][0-9]{0,3})$/;
/** Of `timeZone`. Which zones exist is known to the server. */
export const timeZonePattern = /^[\w+/.:-]{1,64}$/;

/** Never throws, whatever it is given. */
export function parseEzopen(text: unknown): Result<EzopenAddress, EzopenErrorCode> {
  if (typeof text !== 'string') return err('ezopen.notAddress');
  if (text.length > maxEzopenChars) return err('ezopen.tooLong');
  const trimmed = text.trim();
  if (!scheme.test(trimmed)) return err('ezopen.notAddress');
  const rest = trimmed.slice('ezopen://'.length);
  const queryAt = rest.search(/[?#]/);
  const path = queryAt < 0 ? rest : rest.slice(0, queryAt);
  const segments = path.split('/');
  const [authority, deviceSerial, camera] = segments;
  if (authority === undefined || deviceSerial === undefined || camera === undefined || segments.length > 3) {
    return err('ezopen.notAddress');
  }

  const where = parseAuthority(authority);
  if (!where.ok) return where;
  if (!serialPattern.test(deviceSerial)) return err('ezopen.deviceSerial');
  const what = parseCamera(camera);
  if (!what.ok) return what;
  const query = parseQuery(queryAt < 0 ? '' : rest.slice(queryAt));
  if (!query.ok) return query;
  return ok({ ...where.value, deviceSerial, ...what.value, ...query.value });
}

/** The one spelling of an address; parsing it gives the same address back. Carries the code: keep it secret. */
export function printEzopen(address: EzopenAddress): string {
  const code = address.validCode === null ? '' : `${address.validCode}@`;
  const hd = address.hd ? '.hd' : '';
  const query = queryNames
    .filter((name) => address[name] !== null)
    .map((name) => `${name}=${address[name]}`)
    .join('&');
  const path = `${address.deviceSerial}/${address.channelNo}${hd}.${address.mode}`;
  return `ezopen://${code}${address.host}/${path}${query && `?${query}`}`;
}

/** The same address without its code, for whatever may be logged or shown. */
export function withoutValidCode(address: EzopenAddress): EzopenAddress {
  return { ...address, validCode: null };
}

function parseAuthority(text: string): Result<Pick<EzopenAddress, 'host' | 'validCode'>, EzopenErrorCode> {
  const at = text.lastIndexOf('@');
  const validCode = at < 0 ? null : text.slice(0, at);
  const host = text.slice(at + 1).toLowerCase();
  if (!hostPattern.test(host)) return err('ezopen.host');
  if (validCode !== null && !validCodePattern.test(validCode)) return err('ezopen.validCode');
  return ok({ host, validCode });
}

function parseCamera(
  text: string,
): Result<Pick<EzopenAddress, 'channelNo' | 'hd' | 'mode'>, EzopenErrorCode> {
  const dot = text.indexOf('.');
  if (dot < 0) return err('ezopen.mode');
  const channelText = text.slice(0, dot);
  const channelNo = Number(channelText);
  if (!channelPattern.test(channelText) || channelNo > 256) return err('ezopen.channelNo');
  const mode = modePattern.exec(text.slice(dot + 1));
  if (!mode) return err('ezopen.mode');
  return ok({ channelNo, hd: mode[1] !== undefined, mode: mode[2] as EzopenMode });
}

type EzopenQuery = Pick<EzopenAddress, (typeof queryNames)[number]>;
const queryNames = ['begin', 'end', 'alarmId', 'busType', 'spaceId', 'timeZone'] as const;

/** The first value of a name counts; an empty value is no value; other names are left to other readers. */
function parseQuery(text: string): Result<EzopenQuery, EzopenErrorCode> {
  const values = new Map<string, string>();
  for (const part of text.split(/[?#&]/)) {
    const equals = part.indexOf('=');
    const name = part.slice(0, Math.max(0, equals));
    if (name && !values.has(name)) values.set(name, part.slice(equals + 1));
  }
  const value = (name: (typeof queryNames)[number]) =>
    values.get(name)?.replace(encoded, decodeURIComponent) || null;

  const begin = readTime(value('begin'), 'begin');
  const end = readTime(value('end'), 'end');
  if (!begin.ok) return begin;
  if (!end.ok) return end;
  const alarmId = value('alarmId');
  const busType = value('busType');
  const spaceId = value('spaceId');
  const timeZone = value('timeZone');
  const isGood =
    (alarmId === null || identifierPattern.test(alarmId)) &&
    (busType === null || busTypePattern.test(busType)) &&
    (spaceId === null || identifierPattern.test(spaceId)) &&
    (timeZone === null || timeZonePattern.test(timeZone));
  if (!isGood) return err('ezopen.query');
  return ok({
    begin: begin.value,
    end: end.value,
    alarmId,
    busType: busType === null ? null : Number(busType),
    spaceId,
    timeZone,
  });
}

function readTime(
  text: string | null,
  padAs: 'begin' | 'end',
): Result<PlaybackTime | null, 'ezopen.playbackTime'> {
  return text === null ? ok(null) : parsePlaybackTime(text, padAs);
}
