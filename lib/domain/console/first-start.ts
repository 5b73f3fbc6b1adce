import type { Db } from '../../db/client.ts';
import type { Clock } from '../../kernel/clock.ts';
import { type Entropy, newId } from '../crypto/entropy.ts';
import { companyRepository } from '../devices/company.repository.ts';
import { deviceRepository } from '../devices/device.repository.ts';
import { demoCompany, demoDevices, demoRecordPlan } from '../seed/demo.ts';
import { defaultTenantId, operatorScope } from '../tenancy/operator-scope.ts';
import { tenantRepository } from '../tenancy/tenant.repository.ts';

/**
 * Creates the default organisation with the demo cameras in one transaction. Does nothing if the organisation exists,
 * so that demo cameras an operator removed stay removed. Returns true when it created them. `demoScenes`: the scenes of
 * the demo camera, at least one; device n shows scene n.
 */
export async function seedFirstStart(
  db: Db,
  deps: {
    readonly clock: Clock;
    readonly entropy: Entropy;
    readonly demoScenes: readonly string[];
    readonly hasDemoRecordings?: boolean;
  },
): Promise<boolean> {
  const { clock, entropy, demoScenes: scenes, hasDemoRecordings = false } = deps;
  if (scenes.length === 0) throw new Error('the demo camera has no scene');
  const now = clock.now();
  const fresh = () => newId(entropy, now);
  return db.transaction().execute(async (transaction) => {
    const isNew = await tenantRepository(transaction).insert({
      id: defaultTenantId,
      name: '默认组织',
      isEnabled: true,
      createdAt: now,
    });
    if (!isNew) return false;
    const companyId = fresh();
    await companyRepository(transaction).insert(operatorScope, {
      id: companyId,
      name: demoCompany['zh-CN'],
      createdAt: now,
    });
    const devices = deviceRepository(transaction);
    for (const [index, { serial, name: names }] of demoDevices.entries()) {
      const name = names['zh-CN'];
      const scene = scenes[index % scenes.length]!; // not empty, checked above
      const deviceId = fresh();
      const channelId = fresh();
      await devices.insertDevice(operatorScope, {
        id: deviceId,
        serial,
        name,
        companyId,
        validCodeSealed: null,
        isEncrypted: false,
        isEnabled: true,
        createdAt: now,
      });
      await devices.insertChannel(operatorScope, deviceId, {
        id: channelId,
        number: 1,
        name,
        isEnabled: true,
        ptzType: '1',
        ...(hasDemoRecordings ? { recordPlan: demoRecordPlan } : {}),
      });
      for (const profile of ['main', 'sub'] as const) {
        await devices.insertSource(operatorScope, channelId, {
          id: fresh(),
          profile,
          kind: 'demo',
          label: `demo:${scene}`,
          scene,
          endpointSealed: null,
          hasPassword: false,
          transport: 'auto',
          updatedAt: now,
        });
      }
    }
    return true;
  });
}
