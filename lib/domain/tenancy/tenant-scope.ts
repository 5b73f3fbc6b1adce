declare const scoped: unique symbol;

/**
 * The tenant of a query. Every repository function that reads or writes a tenant's data takes one as its first
 * argument, so a query without a tenant does not compile. A scope is created from a verified token, from a session, for
 * the operator of this installation, and for each row whose values are encrypted with another key.
 */
export interface TenantScope {
  readonly tenantId: string;
  readonly [scoped]: true;
}

export function tenantScope(tenantId: string): TenantScope {
  return { tenantId } as TenantScope; // The brand exists at type level only.
}
