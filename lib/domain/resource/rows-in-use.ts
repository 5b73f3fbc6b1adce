/** The rows that keep another row from being deleted: how many there are, and where the caller finds them. */
import { pageAddress, permissionOf, type ResourceDef } from '../../contracts/admin/define-resource.ts';
import { adminCodes } from '../../contracts/admin/envelope.ts';
import type { LocalText } from '../../i18n/translate.ts';
import { AdminError, type LocalFieldError, type LocalLink } from '../errors/admin-error.ts';
import { type CallContext, can } from '../identity/actor.ts';

export interface RowsInUse {
  readonly resource: ResourceDef;
  readonly count: number;
  /** Filters of their list. */
  readonly query: Readonly<Record<string, string>>;
  /** Address of the page that lists them; default: that of the resource. */
  readonly page?: string;
}

const named = ({ resource: { title }, count }: RowsInUse): LocalText => ({
  'zh-CN': `${title['zh-CN']}（${count}）`,
  'en-US': `${title['en-US']} (${count})`,
});

/** Resources with the number of their rows: 用户（2）、公告（1）. */
export function listed(uses: readonly RowsInUse[]): LocalText {
  const texts = uses.map(named);
  return {
    'zh-CN': texts.map((text) => text['zh-CN']).join('、'),
    'en-US': texts.map((text) => text['en-US']).join(', '),
  };
}

/** U0200 with links to those rows that the caller may list. */
export function inUse(
  { actor }: CallContext,
  text: LocalText,
  uses: readonly RowsInUse[],
  errors: readonly LocalFieldError[] = [],
): AdminError {
  const links: LocalLink[] = uses
    .filter(({ resource }) => can(actor, permissionOf(resource, 'list')))
    .map((use) => ({
      text: named(use),
      address: `${use.page ?? pageAddress(use.resource)}?${new URLSearchParams(use.query)}`,
    }));
  return new AdminError(adminCodes.refused, text, { errors, links });
}

/** A post or role that users have. */
export const assigned = (call: CallContext, name: string, users: RowsInUse): AdminError =>
  inUse(
    call,
    {
      'zh-CN': `${name}已分配给 ${users.count} 个用户，不能删除`,
      'en-US': `${name} is assigned to users (${users.count}) and cannot be deleted`,
    },
    [users],
  );
