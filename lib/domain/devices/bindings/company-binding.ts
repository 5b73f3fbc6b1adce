import { isCreditCode } from '../../../contracts/admin/credit-code.ts';
import { iotCompany } from '../../../contracts/admin/resources/iot-company.resource.ts';
import type { MadeOf, WrittenOf } from '../../../contracts/admin/row-types.ts';
import type { Clock } from '../../../kernel/clock.ts';
import { type Entropy, newId } from '../../crypto/entropy.ts';
import { invalid, refused } from '../../errors/admin-error.ts';
import { changeDept, settleDept } from '../../resource/dept-scope.ts';
import type { ResourceDeps } from '../../resource/resource-deps.ts';
import type { Change, ServerResource } from '../../resource/server-resource.ts';
import { shippedCompanies } from '../../seed/shipped.ts';

const badCreditCode = {
  'zh-CN': '统一社会信用代码的校验码不正确',
  'en-US': 'The check character of the credit code is incorrect',
} as const;
const hasDevices = {
  'zh-CN': '企业下还有设备，不能删除',
  'en-US': 'A company with devices cannot be deleted',
} as const;
const fewerThanThere = {
  'zh-CN': '设备上限不能小于现有设备数',
  'en-US': 'The device limit cannot be lower than the current number of devices',
} as const;

/** Counts only devices within the data scope, even in a company that is visible. */
export function companyBinding({
  database,
  clock,
  entropy,
}: ResourceDeps & { readonly clock: Clock; readonly entropy: Entropy }): ServerResource<typeof iotCompany> {
  const counted = (tenantId: string, ids: readonly string[]) =>
    database.db
      .selectFrom('device')
      .select((build) => ['companyId', build.fn.countAll<number>().as('devices')])
      .where('tenantId', '=', tenantId)
      .where('companyId', 'in', [...ids])
      .groupBy('companyId')
      .execute();

  return {
    definition: iotCompany,
    table: 'company',
    isSerialized: true,
    dataScope: { dept: 'deptId', owner: null },
    shipped: { name: shippedCompanies },
    columns: { expireTime: 'expireAt', deviceCount: null },
    newId: () => newId(entropy, clock.now()),
    before: {
      async create(change, values): Promise<MadeOf<typeof iotCompany>> {
        checkCreditCode(values);
        return { ...values, deptId: await settleDept(change, values.deptId, change.call.actor.deptId) };
      },
      async update(change, row, values) {
        checkCreditCode(values);
        await changeDept(change, values);
        await checkQuota(change, row.id, values.deviceQuota);
        return values;
      },
      async remove({ call, transaction }, rows) {
        const found = await transaction
          .selectFrom('device')
          .select('id')
          .where('tenantId', '=', call.actor.scope.tenantId)
          .where(
            'companyId',
            'in',
            rows.map(({ id }) => id),
          )
          .limit(1)
          .executeTakeFirst();
        if (found) throw refused(hasDevices);
      },
    },
    async decorate({ actor }, rows) {
      if (rows.length === 0) return rows;
      const found = await counted(
        actor.scope.tenantId,
        rows.map(({ id }) => id),
      );
      const byId = new Map(found.map(({ companyId, devices }) => [companyId, devices]));
      return rows.map((row) => ({ ...row, deviceCount: byId.get(row.id) ?? 0 }));
    },
  };
}

function checkCreditCode({ creditCode }: WrittenOf<typeof iotCompany>): void {
  if (creditCode != null && !isCreditCode(creditCode)) {
    throw invalid([{ path: 'creditCode', message: badCreditCode }]);
  }
}

async function checkQuota(
  { call, transaction }: Change,
  companyId: string,
  quota: number | null | undefined,
): Promise<void> {
  if (quota == null) return;
  const { devices } = await transaction
    .selectFrom('device')
    .select((build) => build.fn.countAll<number>().as('devices'))
    .where('tenantId', '=', call.actor.scope.tenantId)
    .where('companyId', '=', companyId)
    .executeTakeFirstOrThrow();
  if (devices > quota) throw invalid([{ path: 'deviceQuota', message: fewerThanThere }]);
}
