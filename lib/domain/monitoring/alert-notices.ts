/** Alerts under the bell: a notice for each language of the recipients. */
import type { Transaction } from 'kysely';
import type { Database } from '../../db/schema.ts';
import { type Locale, locales } from '../../i18n/translate.ts';
import { escapeMarkup } from '../../kernel/escape-markup.ts';
import type { EpochMs, Ms } from '../../kernel/units.ts';
import type { TenantScope } from '../tenancy/tenant-scope.ts';

/** A notice of an alert is no longer shown after this time. */
const keepMs: Ms = 30 * 24 * 60 * 60_000;
/** Value of `targetType` of a notice to people. */
const toPeople = '3';

export interface NoticeText {
  readonly title: string;
  /** Plain text. */
  readonly text: string;
}

/** To these users, and those who have one of these roles, in the language of their account. */
export async function postAlertNotices(
  transaction: Transaction<Database>,
  { tenantId }: TenantScope,
  to: { readonly userIds: readonly number[]; readonly roleIds: readonly number[] },
  textIn: (locale: Locale) => NoticeText,
  now: EpochMs,
): Promise<void> {
  const recipients = await recipientsOf(transaction, tenantId, to);
  for (const locale of locales) {
    const userIds = recipients.filter((one) => one.locale === locale).map(({ id }) => id);
    if (userIds.length === 0) continue;
    const { title, text } = textIn(locale);
    const { id: noticeId } = await transaction
      .insertInto('notice')
      .values({
        ...{ tenantId, noticeTitle: title, noticeType: '1', noticeContent: `<p>${escapeMarkup(text)}</p>` },
        ...{ status: '0', isTop: '0', publishAt: now, expireAt: now + keepMs, targetType: toPeople },
        ...{ deptId: null, ownerId: null, deletedAt: null },
        ...{ version: 1, createdBy: '', createdAt: now, updatedBy: '', updatedAt: now },
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    for (let at = 0; at < userIds.length; at += 500) {
      await transaction
        .insertInto('noticeTarget')
        .values(userIds.slice(at, at + 500).map((targetId) => ({ tenantId, noticeId, targetId })))
        .execute();
    }
  }
}

async function recipientsOf(
  transaction: Transaction<Database>,
  tenantId: string,
  { userIds, roleIds }: { readonly userIds: readonly number[]; readonly roleIds: readonly number[] },
): Promise<{ readonly id: number; readonly locale: Locale }[]> {
  if (userIds.length === 0 && roleIds.length === 0) return [];
  const rows = await transaction
    .selectFrom('user')
    .leftJoin('preference', (join) =>
      join.onRef('preference.userId', '=', 'user.id').on('preference.name', '=', 'language'),
    )
    .select(['user.id', 'preference.value'])
    .where('user.tenantId', '=', tenantId)
    .where('user.status', '=', '0')
    .where((row) =>
      row.or([
        ...(userIds.length === 0 ? [] : [row('user.id', 'in', [...userIds])]),
        ...(roleIds.length === 0
          ? []
          : [
              row.exists(
                row
                  .selectFrom('userRole')
                  .select('userRole.userId')
                  .whereRef('userRole.userId', '=', 'user.id')
                  .where('userRole.roleId', 'in', [...roleIds]),
              ),
            ]),
      ]),
    )
    .execute();
  return rows.map(({ id, value }) => ({
    id,
    locale: locales.find((locale) => value === JSON.stringify(locale)) ?? 'zh-CN',
  }));
}
