/** Applications in the console. Writes use the same service as the command line; lists read the table. */
import { iotApplication } from '../../contracts/admin/resources/iot-application.resource.ts';
import type { CreateOf, UpdateOf, WrittenOf } from '../../contracts/admin/row-types.ts';
import type { Capability } from '../../contracts/lapp/capabilities.ts';
import type { LocalText } from '../../i18n/translate.ts';
import type { Application } from '../access/application.repository.ts';
import {
  type ApplicationService,
  type ApplicationValues,
  applicationValues,
  newApplication,
} from '../access/application.service.ts';
import { recordOperation } from '../audit/operation-log.ts';
import { operationTitles } from '../audit/operation-titles.ts';
import { type AdminError, forbidden, invalid, type LocalFieldError, refused } from '../errors/admin-error.ts';
import { adminErrorIn, asAdminError } from '../errors/as-admin-error.ts';
import { operatorMessage } from '../errors/operator-errors.ts';
import type { CallContext } from '../identity/actor.ts';
import { covers } from '../resource/dept-scope.ts';
import { enabledColumn } from '../resource/enabled-column.ts';
import { fieldChanges } from '../resource/field-changes.ts';
import type { ResourceDeps } from '../resource/resource-deps.ts';
import type { ResourceService } from '../resource/resource-service.ts';
import type { ServerResource } from '../resource/server-resource.ts';
import { tableService } from '../resource/table-service.ts';
import { shippedApplications } from '../seed/shipped.ts';

const allData: LocalText = {
  'zh-CN': '应用密钥可以打开组织内的全部摄像头，需要全部数据权限',
  'en-US': 'An application secret opens every camera of the organization. Requires access to all data.',
};
const noDept: LocalText = {
  'zh-CN': '请选择您数据范围内的部门',
  'en-US': 'Select a department within your data scope',
};
type Changes = UpdateOf<typeof iotApplication>;
type Written = WrittenOf<typeof iotApplication>;

const title: LocalText = iotApplication.title;

export interface ApplicationResource {
  readonly service: ResourceService<typeof iotApplication>;
  /** The secret is returned only here. */
  rotate(call: CallContext, id: string): Promise<{ id: string; appKey: string; appSecret: string }>;
}

export function applicationResource(
  deps: ResourceDeps & { readonly applications: ApplicationService },
): ApplicationResource {
  const { applications, database } = deps;
  const table = tableService(deps, binding(deps));

  /** The row, if it is within the caller's data scope. */
  const require = (call: CallContext, id: string) => table.get(call, id);

  return {
    service: {
      ...table,

      async create(call, values) {
        requireAllData(call);
        const input = newApplication.safeParse({
          name: values.name,
          origins: values.allowedOrigins ?? [],
          ...(values.maxTokenSeconds == null ? {} : { maxTokenSeconds: values.maxTokenSeconds }),
          capabilities: capabilityList(values.capabilities),
        });
        if (!input.success) throw badInput(input.error.issues);
        const { deptId, remark } = await extraOf(call, values);
        const { application, appSecret } = await asAdminError(() =>
          applications.create(
            call.actor.scope,
            input.data,
            { deptId, remark, isEnabled: values.status !== '1' },
            {
              name: call.actor.username,
              also: (transaction, made) =>
                recordOperation(
                  deps,
                  {
                    call,
                    title,
                    type: 'insert',
                    ...named(made),
                    diff: fieldChanges(iotApplication, {}, { ...shown(made), remark }),
                  },
                  transaction,
                ),
            },
          ),
        );
        return { id: application.id, appKey: application.appKey, appSecret };
      },

      update,

      // The service changes each one in its own transaction.
      async updateEach(call, changes) {
        const refusals: (AdminError | null)[] = [];
        for (const { id, values, version } of changes)
          refusals.push(await adminErrorIn(() => update(call, id, values, version)));
        return refusals;
      },

      async remove(call, ids) {
        for (const id of ids) await require(call, id);
        await asAdminError(() =>
          applications.removeAll(call.actor.scope, ids, {
            name: call.actor.username,
            also: (transaction, application) =>
              recordOperation(
                deps,
                {
                  call,
                  title,
                  type: 'delete',
                  ...named(application),
                  diff: fieldChanges(iotApplication, shown(application), nothing),
                },
                transaction,
              ),
          }),
        );
      },
    },

    async rotate(call, id) {
      const row = await require(call, id);
      requireAllData(call);
      const { application, appSecret } = await asAdminError(() =>
        applications.rotate(call.actor.scope, row.appKey ?? '', {
          name: call.actor.username,
          also: (transaction, before) =>
            recordOperation(
              deps,
              {
                call,
                title: operationTitles.newSecret,
                type: 'update',
                ...named(before),
              },
              transaction,
            ),
        }),
      );
      return { id: application.id, appKey: application.appKey, appSecret };
    },
  };

  async function update(
    call: CallContext,
    id: string,
    values: Changes,
    version: number | null,
  ): Promise<void> {
    const before = await require(call, id);
    const parsed = applicationValues.partial().safeParse(changesOf(values));
    if (!parsed.success) throw badInput(parsed.error.issues);
    // Undefined values stay unchanged.
    const change = parsed.data as Partial<ApplicationValues>;
    if (change.deptId !== undefined) await checkDept(call, change.deptId);
    await asAdminError(() =>
      applications.change(call.actor.scope, id, change, version ?? before.version, {
        name: call.actor.username,
        also: (transaction, application) => {
          const diff = fieldChanges(iotApplication, before, values);
          return recordOperation(
            deps,
            { call, title, type: 'update', ...named(application), diff },
            transaction,
          );
        },
      }),
    );
  }

  async function extraOf(
    call: CallContext,
    values: CreateOf<typeof iotApplication>,
  ): Promise<Pick<ApplicationValues, 'deptId' | 'remark'>> {
    const deptId = typeof values.deptId === 'number' ? values.deptId : null;
    await checkDept(call, deptId);
    return { deptId, remark: values.remark ?? null };
  }

  async function checkDept({ actor }: CallContext, deptId: number | null): Promise<void> {
    const refusal = invalid([{ path: 'deptId', message: noDept }]);
    if (!covers(actor, deptId)) throw refusal;
    if (deptId === null) return;
    const dept = await database.db
      .selectFrom('dept')
      .select('id')
      .where('tenantId', '=', actor.scope.tenantId)
      .where('id', '=', deptId)
      .executeTakeFirst();
    if (!dept) throw refusal;
  }
}

