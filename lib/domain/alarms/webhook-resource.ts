/** Webhooks and their deliveries in the console. */
import { iotWebhook } from '../../contracts/admin/resources/iot-webhook.resource.ts';
import { iotWebhookDelivery } from '../../contracts/admin/resources/iot-webhook-delivery.resource.ts';
import { transact } from '../../db/transact.ts';
import type { LocalText } from '../../i18n/translate.ts';
import { recordOperation } from '../audit/operation-log.ts';
import { type Entropy, newId, newSecret } from '../crypto/entropy.ts';
import type { Sealer } from '../crypto/seal.ts';
import { invalid, refused } from '../errors/admin-error.ts';
import { refusedAddress } from '../errors/refused-address.ts';
import type { Actor, CallContext } from '../identity/actor.ts';
import type { ResourceDeps } from '../resource/resource-deps.ts';
import type { ResourceService } from '../resource/resource-service.ts';
import { tableService } from '../resource/table-service.ts';
import { queueMessage } from './webhook-queue.ts';
import { webhookSealContext } from './webhook-secret.ts';

const needsAllData: LocalText = {
  'zh-CN': '推送地址会收到全部摄像头的报警，新增、修改和删除需要全部数据权限',
  'en-US':
    'A webhook receives the alarms of all cameras. Adding, changing or deleting it requires access to all data.',
};
const notAnAddress: LocalText = {
  'zh-CN': '地址格式不正确',
  'en-US': 'This is not a valid address',
};
const isOff: LocalText = {
  'zh-CN': '推送已停用，或等待发送的内容过多',
  'en-US': 'The webhook is disabled, or too many messages wait for it',
};

export interface Webhooks {
  readonly service: ResourceService<typeof iotWebhook>;
  /** Queues a message of type `test`. Throws 404, and U0200 if nothing can be queued. */
  test(call: CallContext, id: string): Promise<void>;
}

export function webhookResource(
  deps: ResourceDeps & {
    readonly entropy: Entropy;
    readonly sealer: Sealer;
    /** Why the server never connects to this address. Null: allowed, or a host name. */
    readonly forbiddenAddress: (url: string) => string | null;
  },
): Webhooks {
  const { clock, entropy, sealer, forbiddenAddress } = deps;

  /** Whoever changes, disables or deletes a webhook silences the alarms of all cameras. */
  function checkScope({ dataScope }: Actor): void {
    if (dataScope.kind !== 'everything') throw refused(needsAllData);
  }

  function checkAddress(url: unknown): void {
    const text = String(url);
    if (!URL.canParse(text)) throw invalid([{ path: 'url', message: notAnAddress }]);
    const reason = forbiddenAddress(text);
    if (reason !== null) throw invalid([{ path: 'url', message: refusedAddress(reason) }]);
  }

  const service = tableService(deps, {
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
        checkScope(call.actor);
        checkAddress(values.url);
        return values;
      },
      update({ call }, row, values) {
        checkScope(call.actor);
        if (values.url !== undefined && values.url !== row.url) checkAddress(values.url);
        return values;
      },
      async remove({ call }) {
        checkScope(call.actor);
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

  return {
    service,

    async test(call, id) {
      const { name } = await service.get(call, id);
      const now = clock.now();
      await transact(deps.database.db, async (transaction) => {
        const isQueued = await queueMessage(transaction, entropy, call.actor.scope, {
          webhookId: id,
          payload: { type: 'test', time: now },
          now,
        });
        if (!isQueued) throw refused(isOff);
        const bizKey = `${iotWebhook.key}:${id}`;
        const { title } = iotWebhook;
        const entry = { call, title, type: 'update', bizKey, bizName: name, param: { test: true } } as const;
        await recordOperation(deps, entry, transaction);
      });
    },
  };
}

export const webhookDeliveryResource = (deps: ResourceDeps): ResourceService<typeof iotWebhookDelivery> =>
  tableService(deps, {
    definition: iotWebhookDelivery,
    table: 'webhookDelivery',
    dataScope: 'none',
    columns: { createTime: 'createdAt', nextTime: 'nextAt', doneTime: 'doneAt' },
  });
