import { expect } from 'expect';
import { afterAll, beforeAll, beforeEach, describe, it } from 'vitest';
import type { OpenDatabase } from '../../lib/db/client.ts';
import { type Application, applicationRepository } from '../../lib/domain/access/application.repository.ts';
import { type Grant, grantRepository } from '../../lib/domain/access/grant.repository.ts';
import { newId, systemEntropy } from '../../lib/domain/crypto/entropy.ts';
import { companyRepository } from '../../lib/domain/devices/company.repository.ts';
import { type Device, deviceRepository } from '../../lib/domain/devices/device.repository.ts';
import { tenantRepository } from '../../lib/domain/tenancy/tenant.repository.ts';
import { type TenantScope, tenantScope } from '../../lib/domain/tenancy/tenant-scope.ts';
import { type DatabaseBench, engines } from '../kit/databases.ts';

const now = 1_760_000_000_000; // 2025-10-09T08:53:20Z
const id = () => newId(systemEntropy, now);
const ours = tenantScope('ours');
const theirs = tenantScope('theirs');

describe.each(engines)('on $engine', ({ start }) => {
  let bench: DatabaseBench;
  let database: OpenDatabase;

  beforeAll(async () => {
    bench = await start();
  });
  afterAll(() => bench.stop());
  beforeEach(async () => {
    database = await bench.openEmpty();
    const tenants = tenantRepository(database.db);
    for (const { tenantId } of [ours, theirs]) {
      await tenants.insert({ id: tenantId, name: tenantId, isEnabled: true, createdAt: now });
    }
  });

  const application = (over: Partial<Application> = {}): Application & { secretHash: string } => ({
    id: id(),
    name: '示例',
    appKey: id(),
    allowedOrigins: ['https://a.example'],
    tokenPolicy: { maxTokenSeconds: 3600, capabilities: ['live'] },
    isEnabled: true,
    secretRotatedAt: now,
    deptId: null,
    isBuiltIn: false,
    createdAt: now,
    ...over,
    secretHash: 'hash',
  });
  const addApplication = async (scope: TenantScope, over: Partial<Application> = {}) => {
    const { secretHash, ...made } = application(over);
    await applicationRepository(database.db).insert(scope, { ...made, secretHash });
    return made;
  };
  const grant = (applicationId: string, over: Partial<Grant> = {}): Grant => ({
    id: id(),
    applicationId,
    cameras: ['CAM1', 'CAM2:3'],
    capabilities: ['live', 'ptz'],
    createdAt: now,
    expiresAt: now + 1000,
    revokedAt: null,
    range: null,
    ...over,
  });
  const device = (serial: string, over: Partial<Device> = {}): Device => ({
    id: id(),
    serial,
    name: '门口',
    companyId: null,
    validCodeSealed: null,
    isEncrypted: false,
    isEnabled: true,
    createdAt: now,
    ...over,
  });

  describe('tenants', () => {
    it('inserts a tenant once with many concurrent attempts', async () => {
      const tenants = tenantRepository(database.db);
      const tenant = { id: 'new', name: '新', isEnabled: true, createdAt: now };
      const won = await Promise.all([1, 2, 3].map(() => tenants.insert(tenant)));
      expect(won.filter(Boolean)).toHaveLength(1);
      expect(await tenants.find(tenantScope('new'))).toEqual(tenant);
      expect(await tenants.find(tenantScope('missing'))).toBeNull();
    });
  });

  describe('applications', () => {
    it('returns what was stored, with times as numbers', async () => {
      const made = await addApplication(ours);
      expect(await applicationRepository(database.db).find(ours, made.appKey)).toEqual(made);
      expect(await applicationRepository(database.db).list(ours)).toEqual([made]);
    });

    it('is found by key in any tenant, with its tenant and its digest', async () => {
      const made = await addApplication(ours);
      const applications = applicationRepository(database.db);
      expect(await applications.findByKeyAnywhere(made.appKey)).toEqual({
        application: made,
        scope: ours,
        secretHash: 'hash',
        isTenantEnabled: true,
      });
      expect(await applications.findByKeyAnywhere('missing')).toBeNull();
    });

    it('cannot be seen or changed by another tenant', async () => {
      const made = await addApplication(ours);
      const applications = applicationRepository(database.db);
      expect(await applications.list(theirs)).toEqual([]);
      expect(await applications.find(theirs, made.appKey)).toBeNull();
      expect(await applications.replaceSecret(theirs, made.appKey, 'stolen', '', now)).toBe(false);
      expect(await applications.setEnabled(theirs, made.appKey, false)).toBe(false);
      const found = await applications.findByKeyAnywhere(made.appKey);
      expect(found).toMatchObject({ secretHash: 'hash', application: { isEnabled: true } });
    });

    it('stores a new secret', async () => {
      const { appKey } = await addApplication(ours);
      const applications = applicationRepository(database.db);
      expect(await applications.replaceSecret(ours, appKey, 'fresh', 'anna', now + 5)).toBe(true);
      const found = await applications.findByKeyAnywhere(appKey);
      expect(found).toMatchObject({ secretHash: 'fresh', application: { secretRotatedAt: now + 5 } });
    });
  });

  describe('access token grants', () => {
    it('returns what was stored, also "every camera"', async () => {
      const { id: applicationId } = await addApplication(ours);
      const grants = grantRepository(database.db);
      const some = grant(applicationId);
      const all = grant(applicationId, { cameras: null });
      await grants.insert(ours, some, 'hash of some');
      await grants.insert(ours, all, 'hash of all');
      expect((await grants.findByTokenHashAnywhere('hash of some'))?.grant).toEqual(some);
      expect(await grants.findByTokenHashAnywhere('hash of all')).toEqual({
        grant: all,
        scope: ours,
        isApplicationEnabled: true,
        isTenantEnabled: true,
        sessionEndsAt: Number.POSITIVE_INFINITY,
        shareEndsAt: Number.POSITIVE_INFINITY,
      });
      expect(await grants.findByTokenHashAnywhere('hash of none')).toBeNull();
    });

    it('reports whether application or tenant are disabled', async () => {
      const { id: applicationId, appKey } = await addApplication(ours);
      const grants = grantRepository(database.db);
      await grants.insert(ours, grant(applicationId), 'hash');
      await applicationRepository(database.db).setEnabled(ours, appKey, false);
      await tenantRepository(database.db).setEnabled(ours, false);
      expect(await grants.findByTokenHashAnywhere('hash')).toMatchObject({
        isApplicationEnabled: false,
        isTenantEnabled: false,
      });
    });

    it('is revoked once, by its own tenant', async () => {
      const { id: applicationId } = await addApplication(ours);
      const grants = grantRepository(database.db);
      const made = grant(applicationId);
      await grants.insert(ours, made, 'hash');
      expect(await grants.revoke(theirs, made.id, now)).toBe(false);
      expect(await grants.revoke(ours, made.id, now + 7)).toBe(true);
      expect(await grants.revoke(ours, made.id, now + 8)).toBe(false);
      expect((await grants.findByTokenHashAnywhere('hash'))?.grant.revokedAt).toBe(now + 7);
    });

    it('finds more at once than fit into one statement', async () => {
      const { id: applicationId } = await addApplication(ours);
      const grants = grantRepository(database.db);
      const made = Array.from({ length: 3 }, () => grant(applicationId));
      for (const [index, one] of made.entries()) await grants.insert(ours, one, `hash ${index}`);
      const unknown = Array.from({ length: 1200 }, () => id());
      const found = await grants.findManyAnywhere([made[0]!.id, ...unknown, made[2]!.id]);
      expect(found.map((entry) => entry.grant.id).sort()).toEqual([made[0]!.id, made[2]!.id].sort());
      expect(await grants.findManyAnywhere([])).toEqual([]);
    });

    it('lists and counts active grants, newest first, for its own tenant', async () => {
      const { id: applicationId } = await addApplication(ours);
      const grants = grantRepository(database.db);
      const older = grant(applicationId, { id: newId(systemEntropy, now - 10) });
      const newer = grant(applicationId);
      const ended = grant(applicationId, { expiresAt: now });
      const revoked = grant(applicationId, { revokedAt: now });
      for (const one of [older, newer, ended, revoked]) await grants.insert(ours, one, one.id);
      expect(await grants.listOpen(ours, now, 10)).toEqual(
        [newer, older].map((grant) => ({ ...grant, name: '' })),
      );
      expect(await grants.listOpen(ours, now, 1)).toEqual([{ ...newer, name: '' }]);
      expect(await grants.countOpen(ours, now)).toBe(2);
      expect([...(await grants.openGrantIds(ours, applicationId, now))].sort()).toEqual([older.id, newer.id]);
      expect(await grants.countOpen(theirs, now)).toBe(0);
      expect(await grants.openGrantIds(theirs, applicationId, now)).toEqual([]);
    });

    it('deletes grants that ended long ago', async () => {
      const { id: applicationId } = await addApplication(ours);
      const grants = grantRepository(database.db);
      await grants.insert(ours, grant(applicationId, { expiresAt: now - 1 }), 'old');
      await grants.insert(ours, grant(applicationId, { expiresAt: now }), 'young');
      expect(await grants.deleteEndedAnywhere(now)).toBe(1);
      expect(await grants.findByTokenHashAnywhere('old')).toBeNull();
      expect(await grants.findByTokenHashAnywhere('young')).not.toBeNull();
    });

    it('is rejected by the database if its application belongs to another tenant', async () => {
      const { id: applicationId } = await addApplication(theirs);
      const insert = grantRepository(database.db).insert(ours, grant(applicationId), 'hash');
      await expect(insert).rejects.toThrow(/foreign key/i);
    });
  });

  describe('devices, channels and sources', () => {
    it('returns what was stored', async () => {
      const devices = deviceRepository(database.db);
      const companies = companyRepository(database.db);
      const company = { id: id(), name: '总部', createdAt: now };
      await companies.insert(ours, company);
      expect(await companies.list(ours)).toEqual([company]);
      expect(await companies.list(theirs)).toEqual([]);
      const made = device('CAM1', {
        companyId: company.id,
        isEncrypted: true,
        validCodeSealed: 'v1.k.x',
      });
      expect(await devices.insertDevice(ours, made)).toBe(true);
      expect(await devices.findDevice(ours, 'CAM1')).toEqual(made);
      expect(await devices.listDevices(ours)).toEqual([made]);
    });

    it('has a serial unique in the whole system, because addresses name no tenant', async () => {
      const devices = deviceRepository(database.db);
      expect(await devices.insertDevice(ours, device('CAM1'))).toBe(true);
      expect(await devices.insertDevice(ours, device('CAM1'))).toBe(false);
      expect(await devices.insertDevice(theirs, device('CAM1'))).toBe(false);
      expect(await devices.findDevice(theirs, 'CAM1')).toBeNull();
    });

    it('has a serial that is compared without case, as it is printed on the device', async () => {
      const devices = deviceRepository(database.db);
      await devices.insertDevice(ours, device('cam1'));
      expect(await devices.insertDevice(ours, device('CAM1'))).toBe(false);
      expect(await devices.insertDevice(theirs, device('CAM1'))).toBe(false);
      expect(await devices.findDevice(ours, 'Cam1')).toMatchObject({ serial: 'cam1' });
      expect(await devices.findDevice(theirs, 'CAM1')).toBeNull();
      expect(await devices.setDeviceEnabled(ours, 'CAM1', false)).toBe(true);
      expect(await devices.deleteDevice(ours, 'CAM1')).toBe(true);
    });

    it('cannot be seen or changed by another tenant', async () => {
      const devices = deviceRepository(database.db);
      const made = device('CAM1');
      await devices.insertDevice(ours, made);
      const channel = { id: id(), number: 1, name: '一', isEnabled: true };
      await devices.insertChannel(ours, made.id, channel);
      expect(await devices.listDevices(theirs)).toEqual([]);
      expect(await devices.listChannels(theirs, made.id)).toEqual([]);
      expect(await devices.listSources(theirs, made.id)).toEqual([]);
      expect(await devices.deleteDevice(theirs, 'CAM1')).toBe(false);
      expect(await devices.setDeviceEnabled(theirs, 'CAM1', false)).toBe(false);
      expect(await devices.enabledChannels(theirs, ['CAM1'])).toEqual(new Map());
      expect(await devices.findDevice(ours, 'CAM1')).toEqual(made);
    });

    it('is rejected by the database on a device or channel of another tenant', async () => {
      const devices = deviceRepository(database.db);
      const foreign = device('CAM1');
      await devices.insertDevice(theirs, foreign);
      const channel = { id: id(), number: 1, name: '一', isEnabled: true };
      await expect(devices.insertChannel(ours, foreign.id, channel)).rejects.toThrow(/foreign key/i);
      await devices.insertChannel(theirs, foreign.id, channel);
      await expect(devices.insertSource(ours, channel.id, source('main'))).rejects.toThrow(/foreign key/i);
    });

    const source = (profile: 'main' | 'sub') => ({
      id: id(),
      profile,
      kind: 'rtsp' as const,
      label: 'rtsp://192.0.2.1:554/…',
      scene: null,
      endpointSealed: 'v1.k.x',
      hasPassword: true,
      transport: 'udp' as const,
      updatedAt: now,
    });

    it('lists sources by channel, main first, and deletes them with the device', async () => {
      const devices = deviceRepository(database.db);
      const made = device('CAM1');
      await devices.insertDevice(ours, made);
      for (const number of [2, 1]) {
        const channel = { id: id(), number, name: `${number}`, isEnabled: true };
        expect(await devices.insertChannel(ours, made.id, channel)).toBe(true);
        expect(await devices.insertChannel(ours, made.id, { ...channel, id: id() })).toBe(false);
        await devices.insertSource(ours, channel.id, source('sub'));
        await devices.insertSource(ours, channel.id, source('main'));
      }
      const listed = await devices.listSources(ours, made.id);
      expect(listed.map(({ channelNo, profile }) => [channelNo, profile])).toEqual([
        [1, 'main'],
        [1, 'sub'],
        [2, 'main'],
        [2, 'sub'],
      ]);
      expect(await devices.deleteDevice(ours, 'CAM1')).toBe(true);
      expect(await database.db.selectFrom('channel').selectAll().execute()).toEqual([]);
      expect(await database.db.selectFrom('streamSource').selectAll().execute()).toEqual([]);
    });

    it('reports which channels are enabled', async () => {
      const devices = deviceRepository(database.db);
      for (const [serial, isEnabled] of [
        ['ON', true],
        ['OFF', false],
      ] as const) {
        const made = device(serial, { isEnabled });
        await devices.insertDevice(ours, made);
        await devices.insertChannel(ours, made.id, {
          ...{ id: `${serial} 1`, number: 1, name: '一', isEnabled: true },
        });
        await devices.insertChannel(ours, made.id, { id: id(), number: 2, name: '二', isEnabled: false });
      }
      const enabled = await devices.enabledChannels(ours, ['ON', 'OFF', 'MISSING']);
      expect(enabled).toEqual(new Map([['ON', new Map([[1, 'ON 1']])]]));
    });
  });

  it('rolls back everything when one step of a transaction fails', async () => {
    const failing = database.db.transaction().execute(async (transaction) => {
      await deviceRepository(transaction).insertDevice(ours, device('CAM1'));
      throw new Error('half way');
    });
    await expect(failing).rejects.toThrow('half way');
    expect(await deviceRepository(database.db).listDevices(ours)).toEqual([]);
  });

  it('closes when the transactions that run have ended', async () => {
    let begin = () => {};
    const begun = new Promise<void>((resolve) => {
      begin = resolve;
    });
    const order: string[] = [];
    const storing = database.db
      .transaction()
      .execute(async (transaction) => {
        await deviceRepository(transaction).insertDevice(ours, device('CAM1'));
        begin();
        await new Promise((resolve) => setTimeout(resolve, 50));
        await deviceRepository(transaction).insertDevice(ours, device('CAM2'));
      })
      .then(() => order.push('stored'));
    await begun;
    await Promise.all([storing, database.close().then(() => order.push('closed'))]);
    expect(order).toEqual(['stored', 'closed']);
  });
});
