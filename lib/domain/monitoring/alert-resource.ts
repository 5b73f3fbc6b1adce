/** Rules of alerts in the console. */
import { monitorAlertRule } from '../../contracts/admin/resources/monitor-alert-rule.resource.ts';
import type { LocalText } from '../../i18n/translate.ts';
import { type Entropy, newId } from '../crypto/entropy.ts';
import { invalid } from '../errors/admin-error.ts';
import type { ResourceDeps } from '../resource/resource-deps.ts';
import type { ResourceService } from '../resource/resource-service.ts';
import { tableService } from '../resource/table-service.ts';
import { badMailAddress, isMailAddress } from './mail.ts';
import { requireOperator } from './server-view.ts';

const texts = {
  nobody: {
    'zh-CN': '请选择通知的用户、角色、邮件或推送',
    'en-US': 'Select users, roles, e-mail addresses or a webhook',
  },
} as const satisfies Record<string, LocalText>;

/** Of a rule: with these changed, it is judged anew. */
const judged = ['measure', 'comparison', 'threshold', 'duration', 'status'] as const;

const jsonList = (column: string) => ({
  column,
  read: (stored: unknown) => JSON.parse(String(stored)),
  write: (value: unknown) => JSON.stringify(Array.isArray(value) ? value : []),
});

export function alertRuleResource(
  deps: ResourceDeps & { readonly entropy: Entropy },
): ResourceService<typeof monitorAlertRule> {
  const { clock, entropy } = deps;

  function check(rule: {
    readonly emails?: readonly string[] | null | undefined;
    readonly userIds?: readonly unknown[] | null | undefined;
    readonly roleIds?: readonly unknown[] | null | undefined;
    readonly webhookId?: string | null | undefined;
  }): void {
    if (rule.emails?.some((email) => !isMailAddress(email))) {
      throw invalid([{ path: 'emails', message: badMailAddress }]);
    }
    const lists = [rule.emails, rule.userIds, rule.roleIds];
    if (lists.every((list) => !list || list.length === 0) && !rule.webhookId) {
      throw invalid([{ path: 'userIds', message: texts.nobody }]);
    }
  }

  return tableService(deps, {
    definition: monitorAlertRule,
    table: 'alertRule',
    dataScope: 'none',
    columns: {
      userIds: jsonList('userIds'),
      roleIds: jsonList('roleIds'),
      emails: jsonList('emails'),
      changeTime: 'changeAt',
      createTime: 'createdAt',
    },
    newId: () => newId(entropy, clock.now()),
    madeWith: () => ({
      ...{ userIds: '[]', roleIds: '[]', emails: '[]', status: '0', state: 'ok', comparison: 'above' },
    }),
    before: {
      create({ call }, values) {
        requireOperator(call);
        check(values);
        return values;
      },
      update({ call }, row, values) {
        requireOperator(call);
        check({ ...row, ...values });
        return values;
      },
    },
    after: {
      async update({ call, transaction }, id, values, row) {
        if (!judged.some((name) => values[name] !== undefined && values[name] !== row[name])) return;
        await transaction
          .updateTable('alertRule')
          .set({ state: 'ok', changeAt: null })
          .where('tenantId', '=', call.actor.scope.tenantId)
          .where('id', '=', String(id))
          .execute();
      },
    },
  });
}
