'use client';
import { useEffect, useRef, useState } from 'react';
import { OrielPlayer } from '../../../../host-sdk/react/index.tsx';
import { createWall } from '../../../../host-sdk/sync/index.ts';
import type { Player } from '../../../../host-sdk/types.ts';
import { wallTexts } from '../../../../lib/i18n/console/wall.ts';
import { useLocale } from '../../text/use-locale.ts';
import { useTranslations } from '../../text/use-translations.ts';
import styles from './wall.module.css';
import type { WallAccess, WallPlay } from './wall-access.ts';
import type { WallPlayers } from './wall-players.ts';

/** Recordings begin this long ago. */
const startBehindMs = 60_000;

/** Timeline and buttons of all tiles: a player without video, whose camera is that of the chosen tile. */
export function WallControls({
  access,
  play,
  chosen,
  players,
  onLive,
  onFailure,
}: {
  readonly access: WallAccess;
  readonly play: WallPlay;
  /** Path of the camera whose recordings the timeline shows first. */
  readonly chosen: string;
  readonly players: WallPlayers;
  /** The viewer has returned to live video. */
  readonly onLive: () => void;
  /** Null: it works again. */
  readonly onFailure: (message: string | null) => void;
}) {
  const translate = useTranslations(wallTexts);
  const locale = useLocale();
  const [controls, setControls] = useState<Player | null>(null);
  // Another address would be played as live video: the wall changes the camera by itself.
  const [first] = useState(chosen);
  const latest = useRef({ onLive, onFailure });
  latest.current = { onLive, onFailure };

  useEffect(() => {
    if (!controls) return;
    const wall = createWall(controls, players.all());
    let hasBegun = false;
    wall.onChange(({ group }) => {
      if (!group && hasBegun) latest.current.onLive();
      hasBegun = group !== null;
    });
    players
      .begin(wall, Date.now() - startBehindMs)
      .catch(({ code, message }) => code === 'destroyed' || latest.current.onFailure(message));
    return () => players.end(wall);
  }, [controls, players]);

  return (
    <section className={styles.controls} aria-label={translate('wall.controls')}>
      <OrielPlayer
        ref={setControls}
        className={styles.player}
        server={location.origin}
        app={play.appKey}
        url={`ezopen://oriel/${first}.live`}
        companions={play.cameras.map(({ path }) => `ezopen://oriel/${path}.live`)}
        template="pcRec"
        controlsOnly
        autoplay={false}
        language={locale}
        title={translate('wall.controls')}
        getToken={() => access.tokenFor('controls')}
        onError={({ message }) => onFailure(message)}
        onSuccess={() => onFailure(null)}
      />
    </section>
  );
}
