/** Who receives pictures of a camera: users of the console, applications, and links to recordings. */
import type { Db } from '../../db/client.ts';
import type { CameraKey } from '../../media/ports.ts';
import type { TenantScope } from '../tenancy/tenant-scope.ts';

/** Views of one camera by one grant. */
export interface GrantViews {
  /** As admitted: of the use of a grant. */
  readonly grantId: string;
  readonly kind: 'live' | 'recorded';
  readonly views: number;
}

export interface CameraViewer {
  readonly kind: 'user' | 'application' | 'share';
  readonly name: string;
  /** Of an application: the name of its token; empty: it has none. */
  readonly token: string;
  readonly shows: 'live' | 'recorded';
  readonly views: number;
}

export function cameraViewers({
  db,
  watching,
}: {
  readonly db: Db;
  readonly watching: (camera: Omit<CameraKey, 'profile'>) => readonly GrantViews[];
}) {
  return async ({ tenantId }: TenantScope, deviceSerial: string, channelNo: number) => {
    const views = watching({ tenantId, deviceSerial, channelNo }).map((view) => ({
      ...view,
      // The media plane has the ids of uses (`grant-watch.ts`), which begin with that of their grant.
      grantId: view.grantId.split('/')[0] ?? '',
    }));
    if (views.length === 0) return [];
    const grants = await db
      .selectFrom('accessTokenGrant')
      .innerJoin('application', 'application.id', 'accessTokenGrant.applicationId')
      .leftJoin('session', 'session.id', 'accessTokenGrant.sessionId')
      .leftJoin('user', 'user.id', 'session.userId')
      .leftJoin('recordingShare', 'recordingShare.id', 'accessTokenGrant.shareId')
      .select([
        'accessTokenGrant.id',
        'accessTokenGrant.sessionId',
        'accessTokenGrant.shareId',
        'accessTokenGrant.createdBy',
        'accessTokenGrant.name as token',
        'application.name as application',
        'user.displayName as person',
        'recordingShare.name as share',
      ])
      .where('accessTokenGrant.tenantId', '=', tenantId)
      .where('accessTokenGrant.id', 'in', [...new Set(views.map(({ grantId }) => grantId))])
      .execute();
    const byId = new Map(grants.map((grant) => [grant.id, grant]));
    // A player that renews its token has several grants one after the other.
    const found = new Map<string, CameraViewer>();
    for (const { grantId, kind: shows, views: count } of views) {
      const grant = byId.get(grantId);
      if (!grant) continue;
      const { sessionId, shareId, createdBy, token, application, person, share } = grant;
      const viewer =
        sessionId !== null
          ? ({ kind: 'user', name: person || createdBy, token: '' } as const)
          : shareId !== null
            ? ({ kind: 'share', name: share ?? '', token: '' } as const)
            : ({ kind: 'application', name: application, token } as const);
      const key = [viewer.kind, sessionId ?? '', viewer.name, viewer.token, shows].join('\n');
      found.set(key, { ...viewer, shows, views: (found.get(key)?.views ?? 0) + count });
    }
    return [...found.values()];
  };
}
