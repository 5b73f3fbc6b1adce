import { iotAlarmToken } from '../../contracts/admin/resources/iot-alarm-token.resource.ts';
import { digest } from '../crypto/digest.ts';
import { type Entropy, newId, newSecret } from '../crypto/entropy.ts';
import { camerasInScope } from '../resource/cameras-in-scope.ts';
import type { ResourceDeps } from '../resource/resource-deps.ts';
import type { ResourceService } from '../resource/resource-service.ts';
import { tableService } from '../resource/table-service.ts';

/** Tokens of outside systems in the console. */
export function alarmTokenResource(
  deps: ResourceDeps & { readonly entropy: Entropy },
): ResourceService<typeof iotAlarmToken> {
  const { clock, entropy } = deps;
  return tableService(deps, {
    definition: iotAlarmToken,
    table: 'alarmToken',
    dataScope: { dept: 'deptId', owner: null },
    columns: {
      cameras: {
        column: 'cameras',
        read: (stored) => (stored === null ? [] : JSON.parse(String(stored))),
        write: (names) => (Array.isArray(names) && names.length > 0 ? JSON.stringify(names) : null),
      },
      lastUsedTime: 'lastUsedAt',
      createTime: 'createdAt',
    },
    newId: () => newId(entropy, clock.now()),
    // Nobody knows this one: it is replaced below, before the row can be read.
    madeWith: ({ actor }) => ({
      tokenHash: digest(newSecret(entropy)),
      lastUsedAt: null,
      deptId: actor.deptId,
      createdBy: actor.username,
      createdAt: clock.now(),
    }),
    before: {
      async create({ call, transaction }, values) {
        return { ...values, cameras: await camerasInScope(transaction, call.actor, values.cameras) };
      },
    },
    after: {
      async create({ call, transaction }, id) {
        const alarmToken = newSecret(entropy);
        await transaction
          .updateTable('alarmToken')
          .set({ tokenHash: digest(alarmToken) })
          .where('tenantId', '=', call.actor.scope.tenantId)
          .where('id', '=', id)
          .execute();
        return { alarmToken };
      },
    },
  });
}
