/** The device quota of a company. */
import type { Transaction } from 'kysely';
import type { Database } from '../../../db/schema.ts';
import { invalid, refused } from '../../errors/admin-error.ts';
import type { Actor } from '../../identity/actor.ts';
import { covers } from '../../resource/dept-scope.ts';

const noCompany = {
  'zh-CN': '企业不存在或已停用',
  'en-US': 'The company does not exist or is disabled',
} as const;
const full = {
  'zh-CN': '企业的设备数量已达上限',
  'en-US': 'The company has reached its device limit',
} as const;

/**
 * Call it after a device was assigned to a company, in the same transaction. Throws when the company is outside the
 * data scope, disabled, or over its quota.
 */
export async function takePlace(
  transaction: Transaction<Database>,
  actor: Actor,
  companyId: string,
): Promise<void> {
  const { tenantId } = actor.scope;
  // Locks the row, so that concurrent additions are counted one after the other.
  await transaction
    .updateTable('company')
    .set((row) => ({ updatedAt: row.ref('updatedAt') }))
    .where('tenantId', '=', tenantId)
    .where('id', '=', companyId)
    .execute();
  const company = await requireCompany(transaction, actor, companyId);
  if (company.deviceQuota === null) return;
  const { devices } = await transaction
    .selectFrom('device')
    .select((build) => build.fn.countAll<number>().as('devices'))
    .where('tenantId', '=', tenantId)
    .where('companyId', '=', companyId)
    .executeTakeFirstOrThrow();
  if (devices > company.deviceQuota) throw refused(full);
}

/** Throws when it is outside the data scope or disabled. */
export async function requireCompany(
  transaction: Transaction<Database>,
  actor: Actor,
  companyId: string,
): Promise<{ readonly deptId: number | null; readonly deviceQuota: number | null }> {
  const company = await transaction
    .selectFrom('company')
    .select(['deptId', 'status', 'deviceQuota'])
    .where('tenantId', '=', actor.scope.tenantId)
    .where('id', '=', companyId)
    .executeTakeFirst();
  if (company?.status !== '0' || !covers(actor, company.deptId)) {
    throw invalid([{ path: 'companyId', message: noCompany }]);
  }
  return company;
}
