'use client';
import { type Query, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { ResourceDef } from '../../../../lib/contracts/admin/define-resource.ts';
import { type Editor, editingBeatMs } from '../../../../lib/contracts/admin/editing.ts';
import type { RowId } from '../../../../lib/contracts/admin/row-types.ts';
import { ApiError, localCodes } from '../../api/api-error.ts';
import { bearer } from '../../api/request.ts';
import { resourceClient } from '../data/resource-client.ts';

const noEditors: readonly Editor[] = [];

let lastSent: Promise<unknown> = Promise.resolve();

/** Serializes the calls: leaving a form must not overtake opening it, or the reverse. */
function serialize<T>(send: () => Promise<T>): Promise<T> {
  const sent = lastSent.then(send);
  lastSent = sent.catch(() => undefined);
  return sent;
}

/** Do not retry if the backend lacks this call or the row no longer exists. */
const isFinal = (error: unknown) =>
  error instanceof ApiError && error.code !== localCodes.network && error.code !== localCodes.timeout;
const nextBeat = ({ state }: Query<readonly Editor[]>) => (isFinal(state.error) ? false : editingBeatMs);

/**
 * Other users who have the form of a row open. `isEditing`: this is such a form and registers itself. Inactive while
 * the form is in a background tab of the console or the browser.
 */
export function useEditors(definition: ResourceDef, id: RowId, isEditing: boolean): readonly Editor[] {
  const client = useMemo(() => resourceClient(definition), [definition]);
  const { data, isError } = useQuery({
    queryKey: ['editing', definition.key, id, isEditing],
    queryFn: ({ signal }) =>
      serialize(async () => {
        // Checked before sending only: it is unknown whether the server processed an aborted call.
        signal.throwIfAborted();
        return client.editors(isEditing ? 'put' : 'get', id);
      }),
    refetchInterval: nextBeat,
    refetchOnWindowFocus: true,
    staleTime: 0,
    gcTime: 0,
  });
  useEffect(() => {
    if (!isEditing) return;
    // Best effort: the registration expires anyway, and sign-out has already removed it.
    const leave = async () => (bearer.hasToken ? client.stopEditing(id).catch(() => undefined) : undefined);
    const leaveNow = () => void leave();
    window.addEventListener('pagehide', leaveNow);
    return () => {
      window.removeEventListener('pagehide', leaveNow);
      void serialize(leave);
    };
  }, [client, id, isEditing]);
  return isError ? noEditors : (data ?? noEditors);
}
