/**
 * The embedded database has one connection, and a transaction holds it: code that waits for another one within a
 * transaction waits forever. Values in a cache hide this until they expire, so reading a cache counts too.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { OpenDatabase } from '../../lib/db/client.ts';
import { TenantCache } from '../../lib/domain/tenancy/tenant-cache.ts';

const held = new AsyncLocalStorage<{ isHeld: boolean }>();

function requireFree(what: string): void {
  if (held.getStore()?.isHeld) throw new Error(`${what} within a transaction, which has the only connection`);
}

const { read } = TenantCache.prototype;
TenantCache.prototype.read = function (...given) {
  requireFree('a cache is read');
  return read.apply(this, given);
};

/** Statements of the embedded database that use a second connection within a transaction fail. */
export function requireOneConnection({ db, engine }: OpenDatabase): void {
  // With PostgreSQL, what nobody waits for may use another connection: the progress of imports.
  if (engine !== 'libsql') return;
  const executor = db.getExecutor();
  const provide = executor.provideConnection.bind(executor);
  executor.provideConnection = async (consume) => {
    requireFree('a connection is taken');
    return provide((connection) => {
      const holder = { isHeld: true };
      return held.run(holder, () =>
        consume(connection).finally(() => {
          holder.isHeld = false;
        }),
      );
    });
  };
}
