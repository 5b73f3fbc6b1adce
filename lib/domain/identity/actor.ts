/** The caller with their permissions and data scope, computed once per change of permissions. */
import type { MaskRule } from '../../contracts/admin/field.ts';
import type { Locale } from '../../i18n/translate.ts';
import type { EpochMs } from '../../kernel/units.ts';
import type { TenantScope } from '../tenancy/tenant-scope.ts';

/** Rows that the user may access: those of these departments, and their own if `own` is set. */
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
  /** `['ROLE_DEFAULT']` for a user without roles. */
  readonly roleKeys: readonly string[];
  /** `*:*:*` means all of them. */
  readonly permissions: ReadonlySet<string>;
  readonly dataScope: DataScope;
  /** Mask rules that do not apply to this user. */
  readonly sees: 'everything' | ReadonlySet<MaskRule>;
  /** The password must be changed first: until then only that and signing out are allowed. */
  readonly mustChangePassword: boolean;
  /** The same for two-step verification, where the settings require it of the first administrator. */
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

/** The context that every console function receives. */
export interface CallContext {
  readonly actor: Actor;
  /** IP address of the caller, as text. */
  readonly address: string;
  /** Identifies this call in the log, the operation log and errors. */
  readonly traceId: string;
  /** Language of the response. Absent: not called over HTTP; Chinese is the default. */
  readonly locale?: Locale;
  /** Absent: not called over HTTP. */
  readonly request?: CallRequest;
}

/** For the operation log. */
export interface CallRequest {
  readonly method: string;
  /** As in its contract: `/system/post/{ids}`. */
  readonly route: string;
  /** As requested, without the query. */
  readonly path: string;
  readonly startedAt: EpochMs;
}
