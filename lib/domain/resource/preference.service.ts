/** Display preferences of a user, by name. */
import { transact } from '../../db/transact.ts';
import type { LocalText } from '../../i18n/translate.ts';
import { invalid, refused } from '../errors/admin-error.ts';
import type { CallContext } from '../identity/actor.ts';
import type { ResourceDeps } from './resource-deps.ts';

const maxBytes = 16 * 1024;
const maxNames = 200;
const tooLarge: LocalText = {
  'zh-CN': '偏好内容不能超过 16 KB',
  'en-US': 'A preference can be at most 16 KB',
};
const tooMany: LocalText = {
  'zh-CN': '偏好数量已达上限',
  'en-US': 'The limit of preferences has been reached',
};

export interface Preferences {
  /** Null: nothing is stored under that name. */
  read(call: CallContext, name: string): Promise<unknown>;
  /** Null deletes it. */
  write(call: CallContext, name: string, value: unknown): Promise<void>;
}

export function preferences({
  database: { db },
  clock,
}: Pick<ResourceDeps, 'database' | 'clock'>): Preferences {
  const forget = ({ actor }: CallContext, name: string) =>
    db.deleteFrom('preference').where('userId', '=', actor.userId).where('name', '=', name).execute();

  return {
    async read({ actor }, name) {
      const row = await db
        .selectFrom('preference')
        .select('value')
        .where('userId', '=', actor.userId)
        .where('name', '=', name)
        .executeTakeFirst();
      return row ? JSON.parse(row.value) : null;
    },

    async write(call, name, value) {
      if (value === null || value === undefined) {
        await forget(call, name);
        return;
      }
      const text = JSON.stringify(value);
      if (Buffer.byteLength(text) > maxBytes) throw invalid([{ path: 'value', message: tooLarge }]);
      const { userId, scope } = call.actor;
      const row = { tenantId: scope.tenantId, userId, name, value: text, updatedAt: clock.now() };
      await transact(db, async (transaction) => {
        const names = await transaction
          .selectFrom('preference')
          .select('name')
          .where('userId', '=', userId)
          .execute();
        if (names.length >= maxNames && !names.some((kept) => kept.name === name)) throw refused(tooMany);
        await transaction
          .insertInto('preference')
          .values(row)
          .onConflict((conflict) =>
            conflict.columns(['userId', 'name']).doUpdateSet({ value: text, updatedAt: row.updatedAt }),
          )
          .execute();
      });
    },
  };
}