function binding({ database, clock }: ResourceDeps): ServerResource<typeof iotApplication> {
  return {
    definition: iotApplication,
    shipped: { name: shippedApplications },
    table: 'application',
    dataScope: { dept: 'deptId', owner: null },
    columns: {
      status: enabledColumn,
      maxTokenSeconds: {
        column: 'tokenPolicy',
        read: (stored) => policyOf(stored).maxTokenSeconds,
        write: never,
      },
      capabilities: {
        column: 'tokenPolicy',
        read: (stored) => policyOf(stored).capabilities ?? [],
        write: never,
      },
      openTokens: null,
      secretRotatedTime: 'secretRotatedAt',
    },
    async decorate({ actor }, rows) {
      if (rows.length === 0) return rows;
      const found = await database.db
        .selectFrom('accessTokenGrant')
        .select((build) => ['applicationId', build.fn.countAll<number>().as('open')])
        .where('tenantId', '=', actor.scope.tenantId)
        .where(
          'applicationId',
          'in',
          rows.map(({ id }) => id),
        )
        .where('revokedAt', 'is', null)
        .where('expiresAt', '>', clock.now())
        .groupBy('applicationId')
        .execute();
      const byId = new Map(found.map(({ applicationId, open }) => [applicationId, open]));
      return rows.map((row) => ({ ...row, openTokens: byId.get(row.id) ?? 0 }));
    },
  };
}

const never = () => {
  throw new Error('applications can only be written by their service');
};

function policyOf(stored: unknown): { maxTokenSeconds: number; capabilities: Capability[] | null } {
  return JSON.parse(String(stored));
}

function requireAllData({ actor }: CallContext): void {
  if (actor.dataScope.kind !== 'everything') throw refused(allData);
}

/** An empty selection means all capabilities. */
function capabilityList(value: readonly string[] | null | undefined) {
  return value && value.length > 0 ? value : null;
}

/** Converts the fields of the API to the values of the service. */
function changesOf(values: Changes) {
  const { name, allowedOrigins, maxTokenSeconds, capabilities, status, deptId, remark } = values;
  return {
    ...(name === undefined ? {} : { name }),
    ...(allowedOrigins === undefined ? {} : { allowedOrigins: allowedOrigins ?? [] }),
    ...(maxTokenSeconds == null ? {} : { maxTokenSeconds }),
    ...(capabilities === undefined ? {} : { capabilities: capabilityList(capabilities) }),
    ...(status == null ? {} : { isEnabled: status === '0' }),
    ...(deptId === undefined ? {} : { deptId }),
    ...(remark === undefined ? {} : { remark }),
  };
}

interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly code?: string;
}

/** Our validation messages exist in both languages; the definition has checked everything else before. */
function badInput(issues: readonly Issue[]): Error {
  const [first, ...rest] = issues.map((issue): LocalFieldError => {
    const own = (issue as { params?: { code?: unknown } }).params?.code;
    const code = typeof own === 'string' ? own : '';
    const zh = operatorMessage(code, 'zh-CN') ?? operatorMessage('input.invalid', 'zh-CN') ?? issue.message;
    const en = operatorMessage(code, 'en-US') ?? issue.message;
    const path = issue.path.map((part) => (part === 'origins' ? 'allowedOrigins' : String(part))).join('.');
    return { path, message: { 'zh-CN': zh, 'en-US': en } };
  });
  return first ? invalid([first, ...rest]) : forbidden();
}

/** The result for a removed row. */
const nothing: Written = {
  name: null,
  allowedOrigins: null,
  maxTokenSeconds: null,
  capabilities: null,
  status: null,
  deptId: null,
};

const named = ({ id, name }: Pick<Application, 'id' | 'name'>) => ({
  bizKey: `${iotApplication.key}:${id}`,
  bizName: name,
});

function shown({ name, allowedOrigins, tokenPolicy, isEnabled, deptId }: Application): Written {
  return {
    name,
    allowedOrigins,
    maxTokenSeconds: tokenPolicy.maxTokenSeconds,
    capabilities: tokenPolicy.capabilities ?? [],
    status: isEnabled ? '0' : '1',
    deptId,
  };
}
