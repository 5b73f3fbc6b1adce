'use client';
import { ActionIcon, Loader, Select, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconExternalLink, IconHistory, IconTimeline, IconVolume, IconVolumeOff } from '@tabler/icons-react';
import { useCallback, useRef, useState } from 'react';
import { OrielPlayer } from '../../../../host-sdk/react/index.tsx';
import type { Player } from '../../../../host-sdk/types.ts';
import { watchPath } from '../../../../lib/contracts/admin/watch-link.ts';
import { wallTexts } from '../../../../lib/i18n/console/wall.ts';
import { wallsTexts } from '../../../../lib/i18n/console/walls.ts';
import { zoneOf } from '../../../../lib/kernel/zone-time.ts';
import { useRelationOptions } from '../../resource/data/relations.ts';
import { useSession } from '../../session/use-session.tsx';
import { useLocale } from '../../text/use-locale.ts';
import { useTranslations } from '../../text/use-translations.ts';
import { usePlayerLink } from '../parts/use-copy-link.tsx';
import styles from './wall.module.css';
import type { WallAccess, WallCamera, WallPlay } from './wall-access.ts';
import type { WallPlayers } from './wall-players.ts';

const typingMs = 250;
const texts = { ...wallTexts, ...wallsTexts } as const;
/** What happened before somebody looked. */
const behindMs = 60_000;

interface WallTileProps {
  /** From 1. */
  readonly number: number;
  /** Channel that was selected; null: none. */
  readonly id: string | null;
  /** Undefined: nothing is selected, it may not be watched, or that is not known yet. */
  readonly camera: WallCamera | undefined;
  readonly open: { readonly access: WallAccess; readonly play: WallPlay } | null;
  readonly isLoading: boolean;
  /** Recordings with one timeline for all tiles. */
  readonly isRecorded: boolean;
  /** Name of a new alarm of the camera, which frames the tile. Undefined: none. */
  readonly alarm: string | undefined;
  /** The timeline shows this camera. */
  readonly isChosen: boolean;
  readonly players: WallPlayers;
  /** Cameras of other tiles. */
  readonly taken: ReadonlySet<string>;
  readonly onCamera: (id: string | null) => void;
  readonly onChoose: () => void;
}

/** One camera of the wall: its video, its name, with which another camera is selected, and its sound. */
export function WallTile(props: WallTileProps) {
  const { number, id, camera, open, isLoading, isRecorded, isChosen, alarm, onChoose } = props;
  const translate = useTranslations(texts);
  const [player, setPlayer] = useState<Player | null>(null);
  const [isMuted, setMuted] = useState(true);
  const [failure, setFailure] = useState<string | null>(null);
  const name = camera?.name ?? '';
  const label = name ? translate('wall.tileOf', { number, name }) : translate('wall.tile', { number });
  return (
    <article
      className={styles.tile}
      aria-label={label}
      data-chosen={isRecorded && isChosen}
      data-alarm={alarm !== undefined}
    >
      <div className={styles.video}>
        {alarm !== undefined && (
          <span role="status" className={styles.alarm}>
            {translate('walls.alarm', { name: alarm })}
          </span>
        )}
        {camera && open ? (
          <TilePlayer
            key={camera.id}
            {...props}
            camera={camera}
            open={open}
            onPlayer={setPlayer}
            onMuted={setMuted}
            onFailure={setFailure}
          />
        ) : (
          <div className={styles.nothing}>
            {id !== null && isLoading ? (
              <Loader size="sm" />
            ) : (
              <Text size="sm">{translate(id === null ? 'wall.empty' : 'wall.gone')}</Text>
            )}
          </div>
        )}
      </div>
      <footer className={styles.foot}>
        <CameraSelect {...props} />
        {camera && isRecorded && (
          <ActionIcon
            variant={isChosen ? 'filled' : 'subtle'}
            aria-pressed={isChosen}
            aria-label={translate('wall.timelineOf', { name })}
            title={translate('wall.timelineOf', { name })}
            onClick={onChoose}
          >
            <IconTimeline size={18} aria-hidden="true" />
          </ActionIcon>
        )}
        {camera && <TileLinks camera={camera} hasRecordings={open?.play.hasRecordings ?? false} />}
        {camera && (
          <ActionIcon
            variant={isMuted ? 'subtle' : 'filled'}
            aria-pressed={!isMuted}
            aria-label={translate('wall.soundOf', { name })}
            title={translate('wall.soundOf', { name })}
            onClick={() =>
              void (isMuted ? player?.openSound() : player?.closeSound())?.catch(({ message }) =>
                setFailure(message),
              )
            }
          >
            {isMuted ? (
              <IconVolumeOff size={18} aria-hidden="true" />
            ) : (
              <IconVolume size={18} aria-hidden="true" />
            )}
          </ActionIcon>
        )}
      </footer>
      <div aria-live="polite">
        {camera && failure && (
          <Text size="xs" c="red" px="xs" pb={4}>
            {failure}
          </Text>
        )}
      </div>
    </article>
  );
}

