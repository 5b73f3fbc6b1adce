import { dashboard, dashboardSeries, storageAlarm } from '../../contracts/admin/calls/dashboard.calls.ts';
import type { Dashboard } from '../../domain/console/dashboard.ts';
import { type AdminRoute, bindAdminCall } from './admin-route.ts';

export function dashboardRoutes(numbers: Dashboard): readonly AdminRoute[] {
  return [
    bindAdminCall(dashboard, ({ locale }, call) => numbers.read(call, locale)),
    bindAdminCall(storageAlarm, async (_input, call) => numbers.storageAlarm(call)),
    bindAdminCall(dashboardSeries, (_input, call) => numbers.series(call)),
  ];
}
