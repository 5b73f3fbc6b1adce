'use client';
/**
 * User preferences, stored on the server by name, with a copy in this browser so that a list renders only once. The
 * server's value wins when it arrives.
 */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { api } from '../../api/request.ts';

const saveAfterMs = 600;
const localName = (name: string) => `oriel.preference.${name}`;

function readLocal(name: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(localName(name)) ?? 'null');
  } catch {
    /* no storage, or invalid content: treated as empty */
    return null;
  }
}

function writeLocal(name: string, value: unknown): void {
  try {
    if (value === null) localStorage.removeItem(localName(name));
    else localStorage.setItem(localName(name), JSON.stringify(value));
  } catch {
    /* storage is full or forbidden; the server has the value */
  }
}

export interface Preference {
  /** Null: not set. */
  readonly value: unknown;
  /** The value on the server is not known yet, and this browser has no copy. */
  readonly isLoading: boolean;
  /** Null deletes it. Debounced, so that a drag is one call. */
  set(value: unknown): void;
}

export function usePreference(name: string): Preference {
  const queries = useQueryClient();
  /** The local value, shown immediately; the cache updates later, which would flicker. */
  const [own, setOwn] = useState<{ readonly value: unknown } | null>(null);
  const pending = useRef<{ timer: ReturnType<typeof setTimeout>; send: () => void } | null>(null);
  /** The call in progress. The last call wins on the server, so each waits for the previous one. */
  const sent = useRef<Promise<unknown>>(Promise.resolve());
  const { data, isPlaceholderData, isFetching } = useQuery({
    queryKey: ['preference', name],
    queryFn: async ({ signal }) => {
      const value = await api.get<unknown>(`/preference/${name}`, { signal, quiet: true });
      writeLocal(name, value ?? null);
      return value ?? null;
    },
    placeholderData: () => readLocal(name),
    staleTime: 5 * 60_000,
    retry: false,
  });

  useEffect(
    () => () => {
      // Saves a pending change when the page is left.
      if (!pending.current) return;
      clearTimeout(pending.current.timer);
      pending.current.send();
    },
    [],
  );

  const set = useCallback(
    (value: unknown) => {
      setOwn({ value });
      queries.setQueryData(['preference', name], value);
      writeLocal(name, value);
      if (pending.current) clearTimeout(pending.current.timer);
      const send = () => {
        pending.current = null;
        sent.current = sent.current
          .then(() => api.put(`/preference/${name}`, { value }, { allowDuplicate: true }))
          .catch(() => {
            // The error has been shown; the local copy is used until the server is read again.
          });
      };
      pending.current = { send, timer: setTimeout(send, saveAfterMs) };
    },
    [name, queries],
  );
  const value = own ? own.value : (data ?? null);
  const isLoading = own === null && value === null && isFetching && (isPlaceholderData || data === undefined);
  return { value, isLoading, set };
}
