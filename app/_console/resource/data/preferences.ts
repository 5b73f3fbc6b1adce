'use client';
/**
 * What a user likes, kept on the server by name, with a copy in this browser so that a list comes as it was left
 * and not twice. The server's wins when it comes.
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
    /* no storage, or not ours: as if there were nothing */
    return null;
  }
}

function writeLocal(name: string, value: unknown): void {
  try {
    if (value === null) localStorage.removeItem(localName(name));
    else localStorage.setItem(localName(name), JSON.stringify(value));
  } catch {
    /* storage is full or forbidden: the server has it */
  }
}

export interface Preference {
  /** Null: nothing kept. */
  readonly value: unknown;
  /** Null forgets it. Sent a moment later, so that a drag is one call. */
  set(value: unknown): void;
}

export function usePreference(name: string): Preference {
  const queries = useQueryClient();
  /** Set here: shown at once, where the cache tells of it a moment later and boxes would flicker. */
  const [own, setOwn] = useState<{ readonly value: unknown } | null>(null);
  const pending = useRef<{ timer: ReturnType<typeof setTimeout>; send: () => void } | null>(null);
  /** What is on its way: the server keeps what comes last, so that one waits for the other. */
  const sent = useRef<Promise<unknown>>(Promise.resolve());
  const { data } = useQuery({
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
      // The last change is not lost with the page that made it.
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
            // The wrapper has told the user; the browser's copy holds until the server is read again.
          });
      };
      pending.current = { send, timer: setTimeout(send, saveAfterMs) };
    },
    [name, queries],
  );
  return { value: own ? own.value : (data ?? null), set };
}
