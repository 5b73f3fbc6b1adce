import { consoleApiBase as apiBase } from '../../lib/contracts/admin/api-base.ts';
import type { SettingKey } from '../../lib/contracts/admin/built-in-settings.ts';
import { transact } from '../../lib/db/transact.ts';
import type { DomainDeps } from '../../lib/domain/create-domain.ts';
import { systemEntropy } from '../../lib/domain/crypto/entropy.ts';
import { captchaAlphabet } from '../../lib/domain/identity/captcha.service.ts';
import { permissionsChanged } from '../../lib/domain/identity/load-actor.ts';
import { tenantScope } from '../../lib/domain/tenancy/tenant-scope.ts';
import { type AdminHandlerOptions, adminHandler } from '../../lib/http/admin/admin-handler.ts';
import { adminRoutes } from '../../lib/http/admin/admin-routes.ts';
import { clientAddressHeader } from '../../lib/http/client-address.ts';
import { silentLogger } from '../../lib/kernel/logger.ts';
import { cheapHasher, type TestDomain, testDomain, testOrigin } from './domain.ts';
import { userRow } from './user-row.ts';

/** Password of all users in these tests. */
export const testPassword = 'correct-horse-7-battery';

export interface ConsoleAnswer {
  readonly status: number;
  readonly code: unknown;
  readonly success: boolean | undefined;
  readonly message: string;
  // Each test knows the shape of its response.
  // biome-ignore lint/suspicious/noExplicitAny: responses of all calls
  readonly data: any;
  readonly errors: readonly { path: string; message: string }[];
  readonly links: readonly { text: string; address: string }[];
  readonly traceId: string | undefined;
  readonly headers: Headers;
  readonly text: string;
  /** Null unless it is a download. */
  readonly blob: Uint8Array | null;
}

export interface CallInit {
  readonly query?: string | Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent form-encoded; with `file`: as fields next to it. */
  readonly form?: Readonly<Record<string, string>> | readonly (readonly [string, string])[];
  readonly file?: {
    readonly name: string;
    readonly type?: string;
    readonly bytes: Uint8Array<ArrayBuffer> | string;
  };
  readonly headers?: Readonly<Record<string, string>>;
  /** Replaces all of the above. */
  readonly raw?: RequestInit;
  /** The clock does not advance before the call, so that a repeated change is rejected as a duplicate. */
  readonly atOnce?: boolean;
}

export interface ConsoleClient {
  call(method: string, path: string, init?: CallInit): Promise<ConsoleAnswer>;
}

export interface SignedIn extends ConsoleClient {
  readonly userId: number;
  readonly username: string;
  readonly sessionId: string;
  readonly bearer: string;
  /** Id of the role that was created for this user; null without one. */
  readonly roleId: number | null;
  /** Signs in again for a new bearer token, after the old one has expired. */
  renew(): Promise<void>;
}

export interface SignInOptions {
  /** Permissions of a role that is created for this user. `['*:*:*']` is not possible here: use `root()`. */
  readonly permissions?: readonly string[];
  /** 1 all, 2 `roleDepts`, 3 own department, 4 own department and subdepartments, 5 own rows. Default 1. */
  readonly dataScope?: 1 | 2 | 3 | 4 | 5;
  readonly roleDepts?: readonly number[];
  /** 1 all fields unmasked, 2 `maskFields` unmasked, 3 all masked. Default 1. */
  readonly maskScope?: 1 | 2 | 3;
  readonly maskFields?: readonly string[];
  /** An existing department. */
  readonly deptId?: number | null;
  /** Ids of existing roles, in addition to the created one. */
  readonly roles?: readonly number[];
  readonly username?: string;
  /** Another organisation; created if it does not exist. */
  readonly tenantId?: string;
  /** No role is created: without `roles` the user has ROLE_DEFAULT only. */
  readonly noRole?: boolean;
  readonly address?: string;
  readonly mustChangePassword?: boolean;
}

export interface TestConsole extends TestDomain {
  readonly database: DomainDeps['database'];
  readonly handle: (request: Request) => Promise<Response>;
  /** Without a session. Requests have the headers of the console's own pages by default. */
  readonly anonymous: ConsoleClient;
  /** Creates a user with a role, and signs in. */
  signIn(options?: SignInOptions): Promise<SignedIn>;
  root(): Promise<SignedIn>;
  setSetting(key: SettingKey, value: string): Promise<void>;
  /** The answer to the newest captcha image. */
  captchaAnswer(): string;
  /** A client with the given bearer token. */
  withBearer(bearer: string): ConsoleClient;
}

