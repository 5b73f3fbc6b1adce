'use client';
import { type Query, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { ResourceDef } from '../../../../lib/contracts/admin/define-resource.ts';
import { type Editor, editingBeatMs } from '../../../../lib/contracts/admin/editing.ts';
import type { RowId } from '../../../../lib/contracts/admin/row-types.ts';
import { ApiError, localCodes } from '../../api/api-error.ts';
import { bearer } from '../../api/request.ts';
import { resourceClient } from '../data/resource-client.ts';

const nobody: readonly Editor[] = [];

let turn: Promise<unknown> = Promise.resolve();

/** One after the other: leaving a form must not overtake having opened it, nor the other way round. */
function inTurn<T>(send: () => Promise<T>): Promise<T> {
  const sent = turn.then(send);
  turn = sent.catch(() => undefined);
  return sent;
}

/** A backend without this call, or a row that is not there any more, need not be asked again. */
const isFinal = (error: unknown) =>
  error instanceof ApiError && error.code !== localCodes.network && error.code !== localCodes.timeout;
const nextBeat = ({ state }: Query<readonly Editor[]>) => (isFinal(state.error) ? false : editingBeatMs);

/**
 * Who else has the form of a row open. `isEditing`: this is such a form, and says so to others. Nothing is asked or
 * said while it stands behind another tab, of the console or of the browser.
 */
export function useEditors(definition: ResourceDef, id: RowId, isEditing: boolean): readonly Editor[] {
  const client = useMemo(() => resourceClient(definition), [definition]);
  const { data, isError } = useQuery({
    queryKey: ['editing', definition.key, id, isEditing],
    queryFn: ({ signal }) =>
      inTurn(async () => {
        // Only before it is sent: whether the server heeds one that was cut short, nobody knows.
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
    // They are not heard of any more after a while in any case.
    // Whoever has signed out has left everything.
    const leave = async () => (bearer.isHeld ? client.stopEditing(id).catch(() => undefined) : undefined);
    const leaveNow = () => void leave();
    window.addEventListener('pagehide', leaveNow);
    return () => {
      window.removeEventListener('pagehide', leaveNow);
      void inTurn(leave);
    };
  }, [client, id, isEditing]);
  return isError ? nobody : (data ?? nobody);
}
