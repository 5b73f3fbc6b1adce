/** Whom a notice or a message is for: everybody, departments, roles or users. */
import type { LocalText } from '../../i18n/translate.ts';
import { invalid } from '../errors/admin-error.ts';
import type { Actor } from '../identity/actor.ts';
import { coversDepts } from './dept/dept-tree.ts';
import { idsOf, sameIds } from './protected-fields.ts';
import { userInDataScope } from './role/role-users.ts';
import type { Reader } from './system-deps.ts';

const texts = {
  targets: { 'zh-CN': '请选择接收对象', 'en-US': 'Select recipients' },
  targetGone: { 'zh-CN': '接收对象不存在', 'en-US': 'A recipient does not exist' },
} as const satisfies Record<string, LocalText>;
const maxTargets = 1_000;

/** Values of `targetType`. */
export const targetTypes = { everybody: '0', depts: '1', roles: '2', people: '3' } as const;

interface Audience {
  readonly targetType?: string | null | undefined;
  readonly targetIds?: readonly number[] | null | undefined;
}

/**
 * The targets to store; null: they are unchanged. Throws 40000 unless they exist and are within the author's data
 * scope.
 */
export async function checkedTargets(
  db: Reader,
  actor: Actor,
  wanted: Audience,
  stored: Audience | null,
): Promise<readonly number[] | null> {
  const type = String(wanted.targetType);
  if (type === targetTypes.everybody) return [];
  const ids = idsOf(wanted, 'targetIds') ?? [];
  if (ids.length === 0 || ids.length > maxTargets) {
    throw invalid([{ path: 'targetIds', message: texts.targets }]);
  }
  if (type === stored?.targetType && sameIds(ids, stored.targetIds ?? [])) return null;
  if (!(await mayTarget(db, actor, type, ids))) {
    throw invalid([{ path: 'targetIds', message: texts.targetGone }]);
  }
  return ids;
}

async function mayTarget(db: Reader, actor: Actor, type: string, ids: readonly number[]): Promise<boolean> {
  const { tenantId } = actor.scope;
  if (type === targetTypes.people) {
    const found = await db
      .selectFrom('user')
      .select('user.id')
      .where('user.tenantId', '=', tenantId)
      .where('user.id', 'in', [...ids])
      .where((build) => userInDataScope(actor)(build as never))
      .execute();
    return found.length === ids.length;
  }
  const found = await db
    .selectFrom(type === targetTypes.depts ? 'dept' : 'role')
    .select('id')
    .where('tenantId', '=', tenantId)
    .where('id', 'in', [...ids])
    .execute();
  return found.length === ids.length && (type === targetTypes.roles || coversDepts(actor, ids));
}
