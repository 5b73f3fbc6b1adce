import type { Kysely, Transaction } from 'kysely';
import type { Database } from '../../db/schema.ts';
import type { TenantScope } from '../access/tenant-scope.ts';

/** What sessions and accounts depend on, with what holds where nobody set it. */
const usual = {
  'sys.account.captchaEnabled': 'false',
  'sys.account.registerUser': 'false',
  /** Whether the first administrator must have a second factor. */
  'sys.account.totpForRoot': 'false',
  'sys.login.maxRetry': '5',
  'sys.login.lockMinutes': '15',
  'site.timeZone': 'Asia/Shanghai',
} as const;
export type SettingKey = keyof typeof usual;

/** Reads settings as they are now: one row by a unique index, so nothing is kept that could be out of date. */
export function settingReader(db: Kysely<Database> | Transaction<Database>) {
  async function text(scope: TenantScope, key: SettingKey): Promise<string> {
    const row = await db
      .selectFrom('setting')
      .select('configValue')
      .where('tenantId', '=', scope.tenantId)
      .where('configKey', '=', key)
      .executeTakeFirst();
    return row?.configValue ?? usual[key];
  }
  return {
    isOn: async (scope: TenantScope, key: SettingKey) => (await text(scope, key)) === 'true',

    /** Within the limits; what is no number counts as unset. */
    async number(scope: TenantScope, key: SettingKey, least: number, most: number): Promise<number> {
      const given = await text(scope, key);
      const value = Number(/^\d{1,9}$/.test(given) ? given : usual[key]);
      return Math.min(most, Math.max(least, value));
    },

    async timeZone(scope: TenantScope): Promise<string> {
      const zone = await text(scope, 'site.timeZone');
      return isTimeZone(zone) ? zone : usual['site.timeZone'];
    },
  };
}
export type SettingReader = ReturnType<typeof settingReader>;

function isTimeZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }) !== null;
  } catch {
    return false;
  }
}
