/** Inserts accounts without a signed-in user: the first administrator, and users who register. */
import type { Transaction } from 'kysely';
import { systemUser } from '../../contracts/admin/resources/system-user.resource.ts';
import type { Db, OpenDatabase } from '../../db/client.ts';
import type { Database } from '../../db/schema.ts';
import { transact } from '../../db/transact.ts';
import type { LocalText } from '../../i18n/translate.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { EpochMs } from '../../kernel/units.ts';
import { recordOperation } from '../audit/operation-log.ts';
import { conflict, refused } from '../errors/admin-error.ts';
import { adminRole, type CallContext } from '../identity/actor.ts';
import { fieldChanges } from '../resource/field-changes.ts';
import { operatorScope } from '../tenancy/operator-scope.ts';

export interface NewAccount {
  readonly accountNo: string;
  readonly nickName: string;
  readonly password: string;
}

/** Where the first administrator came from. */
export interface Origin extends Pick<CallContext, 'address' | 'traceId' | 'request'> {
  /** Absent: the account itself. */
  readonly by?: string;
}

export type AccountWriter = ReturnType<typeof accountWriter>;

export function accountWriter({
  database,
  clock,
}: {
  readonly database: Pick<OpenDatabase, 'db' | 'engine' | 'changes'>;
  readonly clock: Clock;
}) {
  const { db }: { readonly db: Db } = database;
  const scope = operatorScope;

  const hasRoot = async (reader: Pick<Db, 'selectFrom'>) =>
    (await reader
      .selectFrom('user')
      .select('id')
      .where('tenantId', '=', scope.tenantId)
      .where('isRoot', '=', 1)
      .executeTakeFirst()) !== undefined;

  /** Throws U0200 when there is an administrator, U0210 when the name is taken. */
  async function insertRoot(
    account: NewAccount,
    hash: string,
    oneTimeValidUntil: EpochMs | null,
    origin: Origin,
  ): Promise<number> {
    return transact(db, async (transaction) => {
      // Locks the tenant's row, so that of two simultaneous attempts one finds the administrator of the other.
      await transaction
        .updateTable('tenant')
        .set((row) => ({ permissionsVersion: row('permissionsVersion', '+', 1) }))
        .where('id', '=', scope.tenantId)
        .execute();
      if (await hasRoot(transaction)) throw refused(administratorExists);
      const id = await insertUser(transaction, account, {
        hash,
        isRoot: 1,
        oneTimeValidUntil,
        by: account.accountNo,
      });
      const admin = await transaction
        .selectFrom('role')
        .select('id')
        .where('tenantId', '=', scope.tenantId)
        .where('roleKey', '=', adminRole)
        .where('isBuiltIn', '=', 1)
        .executeTakeFirst();
      if (admin) {
        await transaction
          .insertInto('userRole')
          .values({ tenantId: scope.tenantId, userId: id, roleId: admin.id })
          .execute();
      }
      await recordFirst(transaction, id, account, origin);
      return id;
    });
  }

  /** Nobody was signed in: the actor is the account itself, or the operator on the server's machine. */
  async function recordFirst(
    transaction: Transaction<Database>,
    userId: number,
    { accountNo, nickName }: NewAccount,
    { by = accountNo, address, traceId, request }: Origin,
  ): Promise<void> {
    const call: CallContext = {
      actor: {
        scope,
        userId,
        username: by,
        displayName: nickName,
        deptId: null,
        deptName: null,
        sessionId: '',
        roleIds: [],
        roleKeys: [adminRole],
        permissions: new Set(),
        dataScope: { kind: 'everything' },
        sees: 'everything',
        mustChangePassword: false,
      },
      address,
      traceId,
      ...(request ? { request } : {}),
    };
    await recordOperation(
      { database, clock },
      {
        call,
        title: systemUser.title,
        type: 'insert',
        bizKey: `${systemUser.key}:${userId}`,
        bizName: nickName,
        diff: fieldChanges(systemUser, {}, { userName: accountNo, nickName, isRoot: true }),
      },
      transaction,
    );
  }

  async function insertUser(
    transaction: Transaction<Database>,
    { accountNo, nickName }: NewAccount,
    more: { hash: string; isRoot: 0 | 1; oneTimeValidUntil: EpochMs | null; by: string },
  ): Promise<number> {
    const now = clock.now();
    const row = await transaction
      .insertInto('user')
      .values({
        tenantId: scope.tenantId,
        username: accountNo,
        displayName: nickName,
        deptId: null,
        phone: null,
        email: null,
        sex: '2',
        avatar: null,
        status: '0',
        remark: null,
        isRoot: more.isRoot,
        passwordHash: more.hash,
        passwordChangedAt: now,
        mustChangePassword: more.oneTimeValidUntil === null ? 0 : 1,
        oneTimeValidUntil: more.oneTimeValidUntil,
        totpSealed: null,
        totpStep: null,
        loginAddress: null,
        loginAt: null,
        version: 1,
        createdBy: more.by,
        createdAt: now,
        updatedBy: more.by,
        updatedAt: now,
      })
      .onConflict((found) => found.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!row) throw conflict(accountTaken, [{ path: 'accountNo', message: accountTaken }]);
    return row.id;
  }

  return { hasRoot: () => hasRoot(db), insertRoot, insertUser };
}

/** What the password rules compare the password of the first administrator with. */
export const rootOf = (account: Omit<NewAccount, 'password'>) => ({
  username: account.accountNo,
  displayName: account.nickName,
  isRoot: 1,
});

export const administratorExists: LocalText = {
  'zh-CN': '管理员已存在，不能再次初始化',
  'en-US': 'An administrator already exists',
};
const accountTaken: LocalText = { 'zh-CN': '账号已存在', 'en-US': 'This account already exists' };
