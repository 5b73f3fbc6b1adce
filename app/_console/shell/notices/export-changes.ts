'use client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { exportJobsKey } from '../../api/query-keys.ts';
import { useApi } from '../../api/use-api.ts';
import { pollMs } from './export-calls.ts';

export function useExportChanges() {
  const api = useApi();
  const queries = useQueryClient();
  const onSettled = () => queries.invalidateQueries({ queryKey: exportJobsKey });
  return {
    restart: useMutation({
      mutationFn: (id: string) => api.put('/common/export-job/restart', { id }),
      onSettled,
    }),
    remove: useMutation({
      mutationFn: (id: string) => api.delete(`/common/export-job/${id}`),
      onSettled,
    }),
    /** After a download has begun, which marks it as opened. */
    refresh: () => setTimeout(() => void onSettled(), pollMs),
  };
}
