/** Departments of companies, devices and applications: the users of the department see them. */
import type { LocalText } from '../../i18n/translate.ts';
import { invalid } from '../errors/admin-error.ts';
import type { Actor } from '../identity/actor.ts';
import { type Change, once } from './server-resource.ts';

const noDept: LocalText = {
  'zh-CN': '请选择您数据范围内的部门',
  'en-US': 'Select a department within your data scope',
};

/** Rows without a department are visible only with access to all data. */
export function covers({ dataScope }: Pick<Actor, 'dataScope'>, deptId: number | null): boolean {
  return dataScope.kind === 'everything' || (deptId !== null && dataScope.deptIds.includes(deptId));
}

/**
 * The department of a new row: the given one, otherwise `usual`. Throws when it does not exist or is outside the
 * caller's data scope.
 */
export async function settleDept(
  change: Change,
  given: number | null | undefined,
  usual: number | null,
): Promise<number | null> {
  const { call, transaction } = change;
  const { actor } = call;
  // A relation field also accepts ids of hex digits.
  const deptId = typeof given === 'number' ? given : usual;
  if (!covers(actor, deptId)) throw invalid([{ path: 'deptId', message: noDept }]);
  if (deptId === null) return null;
  const dept = await once(change, `dept ${deptId}`, () =>
    transaction
      .selectFrom('dept')
      .select('id')
      .where('tenantId', '=', actor.scope.tenantId)
      .where('id', '=', deptId)
      .executeTakeFirst(),
  );
  if (!dept) throw invalid([{ path: 'deptId', message: noDept }]);
  return deptId;
}

/** For a change: null removes the department, which requires access to all data. */
export async function changeDept(change: Change, values: { readonly deptId?: number | null }): Promise<void> {
  if (!Object.hasOwn(values, 'deptId')) return;
  await settleDept(change, values.deptId, null);
}
