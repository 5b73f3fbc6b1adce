/**
 * All encrypted values of the database that are kept: which master keys they need, and their encryption with the
 * current key. Stored responses of idempotent calls expire within a day and are left out.
 */
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../db/schema.ts';
import { webhookSealContext } from '../alarms/webhook-secret.ts';
import { keyIdOf, type SealContext, type Sealer } from '../crypto/seal.ts';
import { ptzSealContext } from '../devices/ptz-sealing.ts';
import { endpointSealContext, validCodeSealContext } from '../devices/source-slot.ts';
import { totpSealContext } from '../identity/totp.ts';
import { settingSealContext } from '../settings/settings.ts';
import { tenantScope } from '../tenancy/tenant-scope.ts';

interface SealedValue {
  readonly sealed: string;
  readonly context: SealContext;
  /** Stores `next` unless the value has changed since it was read. */
  replace(db: Kysely<Database>, next: string): Promise<unknown>;
}

/** Values that are not encrypted with one of the keys. */
type Reader = (db: Kysely<Database>, keyIds: readonly string[]) => Promise<readonly SealedValue[]>;

const validCodes: Reader = async (db, keyIds) => {
  const rows = await db
    .selectFrom('device')
    .select(['id', 'tenantId', 'validCodeSealed'])
    .where('validCodeSealed', 'is not', null)
    .where(withOtherKey('validCodeSealed', keyIds))
    .execute();
  return rows.map(({ id, tenantId, validCodeSealed: sealed }) => ({
    sealed: sealed ?? '',
    context: validCodeSealContext(tenantScope(tenantId), id),
    replace: replaceIn('device', 'validCodeSealed', { id, sealed }),
  }));
};

const streamSources: Reader = async (db, keyIds) => {
  const rows = await db
    .selectFrom('streamSource')
    .innerJoin('channel', 'channel.id', 'streamSource.channelId')
    .select(['streamSource.id', 'streamSource.tenantId', 'profile', 'endpointSealed', 'deviceId', 'number'])
    .where('endpointSealed', 'is not', null)
    .where(withOtherKey('endpointSealed', keyIds))
    .execute();
  return rows.map(({ id, tenantId, deviceId, number, profile, endpointSealed: sealed }) => ({
    sealed: sealed ?? '',
    context: endpointSealContext(tenantScope(tenantId), deviceId, number, profile),
    replace: replaceIn('streamSource', 'endpointSealed', { id, sealed }),
  }));
};

const ptzEndpoints: Reader = async (db, keyIds) => {
  const rows = await db
    .selectFrom('ptz')
    .innerJoin('channel', 'channel.id', 'ptz.channelId')
    .select(['ptz.id', 'ptz.tenantId', 'endpointSealed', 'deviceId', 'number'])
    .where(withOtherKey('endpointSealed', keyIds))
    .execute();
  return rows.map(({ id, tenantId, deviceId, number, endpointSealed: sealed }) => ({
    sealed,
    context: ptzSealContext(tenantScope(tenantId), deviceId, number),
    replace: replaceIn('ptz', 'endpointSealed', { id, sealed }),
  }));
};

const totpSecrets: Reader = async (db, keyIds) => {
  const rows = await db
    .selectFrom('user')
    .select(['id', 'tenantId', 'totpSealed'])
    .where('totpSealed', 'is not', null)
    .where(withOtherKey('totpSealed', keyIds))
    .execute();
  return rows.map(({ id, tenantId, totpSealed: sealed }) => ({
    sealed: sealed ?? '',
    context: totpSealContext({ tenantId, id }),
    replace: replaceIn('user', 'totpSealed', { id, sealed }),
  }));
};

