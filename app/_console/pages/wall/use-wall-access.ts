'use client';
import { useEffect, useState } from 'react';
import { api } from '../../api/request.ts';
import { WallAccess, type WallPlay } from './wall-access.ts';

interface OpenWall {
  readonly access: WallAccess;
  readonly play: WallPlay;
  /** The cameras of the wall have changed, and those of `play` are the previous ones. */
  readonly isChanging: boolean;
}

/** One token for these cameras; another one when they change. Null: not known yet. */
export function useWallAccess(ids: readonly string[]) {
  const key = ids.join();
  const [open, setOpen] = useState<(OpenWall & { readonly key: string }) | null>(null);
  const [failedKey, setFailedKey] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt is the same request
  useEffect(() => {
    let isCurrent = true;
    const wanted = key.split(',').filter((id) => id !== '');
    if (wanted.length === 0) return;
    const access: WallAccess = new WallAccess(
      () => api.post<WallPlay>('/iot/wall/play', { ids: wanted }, { allowDuplicate: true }),
      (play) => {
        if (!isCurrent) return;
        setOpen({ access, play, key, isChanging: false });
        setFailedKey(null);
      },
    );
    access.renew().catch(() => isCurrent && setFailedKey(key));
    return () => {
      isCurrent = false;
    };
  }, [key, attempt]);

  return {
    open: open && { ...open, isChanging: open.key !== key },
    hasFailed: failedKey === key,
    retry() {
      setFailedKey(null);
      setAttempt(attempt + 1);
    },
  };
}
