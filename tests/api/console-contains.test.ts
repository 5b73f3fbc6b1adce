import { expect } from 'expect';
import { it } from 'vitest';
import { describeSystemOnBoth, get, ok, type SystemConsole } from '../kit/system-console.ts';

/** The wildcards of `like` are characters like others, in every search. */
type Found = (userName: string) => Promise<readonly string[]>;

/** Lists of people, each with these among them. Returns the search by account name. */
const lists: Readonly<Record<string, (app: SystemConsole, userIds: readonly number[]) => Promise<Found>>> = {
  users: async ({ founder }) => namesIn(founder, '/system/user/page', {}),
  'users of a role': async ({ founder, role }, userIds) => {
    const roleId = await role();
    ok(await founder.call('PUT', '/system/role/authUser/selectAll', { body: { roleId, userIds } }));
    return namesIn(founder, '/system/role/authUser/allocatedList', { roleId: String(roleId) });
  },
  'users to whom a role can be given': async ({ founder, role }) =>
    namesIn(founder, '/system/role/authUser/unallocatedList', { roleId: String(await role()) }),
  'recipients of a message': async ({ founder }) => {
    const body = { title: '停机', type: '1', content: '<p>今晚</p>', status: '1' };
    const { id } = ok(await founder.call('POST', '/feedback/message', { body }));
    return namesIn(founder, `/feedback/message/${id}/receipts`, { state: 'unread' });
  },
  'readers of a notice': async ({ founder, db }, userIds) => {
    const body = { noticeTitle: '停水', noticeType: '1', noticeContent: '<p>今晚</p>', status: '0' };
    const { noticeId } = ok(await founder.call('POST', '/system/notice', { body }));
    await db
      .insertInto('noticeRead')
      .values(userIds.map((userId) => ({ tenantId: 'default', noticeId, userId, readAt: 1 })))
      .execute();
    return namesIn(founder, `/system/notice/${noticeId}/readers`, {});
  },
  'signed-in users': async ({ founder, db }, userIds) => {
    const session = await db.selectFrom('session').selectAll().executeTakeFirstOrThrow();
    await db
      .insertInto('session')
      .values(
        userIds.map((userId, at) => ({
          ...session,
          ...{ userId, id: String(at).repeat(32), tokenHash: `hash ${at}` },
        })),
      )
      .execute();
    return namesIn(founder, '/monitor/online/page', {});
  },
};

function namesIn(founder: SystemConsole['founder'], path: string, query: Record<string, string>): Found {
  return async (userName) => {
    const { records } = await get(founder, path, { ...query, userName });
    return records.map((row: { userName: string }) => row.userName);
  };
}

describeSystemOnBoth('a search', (testConsole) => {
  it.each(Object.entries(lists))('of %s finds an underscore, and only that', async (_, open) => {
    const app = testConsole();
    const made = [await app.user({ userName: 'Anna_b' }), await app.user({ userName: 'annaxb' })];
    const find = await open(
      app,
      made.map(({ userId }) => userId),
    );
    expect(await find('anna_b')).toEqual(['Anna_b']);
    expect((await find('anna')).toSorted()).toEqual(['Anna_b', 'annaxb']);
  });

  it.each(['50%', '50_', '50\\', 'Ärzte'])(
    'finds a name that contains %s, and only that',
    async (postName) => {
      const { founder } = testConsole();
      const names = ['50%', '50_', '50\\', '500', 'Ärzte', 'Arzte'];
      for (const [at, name] of names.entries())
        ok(
          await founder.call('POST', '/system/post', {
            body: { postCode: `c${at}`, postName: name, postSort: 1, status: '0' },
          }),
        );
      const found = await get(founder, '/system/post/page', { keyword: postName });
      expect(found.records.map((row: { postName: string }) => row.postName)).toEqual([postName]);
    },
  );
});
