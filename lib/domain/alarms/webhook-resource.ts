/** Webhooks and their deliveries in the console. */
import { iotWebhook } from '../../contracts/admin/resources/iot-webhook.resource.ts';
import { iotWebhookDelivery } from '../../contracts/admin/resources/iot-webhook-delivery.resource.ts';
import type { LocalText } from '../../i18n/translate.ts';
import { type Entropy, newId, newSecret } from '../crypto/entropy.ts';
import type { Sealer } from '../crypto/seal.ts';
import { invalid, refused } from '../errors/admin-error.ts';
import type { Actor } from '../identity/actor.ts';
import type { ResourceDeps } from '../resource/resource-deps.ts';
import type { ResourceService } from '../resource/resource-service.ts';
import { tableService } from '../resource/table-service.ts';
import { webhookSealContext } from './webhook-secret.ts';

const needsAllData: LocalText = {
  'zh-CN': '推送地址会收到全部摄像头的报警，设置地址需要全部数据权限',
  'en-US': 'A webhook receives the alarms of all cameras. Setting its address requires access to all data.',
};
const notAllowed: LocalText = {
  'zh-CN': '服务器不允许连接此地址',
  'en-US': 'The server may not connect to this address',
};

export function webhookResource(
  deps: ResourceDeps & {
    readonly entropy: Entropy;
    readonly sealer: Sealer;
    /** Why the server never connects to this address. Null: allowed, or a host name. */
    readonly forbiddenAddress: (url: string) => string | null;
  },
): ResourceService<typeof iotWebhook> {
  const { clock, entropy, sealer, forbiddenAddress } = deps;

  function checkAddress({ dataScope }: Actor, url: unknown): void {
    if (dataScope.kind !== 'everything') throw refused(needsAllData);
    if (forbiddenAddress(String(url)) !== null) throw invalid([{ path: 'url', message: notAllowed }]);
  }

  return tableService(deps, {
    definition: iotWebhook,
    table: 'webhook',
    dataScope: 'none',
    columns: {
      kinds: {
        column: 'kinds',
        read: (stored) => JSON.parse(String(stored)),
        write: (kinds) => JSON.stringify(Array.isArray(kinds) ? kinds : []),
      },
      createTime: 'createdAt',
    },
    newId: () => newId(entropy, clock.now()),
    // Replaced below, before the row can be read: its seal needs the id.
    madeWith: () => ({ secretSealed: '', kinds: '[]', status: '0' }),
    before: {
      create({ call }, values) {
        checkAddress(call.actor, values.url);
        return values;
      },
      update({ call }, row, values) {
        if (values.url !== undefined && values.url !== row.url) checkAddress(call.actor, values.url);
        return values;
      },
    },
    after: {
      async create({ call, transaction }, id) {
        const { scope } = call.actor;
        const secret = newSecret(entropy);
        await transaction
          .updateTable('webhook')
          .set({ secretSealed: sealer.seal(webhookSealContext(scope, String(id)), secret) })
          .where('tenantId', '=', scope.tenantId)
          .where('id', '=', String(id))
          .execute();
        return { secret };
      },
    },
  });
}

export const webhookDeliveryResource = (deps: ResourceDeps): ResourceService<typeof iotWebhookDelivery> =>
  tableService(deps, {
    definition: iotWebhookDelivery,
    table: 'webhookDelivery',
    dataScope: 'none',
    columns: { createTime: 'createdAt', nextTime: 'nextAt', doneTime: 'doneAt' },
  });
