import { monitorLogininfor } from '../../../contracts/admin/resources/monitor-logininfor.resource.ts';
import { monitorOnline } from '../../../contracts/admin/resources/monitor-online.resource.ts';
import { monitorOperlog } from '../../../contracts/admin/resources/monitor-operlog.resource.ts';
import type { FieldNames, QueryOf } from '../../../contracts/admin/row-types.ts';
import { transact } from '../../../db/transact.ts';
import type { LocalText } from '../../../i18n/translate.ts';
import {
  cleanOperationLog,
  recordOperation,
  recordOperations,
  verifyAuditChain,
} from '../../audit/operation-log.ts';
import { notFound, refused } from '../../errors/admin-error.ts';
import type { CallContext } from '../../identity/actor.ts';
import { endSessions } from '../../identity/session.repository.ts';
import type { ResourceService } from '../../resource/resource-service.ts';
import { tableService } from '../../resource/table-service.ts';
import type { SystemDeps } from '../system-deps.ts';
import {
  loginLogBinding,
  onlineBinding,
  openInScope,
  operationLogBinding,
  sessionsWithPeople,
} from './monitor-bindings.ts';

const texts = {
  current: { 'zh-CN': '不能强退当前会话', 'en-US': 'You cannot sign out your current session here' },
  allDataOnly: {
    'zh-CN': '清空日志需要全部数据权限',
    'en-US': 'Clearing a log requires access to all data',
  },
} as const satisfies Record<string, LocalText>;

const dayMs = 24 * 60 * 60_000;

export interface MonitorService {
  readonly loginLog: ResourceService<typeof monitorLogininfor>;
  readonly operationLog: ResourceService<typeof monitorOperlog>;
  readonly online: ResourceService<typeof monitorOnline>;
  cleanLoginLog(call: CallContext): Promise<void>;
  /** Deletes rows older than this many days, from the beginning of the chain. Returns their number. */
  cleanOperationLog(call: CallContext, days: number): Promise<number>;
  verify(
    call: CallContext,
  ): Promise<{ readonly isIntact: boolean; readonly checked: number; readonly brokenAt: number | null }>;
  /** Open sessions of these users, of those within the data scope. */
  countSessions(call: CallContext, userIds: readonly number[]): Promise<number>;
  /** All or none; their next call returns U0231. Throws 404 when one has ended or is outside the data scope. */
  endSessions(call: CallContext, ids: readonly string[]): Promise<void>;
}

const partsBy: readonly string[] = ['traceId', 'bizKey'] satisfies FieldNames<typeof monitorOperlog>[];

/** Filtering by one call, or by one row's changes, includes the rows of imports. */
const requestsParts = ({ filters }: QueryOf) => filters.some(({ field }) => partsBy.includes(field));

function operationLogPage(deps: SystemDeps): ResourceService<typeof monitorOperlog> {
  const complete = tableService(deps, operationLogBinding('everything'));
  const asOne = tableService(deps, operationLogBinding('asOne'));
  const fitting = (query: QueryOf) => (requestsParts(query) ? complete : asOne);
  return {
    ...complete,
    page: (call, query) => fitting(query).page(call, query),
    pieces: (call, query) => fitting(query).pieces(call, query),
    files: {
      ...complete.files,
      exportFile: (call, query, options) => fitting(query).files.exportFile(call, query, options),
    },
  };
}

export function monitorService(deps: SystemDeps): MonitorService {
  const { db, changes } = deps.database;
  const { clock } = deps;
  const online = tableService(deps, onlineBinding(deps));

  function requireAllData({ actor }: CallContext): void {
    if (actor.dataScope.kind !== 'everything') throw refused(texts.allDataOnly);
  }

  return {
    loginLog: tableService(deps, loginLogBinding()),
    operationLog: operationLogPage(deps),
    online,

    async cleanLoginLog(call) {
      requireAllData(call);
      await transact(db, async (transaction) => {
        const { numDeletedRows } = await transaction
          .deleteFrom('loginLog')
          .where('tenantId', '=', call.actor.scope.tenantId)
          .executeTakeFirst();
        await recordOperation(
          deps,
          {
            call,
            title: monitorLogininfor.title,
            type: 'clean',
            result: { removed: Number(numDeletedRows) },
          },
          transaction,
        );
      });
    },

    async cleanOperationLog(call, days) {
      requireAllData(call);
      return cleanOperationLog(deps, call, clock.now() - days * dayMs, monitorOperlog.title);
    },

    async verify(call) {
      const verdict = await verifyAuditChain(deps, call.actor.scope);
      return verdict.ok
        ? { isIntact: true, checked: verdict.entries, brokenAt: null }
        : { isIntact: false, checked: 0, brokenAt: verdict.operId };
    },

    async countSessions(call, userIds) {
      const { count } = await db
        .selectFrom('session')
        .select(({ fn }) => fn.countAll().as('count'))
        .where('tenantId', '=', call.actor.scope.tenantId)
        .where('userId', 'in', [...userIds])
        .where(openInScope(call, clock.now()))
        .executeTakeFirstOrThrow();
      return Number(count);
    },

    async endSessions(call, given) {
      const { actor } = call;
      const ids = [...new Set(given)];
      if (ids.includes(actor.sessionId)) throw refused(texts.current);
      for (const id of ids) await online.get(call, id);
      const people = await sessionsWithPeople(db, actor.scope, ids);
      await transact(db, async (transaction) => {
        const within = { transaction, changes };
        const ended = await endSessions(within, actor.scope, { ids }, 'kicked', clock.now());
        if (ended !== ids.length) throw notFound();
        await recordOperations(
          deps,
          people.map(({ sessionId, username }) => ({
            call,
            title: monitorOnline.title,
            type: 'forceOut' as const,
            bizKey: `${monitorOnline.key}:${sessionId}`,
            bizName: username,
            param: { userName: username },
          })),
          transaction,
        );
      });
    },
  };
}
