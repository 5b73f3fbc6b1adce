import type { Logger } from '../kernel/logger.ts';

/** The request handlers that the router uses. */
export interface ContainerHandle {
  /** Calls under `/api/lapp/`. */
  readonly lapp: (request: Request) => Promise<Response>;
  /** Calls under `/api/admin/`. */
  readonly admin: (request: Request) => Promise<Response>;
  /** A theme by ID: `GET /console/jssdk/ezopen/template/getDetail`. */
  readonly themeDetail: (request: Request) => Promise<Response>;
  /** The player frame's HTML; `app` is null if the path has no application key. */
  readonly frame: (request: Request, address: { template: string; app: string | null }) => Promise<Response>;
  readonly log: Logger;
}
