/** User administration of the operator, on the command line. */
import type { OpenDatabase } from '../../db/client.ts';
import { transact } from '../../db/transact.ts';
import type { EpochMs } from '../../kernel/units.ts';
import { notFound } from '../errors/admin-error.ts';
import type { LoginLimits } from '../identity/login-limits.ts';
import type { Passwords } from '../identity/passwords.ts';
import { operatorScope } from '../tenancy/operator-scope.ts';
import { type AccountWriter, type NewAccount, rootOf } from './account-writer.ts';
import type { SetupCodes } from './registration.service.ts';

export interface UserAdministrationDeps {
  readonly database: Pick<OpenDatabase, 'db'>;
  readonly accounts: AccountWriter;
  readonly passwords: Passwords;
  readonly limits: Pick<LoginLimits, 'unlock'>;
  readonly setupCodes: SetupCodes;
}

export type UserAdministration = ReturnType<typeof userAdministration>;

export function userAdministration(deps: UserAdministrationDeps) {
  const { accounts, passwords, limits, setupCodes } = deps;
  const { db } = deps.database;
  const scope = operatorScope;

  return {
    /** Needs no setup code. Null `password`: one is generated, shown once, and must be changed. */
    async createAdmin(
      account: Omit<NewAccount, 'password'>,
      password: string | null,
    ): Promise<{ userId: number; oneTimePassword: string | null; validUntil: EpochMs | null }> {
      const full = { ...account, password: password ?? '' };
      const made = password === null ? await passwords.oneTime(scope) : null;
      const hash = made?.hash ?? (await passwords.hashNew(scope, rootOf(full), full.password, 'password'));
      const userId = await accounts.insertRoot(full, hash, made?.validUntil ?? null, {
        by: 'operator',
        address: '',
        traceId: '',
      });
      await setupCodes.burn();
      return { userId, oneTimePassword: made?.password ?? null, validUntil: made?.validUntil ?? null };
    },

    /** All users, without secrets. */
    async list() {
      return db
        .selectFrom('user')
        .select(['id', 'username', 'displayName', 'status', 'isRoot', 'loginAt', 'createdAt'])
        .select((row) => row('totpSealed', 'is not', null).as('hasTotp'))
        .where('tenantId', '=', scope.tenantId)
        .orderBy('id')
        .limit(10_000)
        .execute();
    },

    /** Sets a one-time password and ends all sessions of the user. `dropTotp`: disables two-step verification too. */
    async resetPassword(
      accountNo: string,
      { dropTotp = false }: { dropTotp?: boolean } = {},
    ): Promise<{ userId: number; oneTimePassword: string; validUntil: EpochMs }> {
      const user = await db
        .selectFrom('user')
        .select(['id', 'username', 'displayName', 'isRoot', 'passwordHash'])
        .where('tenantId', '=', scope.tenantId)
        .where((row) => row(row.fn('lower', ['username']), '=', accountNo.toLowerCase()))
        .executeTakeFirst();
      if (!user) throw notFound();
      const made = await passwords.oneTime(scope);
      await transact(db, async (transaction) => {
        await passwords.set(transaction, scope, user, {
          hash: made.hash,
          oneTimeValidUntil: made.validUntil,
          by: 'operator',
        });
        if (dropTotp) {
          await transaction
            .updateTable('user')
            .set({ totpSealed: null, totpStep: null })
            .where('id', '=', user.id)
            .execute();
        }
      });
      await limits.unlock(user.username);
      return { userId: user.id, oneTimePassword: made.password, validUntil: made.validUntil };
    },
  };
}