let made = 0;
let hashed: Promise<string> | null = null;
/** Computed once: hashing takes as long as many calls. */
const testHash = () => {
  hashed ??= cheapHasher().hash(testPassword);
  return hashed;
};

/** The whole console on a real database, behind its real handler, with a fake clock. */
export async function testConsole(
  database: DomainDeps['database'],
  overrides: Partial<DomainDeps> = {},
  handlerOptions: Partial<AdminHandlerOptions> = {},
  /** Sends calls to another server on this database instead of to a handler in this process. */
  elsewhere?: (request: Request) => Promise<Response>,
): Promise<TestConsole> {
  const answers: string[] = [];
  const entropy = overrides.entropy ?? systemEntropy;
  const domain = await testDomain(database, {
    ...overrides,
    entropy: {
      bytes(count) {
        const bytes = entropy.bytes(count);
        // Only captcha images take five random values.
        if (count === 5) {
          answers.push(Array.from(bytes, (byte) => captchaAlphabet[byte % captchaAlphabet.length]).join(''));
        }
        return bytes;
      },
    },
  });
  const { clock } = domain;
  const { db, changes } = database;
  const handle =
    elsewhere ??
    adminHandler({
      routes: adminRoutes(domain.adminConsole),
      adminConsole: domain.adminConsole,
      clock,
      entropy: systemEntropy,
      log: overrides.log ?? silentLogger,
      base: apiBase,
      publicOrigin: () => testOrigin,
      ...handlerOptions,
    });
  // Tests sign in by name and password; tests of the captcha enable it.
  await setSetting('sys.account.captchaEnabled', 'false');

  async function setSetting(key: SettingKey, value: string): Promise<void> {
    await transact(db, async (transaction) => {
      await transaction
        .updateTable('setting')
        .set({ configValue: value })
        .where('tenantId', '=', 'default')
        .where('configKey', '=', key)
        .execute();
      await changes.notify(transaction, 'setting', ['default']);
    });
  }

  const client = (bearer: () => string | null, address = '192.0.2.10'): ConsoleClient => ({
    async call(method, path, init = {}) {
      // More than the interval in which a repeated change counts as a duplicate.
      if (method !== 'GET' && !init.atOnce) await clock.advance(1_001);
      const headers: Record<string, string> = {
        [clientAddressHeader]: address,
        origin: testOrigin,
        ...(bearer() === null ? {} : { authorization: `Bearer ${bearer()}` }),
      };
      const sent = requestBody(init);
      const request = new Request(urlOf(path, init.query), {
        method,
        headers: { ...headers, ...sent.headers, ...init.headers },
        ...(sent.body === undefined ? {} : { body: sent.body }),
        ...init.raw,
      });
      return readAnswer(await handle(request));
    },
  });

  async function open(
    userId: number,
    username: string,
    tenantId: string,
    { roleId = null, address = '192.0.2.10' }: { roleId?: number | null; address?: string },
  ): Promise<SignedIn> {
    const session = { tenantId, userId, address, userAgent: 'jest', isRemembered: true };
    const opened = await domain.adminConsole.sessions.open(session);
    let bearer = opened.token;
    return {
      ...client(() => bearer, address),
      userId,
      username,
      roleId,
      sessionId: opened.sessionId,
      get bearer() {
        return bearer;
      },
      async renew() {
        bearer = (await domain.adminConsole.sessions.renew(opened.secret)).token;
      },
    };
  }

  async function insertUser(
    tenantId: string,
    username: string,
    more: { deptId?: number | null; isRoot?: 0 | 1; mustChangePassword?: 0 | 1 },
  ): Promise<number> {
    const { id } = await db
      .insertInto('user')
      .values(userRow({ tenantId, username, passwordHash: await testHash(), ...more }, clock.now()))
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  }

  async function makeRole(tenantId: string, name: string, options: SignInOptions): Promise<number> {
    const now = clock.now();
    const history = { version: 1, createdBy: 'test', createdAt: now, updatedBy: 'test', updatedAt: now };
    const { id: roleId } = await db
      .insertInto('role')
      .values({
        tenantId,
        roleName: `角色${name}`,
        roleKey: `role_${name}`,
        roleSort: 50,
        status: '0',
        dataScope: options.dataScope ?? 1,
        maskScope: options.maskScope ?? 1,
        maskFields: JSON.stringify(options.maskFields ?? []),
        menuCheckStrictly: 1,
        deptCheckStrictly: 1,
        isBuiltIn: 0,
        remark: null,
        ...history,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    for (const perms of new Set(options.permissions ?? [])) {
      const known = await db
        .selectFrom('menu')
        .select('id')
        .where('tenantId', '=', tenantId)
        .where('perms', '=', perms)
        .executeTakeFirst();
      const menuId =
        known?.id ??
        (
          await db
            .insertInto('menu')
            .values({
              tenantId,
              parentId: 0,
              menuName: `按钮 ${perms}`,
              menuNameEn: null,
              menuType: 'F',
              orderNum: 0,
              path: '',
              component: null,
              query: null,
              routeName: null,
              isFrame: 1,
              isCache: 0,
              visible: '0',
              status: '0',
              perms,
              icon: null,
              hideChildren: 0,
              hiddenHeaderContent: 0,
              redirect: null,
              remark: null,
              isBuiltIn: 0,
              ...history,
            })
            .returning('id')
            .executeTakeFirstOrThrow()
        ).id;
      await db.insertInto('roleMenu').values({ tenantId, roleId, menuId }).execute();
    }
    for (const deptId of options.roleDepts ?? []) {
      await db.insertInto('roleDept').values({ tenantId, roleId, deptId }).execute();
    }
    return roleId;
  }

  const nextName = (prefix: string) => {
    made += 1;
    return `${prefix}${made}`;
  };

  return {
    ...domain,
    database,
    handle,
    anonymous: client(() => null),
    withBearer: (bearer) => client(() => bearer),
    setSetting,
    captchaAnswer: () => answers.at(-1) ?? '',

    async signIn(options = {}) {
      const tenantId = options.tenantId ?? 'default';
      const username = options.username ?? nextName('user_');
      await db
        .insertInto('tenant')
        .values({ id: tenantId, name: tenantId, enabled: 1, createdAt: clock.now() })
        .onConflict((found) => found.column('id').doNothing())
        .execute();
      const userId = await insertUser(tenantId, username, {
        deptId: options.deptId ?? null,
        mustChangePassword: options.mustChangePassword ? 1 : 0,
      });
      const roleId = options.noRole ? null : await makeRole(tenantId, nextName('r'), options);
      for (const id of [...(roleId === null ? [] : [roleId]), ...(options.roles ?? [])]) {
        await db.insertInto('userRole').values({ tenantId, userId, roleId: id }).execute();
      }
      await permissionsChanged(db, tenantScope(tenantId));
      return open(userId, username, tenantId, {
        roleId,
        ...(options.address ? { address: options.address } : {}),
      });
    },

    async root() {
      const username = 'founder';
      const known = await db
        .selectFrom('user')
        .select('id')
        .where('tenantId', '=', 'default')
        .where('isRoot', '=', 1)
        .executeTakeFirst();
      const userId = known?.id ?? (await insertUser('default', username, { isRoot: 1 }));
      return open(userId, username, 'default', {});
    },
  };
}

function urlOf(path: string, query: CallInit['query']): string {
  const text = typeof query === 'string' ? query : new URLSearchParams(query ?? {}).toString();
  return `${testOrigin}${apiBase}${path}${text ? `?${text}` : ''}`;
}

function requestBody({ body, form, file }: CallInit): { body?: BodyInit; headers: Record<string, string> } {
  const pairs = form === undefined ? [] : Array.isArray(form) ? form : Object.entries(form);
  if (file) {
    const data = new FormData();
    for (const [name, value] of pairs as readonly (readonly [string, string])[]) data.append(name, value);
    data.append('file', new Blob([file.bytes], { type: file.type ?? 'application/octet-stream' }), file.name);
    return { body: data, headers: {} };
  }
  if (form !== undefined) {
    return { body: new URLSearchParams(pairs.map(([name, value]) => [name, value])), headers: {} };
  }
  if (body === undefined) return { headers: {} };
  return { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
}

async function readAnswer(response: Response): Promise<ConsoleAnswer> {
  const { status, headers } = response;
  if (headers.has('content-disposition')) {
    const blob = new Uint8Array(await response.arrayBuffer());
    const nothing = { code: undefined, success: undefined, message: '', data: null, errors: [], links: [] };
    return { ...nothing, status, headers, traceId: undefined, text: '', blob };
  }
  const text = await response.text();
  const { code, success, message, data, errors = [], links = [], traceId } = JSON.parse(text);
  return { status, code, success, message, data, errors, links, traceId, headers, text, blob: null };
}
