'use client';
import { useQuery } from '@tanstack/react-query';
import type { dashboard, dashboardSeries } from '../../../../lib/contracts/admin/calls/dashboard.calls.ts';
import { isOutage } from '../../api/api-error.ts';
import type { DataOf } from '../../api/data-of.ts';
import { api } from '../../api/request.ts';

export type Dashboard = DataOf<typeof dashboard>;
export type DashboardSeries = DataOf<typeof dashboardSeries>;

const everyMs = 10_000;
/** While the server does not respond, the shell retries. */
const interval = ({ state }: { readonly state: { readonly error: unknown } }) =>
  isOutage(state.error) ? false : everyMs;

/** Polled while the page is visible. */
export function useDashboard() {
  return useQuery({
    queryKey: ['dashboard'],
    queryFn: ({ signal }) => api.get<Dashboard>('/dashboard', { signal, quiet: true }),
    refetchInterval: interval,
  });
}

export function useDashboardSeries(isAllowed: boolean) {
  return useQuery({
    queryKey: ['dashboard', 'series'],
    queryFn: ({ signal }) => api.get<DashboardSeries>('/dashboard/series', { signal, quiet: true }),
    refetchInterval: interval,
    enabled: isAllowed,
  });
}
