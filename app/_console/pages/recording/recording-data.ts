'use client';
import { useQuery } from '@tanstack/react-query';
import type {
  recordingDay,
  recordingDays,
  recordingUsage,
} from '../../../../lib/contracts/admin/calls/recording.calls.ts';
import { commonTexts } from '../../../../lib/i18n/console/common.ts';
import { recordingTexts } from '../../../../lib/i18n/console/recordings.ts';
import { isOutage } from '../../api/api-error.ts';
import type { DataOf } from '../../api/data-of.ts';
import { api } from '../../api/request.ts';
import { useTranslations } from '../../text/use-translations.ts';

export type RecordingUsage = DataOf<typeof recordingUsage>;
export type UsedRecording = RecordingUsage['recordings'][number];
export type RecordingDay = DataOf<typeof recordingDay>;
type RecordingDays = DataOf<typeof recordingDays>;
export type Store = UsedRecording['store'];

const texts = { ...commonTexts, ...recordingTexts } as const;
export const useRecordingText = () => useTranslations(texts);

const usageEveryMs = 30_000;
const dayEveryMs = 60_000;

/** Polled while the page is visible. */
export function useRecordingUsage() {
  return useQuery({
    queryKey: ['recordings', 'usage'],
    queryFn: ({ signal }) => api.get<RecordingUsage>('/iot/recording/usage', { signal, quiet: true }),
    refetchInterval: ({ state }) => (isOutage(state.error) ? false : usageEveryMs),
  });
}

/** Days with recordings of a month `yyyy-MM`, as `yyyy-MM-dd`. */
export function useRecordedDays(id: string, store: Store, month: string): ReadonlySet<string> {
  const { data } = useQuery({
    queryKey: ['recordings', 'days', id, store, month],
    queryFn: ({ signal }) =>
      api.get<RecordingDays>(`/iot/recording/${id}/days`, {
        query: { store, month: month.replace('-', '') },
        signal,
        quiet: true,
      }),
  });
  return new Set(data?.days ?? []);
}

export function useRecordedDay(id: string, store: Store, day: string) {
  return useQuery({
    queryKey: ['recordings', 'day', id, store, day],
    queryFn: ({ signal }) =>
      api.get<RecordingDay>(`/iot/recording/${id}/day`, { query: { store, day }, signal, quiet: true }),
    refetchInterval: dayEveryMs,
  });
}
