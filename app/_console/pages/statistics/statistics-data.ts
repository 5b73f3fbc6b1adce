'use client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { statDeviceSummary } from '../../../../lib/contracts/admin/calls/stat.calls.ts';
import type { DataOf } from '../../api/data-of.ts';
import type { Query } from '../../api/query-text.ts';
import { api } from '../../api/request.ts';

export type Summary = DataOf<typeof statDeviceSummary>;
export type Sums = Summary['total'];

/** For the filters of the list. Refetched with its rows. */
export function useSummary(query: Query) {
  return useQuery({
    queryKey: ['stat.device', 'summary', query],
    queryFn: ({ signal }) => api.get<Summary>('/stat/device/summary', { query, signal, quiet: true }),
    placeholderData: keepPreviousData,
  });
}

export const measures = ['views', 'watched', 'starts', 'failures', 'recorded'] as const;
export type Measure = (typeof measures)[number];

const values: Readonly<Record<Measure, (sums: Sums) => number>> = {
  views: ({ views }) => views,
  watched: ({ watchSeconds }) => watchSeconds,
  starts: ({ starts }) => starts,
  failures: ({ viewFailures, streamFailures }) => viewFailures + streamFailures,
  recorded: ({ recordSeconds }) => recordSeconds,
};

/** Lengths in seconds. */
export const valueIn = (measure: Measure, sums: Sums): number => values[measure](sums);

export const isLength = (measure: Measure): boolean => measure === 'watched' || measure === 'recorded';

export interface Point {
  /** `yyyy-MM-dd` or `yyyy-MM`. */
  readonly at: string;
  /** Lengths in hours. */
  readonly value: number;
}

/** Two decimals. */
export const hoursOf = (seconds: number): number => Math.round(seconds / 36) / 100;

const dayMs = 86_400_000;

/** Days and months without figures are 0. */
export function pointsOf({ from, to, series }: Summary, measure: Measure): readonly Point[] {
  const known = new Map(series.map((each) => [each.at, valueIn(measure, each)]));
  const isDaily = series.every(({ at }) => at.length === 10);
  const points: Point[] = [];
  for (let at = Date.parse(`${from}T00:00:00Z`); at <= Date.parse(`${to}T00:00:00Z`); at += dayMs) {
    const name = new Date(at).toISOString().slice(0, isDaily ? 10 : 7);
    if (points.at(-1)?.at === name) continue;
    const value = known.get(name) ?? 0;
    points.push({ at: name, value: isLength(measure) ? hoursOf(value) : value });
  }
  return points;
}
