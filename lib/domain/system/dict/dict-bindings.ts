import { systemDictData } from '../../../contracts/admin/resources/system-dict-data.resource.ts';
import { systemDictType } from '../../../contracts/admin/resources/system-dict-type.resource.ts';
import type { RowOf, WrittenOf } from '../../../contracts/admin/row-types.ts';
import type { LocalText } from '../../../i18n/translate.ts';
import { invalid, refused } from '../../errors/admin-error.ts';
import type { ResourceDeps } from '../../resource/resource-deps.ts';
import { inUse } from '../../resource/rows-in-use.ts';
import { type Change, once, type ServerResource } from '../../resource/server-resource.ts';
import { shippedDictionaries } from '../../seed/shipped.ts';
import { checkDisabling, entriesInUse } from './entries-in-use.ts';

type DictType = RowOf<typeof systemDictType>;
type Entry = WrittenOf<typeof systemDictData>;

const texts = {
  builtIn: { 'zh-CN': '内置字典不允许删除', 'en-US': 'Built-in dictionaries cannot be deleted' },
  rename: {
    'zh-CN': '内置字典的类型不允许修改',
    'en-US': 'The type of a built-in dictionary cannot be changed',
  },
  type: { 'zh-CN': '字典类型不存在', 'en-US': 'Dictionary not found' },
} as const satisfies Record<string, LocalText>;

export function dictTypeBinding(): ServerResource<typeof systemDictType> {
  return {
    definition: systemDictType,
    table: 'dictType',
    isSerialized: true,
    dataScope: 'none',
    shipped: { dictName: shippedDictionaries },
    madeWith: () => ({ isBuiltIn: 0 }),
    before: {
      update(_change, row, values) {
        const isRenamed = values.dictType !== undefined && values.dictType !== row.dictType;
        if (isRenamed && row.isBuiltIn === true) throw refused(texts.rename);
        if (values.status === '1' && row.status === '0') checkDisabling(row.dictType);
        return values;
      },
      remove: beforeRemove,
    },
    after: {
      /** Renaming a type renames it in its entries. */
      async update({ call, transaction }, _id, values, row) {
        const { dictType } = values;
        if (dictType == null || dictType === row.dictType) return;
        await transaction
          .updateTable('dictData')
          .set({ dictType })
          .where('tenantId', '=', call.actor.scope.tenantId)
          .where('dictType', '=', row.dictType)
          .execute();
      },
    },
    topic: 'dictionary',
  };
}

async function beforeRemove({ call, transaction }: Change, rows: readonly DictType[]): Promise<void> {
  const builtIn = rows.find((row) => row.isBuiltIn === true);
  if (builtIn) throw refused(texts.builtIn);
  for (const { dictType, dictName } of rows) {
    const { count } = await transaction
      .selectFrom('dictData')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('tenantId', '=', call.actor.scope.tenantId)
      .where('dictType', '=', dictType)
      .executeTakeFirstOrThrow();
    if (Number(count) === 0) continue;
    const text = {
      'zh-CN': `${dictName}有 ${count} 个字典项，不能删除`,
      'en-US': `${dictName} has entries (${count}) and cannot be deleted`,
    };
    const page = '/system/dict';
    throw inUse(call, text, [
      { resource: systemDictData, count: Number(count), query: { type: dictType }, page },
    ]);
  }
}

export function dictDataBinding(deps: ResourceDeps): ServerResource<typeof systemDictData> {
  const uses = entriesInUse(deps);
  return {
    definition: systemDictData,
    table: 'dictData',
    isSerialized: true,
    dataScope: 'none',
    before: {
      async create(change, values) {
        const { call, transaction } = change;
        const name = values.dictType;
        const type = await once(change, `type ${name}`, () =>
          transaction
            .selectFrom('dictType')
            .select('id')
            .where('tenantId', '=', call.actor.scope.tenantId)
            .where('dictType', '=', name)
            .executeTakeFirst(),
        );
        if (!type) throw invalid([{ path: 'dictType', message: texts.type }]);
        return filled(values);
      },
      async update(change, row, values) {
        await uses.checkUpdate(change, row, values);
        return filled(values);
      },
      remove: uses.checkRemoval,
    },
    after: {
      create: (change, id, values) => onlyDefault(change, id, values, values),
      /** The last default of each type. */
      async createBatch(change, made) {
        const last = new Map(
          made.flatMap((row) => (row.values.isDefault === 'Y' ? [[row.values.dictType, row]] : [])),
        );
        for (const { id, values } of last.values()) await onlyDefault(change, id, values, values);
      },
      async update(change, id, values, row) {
        await uses.checkDisabled(change, row, values);
        await onlyDefault(change, id, values, row);
      },
    },
    topic: 'dictionary',
  };
}

/** An optional field may be null; its column may not. */
function filled<Values extends Pick<Entry, 'listClass' | 'isDefault'>>(values: Values) {
  return {
    ...values,
    ...(values.listClass === null ? { listClass: 'default' as const } : {}),
    ...(values.isDefault === null ? { isDefault: 'N' as const } : {}),
  };
}

/** A type has one default: clears the previous one. */
async function onlyDefault(
  { call, transaction }: Change,
  id: number,
  values: Entry,
  row: Entry,
): Promise<void> {
  if (values.isDefault !== 'Y') return;
  await transaction
    .updateTable('dictData')
    .set((other) => ({
      isDefault: 'N',
      version: other('version', '+', 1),
      updatedBy: call.actor.username,
    }))
    .where('tenantId', '=', call.actor.scope.tenantId)
    .where('dictType', '=', String(row.dictType))
    .where('id', '!=', id)
    .where('isDefault', '=', 'Y')
    .execute();
}
