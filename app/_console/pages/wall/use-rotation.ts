'use client';
import { useEffect, useState } from 'react';
import type { WallSize, WallTiles } from '../../../../lib/contracts/admin/wall-layout.ts';

export interface Rotation {
  /** The cameras that are shown now; the last page has empty tiles. */
  readonly tiles: WallTiles;
  /** From 0. */
  readonly page: number;
  readonly pages: number;
  readonly isPaused: boolean;
  readonly setPaused: (isPaused: boolean) => void;
  readonly show: (page: number) => void;
}

/** Shows more cameras than there are tiles, one page after the other. 0: only by hand. */
export function useRotation(cameras: readonly string[], size: WallSize, everySec: number): Rotation {
  const pages = Math.max(1, Math.ceil(cameras.length / size));
  const [shown, setShown] = useState(0);
  const [isPaused, setPaused] = useState(false);
  const page = shown % pages;
  useEffect(() => {
    if (pages === 1 || everySec === 0 || isPaused) return;
    const timer = setInterval(() => setShown((now) => now + 1), everySec * 1_000);
    return () => clearInterval(timer);
  }, [pages, everySec, isPaused]);
  const first = page * size;
  return {
    tiles: Array.from({ length: size }, (_, at) => cameras[first + at] ?? null),
    ...{ page, pages, isPaused, setPaused, show: setShown },
  };
}
