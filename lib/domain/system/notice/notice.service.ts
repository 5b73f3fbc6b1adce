import type { Page } from '../../../contracts/admin/envelope.ts';
import { fieldNames } from '../../../contracts/admin/resource-schema.ts';
import { systemNotice } from '../../../contracts/admin/resources/system-notice.resource.ts';
import type { ColumnNames, Row } from '../../../contracts/admin/row-types.ts';
import { contains } from '../../../db/contains.ts';
import { AdminError } from '../../errors/admin-error.ts';
import { type CallContext, can } from '../../identity/actor.ts';
import type { ResourceService } from '../../resource/resource-service.ts';
import { tableService } from '../../resource/table-service.ts';
import { tenantZone } from '../../resource/tenant-zone.ts';
import { shippedDepts } from '../../seed/shipped.ts';
import { userInDataScope } from '../role/role-users.ts';
import type { SystemDeps } from '../system-deps.ts';
import { myNotices } from './my-notices.ts';
import { noticeBinding } from './notice-binding.ts';

export interface NoticeReader {
  readonly userId: number;
  readonly userName: string;
  readonly nickName: string;
  readonly deptName: string | null;
  readonly readTime: string;
}

export interface NoticeService extends ResourceService<typeof systemNotice> {
  readonly mine: ReturnType<typeof myNotices>;
  /** The whole notice for users who manage notices; for all others only if it is addressed to them, otherwise 404. */
  open(call: CallContext, id: number): Promise<Row>;
  readers(
    call: CallContext,
    id: number,
    page: { readonly pageNum: number; readonly pageSize: number; readonly userName?: string | undefined },
  ): Promise<Page<NoticeReader>>;
}

/** Lists omit text and targets: a page of them could be megabytes. */
const notListed: readonly ColumnNames<typeof systemNotice>[] = ['noticeContent', 'targetIds'];
const listed = [
  ...fieldNames(systemNotice).filter((name) => !notListed.includes(name)),
  ...(['version', 'updateBy', 'updateTime'] as const),
];

export function noticeService(deps: SystemDeps): NoticeService {
  const { db, engine } = deps.database;
  const table = tableService(deps, noticeBinding(deps));
  const mine = myNotices(deps);
  const zoneOf = tenantZone(deps);

  return {
    ...table,
    mine,

    page: (call, query) => table.page(call, { ...query, columns: query.columns ?? listed }),

    async open(call, id) {
      if (!can(call.actor, 'system:notice:query')) return { ...(await mine.get(call, id)) };
      try {
        return await table.get(call, id);
      } catch (error) {
        // Outside the caller's data scope, but it may be addressed to them.
        if (error instanceof AdminError && error.adminCode === 404) return { ...(await mine.get(call, id)) };
        throw error;
      }
    },

    async readers(call, id, { pageNum, pageSize, userName }) {
      await table.get(call, id);
      const { tenantId } = call.actor.scope;
      let read = db
        .selectFrom('noticeRead')
        .innerJoin('user', 'user.id', 'noticeRead.userId')
        .leftJoin('dept', 'dept.id', 'user.deptId')
        .where('noticeRead.tenantId', '=', tenantId)
        .where('noticeRead.noticeId', '=', id)
        // Readers outside the data scope are only counted, beside the notice.
        .where((build) => userInDataScope(call.actor)(build as never));
      if (userName) read = read.where(contains(engine, 'user.username', userName));
      const { total } = await read
        .select((build) => build.fn.countAll().as('total'))
        .executeTakeFirstOrThrow();
      const rows = await read
        .select(['user.id', 'user.username', 'user.displayName', 'dept.deptName', 'noticeRead.readAt'])
        .orderBy('noticeRead.readAt', 'desc')
        .orderBy('user.id')
        .limit(pageSize)
        .offset((pageNum - 1) * pageSize)
        .execute();
      const zone = await zoneOf(tenantId);
      return {
        records: rows.map((row) => ({
          userId: row.id,
          userName: row.username,
          nickName: row.displayName,
          deptName: shippedDepts.shown(call.locale, row.deptName),
          readTime: zone.text(row.readAt),
        })),
        total: Number(total),
        pageNum,
        pageSize,
      };
    },
  };
}
