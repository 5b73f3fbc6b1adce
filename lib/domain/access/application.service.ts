import type { Transaction } from 'kysely';
import { z } from 'zod';
import { displayName } from '../../contracts/lapp/fields.ts';
import { capabilities, maxTokenSeconds } from '../../contracts/lapp/token-get.call.ts';
import type { Changes } from '../../db/changes.ts';
import type { Db } from '../../db/client.ts';
import type { Database } from '../../db/schema.ts';
import { transact } from '../../db/transact.ts';
import type { LocalText } from '../../i18n/translate.ts';
import type { Clock } from '../../kernel/clock.ts';
import { digest } from '../crypto/digest.ts';
import { type Entropy, newId, newSecret } from '../crypto/entropy.ts';
import { operatorError } from '../errors/operator-errors.ts';
import type { TenantScope } from '../tenancy/tenant-scope.ts';
import {
  type Application,
  type ApplicationRepository,
  applicationRepository,
} from './application.repository.ts';
import { allowedOrigin } from './application-origin.ts';
import { grantRepository } from './grant.repository.ts';

const maxOrigins = 32;
const originList = z
  .array(allowedOrigin)
  .max(maxOrigins)
  .transform((list) => [...new Set(list)]);

export const newApplication = z.strictObject({
  name: displayName,
  origins: originList,
  maxTokenSeconds: z.number().int().min(60).max(maxTokenSeconds).default(maxTokenSeconds),
  capabilities: z.array(z.enum(capabilities)).min(1).nullable().default(null),
});
export type NewApplication = z.output<typeof newApplication>;

export const applicationChange = z.strictObject({
  appKey: z.string().min(1).max(128),
  name: displayName.optional(),
  addOrigins: originList.default([]),
  /** Any text: origins stored earlier may not satisfy today's rules. */
  removeOrigins: z.array(z.string().max(512)).max(maxOrigins).default([]),
});
export type ApplicationChange = z.output<typeof applicationChange>;

/** The values that the console can set. */
export const applicationValues = z.strictObject({
  name: displayName,
  allowedOrigins: originList,
  maxTokenSeconds: z.number().int().min(60).max(maxTokenSeconds),
  capabilities: z.array(z.enum(capabilities)).min(1).nullable(),
  isEnabled: z.boolean(),
  deptId: z.number().int().nullable(),
  remark: z.string().max(500).nullable(),
});
export type ApplicationValues = z.output<typeof applicationValues>;

/** The console user who makes the change. */
export interface ChangedBy {
  /** Account name. */
  readonly name: string;
  /** Runs in the same transaction as the change. */
  readonly also?: (transaction: Transaction<Database>, application: Application) => Promise<void>;
}

export interface ApplicationWithSecret {
  readonly application: Application;
  /** Returned only once; the database stores its digest. */
  readonly appSecret: string;
}

/** Of the built-in application, which previews of the console use. */
export const consoleApplicationName: LocalText = { 'zh-CN': 'Oriel 控制台', 'en-US': 'Oriel Console' };

