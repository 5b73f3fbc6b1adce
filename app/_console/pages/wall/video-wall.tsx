'use client';
import { Alert, Button, SegmentedControl, Text } from '@mantine/core';
import { IconDeviceFloppy } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import {
  resizedTiles,
  type WallSize,
  type WallTiles,
  wallSizes,
} from '../../../../lib/contracts/admin/wall-layout.ts';
import { commonTexts } from '../../../../lib/i18n/console/common.ts';
import { wallTexts } from '../../../../lib/i18n/console/wall.ts';
import { wallsTexts } from '../../../../lib/i18n/console/walls.ts';
import { HasPermi } from '../../session/permission.tsx';
import { useTranslations } from '../../text/use-translations.ts';
import { BroadcastButton } from '../parts/broadcast-button.tsx';
import { useAlarmedCameras } from './use-alarmed-cameras.ts';
import { useWallAccess } from './use-wall-access.ts';
import styles from './wall.module.css';
import { WallControls } from './wall-controls.tsx';
import { WallPlayers } from './wall-players.ts';
import { WallTile } from './wall-tile.tsx';

const BroadcastDialog = lazy(() => import('../parts/broadcast-dialog.tsx'));
const SaveWallDialog = lazy(() => import('./save-wall-dialog.tsx'));

const texts = { ...commonTexts, ...wallTexts, ...wallsTexts } as const;

/** Several cameras at once: live, or the recordings of all at one time, with one timeline. */
export function VideoWall({
  tiles,
  all,
  onTiles,
  children,
}: {
  readonly tiles: WallTiles;
  /** Cameras of the wall, also those that are not shown at the moment. Absent: those of the tiles. */
  readonly all?: readonly string[];
  readonly onTiles: (tiles: WallTiles) => void;
  /** Further controls. */
  readonly children?: ReactNode;
}) {
  const translate = useTranslations(texts);
  const ids = tiles.filter((id) => id !== null);
  const { open, hasFailed, retry } = useWallAccess(ids);
  const [players] = useState(() => new WallPlayers());
  const [isRecorded, setRecorded] = useState(false);
  const [chosenId, setChosenId] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [isSpeaking, setSpeaking] = useState(false);
  const [isSaving, setSaving] = useState(false);
  const alarmed = useAlarmedCameras();
  const cameras = open?.play.cameras ?? [];
  const chosen = cameras.find(({ id }) => id === chosenId && ids.includes(id)) ?? cameras[0];
  const hasRecordings = open?.play.hasRecordings ?? false;

  function toLive(): void {
    setRecorded(false);
    setFailure(null);
    players.toLive();
  }

  function choose(id: string): void {
    setChosenId(id);
    players.choose(id).catch(({ message }) => setFailure(message));
  }

  return (
    <div className={styles.page}>
      <div className={styles.head}>
        {hasRecordings && (
          <SegmentedControl
            aria-label={translate('wall.mode')}
            data={[
              { value: 'live', label: translate('wall.live') },
              { value: 'recorded', label: translate('wall.recorded') },
            ]}
            value={isRecorded ? 'recorded' : 'live'}
            onChange={(mode) => (mode === 'recorded' ? setRecorded(true) : toLive())}
          />
        )}
        <SegmentedControl
          aria-label={translate('wall.size')}
          data={wallSizes.map((size) => ({
            value: String(size),
            label: translate('wall.sizeOf', { count: size }),
          }))}
          value={String(tiles.length)}
          onChange={(size) => onTiles(resizedTiles(tiles, Number(size) as WallSize))}
        />
        {children}
        <BroadcastButton onClick={() => setSpeaking(true)} />
        {ids.length > 0 && (
          <HasPermi value={['iot:savedWall:add']}>
            <Button
              variant="default"
              leftSection={<IconDeviceFloppy size={16} aria-hidden="true" />}
              onClick={() => setSaving(true)}
            >
              {translate('walls.save')}
            </Button>
          </HasPermi>
        )}
      </div>
      <Suspense>
        {isSpeaking && <BroadcastDialog ids={ids} onClose={() => setSpeaking(false)} />}
        {isSaving && (
          <SaveWallDialog cameras={all ?? ids} size={tiles.length} onClose={() => setSaving(false)} />
        )}
      </Suspense>
      {hasFailed && (
        <Alert color="red" title={translate('wall.failed')}>
          <Button size="xs" variant="light" onClick={retry}>
            {translate('common.retry')}
          </Button>
        </Alert>
      )}
      <div className={styles.tiles} data-size={tiles.length} data-recorded={isRecorded}>
        {tiles.map((id, at) => (
          <WallTile
            // biome-ignore lint/suspicious/noArrayIndexKey: a tile is a place
            key={at}
            number={at + 1}
            id={id}
            camera={cameras.find((camera) => camera.id === id)}
            open={open}
            isLoading={!hasFailed && (!open || open.isChanging)}
            isRecorded={isRecorded}
            isChosen={id !== null && id === chosen?.id}
            alarm={id === null ? undefined : alarmed.get(id)}
            players={players}
            taken={new Set(ids.filter((other) => other !== id))}
            onCamera={(camera) => onTiles(tiles.with(at, camera))}
            onChoose={() => id !== null && choose(id)}
          />
        ))}
      </div>
      <div aria-live="polite">
        {failure && (
          <Text size="sm" c="red">
            {failure}
          </Text>
        )}
      </div>
      {isRecorded && open && chosen && (
        <WallControls
          // Its companions are options of the start.
          key={cameras.map(({ id }) => id).join()}
          access={open.access}
          play={open.play}
          chosen={chosen.path}
          players={players}
          onLive={toLive}
          onFailure={setFailure}
        />
      )}
    </div>
  );
}
