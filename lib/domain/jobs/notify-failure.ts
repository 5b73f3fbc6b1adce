/** A notice for the user who changed the job last, or for administrators when that was not a user. */
import { transact } from '../../db/transact.ts';
import { escapeMarkup } from '../../kernel/escape-markup.ts';
import { adminRole } from '../identity/actor.ts';
import type { ResourceDeps } from '../resource/resource-deps.ts';
import { shippedJobs } from '../seed/shipped.ts';
import type { Job, RunOutcome } from './job-runs.ts';

const maxTitle = 50;
/** Values of `notice.targetType`. */
const targets = { roles: '2', users: '3' } as const;

export async function notifyFailure(
  { database: { db }, clock }: ResourceDeps,
  job: Job,
  outcome: RunOutcome,
): Promise<void> {
  const { tenantId } = job;
  await transact(db, async (transaction) => {
    const user = await transaction
      .selectFrom('user')
      .select('id')
      .where('tenantId', '=', tenantId)
      .where('username', '=', job.updatedBy)
      .where('status', '=', '0')
      .executeTakeFirst();
    const role = user
      ? undefined
      : await transaction
          .selectFrom('role')
          .select('id')
          .where('tenantId', '=', tenantId)
          .where('roleKey', '=', adminRole)
          .where('isBuiltIn', '=', 1)
          .executeTakeFirst();
    const targetId = user?.id ?? role?.id;
    if (targetId === undefined) return;
    const now = clock.now();
    // Both languages: a notice has one text for all readers.
    const english = shippedJobs.shown('en-US', job.jobName);
    const paragraphs = [
      `${job.jobName}：${outcome.message['zh-CN']}`,
      `${english}: ${outcome.message['en-US']}`,
      ...(outcome.error ? [outcome.error] : []),
    ];
    const { id } = await transaction
      .insertInto('notice')
      .values({
        tenantId,
        noticeTitle: `定时任务失败：${job.jobName}`.slice(0, maxTitle),
        noticeType: '1',
        noticeContent: paragraphs.map((text) => `<p>${escapeMarkup(text)}</p>`).join(''),
        status: '0',
        isTop: '0',
        ...{ publishAt: null, expireAt: null, deptId: null, ownerId: null, deletedAt: null },
        targetType: user ? targets.users : targets.roles,
        ...{ version: 1, createdBy: '', createdAt: now, updatedBy: '', updatedAt: now },
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await transaction.insertInto('noticeTarget').values({ tenantId, noticeId: id, targetId }).execute();
  });
}