export interface ApplicationService {
  create(
    scope: TenantScope,
    input: NewApplication,
    extra?: Partial<Pick<ApplicationValues, 'deptId' | 'remark' | 'isEnabled'>>,
    by?: ChangedBy,
  ): Promise<ApplicationWithSecret>;
  list(scope: TenantScope): Promise<readonly Application[]>;
  /**
   * Replaces the secret. The old one stops working at once; tokens issued with it stay valid. Throws `app.notFound`.
   */
  rotate(scope: TenantScope, appKey: string, by?: ChangedBy): Promise<ApplicationWithSecret>;
  /**
   * Sets the given values. Disabling ends every stream of its tokens; issued tokens keep the permissions they were
   * issued with. Throws `app.notFound`, `app.changed` (the version differs; `isOwn` when `by` made the last change).
   */
  change(
    scope: TenantScope,
    id: string,
    values: Partial<ApplicationValues>,
    version: number,
    by: ChangedBy,
  ): Promise<void>;
  /** Removes all of them with their tokens, or none. Throws `app.notFound`. */
  removeAll(scope: TenantScope, ids: readonly string[], by: ChangedBy): Promise<void>;
  /** The console's own application, created on first use. */
  builtIn(scope: TenantScope): Promise<Application>;
  /**
   * Changes name and origins. Pages that already show the player keep working until they reload. Throws `app.notFound`,
   * `input.nothing`, `app.originUnknown` (an origin to remove does not exist), `app.tooManyOrigins`.
   */
  update(scope: TenantScope, change: ApplicationChange): Promise<Application>;
  /** Removes it with its tokens, which ends their streams. Returns the number of tokens. Throws `app.notFound`. */
  remove(scope: TenantScope, appKey: string): Promise<number>;
  /** Disabling ends every stream of its tokens. Throws `app.notFound`. */
  setEnabled(scope: TenantScope, appKey: string, isEnabled: boolean): Promise<void>;
  /**
   * Origins that may frame the player for this key. `own`: only the origin that serves the request. Null: the key is
   * unknown or disabled.
   */
  frameOrigins(appKey: string): Promise<readonly string[] | 'own' | null>;
}

