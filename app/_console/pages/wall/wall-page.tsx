'use client';
import { Skeleton } from '@mantine/core';
import { useWallTiles } from './use-wall-tiles.ts';
import { VideoWall } from './video-wall.tsx';

/** The wall of this person, which is remembered. */
export default function WallPage() {
  const [tiles, setTiles] = useWallTiles();
  if (!tiles) return <Skeleton height={360} radius="md" />;
  return <VideoWall tiles={tiles} onTiles={setTiles} />;
}
