declare const scoped: unique symbol;

/**
 * Whose data a query may touch. Every repository function that reads or writes what a tenant owns takes
 * one as its first argument, so a query that forgets the tenant does not compile. A scope is made in three
 * places only: from a verified token, from a session, and for the operator of this installation.
 */
export interface TenantScope {
  readonly tenantId: string;
  readonly [scoped]: true;
}

export function tenantScope(tenantId: string): TenantScope {
  return { tenantId } as TenantScope; // The brand exists in types only.
}
