'use client';
import { useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import type { dashboard, dashboardSeries } from '../../../../lib/contracts/admin/calls/dashboard.calls.ts';
import { isOutage } from '../../api/api-error.ts';
import { api } from '../../api/request.ts';

type DataOf<Call> = Call extends { readonly data?: infer Data } ? z.output<Extract<Data, z.ZodType>> : never;
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

export function rateText(kilobits: number): string {
  return kilobits < 1_000 ? `${Math.round(kilobits)} kbit/s` : `${(kilobits / 1_000).toFixed(1)} Mbit/s`;
}

const quarterMs = 15 * 60_000;

/** UTC offset of the organisation's clock, from its current time. */
export function zoneAheadMs(time: string, at: number): number {
  return Math.round((Date.parse(`${time.replace(' ', 'T')}Z`) - at) / quarterMs) * quarterMs;
}