/** One click to the page of the camera, live and a minute ago. */
function TileLinks({
  camera: { name, path },
  hasRecordings,
}: {
  readonly camera: WallCamera;
  readonly hasRecordings: boolean;
}) {
  const translate = useTranslations(wallsTexts);
  const zone = zoneOf(useSession().user?.timeZone ?? 'Asia/Shanghai');
  const [serial = '', channel] = path.split('/');
  const camera = { serial, channelNo: Number(channel) };
  const recorded = () => watchPath(camera, { at: Date.now() - behindMs, zone });
  return (
    <>
      <ActionIcon
        component="a"
        href={watchPath(camera)}
        target="_blank"
        rel="noopener"
        variant="subtle"
        aria-label={translate('walls.fullView', { name })}
        title={translate('walls.fullView', { name })}
      >
        <IconExternalLink size={18} aria-hidden="true" />
      </ActionIcon>
      {hasRecordings && (
        <ActionIcon
          variant="subtle"
          aria-label={translate('walls.recordings', { name })}
          title={translate('walls.recordings', { name })}
          onClick={() => window.open(recorded(), '_blank', 'noopener')}
        >
          <IconHistory size={18} aria-hidden="true" />
        </ActionIcon>
      )}
    </>
  );
}

function TilePlayer({
  number,
  camera,
  open: { access, play },
  isRecorded,
  players,
  onChoose,
  onPlayer,
  onMuted,
  onFailure,
}: WallTileProps & {
  readonly camera: WallCamera;
  readonly open: { readonly access: WallAccess; readonly play: WallPlay };
  readonly onPlayer: (player: Player | null) => void;
  readonly onMuted: (isMuted: boolean) => void;
  readonly onFailure: (message: string | null) => void;
}) {
  const translate = useTranslations(wallTexts);
  const locale = useLocale();
  const [player, setPlayer] = useState<Player | null>(null);
  const linkDialog = usePlayerLink(player);
  const latest = useRef(onChoose);
  latest.current = onChoose;
  const attach = useCallback(
    (shown: Player | null) => {
      // The failure of the camera before is not that of this one.
      if (!shown) onFailure(null);
      setPlayer(shown);
      onPlayer(shown);
      players.put(camera.id, shown);
      shown?.on('click', () => latest.current());
    },
    [camera.id, onPlayer, onFailure, players],
  );
  return (
    <>
      <OrielPlayer
        ref={attach}
        className={styles.player}
        server={location.origin}
        app={play.appKey}
        url={`ezopen://oriel/${camera.path}.live`}
        template="simple"
        adaptiveQuality
        linkButton
        // Otherwise live video would be shown until the moment of the others is found.
        autoplay={!isRecorded}
        language={locale}
        title={translate('wall.tileOf', { number, name: camera.name })}
        getToken={() => access.tokenFor(camera.id)}
        onState={({ muted }) => onMuted(muted)}
        onError={({ message }) => onFailure(message)}
        onSuccess={() => onFailure(null)}
      />
      {linkDialog}
    </>
  );
}

function CameraSelect({ number, id, camera, taken, onCamera }: WallTileProps) {
  const translate = useTranslations(wallTexts);
  const [search, setSearch] = useState('');
  const [keyword] = useDebouncedValue(search, typingMs);
  // What is written in the input is the name of the camera until somebody types.
  const { options, nothing } = useRelationOptions(
    'iot.camera',
    keyword === camera?.name ? '' : keyword.trim(),
  );
  const offered = options.map(({ id: value, title }) => ({
    value: String(value),
    label: title,
    disabled: taken.has(String(value)),
  }));
  const isOffered = offered.some(({ value }) => value === id);
  return (
    <Select
      className={styles.select}
      size="xs"
      variant="unstyled"
      aria-label={translate('wall.camera', { number })}
      placeholder={translate('wall.choose')}
      searchable
      clearable={id !== null}
      allowDeselect={false}
      // By default it is for pointers only.
      clearButtonProps={{
        'aria-label': translate('wall.emptied', { number }),
        'aria-hidden': undefined,
        tabIndex: 0,
      }}
      nothingFoundMessage={nothing}
      // Already filtered by the server.
      filter={({ options: all }) => all}
      data={camera && !isOffered ? [{ value: camera.id, label: camera.name }, ...offered] : offered}
      value={id}
      searchValue={search}
      onSearchChange={setSearch}
      onChange={onCamera}
      comboboxProps={{ withinPortal: true }}
    />
  );
}
