import type { Logger } from '../kernel/logger.ts';

/** What route handlers may reach of the running server. */
export interface ContainerHandle {
  /** Every call below `/api/lapp/`. */
  readonly lapp: (request: Request) => Promise<Response>;
  /** The player frame's HTML; `app` is null when the path names no application. */
  readonly frame: (request: Request, address: { template: string; app: string | null }) => Promise<Response>;
  readonly log: Logger;
}

/**
 * Next bundles its own copies of our modules, so a module variable would not be shared with the server
 * that runs beside it in this process; the global symbol registry is.
 */
const key = Symbol.for('oriel.container');
type Holder = { [key]?: ContainerHandle | undefined };

export function setContainer(handle: ContainerHandle | undefined): void {
  (globalThis as Holder)[key] = handle;
}

/** Throws when the code runs outside Oriel's server, for instance under `next start`. */
export function getContainer(): ContainerHandle {
  const handle = (globalThis as Holder)[key];
  if (!handle) throw new Error('No container: start the product with `npm run up`, not with next itself');
  return handle;
}
