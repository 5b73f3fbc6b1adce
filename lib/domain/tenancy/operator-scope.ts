import { type TenantScope, tenantScope } from './tenant-scope.ts';

/** The organisation of a single-organisation installation; the operator's commands work in it. */
export const defaultTenantId = 'default';

/** Scope of operators who run commands on the server's own machine. */
export const operatorScope: TenantScope = tenantScope(defaultTenantId);