export function applicationService(deps: {
  readonly db: Db;
  readonly applications: ApplicationRepository;
  readonly changes: Changes;
  readonly clock: Clock;
  readonly entropy: Entropy;
}): ApplicationService {
  const { db, changes, applications, clock, entropy } = deps;

  async function require(scope: TenantScope, appKey: string): Promise<Application> {
    const application = await applications.find(scope, appKey);
    if (!application) throw operatorError('app.notFound', { appKey });
    return application;
  }

  /** The application, unless it is the built-in one, which cannot be changed. */
  async function requireOwn(scope: TenantScope, appKey: string): Promise<Application> {
    const application = await require(scope, appKey);
    if (application.isBuiltIn) throw operatorError('app.builtIn');
    return application;
  }

  /**
   * Ends every stream of the application's tokens. Called before the application is deleted; returns the number of
   * tokens.
   */
  async function endTokensOf(
    transaction: Transaction<Database>,
    scope: TenantScope,
    applicationId: string,
  ): Promise<number> {
    const ended = await grantRepository(transaction).openGrantIds(scope, applicationId, clock.now());
    await changes.notify(transaction, 'grant', ended);
    return ended.length;
  }

  return {
    async create(scope, input, { deptId = null, remark = null, isEnabled = true } = {}, by = { name: '' }) {
      const now = clock.now();
      const appSecret = newSecret(entropy);
      const application: Application = {
        id: newId(entropy, now),
        name: input.name,
        appKey: Buffer.from(entropy.bytes(16)).toString('hex'),
        allowedOrigins: input.origins,
        tokenPolicy: { maxTokenSeconds: input.maxTokenSeconds, capabilities: input.capabilities },
        isEnabled,
        secretRotatedAt: now,
        createdAt: now,
        deptId,
        isBuiltIn: false,
      };
      await transact(db, async (transaction) => {
        const row = { ...application, secretHash: digest(appSecret) };
        await applicationRepository(transaction).insert(scope, row, { remark, createdBy: by.name });
        await by.also?.(transaction, application);
      });
      return { application, appSecret };
    },

    list: (scope) => applications.list(scope),

    async rotate(scope, appKey, by) {
      const before = await requireOwn(scope, appKey);
      const appSecret = newSecret(entropy);
      await transact(db, async (transaction) => {
        const rows = applicationRepository(transaction);
        await rows.replaceSecret(scope, appKey, digest(appSecret), by?.name ?? '', clock.now());
        await by?.also?.(transaction, before);
      });
      return { application: await require(scope, appKey), appSecret };
    },

    async change(scope, id, values, version, by) {
      await transact(db, async (transaction) => {
        const rows = applicationRepository(transaction);
        const before = await rows.findById(scope, id);
        if (!before) throw operatorError('app.notFound', { id });
        if (before.isBuiltIn) throw operatorError('app.builtIn');
        const changed = { values, by: by.name, version, now: clock.now() };
        if (!(await rows.set(scope, before, changed)))
          throw operatorError('app.changed', { isOwn: (await rows.lastWriter(scope, id)) === by.name });
        if (values.deptId !== undefined) await grantRepository(transaction).setDept(scope, id, values.deptId);
        await by.also?.(transaction, before);
        if (values.isEnabled === false) await endTokensOf(transaction, scope, id);
      });
    },

    async removeAll(scope, ids, by) {
      await transact(db, async (transaction) => {
        const rows = applicationRepository(transaction);
        for (const id of ids) {
          const application = await rows.findById(scope, id);
          if (!application) throw operatorError('app.notFound', { id });
          if (application.isBuiltIn) throw operatorError('app.builtIn');
          await endTokensOf(transaction, scope, id);
          if (!(await rows.delete(scope, application.appKey))) throw operatorError('app.notFound', { id });
          await by.also?.(transaction, application);
        }
      });
    },

    async builtIn(scope) {
      const known = await applications.findBuiltIn(scope);
      if (known) return known;
      const now = clock.now();
      // Nobody receives its secret. The id is fixed, so concurrent first uses create the same row.
      await applications.insert(scope, {
        id: digest(`oriel.console/${scope.tenantId}`).slice(0, 32),
        name: consoleApplicationName['zh-CN'],
        appKey: Buffer.from(entropy.bytes(16)).toString('hex'),
        secretHash: digest(newSecret(entropy)),
        secretRotatedAt: now,
        allowedOrigins: [],
        tokenPolicy: { maxTokenSeconds: 600, capabilities: null },
        isEnabled: true,
        createdAt: now,
        deptId: null,
        isBuiltIn: true,
      });
      const made = await applications.findBuiltIn(scope);
      if (!made) throw new Error('could not create the built-in application');
      return made;
    },

    async update(scope, { appKey, name, addOrigins, removeOrigins }) {
      if (name === undefined && addOrigins.length + removeOrigins.length === 0) {
        throw operatorError('input.nothing');
      }
      // Concurrent change: start again from the row that the other caller wrote.
      for (;;) {
        const before = await requireOwn(scope, appKey);
        const allowedOrigins = changedOrigins(before.allowedOrigins, addOrigins, removeOrigins);
        const after = { name: name ?? before.name, allowedOrigins };
        if (await applications.update(scope, before, after)) return { ...before, ...after };
      }
    },

    async remove(scope, appKey) {
      const { id } = await requireOwn(scope, appKey);
      return transact(db, async (transaction) => {
        const ended = await endTokensOf(transaction, scope, id);
        if (!(await applicationRepository(transaction).delete(scope, appKey))) {
          throw operatorError('app.notFound', { appKey });
        }
        return ended;
      });
    },

    async setEnabled(scope, appKey, isEnabled) {
      const { id } = await requireOwn(scope, appKey);
      await transact(db, async (transaction) => {
        await applicationRepository(transaction).setEnabled(scope, appKey, isEnabled);
        if (!isEnabled) await endTokensOf(transaction, scope, id);
      });
    },

    async frameOrigins(appKey) {
      const found = await applications.findByKeyAnywhere(appKey);
      if (!found?.application.isEnabled || !found.isTenantEnabled) return null;
      return found.application.isBuiltIn ? 'own' : found.application.allowedOrigins;
    },
  };
}

function changedOrigins(
  before: readonly string[],
  add: readonly string[],
  remove: readonly string[],
): string[] {
  const unknown = remove.filter((origin) => !before.includes(origin));
  if (unknown.length > 0) throw operatorError('app.originUnknown', { origins: unknown, known: before });
  const after = [...new Set([...before.filter((origin) => !remove.includes(origin)), ...add])];
  if (after.length > maxOrigins) throw operatorError('app.tooManyOrigins');
  return after;
}
