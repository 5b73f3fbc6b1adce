'use client';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { exportJobs } from '../../../../lib/contracts/admin/calls/export.calls.ts';
import { bellTexts } from '../../../../lib/i18n/console/bell.ts';
import type { DataOf } from '../../api/data-of.ts';
import { exportJobsKey } from '../../api/query-keys.ts';
import { useApi } from '../../api/use-api.ts';
import { useTranslations } from '../../text/use-translations.ts';
import { browserNotifier } from '../../ui/toasts/browser-notifier.ts';
import { errorNoticeMs } from '../../ui/toasts/notifier.ts';

export type ExportJob = DataOf<typeof exportJobs>[number];

export const pollMs = 2_000;
export const isUnfinished = ({ state }: ExportJob) => state === 'waiting' || state === 'running';

/**
 * Of the current user; undefined until they are loaded. Queried again while one is unfinished; another backend may have
 * none.
 */
export function useExportJobs(): readonly ExportJob[] | undefined {
  const api = useApi();
  const { data } = useQuery({
    queryKey: exportJobsKey,
    queryFn: async ({ signal }) =>
      (await api.get<readonly ExportJob[] | null>('/common/export-job', { signal, quiet: true })) ?? [],
    refetchInterval: ({ state }) => (state.data?.some(isUnfinished) ? pollMs : false),
  });
  return data;
}

/** Shows a message when an export has ended, also one that began and ended between two queries. */
export function useExportMessages(jobs: readonly ExportJob[] | undefined): void {
  const translate = useTranslations(bellTexts);
  const before = useRef<ReadonlyMap<string, ExportJob['state']> | null>(null);
  useEffect(() => {
    if (!jobs) return;
    const known = before.current;
    before.current = new Map(jobs.map(({ id, state }) => [id, state]));
    if (!known) return;
    for (const { id, state, title, reason } of jobs) {
      if ((state !== 'done' && state !== 'failed') || known.get(id) === state) continue;
      const isDone = state === 'done';
      browserNotifier.show({
        kind: isDone ? 'success' : 'error',
        message: translate(isDone ? 'exports.ready' : 'exports.failedWhy', { title, reason: reason ?? '' }),
        durationMs: errorNoticeMs,
      });
    }
  }, [jobs, translate]);
}
