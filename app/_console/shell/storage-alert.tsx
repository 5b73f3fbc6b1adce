'use client';
import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import type { storageAlarm } from '../../../lib/contracts/admin/calls/dashboard.calls.ts';
import { useApi } from '../api/use-api.ts';
import { useText } from '../text/use-text.ts';

type StorageAlarm = z.output<NonNullable<(typeof storageAlarm)['data']>>;

/** The server notices a full disk within 2 s. */
const everyMs = 3_000;

const texts = {
  low: 'shell.storageLow',
  full: 'shell.storageFull',
  readOnly: 'shell.storageReadOnly',
  failed: 'shell.storageFailed',
  damaged: 'shell.storageDamaged',
  recordings: 'shell.storageRecordings',
  objectStore: 'shell.storageObjects',
  files: 'shell.storageFiles',
} as const;

/** What is wrong with the server's disk or database, for administrators. */
export function StorageAlert() {
  const api = useApi();
  const translate = useText();
  const { data } = useQuery({
    queryKey: ['storage'],
    queryFn: ({ signal }) => api.get<StorageAlarm>('/dashboard/storage', { signal, quiet: true }),
    refetchInterval: everyMs,
  });
  const state = data?.state ?? 'ok';
  if (state === 'ok') return null;
  return (
    <Alert color={state === 'low' ? 'yellow' : 'red'} role="alert" radius={0}>
      {translate(texts[state])}
    </Alert>
  );
}
