/** Departments of companies, devices and applications: whose people see them. */
import type { LocalText } from '../../i18n/translate.ts';
import { invalid } from '../errors/admin-error.ts';
import type { Actor } from '../identity/actor.ts';
import { type Change, once } from './server-resource.ts';

const noDept: LocalText = {
  'zh-CN': '请选择您数据范围内的部门',
  'en-US': 'Select a department within your data scope',
};

/** Without a department, only whoever sees everything sees it. */
export function covers({ dataScope }: Pick<Actor, 'dataScope'>, deptId: number | null): boolean {
  return dataScope.kind === 'everything' || (deptId !== null && dataScope.deptIds.includes(deptId));
}

/**
 * The department a row gets: the one given, else `usual`. Refuses one that is not there, and what whoever makes it
 * could not see afterwards.
 */
export async function settleDept(
  change: Change,
  given: number | null | undefined,
  usual: number | null,
): Promise<number | null> {
  const { call, transaction } = change;
  const { actor } = call;
  // A relation also takes ids of hex digits.
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

/** For a change: null takes the department away, which only whoever sees everything can. */
export async function changeDept(change: Change, values: { readonly deptId?: number | null }): Promise<void> {
  if (!Object.hasOwn(values, 'deptId')) return;
  await settleDept(change, values.deptId, null);
}
