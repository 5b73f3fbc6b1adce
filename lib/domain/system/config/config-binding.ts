/**
 * Settings. The value column is not read by the resource engine: a secret is stored sealed and always returned as
 * `******`.
 */
import { builtInSetting } from '../../../contracts/admin/built-in-settings.ts';
import { systemConfig } from '../../../contracts/admin/resources/system-config.resource.ts';
import type { MadeOf, RowOf, UpdateOf, WrittenOf } from '../../../contracts/admin/row-types.ts';
import { pathOfUpload } from '../../../contracts/admin/upload-address.ts';
import type { LocalText } from '../../../i18n/translate.ts';
import { invalid, refused } from '../../errors/admin-error.ts';
import { hiddenSecret } from '../../resource/masks.ts';
import type { Change, ServerResource } from '../../resource/server-resource.ts';
import { shippedSettings } from '../../seed/shipped.ts';
import { settingSealContext } from '../../settings/settings.ts';
import type { TenantScope } from '../../tenancy/tenant-scope.ts';
import { setUsedImages } from '../../uploads/upload-use.ts';
import { complete, without } from '../protected-fields.ts';
import type { Reader, SystemDeps } from '../system-deps.ts';
import { checkSetting } from './config-rules.ts';

type Setting = RowOf<typeof systemConfig>;
/** The fields that determine how a value is checked. */
type Known = Pick<WrittenOf<typeof systemConfig>, 'configKey' | 'valueType'>;

const texts = {
  fixed: {
    'zh-CN': '内置参数的键名和类型不允许修改',
    'en-US': 'The key and type of a built-in setting cannot be changed',
  },
  visible: {
    'zh-CN': '机密参数不能设为登录用户可读',
    'en-US': 'A secret setting cannot be readable by all users',
  },
  again: { 'zh-CN': '请重新填写参数键值', 'en-US': 'Enter the value again' },
} as const satisfies Record<string, LocalText>;

export function configBinding(deps: SystemDeps): ServerResource<typeof systemConfig> {
  const { sealer } = deps;

  /** The given value, kept beside the change until its row is written. */
  const given = new WeakMap<Change, string>();

  async function store(change: Change, id: number, key: string, type: string): Promise<void> {
    const value = given.get(change);
    if (value === undefined) return;
    const { scope } = change.call.actor;
    await change.transaction
      .updateTable('setting')
      .set({ configValue: type === 'secret' ? sealer.seal(settingSealContext(scope, key), value) : value })
      .where('tenantId', '=', scope.tenantId)
      .where('id', '=', id)
      .execute();
    if (builtInSetting(key)?.input.kind === 'image') {
      const holder = { bizType: 'system.config', bizId: String(id), field: 'configValue' };
      const path = pathOfUpload(value);
      await setUsedImages(change, holder, path === null ? [] : [path], deps.clock.now());
    }
  }

  /** Checks the value and returns the form for the operation log. */
  function take(change: Change, merged: Known, value: string): string {
    const type = String(merged.valueType);
    checkSetting(String(merged.configKey), type, value, change.call.address);
    given.set(change, value);
    return type === 'secret' ? hiddenSecret : value;
  }

  async function beforeUpdate(
    change: Change,
    row: Setting,
    values: UpdateOf<typeof systemConfig>,
  ): Promise<WrittenOf<typeof systemConfig>> {
    const { scope } = change.call.actor;
    const [current] = await withValues(change.transaction, scope, [row]);
    complete(row, { configValue: current?.configValue ?? null });
    const isFixed = (['configKey', 'valueType'] as const).every(
      (name) => !(name in values) || values[name] === row[name],
    );
    if (row.configType === 'Y' && !isFixed) throw refused(texts.fixed);
    const merged = { ...row, ...values };
    if (merged.valueType === 'secret' && merged.visible === '1') {
      throw invalid([{ path: 'visible', message: texts.visible }]);
    }
    const wasSecret = row.valueType === 'secret';
    const given = values.configValue;
    const stays =
      !('configValue' in values) ||
      // Unchanged, as shown in English or masked.
      given === shippedSettings.configValue.shown(change.call.locale, row.configValue) ||
      (wasSecret && (given ?? hiddenSecret) === hiddenSecret);
    if (!stays) return { ...values, configValue: take(change, merged, given ?? '') };
    // A seal opens only under its own key and must not be stored as plain text.
    if (wasSecret && !isFixed) throw invalid([{ path: 'configValue', message: texts.again }]);
    if (!isFixed) {
      return { ...values, configValue: take(change, merged, row.configValue ?? '') };
    }
    return without(values, ['configValue']);
  }

  return {
    definition: systemConfig,
    table: 'setting',
    columns: { configValue: null },
    dataScope: 'none',
    shipped: shippedSettings,
    madeWith: () => ({ configType: 'N', configValue: '' }),
    before: {
      create(change, given): MadeOf<typeof systemConfig> {
        const values = {
          ...given,
          valueType: given.valueType ?? ('string' as const),
          visible: given.visible ?? ('0' as const),
        };
        if (values.valueType === 'secret' && values.visible === '1') {
          throw invalid([{ path: 'visible', message: texts.visible }]);
        }
        return { ...values, configValue: take(change, values, values.configValue ?? '') };
      },
      update: beforeUpdate,
      async remove(_change, rows) {
        const builtIn = rows.find((row) => row.configType === 'Y');
        if (builtIn) {
          const key = builtIn.configKey;
          throw refused({
            'zh-CN': `内置参数【${key}】不能删除`,
            'en-US': `${key} is built in and cannot be deleted`,
          });
        }
      },
    },
    after: {
      create: (change, id, values) => store(change, id, values.configKey, String(values.valueType)),
      update: (change, id, values, row) =>
        store(change, id, values.configKey ?? row.configKey, String(values.valueType ?? row.valueType)),
    },
    topic: 'setting',
    decorate: (call, rows) => withValues(deps.database.db, call.actor.scope, rows),
  };
}

async function withValues(
  db: Reader,
  { tenantId }: TenantScope,
  rows: readonly Setting[],
): Promise<readonly Setting[]> {
  const stored = await db
    .selectFrom('setting')
    .select(['id', 'configValue', 'valueType'])
    .where('tenantId', '=', tenantId)
    .where(
      'id',
      'in',
      rows.map(({ configId }) => configId),
    )
    .execute();
  const values = new Map(
    stored.map(({ id, configValue, valueType }) => [
      id,
      valueType === 'secret' && configValue !== '' ? hiddenSecret : configValue,
    ]),
  );
  return rows.map((row) => ({ ...row, configValue: values.get(row.configId) ?? '' }));
}
