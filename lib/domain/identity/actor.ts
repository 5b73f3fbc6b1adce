/** Who is calling, and what they may do and see: worked out once per change of rights, asked everywhere. */
import type { MaskRule } from '../../contracts/admin/field.ts';
import type { Locale } from '../../i18n/translate.ts';
import type { EpochMs } from '../../kernel/units.ts';
import type { TenantScope } from '../tenancy/tenant-scope.ts';

/** Rows somebody may touch: those of these departments, and their own where `own` is set. */
export type DataScope =
  | { readonly kind: 'everything' }
  | { readonly kind: 'some'; readonly deptIds: readonly number[]; readonly own: boolean };

export interface Actor {
  readonly scope: TenantScope;
  readonly userId: number;
  readonly username: string;
  readonly displayName: string;
  readonly deptId: number | null;
  readonly deptName: string | null;
  /** 32 hex digits. */
  readonly sessionId: string;
  readonly roleIds: readonly number[];
  /** `['ROLE_DEFAULT']` for whoever has no role. */
  readonly roleKeys: readonly string[];
  /** `*:*:*` stands for all of them. */
  readonly permissions: ReadonlySet<string>;
  readonly dataScope: DataScope;
  /** Rules whose values they see whole. */
  readonly sees: 'everything' | ReadonlySet<MaskRule>;
  /** Must change the password first: until then only that, and signing out, is allowed. */
  readonly mustChangePassword: boolean;
  /** The same for setting up a second factor, where the settings ask the first administrator for one. */
  readonly mustEnableTotp?: boolean;
}

export const everyPermission = '*:*:*';
export const adminRole = 'admin';
export const defaultRole = 'ROLE_DEFAULT';

export function can(actor: Pick<Actor, 'permissions'>, permission: string): boolean {
  return actor.permissions.has(everyPermission) || actor.permissions.has(permission);
}

export function canAny(actor: Pick<Actor, 'permissions'>, permissions: readonly string[]): boolean {
  return permissions.some((permission) => can(actor, permission));
}

/** What every behaviour of the console is told of the call it answers. */
export interface CallContext {
  readonly actor: Actor;
  /** Whom the call came from, as text. */
  readonly address: string;
  /** Names this call in the log, in the operation log and in errors. */
  readonly traceId: string;
  /** Of whoever reads the answer. Absent: it did not come over HTTP, and Chinese is the default. */
  readonly locale?: Locale;
  /** Absent: it did not come over HTTP. */
  readonly request?: CallRequest;
}

/** For the operation log. */
export interface CallRequest {
  readonly method: string;
  /** As its contract has it: `/system/post/{ids}`. */
  readonly route: string;
  /** As it was asked for, without the query. */
  readonly path: string;
  readonly startedAt: EpochMs;
}
