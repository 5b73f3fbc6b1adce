'use client';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type Clock, systemClock } from '../../../lib/kernel/clock.ts';
import type { Ms } from '../../../lib/kernel/units.ts';
import { isOutage } from '../api/api-error.ts';
import type { Api } from '../api/create-api.ts';
import { useApi } from '../api/use-api.ts';
import { connection } from '../ui/connection.ts';

const firstDelayMs: Ms = 1_000;
const maxDelayMs: Ms = 30_000;
const timeoutMs: Ms = 10_000;

/**
 * After a request that got no response, asks the server until it responds: with growing delays, when the browser is
 * back online, and when the page becomes visible. Then repeats the failed queries of the visible pages.
 */
export function useReconnect(): void {
  const queries = useQueryClient();
  const api = useApi();
  useEffect(() => watchConnection(queries, api, systemClock), [queries, api]);
}

export function watchConnection(queries: QueryClient, api: Api, clock: Clock): () => void {
  let delayMs = firstDelayMs;
  let cancel = () => {};
  let isBusy = false;

  function schedule(): void {
    cancel();
    cancel = clock.after(delayMs, () => void retry());
    delayMs = Math.min(maxDelayMs, delayMs * 2);
  }

  async function retry(): Promise<void> {
    // A hidden page continues when it becomes visible.
    if (!connection.isLost() || isBusy || document.visibilityState === 'hidden') return;
    cancel();
    isBusy = true;
    const error = await api.get('/get-user-info', { quiet: true, timeoutMs }).then(
      () => null,
      (reason: unknown) => reason,
    );
    isBusy = false;
    if (isOutage(error)) return schedule();
    connection.setRestored();
    await queries.refetchQueries({ type: 'active', predicate: ({ state }) => isOutage(state.error) });
    // The delay continues to grow if the queries failed again.
    if (!connection.isLost()) delayMs = firstDelayMs;
  }

  const stops = [
    connection.subscribe(() => {
      if (connection.isLost()) schedule();
    }),
    queries.getQueryCache().subscribe((event) => {
      if (event.type !== 'updated') return;
      if (event.action.type === 'error' && isOutage(event.action.error)) connection.setLost();
      if (event.action.type === 'success') void retry();
    }),
  ];
  window.addEventListener('online', retry);
  document.addEventListener('visibilitychange', retry);
  return () => {
    for (const stop of stops) stop();
    cancel();
    window.removeEventListener('online', retry);
    document.removeEventListener('visibilitychange', retry);
    connection.setRestored();
  };
}
