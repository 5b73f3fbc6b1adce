/** Titles of all permissions that contracts require; the buttons of the menu are created from these. */
import type { AdminCallDef } from '../../contracts/admin/call.ts';
import { permissionOf, type ResourceDef } from '../../contracts/admin/define-resource.ts';
import { resourceCalls } from '../../contracts/admin/resource-calls.ts';
import type { LocalText } from '../../i18n/translate.ts';

export interface Button {
  readonly perms: string;
  readonly name: LocalText;
}

const verbs: Readonly<Record<string, LocalText>> = {
  query: { 'zh-CN': '查询', 'en-US': 'View' },
  add: { 'zh-CN': '新增', 'en-US': 'Add' },
  edit: { 'zh-CN': '修改', 'en-US': 'Edit' },
  remove: { 'zh-CN': '删除', 'en-US': 'Delete' },
  export: { 'zh-CN': '导出', 'en-US': 'Export' },
  import: { 'zh-CN': '导入', 'en-US': 'Import' },
  reveal: { 'zh-CN': '查看明文', 'en-US': 'Reveal' },
  refresh: { 'zh-CN': '刷新缓存', 'en-US': 'Refresh cache' },
};

/** Permissions by name, in button order: the common ones first, as listed above. */
export function buttonsOf(
  resources: readonly ResourceDef[],
  calls: readonly AdminCallDef[],
): ReadonlyMap<string, Button> {
  const names = new Map<string, LocalText>();
  const add = (perms: string, name: LocalText) => {
    if (!names.has(perms)) names.set(perms, verbs[perms.slice(perms.lastIndexOf(':') + 1)] ?? name);
  };
  for (const resource of resources) {
    for (const action of resource.actions ?? []) {
      add(permissionOf(resource, action.verb ?? action.key), action.label);
    }
    for (const call of Object.values(resourceCalls(resource))) addCall(call);
  }
  for (const call of calls) addCall(call);
  const order = Object.keys(verbs);
  const rank = (perms: string) => {
    const known = order.indexOf(perms.slice(perms.lastIndexOf(':') + 1));
    return known === -1 ? order.length : known;
  };
  const sorted = [...names].sort(([left], [right]) => rank(left) - rank(right));
  return new Map(sorted.map(([perms, name]) => [perms, { perms, name }]));

  function addCall({ policy, summary, more = {} }: AdminCallDef): void {
    if (typeof policy !== 'string') for (const perms of policy.anyOf) add(perms, summary);
    for (const [perms, name] of Object.entries(more)) add(perms, name);
  }
}
