/** Exports that are made in the background. */
import {
  exportedFile,
  exportJobRemove,
  exportJobRestart,
  exportJobs,
} from '../../contracts/admin/calls/export.calls.ts';
import type { ExportJobs } from '../../domain/exports/export-jobs.ts';
import { type AdminRoute, bindAdminCall, bindOpenCall } from './admin-route.ts';

export function exportRoutes(jobs: ExportJobs): readonly AdminRoute[] {
  return [
    bindAdminCall(exportJobs, (_input, context) => jobs.list(context)),
    bindAdminCall(exportJobRestart, async ({ body }, context) => {
      await jobs.restart(context, body.id);
      return null;
    }),
    bindAdminCall(exportJobRemove, async ({ params }, context) => {
      await jobs.remove(context, params.id);
      return null;
    }),
    bindOpenCall(exportedFile, ({ params }) => jobs.open(params.link)),
  ];
}