const secretSettings: Reader = async (db, keyIds) => {
  const rows = await db
    .selectFrom('setting')
    .select(['id', 'tenantId', 'configKey', 'configValue'])
    .where('valueType', '=', 'secret')
    .where(withOtherKey('configValue', keyIds))
    .execute();
  return rows.map(({ id, tenantId, configKey, configValue: sealed }) => ({
    sealed,
    context: settingSealContext(tenantScope(tenantId), configKey),
    replace: replaceIn('setting', 'configValue', { id, sealed }),
  }));
};

const webhookSecrets: Reader = async (db, keyIds) => {
  const rows = await db
    .selectFrom('webhook')
    .select(['id', 'tenantId', 'secretSealed'])
    .where(withOtherKey('secretSealed', keyIds))
    .execute();
  return rows.map(({ id, tenantId, secretSealed: sealed }) => ({
    sealed,
    context: webhookSealContext(tenantScope(tenantId), id),
    replace: replaceIn('webhook', 'secretSealed', { id, sealed }),
  }));
};

const readers = {
  'camera addresses': streamSources,
  'ONVIF addresses': ptzEndpoints,
  'verification codes': validCodes,
  'two-step verification secrets': totpSecrets,
  settings: secretSettings,
  'webhook secrets': webhookSecrets,
} as const;
export type SealedKind = keyof typeof readers;

/** Values that cannot be decrypted: by the id of the missing key, then how many of each kind. */
export type MissingKeys = ReadonlyMap<string, ReadonlyMap<SealedKind, number>>;

/** Normally reads no rows: the database selects the values of other keys. */
export async function findMissingKeys(db: Kysely<Database>, keyIds: readonly string[]): Promise<MissingKeys> {
  const missing = new Map<string, Map<SealedKind, number>>();
  for (const [kind, read] of Object.entries(readers) as [SealedKind, Reader][]) {
    for (const { sealed } of await read(db, keyIds)) {
      const keyId = keyIdOf(sealed);
      // Damaged, or an empty setting: no key helps.
      if (keyId === null) continue;
      const counts = missing.get(keyId) ?? new Map<SealedKind, number>();
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
      missing.set(keyId, counts);
    }
  }
  return missing;
}

/** Encrypts all values of older keys with the current one. Values that cannot be decrypted stay as they are. */
export async function resealValues(
  db: Kysely<Database>,
  sealer: Sealer,
  keys: { readonly current: string; readonly older: readonly string[] },
): Promise<{ readonly resealed: number; readonly unreadable: number }> {
  let resealed = 0;
  let unreadable = 0;
  await db.transaction().execute(async (transaction) => {
    for (const read of Object.values(readers)) {
      for (const { sealed, context, replace } of await read(transaction, [keys.current])) {
        const keyId = keyIdOf(sealed);
        if (keyId === null) continue;
        const text = keys.older.includes(keyId) ? openOrNull(sealer, context, sealed) : null;
        if (text === null) unreadable += 1;
        else {
          await replace(transaction, sealer.seal(context, text));
          resealed += 1;
        }
      }
    }
  });
  return { resealed, unreadable };
}

/** Null for a damaged value. */
function openOrNull(sealer: Sealer, context: SealContext, sealed: string): string | null {
  try {
    return sealer.open(context, sealed);
  } catch {
    return null;
  }
}

function replaceIn(
  table: keyof Database,
  column: string,
  { id, sealed }: { readonly id: string | number; readonly sealed: string | null },
): SealedValue['replace'] {
  return (db, next) =>
    sql`update ${sql.table(table)} set ${sql.ref(column)} = ${next} where id = ${id} and ${sql.ref(column)} = ${sealed}`.execute(
      db,
    );
}

/** Ids of keys that the server creates contain no wildcard of `like`. */
function withOtherKey(column: string, keyIds: readonly string[]) {
  const conditions = keyIds.map((keyId) => sql`${sql.ref(column)} not like ${`v1.${keyId}.%`}`);
  return conditions.length === 0 ? sql<boolean>`1 = 1` : sql<boolean>`(${sql.join(conditions, sql` and `)})`;
}
