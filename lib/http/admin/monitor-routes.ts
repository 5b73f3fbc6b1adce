import { alertTestMail } from '../../contracts/admin/calls/alert.calls.ts';
import {
  cacheInfo,
  cacheKeys,
  cacheNames,
  cacheValue,
  clearCacheAll,
  clearCacheKey,
  clearCacheName,
} from '../../contracts/admin/calls/cache.calls.ts';
import { monitorServer, monitorServerSeries } from '../../contracts/admin/calls/server.calls.ts';
import type { Console } from '../../domain/console/create-console.ts';
import { type AdminRoute, bindAdminCall } from './admin-route.ts';

export function monitorRoutes({
  monitoring: { server },
  caches,
  testMail,
}: Pick<Console, 'monitoring' | 'caches' | 'testMail'>): readonly AdminRoute[] {
  return [
    bindAdminCall(monitorServer, (_input, call) => server.read(call)),
    bindAdminCall(monitorServerSeries, (_input, call) => server.series(call)),
    bindAdminCall(alertTestMail, async ({ body }, call) => {
      await testMail(call, body.email);
      return null;
    }),
    bindAdminCall(cacheInfo, (_input, call) => caches.info(call)),
    bindAdminCall(cacheNames, async (_input, call) => caches.names(call)),
    bindAdminCall(cacheKeys, ({ params }, call) => caches.keys(call, params.name)),
    bindAdminCall(cacheValue, ({ params }, call) => caches.value(call, params.name, params.key)),
    bindAdminCall(clearCacheName, async ({ params }, call) => {
      await caches.clearName(call, params.name);
      return null;
    }),
    bindAdminCall(clearCacheKey, async ({ params }, call) => {
      await caches.clearKey(call, params.key);
      return null;
    }),
    bindAdminCall(clearCacheAll, async (_input, call) => {
      await caches.clearAll(call);
      return null;
    }),
  ];
}
