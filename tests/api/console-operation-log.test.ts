import { expect } from 'expect';
import { afterAll, beforeAll, beforeEach, describe, it, vi } from 'vitest';
import type { OpenDatabase } from '../../lib/db/client.ts';
import {
  cleanOperationLog,
  recordOperation,
  verifyAuditChain,
} from '../../lib/domain/audit/operation-log.ts';
import { tenantScope } from '../../lib/domain/tenancy/tenant-scope.ts';
import { type DatabaseBench, engines } from '../kit/databases.ts';
import { FakeClock } from '../kit/fake-clock.ts';
import { addTenants, callBy, otherTenant } from '../kit/resource.ts';

const title = { 'zh-CN': '测试', 'en-US': 'Test' };
const day = 86_400_000;

describe.each(engines)('the operation log on $engine', ({ start }) => {
  let bench: DatabaseBench;
  let database: OpenDatabase;
  let clock: FakeClock;
  const call = callBy();
  const { scope } = call.actor;

  beforeAll(async () => {
    bench = await start();
  });
  afterAll(() => bench.stop());
  beforeEach(async () => {
    database = await bench.openEmpty();
    clock = new FakeClock();
    await addTenants(database);
  });

  const deps = () => ({ database, clock });
  const record = (param: unknown = {}) => recordOperation(deps(), { call, title, type: 'other', param });
  const rows = () => database.db.selectFrom('operationLog').selectAll().orderBy('id').execute();

  it('keeps its hash chain with concurrent writers', async () => {
    await Promise.all(Array.from({ length: 40 }, (_, at) => record({ at })));
    expect(await verifyAuditChain(deps(), scope)).toEqual({ ok: true, entries: 40 });
  });

  it('has a chain for each organisation', async () => {
    await record();
    await recordOperation(deps(), {
      call: callBy({ scope: tenantScope(otherTenant) }),
      title,
      type: 'other',
    });
    await record();
    expect(await verifyAuditChain(deps(), scope)).toEqual({ ok: true, entries: 2 });
    expect(await verifyAuditChain(deps(), tenantScope(otherTenant))).toEqual({ ok: true, entries: 1 });
  });

  it('detects changed, removed, inserted and truncated rows', async () => {
    for (let at = 0; at < 5; at += 1) await record({ at });
    const [first, second, third, , last] = await rows();
    const { db } = database;
    const verdict = async (tamper: () => Promise<unknown>, repair: () => Promise<unknown>) => {
      await tamper();
      const found = await verifyAuditChain(deps(), scope);
      await repair();
      expect(await verifyAuditChain(deps(), scope)).toMatchObject({ ok: true });
      return found;
    };
    const changeName = (operName: string) =>
      db
        .updateTable('operationLog')
        .set({ operName } as never)
        .where('id', '=', second!.id)
        .execute();
    const remove = (id: number) => db.deleteFrom('operationLog').where('id', '=', id).execute();
    const insert = (row: object) =>
      db
        .insertInto('operationLog')
        .values(row as never)
        .execute();
    expect(
      await verdict(
        () => changeName('nobody'),
        () => changeName(second!.operName),
      ),
    ).toEqual({ ok: false, operId: second!.id, because: 'content' });
    expect(
      await verdict(
        () => remove(third!.id),
        () => insert(third!),
      ),
    ).toMatchObject({ ok: false, because: 'order' });
    expect(
      await verdict(
        () => remove(last!.id),
        () => insert(last!),
      ),
    ).toEqual({ ok: false, operId: null, because: 'end' });
    const forged = { ...first!, id: last!.id + 1, prevHash: last!.hash };
    expect(
      await verdict(
        () => insert(forged),
        () => remove(forged.id),
      ),
    ).toEqual({ ok: false, operId: forged.id, because: 'content' });
  });

  it('can be verified after old rows were deleted, and reports the deletion', async () => {
    await record({ at: 0 });
    await record({ at: 1 });
    clock.setWall(clock.now() + 100 * day);
    await record({ at: 2 });
    expect(await cleanOperationLog(deps(), call, clock.now() - 90 * day, title)).toBe(2);
    expect(await verifyAuditChain(deps(), scope)).toEqual({ ok: true, entries: 2 });
    expect((await rows()).map(({ businessType }) => businessType)).toEqual([0, 9]);
    expect(await cleanOperationLog(deps(), call, clock.now() - 90 * day, title)).toBe(0);
    await record();
    expect(await verifyAuditChain(deps(), scope)).toMatchObject({ ok: true, entries: 3 });
    await database.db
      .deleteFrom('operationLog')
      .where('id', '=', (await rows())[0]!.id)
      .execute();
    expect(await verifyAuditChain(deps(), scope)).toMatchObject({ ok: false, because: 'order' });
  });

  it('can be verified while operations are recorded and old ones are deleted', async () => {
    /** Between the end of the chain and its rows. */
    const verifiedDuring = async (work: () => Promise<unknown>) => {
      const executor = database.db.getExecutor();
      const execute = executor.executeQuery.bind(executor);
      let isWaiting = true;
      const spy = vi.spyOn(executor, 'executeQuery').mockImplementation(async (query) => {
        if (isWaiting && /from "operation_?log"/i.test(query.sql)) {
          isWaiting = false;
          await work();
        }
        return execute(query) as never;
      });
      const verdict = await verifyAuditChain(deps(), scope);
      spy.mockRestore();
      expect(isWaiting).toBe(false);
      return verdict;
    };
    await record();
    expect(await verifiedDuring(record)).toEqual({ ok: true, entries: 2 });
    clock.setWall(clock.now() + 100 * day);
    await record();
    const clean = () => cleanOperationLog(deps(), call, clock.now() - 90 * day, title);
    expect(await verifiedDuring(clean)).toEqual({ ok: true, entries: 2 });
  });

  it('is written with the change it describes', async () => {
    const undone = database.db.transaction().execute(async (transaction) => {
      await recordOperation(deps(), { call, title, type: 'insert' }, transaction);
      throw new Error('the change failed');
    });
    await expect(undone).rejects.toThrow('the change failed');
    expect(await rows()).toEqual([]);
    expect(await verifyAuditChain(deps(), scope)).toEqual({ ok: true, entries: 0 });
  });

  it('contains no secret, whatever its name', async () => {
    const secrets = [
      'password',
      'oldPassword',
      'token',
      'apiSecret',
      'signature',
      'idCard',
      'bankCard',
      'smsCode',
      'validCode',
    ];
    await record({
      ...Object.fromEntries(secrets.map((name) => [name, 'canary'])),
      deep: [{ newPassword: 'canary' }],
      name: 'kept',
    });
    const [row] = await rows();
    expect(JSON.stringify(row)).not.toContain('canary');
    expect(row?.operParam).toContain('kept');
  });

  it('accepts texts that databases reject: null characters, lone surrogates, very long ones', async () => {
    await record({ text: 'a\u0000b', half: '\ud800', long: 'x'.repeat(10_000) });
    expect((await rows())[0]?.operParam?.length).toBeLessThanOrEqual(2_000);
    expect(await verifyAuditChain(deps(), scope)).toEqual({ ok: true, entries: 1 });
  });
});
