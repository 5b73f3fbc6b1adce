'use client';
import { useEffect, useState } from 'react';
import type { Player, PlayerStats } from '../../host-sdk/types.ts';

/** The figures of the player, once per second; null: nothing was shown yet. */
export function useStats(player: Player | null): PlayerStats | null {
  const [stats, setStats] = useState<PlayerStats | null>(null);
  useEffect(() => player?.on('stats', setStats), [player]);
  return stats;
}
