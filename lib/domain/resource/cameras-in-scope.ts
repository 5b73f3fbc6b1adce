import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import type { LocalText } from '../../i18n/translate.ts';
import { invalid, refused } from '../errors/admin-error.ts';
import type { Actor } from '../identity/actor.ts';
import { covers } from './dept-scope.ts';

const badCamera: LocalText = {
  'zh-CN': '请填写您数据范围内的设备序列号，或“序列号:通道号”',
  'en-US': 'Enter serial numbers, or SERIAL:CHANNEL, of devices within your data scope',
};
const needsCameras: LocalText = {
  'zh-CN': '请指定摄像头：签发打开全部摄像头的令牌需要全部数据权限',
  'en-US': 'Select cameras: a token for all cameras requires access to all data',
};
const cameraPattern = /^([A-Za-z0-9_-]{1,64})(?::[1-9][0-9]{0,2})?$/;

/**
 * The cameras for a token that this user issues. Null: every camera of the organisation. Throws when one is outside the
 * data scope.
 */
export async function camerasInScope(
  db: Pick<Db, 'selectFrom'>,
  actor: Actor,
  given: unknown,
): Promise<readonly string[] | null> {
  const names = Array.isArray(given) ? given.map(String) : [];
  if (names.length === 0) {
    if (actor.dataScope.kind !== 'everything') throw refused(needsCameras);
    return null;
  }
  const serials = names.map((name) => cameraPattern.exec(name)?.[1]);
  const refusal = invalid([{ path: 'cameras', message: badCamera }]);
  if (serials.includes(undefined)) throw refusal;
  const wanted = [...new Set((serials as string[]).map((serial) => serial.toUpperCase()))];
  const found = await db
    .selectFrom('device')
    .select(['serial', 'deptId'])
    .where('tenantId', '=', actor.scope.tenantId)
    .where(sql<string>`upper(serial)`, 'in', wanted)
    .execute();
  // The same error for cameras outside the data scope as for missing ones: a token must not widen the data scope.
  const known = new Set(found.map(({ serial }) => serial.toUpperCase()));
  if (known.size < wanted.length || found.some(({ deptId }) => !covers(actor, deptId))) throw refusal;
  return names;
}
