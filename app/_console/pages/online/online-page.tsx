'use client';
import type { monitorOnline } from '../../../../lib/contracts/admin/resources/monitor-online.resource.ts';
import { api } from '../../api/request.ts';
import type { Slots } from '../../resource/context/resource-page-context.ts';
import { ResourcePage } from '../../resource/resource-page.tsx';

const slots: Slots<typeof monitorOnline> = {
  calls: {
    forceLogout: ([id], options) => api.delete(`/monitor/online/${id}`, options),
    batchLogout: (ids, options) => api.delete('/monitor/online/batch', { body: { ids }, ...options }),
  },
};

/** Active sessions. Signing a user out takes effect with their next call. */
export default function OnlinePage() {
  return <ResourcePage resource="monitor.online" slots={slots} />;
}
