/** Concurrent identical requests: exactly one succeeds, the others receive an error. */
import { expect } from 'expect';
import { it } from 'vitest';
import type { ConsoleAnswer } from '../kit/console.ts';
import { propertySeed } from '../kit/mutation.ts';
import { rounds } from '../kit/soak.ts';
import { describeSystemOnBoth, get, ok } from '../kit/system-console.ts';

const won = (answers: readonly ConsoleAnswer[]) => answers.filter(({ code }) => code === 20001).length;

/** Linear congruential generator: the same sequence for the same seed. */
function random(seed: number) {
  let state = seed >>> 0;
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

describeSystemOnBoth('races', (testConsole) => {
  it('exactly one of 50 changes of one version succeeds, for every kind of row', async () => {
    const { founder, ...app } = testConsole();
    const add = async (path: string, body: object) => ok(await founder.call('POST', path, { body }));
    const post = await add('/system/post', { postCode: 'p', postName: '岗', postSort: 1, status: '0' });
    const { userId } = await app.user();
    const roleId = await app.role();
    const deptId = await app.dept('区');
    const { menuId } = await add('/system/menu', {
      parentId: 0,
      menuName: '夹',
      menuType: 'M',
      orderNum: 1,
      path: 'folder',
      status: '0',
    });
    const { configId } = await add('/system/config', {
      configName: '甲',
      configKey: 'own.key',
      configValue: 'x',
      valueType: 'string',
    });
    const { noticeId } = await add('/system/notice', {
      noticeTitle: '告',
      noticeType: '1',
      noticeContent: 'x',
      status: '0',
    });
    const profile = (await get(founder, '/system/user/profile')).version;
    const rows: [string, (at: number) => object][] = [
      ['/system/post', (at) => ({ postId: post.postId, version: 1, postName: `岗${at}` })],
      ['/system/user', (at) => ({ userId, version: 1, nickName: `人${at}` })],
      ['/system/role', (at) => ({ roleId, version: 1, roleName: `角${at}` })],
      ['/system/dept', (at) => ({ deptId, version: 1, deptName: `区${at}` })],
      ['/system/menu', (at) => ({ menuId, version: 1, menuName: `夹${at}` })],
      ['/system/config', (at) => ({ configId, version: 1, configValue: `v${at}` })],
      ['/system/notice', (at) => ({ noticeId, version: 1, noticeTitle: `告${at}` })],
      ['/system/user/profile', (at) => ({ nickName: `我${at}`, version: profile })],
    ];
    for (const [path, bodyOf] of rows) {
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, at) => founder.call('PUT', path, { body: bodyOf(at), atOnce: true })),
      );
      expect([path, won(answers)]).toEqual([path, 1]);
      for (const answer of answers) {
        expect([path, answer.code === 20001 || answer.code === 'U0210']).toEqual([path, true]);
      }
    }
  });

  it('groups of 2 to 20 identical requests have one effect each', async () => {
    const { founder, db } = testConsole();
    const seed = propertySeed;
    process.stdout.write(`races: ORIEL_SEED=${seed}\n`);
    const pick = random(seed);
    const groups = rounds(40, 1_000);
    let submits = 0;
    for (let first = 0; first < groups; first += 20) {
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, within) => {
          const body = {
            postCode: `c${first + within}`,
            postName: `岗位${first + within}`,
            postSort: 1,
            status: '0',
          };
          const keyed = pick(2) === 0;
          const count = 2 + pick(19);
          submits += count;
          return Promise.all(
            Array.from({ length: count }, () =>
              founder.call('POST', '/system/post', {
                body,
                atOnce: true,
                headers: keyed ? { 'idempotency-key': `group-${first + within}-key` } : {},
              }),
            ),
          );
        }),
      );
      for (const group of answers) {
        const ids = new Set(group.flatMap(({ code, data }) => (code === 20001 ? [data.postId] : [])));
        expect(ids.size).toBe(1);
        // The losing requests get one of the expected codes, never an internal error.
        for (const { code } of group) expect([20001, 601, 'U0210']).toContain(code);
      }
    }
    process.stdout.write(`races: ${submits} submits in ${groups} groups\n`);
    const { count } = await db
      .selectFrom('post')
      .select((build) => build.fn.countAll().as('count'))
      .where('postCode', 'like', 'c%')
      .executeTakeFirstOrThrow();
    expect(Number(count)).toBe(groups);
    const auditChain = ok(await founder.call('GET', '/monitor/operlog/verify'));
    expect(auditChain).toMatchObject({ isIntact: true, brokenAt: null });
  }, 400_000);

  it('two rows moved below each other at once form no cycle', async () => {
    const { founder, ...app } = testConsole();
    for (let round = 0; round < rounds(3, 15); round += 1) {
      const [one, other] = [await app.dept(`甲${round}`), await app.dept(`乙${round}`)];
      const menu = async (name: string) =>
        ok(
          await founder.call('POST', '/system/menu', {
            body: { parentId: 0, menuName: name, menuType: 'M', orderNum: 1, path: name, status: '0' },
          }),
        ).menuId as number;
      const [folder, box] = [await menu(`f${round}`), await menu(`b${round}`)];
      const move = (path: string, id: string, from: number, to: number) =>
        founder.call('PUT', path, { body: { [id]: from, version: 1, parentId: to }, atOnce: true });
      const depts = await Promise.all([
        move('/system/dept', 'deptId', one, other),
        move('/system/dept', 'deptId', other, one),
      ]);
      const menus = await Promise.all([
        move('/system/menu', 'menuId', folder, box),
        move('/system/menu', 'menuId', box, folder),
      ]);
      for (const answer of [...depts, ...menus]) expect([20001, 40000, 'U0210']).toContain(answer.code);
      expect([round, won(depts), won(menus)]).toEqual([round, 1, 1]);
    }
  }, 60_000);
});
