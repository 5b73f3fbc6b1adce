/** Statistics and reports besides their lists. */
import { reportFile, reportRun } from '../../contracts/admin/calls/report.calls.ts';
import { statDeviceSummary } from '../../contracts/admin/calls/stat.calls.ts';
import { readQuery } from '../../contracts/admin/resource-query.ts';
import { statDevice } from '../../contracts/admin/resources/stat-device.resource.ts';
import type { QueryOf } from '../../contracts/admin/row-types.ts';
import type { Console } from '../../domain/console/create-console.ts';
import { type AdminRoute, bindAdminCall } from './admin-route.ts';

export function statRoutes({
  statistics,
  reports,
}: Pick<Console, 'statistics' | 'reports'>): readonly AdminRoute[] {
  return [
    bindAdminCall(statDeviceSummary, ({ query }, call) =>
      // Parsed by the schema of the same definition.
      statistics.summary(call, readQuery(statDevice, query) as QueryOf<typeof statDevice>),
    ),
    bindAdminCall(reportRun, ({ query }, call) => reports.run(call, query)),
    bindAdminCall(reportFile, ({ body }, call) => reports.file(call, body)),
  ];
}
