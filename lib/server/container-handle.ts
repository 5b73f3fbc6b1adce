import type { Logger } from '../kernel/logger.ts';

/** What the router may reach of the running server. */
export interface ContainerHandle {
  /** Every call below `/api/lapp/`. */
  readonly lapp: (request: Request) => Promise<Response>;
  /** Every call below `/api/admin/`. */
  readonly admin: (request: Request) => Promise<Response>;
  /** The theme of an id: `GET /console/jssdk/ezopen/template/getDetail`. */
  readonly themeDetail: (request: Request) => Promise<Response>;
  /** The player frame's HTML; `app` is null when the path names no application. */
  readonly frame: (request: Request, address: { template: string; app: string | null }) => Promise<Response>;
  readonly log: Logger;
}
