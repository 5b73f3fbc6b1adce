import * as jobs from '../../contracts/admin/calls/job.calls.ts';
import type { JobPages } from '../../domain/jobs/job.service.ts';
import { type AdminRoute, bindAdminCall } from './admin-route.ts';

export function jobRoutes(pages: JobPages): AdminRoute[] {
  return [
    bindAdminCall(jobs.jobHandlers, async ({ locale }) => pages.handlers(locale)),
    bindAdminCall(jobs.nextJobTimes, async ({ query }, call) => {
      const times = await pages.nextTimes(call, query.cron);
      return { times: times && [...times] };
    }),
    bindAdminCall(jobs.runJob, async ({ body }, call) => {
      await pages.runOnce(call, body.id);
      return null;
    }),
    bindAdminCall(jobs.cleanJobLog, async (_, call) => ({ removed: await pages.cleanLog(call) })),
    bindAdminCall(jobs.databaseBackups, async (_, call) => {
      const { isEmbedded, records } = await pages.backups(call);
      return { isEmbedded, records: [...records] };
    }),
  ];
}
