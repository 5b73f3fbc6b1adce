import type { Logger } from '../kernel/logger.ts';

/** The request handlers that the router uses. */
export interface ContainerHandle {
  /** Calls under `/api/lapp/`. */
  readonly lapp: (request: Request) => Promise<Response>;
  /** Calls under `/api/admin/`. */
  readonly admin: (request: Request) => Promise<Response>;
  /** A theme by ID: `GET /console/jssdk/ezopen/template/getDetail`. */
  readonly themeDetail: (request: Request) => Promise<Response>;
  /** Voice messages by signed address: `GET /voice/<signature>.wav`. */
  readonly voice: (request: Request) => Promise<Response>;
  /** Pictures of alarms by signed address: `GET /alarm-picture/<signature>.mp4`. */
  readonly alarmPicture: (request: Request) => Promise<Response>;
  /** A picture for previews of a share link: `GET /s/<code>/picture.jpg`. */
  readonly sharePicture: (request: Request, code: string) => Promise<Response>;
  /** The player frame's HTML; `app` is null if the path has no application key. */
  readonly frame: (request: Request, address: { template: string; app: string | null }) => Promise<Response>;
  /** Figures for Prometheus: `GET /metrics`. Null: there is no such page. */
  readonly metrics: ((request: Request) => Promise<Response>) | null;
  readonly log: Logger;
}
