/** Notices for their readers: enabled, published, not expired. */
import { sql } from 'kysely';
import type { ReadNotice } from '../../../contracts/admin/calls/system-notice.calls.ts';
import type { Page } from '../../../contracts/admin/envelope.ts';
import type { Zone } from '../../../kernel/zone-time.ts';
import { notFound } from '../../errors/admin-error.ts';
import type { Actor, CallContext } from '../../identity/actor.ts';
import { tenantZone } from '../../resource/tenant-zone.ts';
import { targetTypes } from '../audience.ts';
import { cleanHtml } from '../clean-html.ts';
import { deptAndAbove } from '../dept/dept-tree.ts';
import type { SystemDeps } from '../system-deps.ts';

export interface MyNoticesQuery {
  readonly pageNum: number;
  readonly pageSize: number;
  readonly status?: '0' | '1' | undefined;
  readonly noticeType?: string | undefined;
}

export function myNotices(deps: SystemDeps) {
  const { db } = deps.database;
  const { clock } = deps;
  const zoneOf = tenantZone(deps);

  async function meantFor({ scope, userId, deptId, roleIds }: Actor) {
    const now = clock.now();
    // A department's notices also apply to its subdepartments.
    const depts = await deptAndAbove(db, scope, deptId);
    const groups: readonly (readonly [string, readonly number[]])[] = [
      [targetTypes.depts, depts],
      [targetTypes.roles, roleIds],
      [targetTypes.people, [userId]],
    ];
    return db
      .selectFrom('notice')
      .leftJoin('noticeRead', (join) =>
        join.onRef('noticeRead.noticeId', '=', 'notice.id').on('noticeRead.userId', '=', userId),
      )
      .where('notice.tenantId', '=', scope.tenantId)
      .where('notice.deletedAt', 'is', null)
      .where('notice.status', '=', '0')
      .where((build) => build.or([build('publishAt', 'is', null), build('publishAt', '<=', now)]))
      .where((build) => build.or([build('expireAt', 'is', null), build('expireAt', '>', now)]))
      .where((build) =>
        build.or([
          build('notice.targetType', '=', targetTypes.everybody),
          ...groups
            .filter(([, ids]) => ids.length > 0)
            .map(([type, ids]) =>
              build.and([
                build('notice.targetType', '=', type),
                build.exists(
                  build
                    .selectFrom('noticeTarget')
                    .select('noticeTarget.targetId')
                    .whereRef('noticeTarget.noticeId', '=', 'notice.id')
                    .where('noticeTarget.targetId', 'in', [...ids]),
                ),
              ]),
            ),
        ]),
      );
  }

  const columns = [
    'notice.id',
    'notice.noticeTitle',
    'notice.noticeType',
    'notice.noticeContent',
    'notice.isTop',
    'notice.publishAt',
    'notice.createdBy',
    'notice.createdAt',
    'noticeRead.readAt',
  ] as const;

  return {
    async list(call: CallContext, query: MyNoticesQuery): Promise<Page<ReadNotice>> {
      const { pageNum, pageSize, status, noticeType } = query;
      const empty = { records: [], total: 0, pageNum, pageSize };
      if (status === '1') return empty;
      let mine = await meantFor(call.actor);
      if (noticeType) mine = mine.where('notice.noticeType', '=', noticeType);
      const { total } = await mine
        .select((build) => build.fn.countAll().as('total'))
        .executeTakeFirstOrThrow();
      const rows = await mine
        .select(columns)
        .orderBy('notice.isTop', 'desc')
        .orderBy(sql`coalesce(${sql.ref('notice.publishAt')}, ${sql.ref('notice.createdAt')})`, 'desc')
        .orderBy('notice.id', 'desc')
        .limit(pageSize)
        .offset((pageNum - 1) * pageSize)
        .execute();
      const zone = await zoneOf(call.actor.scope.tenantId);
      return { ...empty, records: rows.map((row) => shown(row, zone)), total: Number(total) };
    },

    /** Throws 404 for drafts and for notices to others. */
    async get(call: CallContext, id: number): Promise<ReadNotice> {
      const row = await (await meantFor(call.actor))
        .where('notice.id', '=', id)
        .select(columns)
        .executeTakeFirst();
      if (!row) throw notFound();
      return shown(row, await zoneOf(call.actor.scope.tenantId));
    },

    async unread(call: CallContext) {
      const rows = await (await meantFor(call.actor))
        .where('noticeRead.readAt', 'is', null)
        .select(['notice.noticeType', (build) => build.fn.countAll().as('count')])
        .groupBy('notice.noticeType')
        .execute();
      const types = Object.fromEntries(rows.map(({ noticeType, count }) => [noticeType, Number(count)]));
      return { total: Object.values(types).reduce((sum, count) => sum + count, 0), types };
    },

    /** Marks those of `ids`, of one type, or all; notices to others are skipped. */
    async markRead(
      call: CallContext,
      which: { readonly ids?: readonly number[]; readonly noticeType?: string | undefined },
    ): Promise<void> {
      const { actor } = call;
      let mine = (await meantFor(actor)).where('noticeRead.readAt', 'is', null);
      if (which.ids) mine = mine.where('notice.id', 'in', [...which.ids]);
      if (which.noticeType) mine = mine.where('notice.noticeType', '=', which.noticeType);
      const rows = await mine.select('notice.id').execute();
      const readAt = clock.now();
      for (let at = 0; at < rows.length; at += 500) {
        await db
          .insertInto('noticeRead')
          .values(
            rows.slice(at, at + 500).map(({ id }) => ({
              tenantId: actor.scope.tenantId,
              noticeId: id,
              userId: actor.userId,
              readAt,
            })),
          )
          .onConflict((conflict) => conflict.doNothing())
          .execute();
      }
    },
  };
}

interface MineRow {
  readonly id: number;
  readonly noticeTitle: string;
  readonly noticeType: string;
  readonly noticeContent: string;
  readonly isTop: string;
  readonly publishAt: number | null;
  readonly createdBy: string;
  readonly createdAt: number;
  readonly readAt: number | null;
}

function shown(row: MineRow, zone: Zone): ReadNotice {
  return {
    noticeId: row.id,
    noticeTitle: row.noticeTitle,
    noticeType: row.noticeType,
    noticeContent: cleanHtml(row.noticeContent),
    status: '0',
    isTop: row.isTop === '1' ? '1' : '0',
    publishTime: row.publishAt === null ? null : zone.text(row.publishAt),
    createBy: row.createdBy,
    createTime: zone.text(row.createdAt),
    read: row.readAt !== null,
  };
}
