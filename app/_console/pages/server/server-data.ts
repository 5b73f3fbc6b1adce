'use client';
import { useQuery } from '@tanstack/react-query';
import type {
  monitorServer,
  monitorServerSeries,
} from '../../../../lib/contracts/admin/calls/server.calls.ts';
import { isOutage } from '../../api/api-error.ts';
import type { DataOf } from '../../api/data-of.ts';
import { api } from '../../api/request.ts';

export type ServerFigures = DataOf<typeof monitorServer>;
export type ProcessFigures = ServerFigures['processes'][number];
type ServerSeries = DataOf<typeof monitorServerSeries>;
export type SeriesOfProcess = ServerSeries['processes'][number];

/** While the server does not respond, the shell retries. */
const every =
  (ms: number) =>
  ({ state }: { readonly state: { readonly error: unknown } }) =>
    isOutage(state.error) ? false : ms;

/** Polled while the page is visible. */
export function useServer() {
  return useQuery({
    queryKey: ['monitor.server'],
    queryFn: ({ signal }) => api.get<ServerFigures>('/monitor/server', { signal, quiet: true }),
    refetchInterval: every(5_000),
  });
}

export function useServerSeries() {
  return useQuery({
    queryKey: ['monitor.server', 'series'],
    queryFn: ({ signal }) => api.get<ServerSeries>('/monitor/server/series', { signal, quiet: true }),
    refetchInterval: every(15_000),
  });
}

export interface Line {
  /** Unique among the lines. */
  readonly key: string;
  readonly name: string;
  readonly values: ReadonlyMap<number, number>;
}

/** One value of each process over time. */
export const linesOf = (
  series: readonly SeriesOfProcess[],
  value: (point: SeriesOfProcess['points'][number]) => number,
): Line[] =>
  series.map(({ id, name, points }) => ({
    key: id,
    name,
    values: new Map(points.map((point) => [point.at, value(point)])),
  }));

/** The sum of a value over all processes, which are sampled at the same times. */
export function sumLine(
  name: string,
  series: readonly SeriesOfProcess[],
  value: (point: SeriesOfProcess['points'][number]) => number,
): Line {
  const values = new Map<number, number>();
  for (const { points } of series) {
    for (const point of points) values.set(point.at, (values.get(point.at) ?? 0) + value(point));
  }
  return { key: name, name, values };
}

/** Processes with the same name are told apart by the beginning of their ids. */
export function withDistinctNames<Process extends { readonly id: string; readonly name: string }>(
  processes: readonly Process[],
): Process[] {
  const isRepeated = (name: string) => processes.filter((other) => other.name === name).length > 1;
  return processes.map((process) =>
    isRepeated(process.name) ? { ...process, name: `${process.name} (${process.id.slice(-4)})` } : process,
  );
}
