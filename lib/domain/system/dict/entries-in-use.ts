/**
 * Entries that rows have as a value, and entries that forms need. The definitions say which fields have which
 * dictionary, so that a new field is protected without a line here. Logs are not: their rows keep a value that is in no
 * dictionary any more, and show it.
 */
import { fieldsOfDictionary } from '../../../contracts/admin/resource-relations.ts';
import type { systemDictData } from '../../../contracts/admin/resources/system-dict-data.resource.ts';
import type { RowOf, UpdateOf, WrittenOf } from '../../../contracts/admin/row-types.ts';
import type { LocalText } from '../../../i18n/translate.ts';
import { refused } from '../../errors/admin-error.ts';
import type { ResourceDeps } from '../../resource/resource-deps.ts';
import { inUse, listed, type RowsInUse } from '../../resource/rows-in-use.ts';
import type { Change } from '../../resource/server-resource.ts';

type Entry = RowOf<typeof systemDictData>;

const protectedFields = (dictType: string) =>
  fieldsOfDictionary(dictType).filter(({ resource }) => !resource.unversioned);
const requiredField = (dictType: string) => protectedFields(dictType).find(({ field }) => field.required);

/** A disabled dictionary has no active entries, whatever their own status. */
export function checkDisabling(dictType: string): void {
  const form = requiredField(dictType);
  if (form) throw refused(neededType(form.resource.title, form.field.label));
}

export function entriesInUse({ related }: Pick<ResourceDeps, 'related'>) {
  async function usesOf(change: Change, { dictType, dictValue }: Entry): Promise<readonly RowsInUse[]> {
    const uses: RowsInUse[] = [];
    for (const { resource, name, field } of protectedFields(dictType)) {
      const count = (await related?.(resource.key)?.countOf?.(change, name, dictValue)) ?? 0;
      if (count > 0) uses.push({ resource, count, query: field.query ? { [name]: dictValue } : {} });
    }
    return uses;
  }

  /** Forms that require a value of the dictionary could not be saved without any. */
  async function checkLeftOver({ call, transaction }: Change, gone: readonly Entry[]): Promise<void> {
    for (const dictType of new Set(gone.filter(({ status }) => status === '0').map((one) => one.dictType))) {
      const form = requiredField(dictType);
      if (!form) continue;
      const left = await transaction
        .selectFrom('dictData')
        .select('id')
        .where('tenantId', '=', call.actor.scope.tenantId)
        .where('dictType', '=', dictType)
        .where('status', '=', '0')
        .where(
          'id',
          'not in',
          gone.map(({ dictCode }) => dictCode),
        )
        .limit(1)
        .executeTakeFirst();
      if (!left) throw refused(needed(form.resource.title, form.field.label));
    }
  }

  return {
    async checkUpdate(change: Change, row: Entry, values: UpdateOf<typeof systemDictData>): Promise<void> {
      if (values.dictValue === undefined || values.dictValue === row.dictValue) return;
      const uses = await usesOf(change, row);
      if (uses.length === 0) return;
      const text = renamed(shown(row), listed(uses));
      throw inUse(change.call, text, uses, [{ path: 'dictValue', message: text }]);
    },

    /** After they are written: of several rows that are disabled together, each would see the others as active. */
    async checkDisabled(
      change: Change,
      row: Entry,
      { status }: WrittenOf<typeof systemDictData>,
    ): Promise<void> {
      if (status === '1') await checkLeftOver(change, [row]);
    },

    async checkRemoval(change: Change, rows: readonly Entry[]): Promise<void> {
      for (const row of rows) {
        const uses = await usesOf(change, row);
        if (uses.length > 0) throw inUse(change.call, removed(shown(row), listed(uses)), uses);
      }
      await checkLeftOver(change, rows);
    },
  };
}

const shown = ({ dictLabel, dictLabelEn }: Entry): LocalText => ({
  'zh-CN': dictLabel,
  'en-US': dictLabelEn || dictLabel,
});

const removed = (entry: LocalText, uses: LocalText): LocalText => ({
  'zh-CN': `${entry['zh-CN']}正在使用中：${uses['zh-CN']}，不能删除`,
  'en-US': `${entry['en-US']} is in use: ${uses['en-US']}. It cannot be deleted.`,
});

const renamed = (entry: LocalText, uses: LocalText): LocalText => ({
  'zh-CN': `${entry['zh-CN']}正在使用中：${uses['zh-CN']}，不能修改键值`,
  'en-US': `${entry['en-US']} is in use: ${uses['en-US']}. Its value cannot be changed.`,
});

const needed = (resource: LocalText, field: LocalText): LocalText => ({
  'zh-CN': `${resource['zh-CN']}的${field['zh-CN']}必填，至少保留一个启用的字典项`,
  'en-US': `${field['en-US']} (${resource['en-US']}) is required, so one active entry must remain`,
});

const neededType = (resource: LocalText, field: LocalText): LocalText => ({
  'zh-CN': `${resource['zh-CN']}的${field['zh-CN']}必填，不能停用此字典`,
  'en-US': `${field['en-US']} (${resource['en-US']}) is required, so this dictionary cannot be disabled`,
});
