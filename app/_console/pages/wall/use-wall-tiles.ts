'use client';
import {
  readWallTiles,
  type WallTiles,
  wallLayoutPreference,
} from '../../../../lib/contracts/admin/wall-layout.ts';
import { usePreference } from '../../resource/data/preferences.ts';
import { useRelationOptions } from '../../resource/data/relations.ts';

const firstSize = 4;

/** The tiles of this person; at first, the first cameras. Null: not known yet. */
export function useWallTiles(): readonly [WallTiles | null, (tiles: WallTiles) => void] {
  const { value, isLoading, set } = usePreference(wallLayoutPreference);
  const { options, isFetched } = useRelationOptions('iot.camera', '');
  const stored = readWallTiles(value);
  if (stored) return [stored, set];
  if (isLoading || !isFetched) return [null, set];
  return [Array.from({ length: firstSize }, (_, at) => optionId(options[at]?.id)), set];
}

const optionId = (id: string | number | undefined) => (id === undefined ? null : String(id));
