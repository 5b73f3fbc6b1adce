/** Calls of app versions besides those of their resource. */
import * as app from '../../contracts/admin/calls/app.calls.ts';
import type { Apps } from '../../domain/apps/app-versions.ts';
import { etagOf } from '../../domain/system/dict/dict.service.ts';
import { type AdminRoute, bindAdminCall, bindOpenCall } from './admin-route.ts';

export function appRoutes({ latest, packages, ...apps }: Apps): readonly AdminRoute[] {
  return [
    bindOpenCall(app.latestVersion, async ({ query, address, responseHeaders }) => {
      const answer = await latest(query, address);
      // The same for everybody who sends the same query: a proxy may keep it for a minute.
      responseHeaders.set('cache-control', 'public, max-age=60');
      responseHeaders.set('etag', etagOf(answer));
      return answer;
    }),
    bindOpenCall(app.packageFile, async ({ params, responseHeaders }) => {
      const { size, sha256, ...file } = await packages.open(params.name);
      responseHeaders.set('content-length', String(size));
      responseHeaders.set('etag', `"${sha256}"`);
      return file;
    }),
    bindAdminCall(app.publishVersion, async ({ body }, call) => {
      await apps.publish(call, body.id);
      return null;
    }),
    bindAdminCall(app.withdrawVersion, async ({ body }, call) => {
      await apps.withdraw(call, body.id);
      return null;
    }),
    bindAdminCall(app.startPackage, ({ body }, call) => packages.start(call, body)),
    bindAdminCall(app.packagePart, async ({ body, file }, call) => {
      await packages.addPart(call, body, file?.bytes ?? null);
      return null;
    }),
    bindAdminCall(app.finishPackage, ({ body }, call) => packages.finish(call, body.packageId)),
  ];
}
