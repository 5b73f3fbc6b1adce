/** The reasons of gaps in recordings: their codes, texts, and how they are read. */
import type { Db } from '../../db/client.ts';
import type { ServerRunTable } from '../../db/schema.ts';
import { matchError } from '../../error-catalogue/match.ts';
import type { Locale, LocalText } from '../../i18n/translate.ts';
import type { EpochMs, Ms } from '../../kernel/units.ts';
import type { RecordingKey } from '../../media/ports.ts';

/** A time in which something kept a channel from being recorded. `toMs`: when it was last seen. */
export interface Trouble {
  readonly code: string;
  readonly fromMs: EpochMs;
  readonly toMs: EpochMs;
}

/** Nobody wanted recordings: no failure. */
export const offCodes: ReadonlySet<string> = new Set(['plan.off', 'camera.off']);

const texts: Readonly<Record<string, LocalText>> = {
  'plan.off': { 'zh-CN': '录像计划未启用', 'en-US': 'The record plan was off' },
  'camera.off': { 'zh-CN': '摄像头已停用', 'en-US': 'The camera was disabled' },
  'server.stopped': { 'zh-CN': '服务器已停止', 'en-US': 'The server was stopped' },
  'server.killed': {
    'zh-CN': '服务器意外终止（进程被终止或断电）',
    'en-US': 'The server ended unexpectedly (process killed or power cut)',
  },
  'disk.ENOSPC': { 'zh-CN': '录像磁盘已满', 'en-US': 'The disk of the recordings was full' },
  'disk.EDQUOT': { 'zh-CN': '录像磁盘配额已用完', 'en-US': 'The quota of the recordings disk was used up' },
  'disk.EROFS': { 'zh-CN': '录像磁盘为只读', 'en-US': 'The disk of the recordings was read-only' },
  'disk.ENODEV': { 'zh-CN': '录像磁盘未挂载', 'en-US': 'The disk of the recordings was not mounted' },
  'disk.ENOENT': {
    'zh-CN': '录像目录或其中的文件被删除',
    'en-US': 'The folder of the recordings, or a file in it, was removed',
  },
  'disk.ELOOP': {
    'zh-CN': '录像目录被链接替换',
    'en-US': 'The folder of the recordings was replaced by a link',
  },
  'disk.EIO': { 'zh-CN': '录像磁盘读写出错', 'en-US': 'The disk of the recordings failed' },
  'disk.EMFILE': { 'zh-CN': '服务器打开的文件过多', 'en-US': 'The server had too many open files' },
  'disk.EACCES': {
    'zh-CN': '服务器没有写入录像目录的权限',
    'en-US': 'The server had no permission to write to the folder of the recordings',
  },
};

export function reasonText(code: string, locale: Locale): string {
  const known = texts[code];
  if (known) return known[locale];
  const [kind, name = ''] = code.split('.', 2);
  if (kind !== 'disk') return matchError(code, 'stream').entry.cause[locale];
  return locale === 'zh-CN'
    ? `录像无法写入磁盘（${name}）`
    : `Recordings could not be written to disk (${name})`;
}

/** A day has fewer, unless something is very wrong. */
const maxTroubles = 2_000;

/** Everything that is known to have kept a channel from being recorded in [from, to), oldest first. */
export async function troublesBetween(
  db: Db,
  { tenantId, channelId, store }: RecordingKey,
  from: EpochMs,
  to: EpochMs,
): Promise<readonly Trouble[]> {
  const [stored, runs] = await Promise.all([
    db
      .selectFrom('recordingTrouble')
      .select(['code', 'fromMs', 'toMs'])
      .where('channelId', '=', channelId)
      .where('store', '=', store)
      .where('tenantId', '=', tenantId)
      .where('toMs', '>=', from)
      .where('fromMs', '<', to)
      .orderBy('toMs')
      .limit(maxTroubles)
      .execute(),
    db.selectFrom('serverRun').selectAll().orderBy('startedAt').execute(),
  ]);
  return [...stored, ...downTimes(runs)]
    .filter(({ fromMs, toMs }) => toMs >= from && fromMs < to)
    .sort((one, other) => one.fromMs - other.fromMs);
}

/** A process that was not seen for so long has ended, if another one was. */
const unseenMs: Ms = 30_000;
/** Until another process that was running takes over its cameras. */
const takeOverMs: Ms = 15_000;

type Run = Pick<ServerRunTable, 'aliveAt' | 'stoppedAt'> & { readonly startedAt: EpochMs };

/** After each process that has ended: until the next one starts, or a running one records its cameras. */
export function downTimes(runs: readonly Run[]): readonly Trouble[] {
  const newest = Math.max(...runs.map(({ aliveAt }) => aliveAt));
  return runs.flatMap((run) => {
    const fromMs = run.stoppedAt ?? run.aliveAt;
    if (run.stoppedAt === null && newest < fromMs + unseenMs) return [];
    const later = runs.filter((other) => other !== run && (other.stoppedAt ?? other.aliveAt) > fromMs);
    if (later.length === 0) return [];
    const nextMs = Math.min(...later.map(({ startedAt }) => startedAt));
    const code = run.stoppedAt === null ? 'server.killed' : 'server.stopped';
    return [{ code, fromMs, toMs: nextMs > fromMs ? nextMs : fromMs + takeOverMs }];
  });
}
