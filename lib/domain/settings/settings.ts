/**
 * Settings of an organisation, read by the rest of the product. They are read together and cached for a few seconds, or
 * until a change is announced.
 */
import {
  builtInSettings,
  type SeedSetting,
  type SettingKey,
} from '../../contracts/admin/built-in-settings.ts';
import { settingProblem } from '../../contracts/admin/setting-input.ts';
import type { Db, OpenDatabase } from '../../db/client.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Ms } from '../../kernel/units.ts';
import type { SealContext, Sealer } from '../crypto/seal.ts';
import { TenantCache } from '../tenancy/tenant-cache.ts';
import type { TenantScope } from '../tenancy/tenant-scope.ts';

interface Types {
  string: string;
  number: number;
  boolean: boolean;
  json: unknown;
  /** Read by `secret` only. */
  secret: never;
}
export type SettingValue<Key extends SettingKey> = Types[(typeof builtInSettings)[Key]['type']];

export interface Settings {
  /** Returns the default if the setting is missing or invalid. */
  get<Key extends SettingKey>(scope: TenantScope, key: Key): Promise<SettingValue<Key>>;
  /** The text of a setting that all users may read; null for all others, whether they exist or not. */
  visible(scope: TenantScope, key: string): Promise<string | null>;
  /** The text of a secret setting; null when there is none. */
  secret(scope: TenantScope, key: string): Promise<string | null>;
  /** What is kept in memory. Values of secret settings are sealed. */
  readonly cache: TenantCache<StoredSettings>;
}

const cacheTtlMs: Ms = 5_000;
/** They are read together. */
const settingsKey = 'all';

export type StoredSettings = Rows;
type Row = { readonly value: string; readonly valueType: string; readonly isVisible: boolean };
type Rows = ReadonlyMap<string, Row>;

export function createSettings(
  { db, changes }: Pick<OpenDatabase, 'db' | 'changes'>,
  clock: Clock,
  sealer: Pick<Sealer, 'open'>,
): Settings {
  const cache = new TenantCache<Rows>({ clock, keepMs: cacheTtlMs, maxKeys: 1 });

  changes.listen('setting', {
    onReceived: (tenantId) => cache.forget(tenantId),
    missed: () => cache.forgetAll(),
  });

  const rowsOf = ({ tenantId }: TenantScope): Promise<Rows> =>
    cache.read(tenantId, settingsKey, () => read(db, tenantId));

  return {
    cache,

    async get(scope, key) {
      const seed: SeedSetting = builtInSettings[key];
      const set = (await rowsOf(scope)).get(key);
      const isValid = set !== undefined && settingProblem(seed.input, set.value) === null;
      return parseSetting(seed.type, isValid ? set.value : seed.value) as SettingValue<typeof key>;
    },

    async visible(scope, key) {
      const row = (await rowsOf(scope)).get(key);
      return row?.isVisible && row.valueType !== 'secret' ? row.value : null;
    },

    async secret(scope, key) {
      const row = (await rowsOf(scope)).get(key);
      // One that was never set is not sealed.
      return row?.valueType === 'secret' && row.value !== ''
        ? sealer.open(settingSealContext(scope, key), row.value)
        : null;
    },
  };
}

/** The seal context of a setting. Settings belong to no device. */
export function settingSealContext({ tenantId }: TenantScope, key: string): SealContext {
  return { tenantId, deviceId: '', field: `setting/${key}` };
}

async function read(db: Db, tenantId: string): Promise<Rows> {
  const rows = await db
    .selectFrom('setting')
    .select(['configKey', 'configValue', 'valueType', 'visible'])
    .where('tenantId', '=', tenantId)
    .execute();
  return new Map(
    rows.map(({ configKey, configValue, valueType, visible }) => [
      configKey,
      { value: configValue, valueType, isVisible: visible === '1' },
    ]),
  );
}

/** Undefined for an invalid text. */
export function parseSetting(type: string, text: string): unknown {
  if (type === 'number') {
    return /^-?\d{1,15}(\.\d{1,6})?$/.test(text.trim()) ? Number(text) : undefined;
  }
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : undefined;
  if (type === 'json') {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      return undefined; // Invalid JSON.
    }
  }
  return text;
}
