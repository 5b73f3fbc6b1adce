import { type TenantScope, tenantScope } from './tenant-scope.ts';

/** The organisation of a one-organisation installation; the operator's commands work in it. */
export const defaultTenantId = 'default';

/** Scope of whoever may run commands on the server's own machine. */
export const operatorScope: TenantScope = tenantScope(defaultTenantId);
