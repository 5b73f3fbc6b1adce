/** Access tokens in the console. Writes use the same service as the command line; lists read the table. */
import type { Transaction } from 'kysely';
import { iotToken } from '../../contracts/admin/resources/iot-token.resource.ts';
import type { RowOf } from '../../contracts/admin/row-types.ts';
import { type Capability, capabilities } from '../../contracts/lapp/capabilities.ts';
import type { Database } from '../../db/schema.ts';
import type { LocalText } from '../../i18n/translate.ts';
import type { TokenService } from '../access/token.service.ts';
import { recordOperation } from '../audit/operation-log.ts';
import { invalid } from '../errors/admin-error.ts';
import { asAdminError } from '../errors/as-admin-error.ts';
import type { CallContext } from '../identity/actor.ts';
import { camerasInScope } from '../resource/cameras-in-scope.ts';
import { covers } from '../resource/dept-scope.ts';
import type { ResourceDeps } from '../resource/resource-deps.ts';
import type { ResourceService } from '../resource/resource-service.ts';
import type { ServerResource } from '../resource/server-resource.ts';
import { tableService } from '../resource/table-service.ts';

const noApplication: LocalText = { 'zh-CN': '应用不存在', 'en-US': 'Application not found' };
const badCapability: LocalText = { 'zh-CN': '没有此能力', 'en-US': 'Unknown capability' };

export function tokenResource(
  deps: ResourceDeps & { readonly tokens: TokenService },
): ResourceService<typeof iotToken> {
  const { tokens, database } = deps;
  const table = tableService(deps, binding(deps));
  const logged = (
    call: CallContext,
    id: string,
    type: 'grant' | 'delete',
    bizName: string,
    transaction: Transaction<Database>,
    param?: unknown,
  ) =>
    recordOperation(
      deps,
      {
        call,
        title: iotToken.title,
        type,
        bizKey: `${iotToken.key}:${id}`,
        bizName,
        ...(param ? { param } : {}),
      },
      transaction,
    );

  async function applicationOf({ actor }: CallContext, id: string) {
    const row = await database.db
      .selectFrom('application')
      .select(['appKey', 'name', 'deptId'])
      .where('tenantId', '=', actor.scope.tenantId)
      .where('id', '=', id)
      .executeTakeFirst();
    if (!row || !covers(actor, row.deptId)) {
      throw invalid([{ path: 'applicationId', message: noApplication }]);
    }
    return row;
  }

  return {
    ...table,

    async create(call, values) {
      const { actor } = call;
      const { appKey, name: applicationName } = await applicationOf(call, values.applicationId);
      const name = values.name?.trim() ?? '';
      const cameras = await camerasInScope(database.db, actor, values.cameras);
      const wanted = capabilitiesOf(values.capabilities);
      const seconds = values.expireSeconds;
      const request = {
        ...(cameras ? { cameras } : {}),
        ...(wanted ? { capabilities: wanted } : {}),
        ...(typeof seconds === 'number' ? { expireSeconds: seconds } : {}),
      };
      const { accessToken, grantId, expireTime } = await asAdminError(() =>
        tokens.issue(actor.scope, appKey, request, {
          createdBy: actor.username,
          sessionId: null,
          name,
          also: (transaction, { id, cameras: opened, capabilities: granted, expiresAt }) =>
            logged(call, id, 'grant', name || applicationName, transaction, {
              appKey,
              cameras: opened,
              capabilities: granted,
              expiresAt,
            }),
        }),
      );
      return { id: grantId, accessToken, expireTime };
    },

    async remove(call, ids) {
      const rows = await Promise.all([...new Set(ids)].map((id) => table.get(call, id)));
      const grantIds = rows.map(({ id }) => id);
      await asAdminError(() =>
        tokens.revokeAll(call.actor.scope, grantIds, async (transaction) => {
          for (const row of rows) await logged(call, row.id, 'delete', nameOf(row), transaction);
        }),
      );
    },
  };
}

/** Without a name of its own, a token is named by its application. */
function nameOf({ name, labels }: RowOf<typeof iotToken>): string {
  return name || (labels?.applicationId ?? '');
}

function capabilitiesOf(given: unknown): readonly Capability[] | null {
  if (!Array.isArray(given) || given.length === 0) return null;
  const known = capabilities.filter((capability) => given.includes(capability));
  if (known.length < new Set(given).size) throw invalid([{ path: 'capabilities', message: badCapability }]);
  return known;
}

type TokenState = NonNullable<RowOf<typeof iotToken>['state']>;

function stateOf(revokedAt: number | null, expiresAt: number, now: number): TokenState {
  if (revokedAt !== null) return 'revoked';
  return expiresAt > now ? 'open' : 'expired';
}

function binding({ clock, database }: ResourceDeps): ServerResource<typeof iotToken> {
  return {
    definition: iotToken,
    table: 'accessTokenGrant',
    dataScope: { dept: 'deptId', owner: null },
    columns: {
      state: null,
      expireSeconds: null,
      createTime: 'createdAt',
      expireTime: 'expiresAt',
      revokedTime: 'revokedAt',
    },
    async decorate({ actor }, rows) {
      if (rows.length === 0) return rows;
      const found = await database.db
        .selectFrom('accessTokenGrant')
        .select(['id', 'revokedAt', 'expiresAt'])
        .where('tenantId', '=', actor.scope.tenantId)
        .where(
          'id',
          'in',
          rows.map(({ id }) => id),
        )
        .execute();
      const now = clock.now();
      const byId = new Map(
        found.map(({ id, revokedAt, expiresAt }) => [id, stateOf(revokedAt, expiresAt, now)]),
      );
      return rows.map((row) => ({ ...row, state: byId.get(row.id) ?? 'expired' }));
    },
  };
}
