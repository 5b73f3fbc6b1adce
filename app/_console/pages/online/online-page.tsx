'use client';
import type { monitorOnline } from '../../../../lib/contracts/admin/resources/monitor-online.resource.ts';
import { api } from '../../api/request.ts';
import { ResourcePage } from '../../resource/resource-page.tsx';
import type { Slots } from '../../resource/resource-page-context.ts';

const slots: Slots<typeof monitorOnline> = {
  calls: {
    forceLogout: ([id], options) => api.delete(`/monitor/online/${id}`, options),
    batchLogout: (ids, options) => api.delete('/monitor/online/batch', { body: { ids }, ...options }),
  },
};

/** Who is signed in. Whoever is signed out here learns it with their next call. */
export default function OnlinePage() {
  return <ResourcePage resource="monitor.online" slots={slots} />;
}
