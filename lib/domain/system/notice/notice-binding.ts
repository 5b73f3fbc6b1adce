import type { Transaction } from 'kysely';
import { systemNotice } from '../../../contracts/admin/resources/system-notice.resource.ts';
import type { RowOf, WrittenOf } from '../../../contracts/admin/row-types.ts';
import type { Database } from '../../../db/schema.ts';
import type { LocalText } from '../../../i18n/translate.ts';
import { invalid } from '../../errors/admin-error.ts';
import type { Change, ServerResource } from '../../resource/server-resource.ts';
import type { TenantScope } from '../../tenancy/tenant-scope.ts';
import { imagesIn, setUsedImages } from '../../uploads/upload-use.ts';
import { checkedTargets, targetTypes } from '../audience.ts';
import { cleanHtml } from '../clean-html.ts';
import { complete, idsOf, without } from '../protected-fields.ts';
import type { Reader, SystemDeps } from '../system-deps.ts';

type Notice = RowOf<typeof systemNotice>;
type Written = WrittenOf<typeof systemNotice>;

const texts = {
  order: { 'zh-CN': '过期时间必须晚于发布时间', 'en-US': 'The expiry must be later than the publication' },
} as const satisfies Record<string, LocalText>;

export function noticeBinding(deps: SystemDeps): ServerResource<typeof systemNotice> {
  return {
    definition: systemNotice,
    table: 'notice',
    columns: {
      publishTime: 'publishAt',
      expireTime: 'expireAt',
      targetIds: null,
      readCount: null,
    },
    dataScope: { dept: 'deptId', owner: 'ownerId' },
    isSoftDeleted: true,
    madeWith: () => ({ noticeContent: '' }),
    before: {
      create: (change, given) => checked(change, null, filled(given)),
      async update(change, row, given) {
        complete(row, { targetIds: await targetsOf(change.transaction, change.call.actor.scope, row) });
        return checked(change, row, filled(given));
      },
    },
    after: { create: written, update: written },
    decorate: (call, rows) => withReaders(deps.database.db, call.actor.scope, rows),
  };

  async function written(change: Change, id: number, values: Written): Promise<void> {
    const { transaction } = change;
    const { scope } = change.call.actor;
    await writeTargets(transaction, scope, id, values);
    if (values.noticeContent != null) {
      const holder = { bizType: systemNotice.key, bizId: String(id), field: 'noticeContent' };
      await setUsedImages(change, holder, imagesIn(values.noticeContent), deps.clock.now());
    }
    // Published immediately: keeps this time when edited later.
    await transaction
      .updateTable('notice')
      .set({ publishAt: deps.clock.now() })
      .where('tenantId', '=', scope.tenantId)
      .where('id', '=', id)
      .where('status', '=', '0')
      .where('publishAt', 'is', null)
      .execute();
  }
}

/** An optional field may be null; its column may not. */
function filled<Values extends Pick<Written, 'isTop' | 'targetType' | 'noticeContent'>>(values: Values) {
  return {
    ...values,
    ...(values.isTop === null ? { isTop: '0' as const } : {}),
    ...(values.targetType === null ? { targetType: targetTypes.everybody } : {}),
    ...('noticeContent' in values ? { noticeContent: cleanHtml(values.noticeContent ?? '') } : {}),
  };
}

async function checked<Values extends Written>(
  { call, transaction }: Change,
  row: Notice | null,
  values: Values,
) {
  const merged: Written = { targetType: targetTypes.everybody, ...row, ...values };
  const { publishTime: publish, expireTime: expire } = merged;
  // Texts in this format compare like their times.
  if (publish && expire && expire <= publish) {
    throw invalid([{ path: 'expireTime', message: texts.order }]);
  }
  const targetIds = await checkedTargets(transaction, call.actor, merged, row);
  return targetIds ? { ...values, targetIds } : without(values, ['targetIds']);
}

async function targetsOf(db: Reader, { tenantId }: TenantScope, { noticeId }: Notice): Promise<number[]> {
  const rows = await db
    .selectFrom('noticeTarget')
    .select('targetId')
    .where('tenantId', '=', tenantId)
    .where('noticeId', '=', noticeId)
    .orderBy('targetId')
    .execute();
  return rows.map(({ targetId }) => targetId);
}

async function writeTargets(
  transaction: Transaction<Database>,
  { tenantId }: TenantScope,
  noticeId: number,
  values: Written,
): Promise<void> {
  const ids = idsOf(values, 'targetIds');
  if (!ids) return;
  await transaction
    .deleteFrom('noticeTarget')
    .where('tenantId', '=', tenantId)
    .where('noticeId', '=', noticeId)
    .execute();
  for (let at = 0; at < ids.length; at += 500) {
    await transaction
      .insertInto('noticeTarget')
      .values(ids.slice(at, at + 500).map((targetId) => ({ tenantId, noticeId, targetId })))
      .execute();
  }
}

async function withReaders(
  db: Reader,
  { tenantId }: TenantScope,
  rows: readonly Notice[],
): Promise<readonly Notice[]> {
  const ids = rows.map(({ noticeId }) => noticeId);
  const counts = await db
    .selectFrom('noticeRead')
    .select(['noticeId', (build) => build.fn.countAll().as('count')])
    .where('tenantId', '=', tenantId)
    .where('noticeId', 'in', ids)
    .groupBy('noticeId')
    .execute();
  const targets = await db
    .selectFrom('noticeTarget')
    .select(['noticeId', 'targetId'])
    .where('tenantId', '=', tenantId)
    .where('noticeId', 'in', ids)
    .orderBy('targetId')
    .execute();
  const countOf = new Map(counts.map(({ noticeId, count }) => [noticeId, Number(count)]));
  return rows.map((row) => ({
    ...row,
    readCount: countOf.get(row.noticeId) ?? 0,
    targetIds: targets.flatMap(({ noticeId, targetId }) => (noticeId === row.noticeId ? [targetId] : [])),
    // A row written by other means is sanitised too.
    ...(row.noticeContent ? { noticeContent: cleanHtml(row.noticeContent) } : {}),
  }));
}
