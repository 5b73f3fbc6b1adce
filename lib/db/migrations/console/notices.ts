import type { Kysely } from 'kysely';
import { consoleTable, goesWith, history, newTable, tenantId } from '../console-table.ts';

/** Notices, whom they are for, and who has read them. */
export async function noticeTables(db: Kysely<never>): Promise<void> {
  await consoleTable(db, 'notice', {
    noticeTitle: 'text',
    noticeType: 'text',
    noticeContent: 'text',
    status: 'text',
    isTop: 'text',
    publishAt: 'big?',
    expireAt: 'big?',
    targetType: 'text',
    deptId: 'int?',
    ownerId: 'int?',
    deletedAt: 'big?',
    ...history,
  }).execute();

  await newTable(db, 'noticeTarget', tenantId, { noticeId: 'int', targetId: 'int' })
    .addPrimaryKeyConstraint('notice_target_pair', ['noticeId', 'targetId'])
    .$call(goesWith('target_notice', 'noticeId', 'notice'))
    .execute();

  await newTable(db, 'noticeRead', tenantId, { noticeId: 'int', userId: 'int', readAt: 'big' })
    .addPrimaryKeyConstraint('notice_read_pair', ['noticeId', 'userId'])
    .$call(goesWith('read_notice', 'noticeId', 'notice'))
    .$call(goesWith('read_user', 'userId', 'user'))
    .execute();
}
