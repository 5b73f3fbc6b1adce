/** Names of what statistics are grouped by, in the language of the user. */
import type { Db } from '../../db/client.ts';
import type { Locale, LocalText } from '../../i18n/translate.ts';
import type { CallContext } from '../identity/actor.ts';
import { covers } from '../resource/dept-scope.ts';
import { shippedApplications, shippedCameras, shippedDepts } from '../seed/shipped.ts';
import { dateOfNumber } from './days.ts';
import type { Dimension } from './read-statistics.ts';

export interface Named {
  readonly name: string;
  /** Of a camera: `SERIAL:CHANNEL`. */
  readonly detail: string | null;
}

const texts = {
  removedCamera: { 'zh-CN': '已删除的摄像头', 'en-US': 'Removed camera' },
  noApplication: { 'zh-CN': '无（设备连接与录像）', 'en-US': 'None (connections and recordings)' },
  removedApplication: { 'zh-CN': '已删除的应用', 'en-US': 'Removed application' },
  otherApplication: { 'zh-CN': '数据范围外的应用', 'en-US': 'Application outside your data scope' },
  noDept: { 'zh-CN': '未分配部门', 'en-US': 'No department' },
} as const satisfies Record<string, LocalText>;

const idsPerStatement = 500;

/** By key of `readSums`. Every key has a name. */
export async function namesOf(
  db: Pick<Db, 'selectFrom'>,
  { actor, locale = 'zh-CN' }: CallContext,
  dimension: Dimension,
  keys: readonly string[],
): Promise<(key: string) => Named> {
  switch (dimension) {
    case 'camera':
      return cameraNames(db, actor.scope.tenantId, locale, keys);
    case 'application': {
      const rows = await db
        .selectFrom('application')
        .select(['id', 'name', 'deptId'])
        .where('tenantId', '=', actor.scope.tenantId)
        .execute();
      const known = new Map(rows.map((row) => [row.id, row]));
      return (key) => {
        const row = known.get(key);
        if (!row) return plain(texts[key === '' ? 'noApplication' : 'removedApplication'][locale]);
        const isSeen = covers(actor, row.deptId);
        return plain(isSeen ? shippedApplications.shown(locale, row.name) : texts.otherApplication[locale]);
      };
    }
    case 'dept': {
      const rows = await db
        .selectFrom('dept')
        .select(['id', 'deptName'])
        .where('tenantId', '=', actor.scope.tenantId)
        .execute();
      const known = new Map(rows.map((row) => [String(row.id), row.deptName]));
      return (key) => plain(shippedDepts.shown(locale, known.get(key) ?? null) ?? texts.noDept[locale]);
    }
    case 'month':
      return (key) => plain(`${key.slice(0, 4)}-${key.slice(4)}`);
    case 'day':
      return (key) => plain(dateOfNumber(Number(key)));
    default:
      return plain;
  }
}

const plain = (name: string): Named => ({ name, detail: null });

async function cameraNames(
  db: Pick<Db, 'selectFrom'>,
  tenantId: string,
  locale: Locale,
  keys: readonly string[],
): Promise<(key: string) => Named> {
  const known = new Map<string, Named>();
  for (let at = 0; at < keys.length; at += idsPerStatement) {
    const rows = await db
      .selectFrom('channel')
      .select(['id', 'name', 'deviceSerial', 'number'])
      .where('tenantId', '=', tenantId)
      .where('id', 'in', keys.slice(at, at + idsPerStatement))
      .execute();
    for (const { id, name, deviceSerial, number } of rows)
      known.set(id, { name: shippedCameras.shown(locale, name), detail: `${deviceSerial}:${number}` });
  }
  return (key) => known.get(key) ?? plain(texts.removedCamera[locale]);
}
