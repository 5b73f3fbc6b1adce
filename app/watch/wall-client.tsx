'use client';
import { Alert, Skeleton } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'next/navigation';
import { useEffect, useState } from 'react';
import type { wallOpen } from '../../lib/contracts/admin/calls/wall.calls.ts';
import { resizedTiles, type WallSize, type WallTiles } from '../../lib/contracts/admin/wall-layout.ts';
import { commonTexts } from '../../lib/i18n/console/common.ts';
import { wallsTexts } from '../../lib/i18n/console/walls.ts';
import { isMissing } from '../_console/api/api-error.ts';
import type { DataOf } from '../_console/api/data-of.ts';
import { api } from '../_console/api/request.ts';
import { LoadFailed } from '../_console/pages/parts/load-failed.tsx';
import { RotationControls } from '../_console/pages/wall/rotation-controls.tsx';
import { useRotation } from '../_console/pages/wall/use-rotation.ts';
import { VideoWall } from '../_console/pages/wall/video-wall.tsx';
import { useTranslations } from '../_console/text/use-translations.ts';
import { WatchHeader } from './parts/watch-header.tsx';
import { SignedInPage } from './signed-in.tsx';
import { readWallAddress } from './wall-address.ts';
import styles from './watch.module.css';

type OpenedWall = DataOf<typeof wallOpen>;

const texts = { ...commonTexts, ...wallsTexts } as const;

/** The wall of an address, for whoever may see its cameras. */
export function WallClient() {
  return <SignedInPage>{() => <LinkedWall />}</SignedInPage>;
}

function LinkedWall() {
  const translate = useTranslations(texts);
  const asked = readWallAddress(useSearchParams());
  const { data, error, refetch } = useQuery({
    queryKey: ['wall', 'open', JSON.stringify(asked)],
    queryFn: () => api.post<OpenedWall>('/iot/wall/open', asked, { quiet: true, allowDuplicate: true }),
    enabled: asked !== null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const title = data?.name ?? translate('walls.title');
  useEffect(() => {
    document.title = title;
  }, [title]);
  const isGone = asked === null || (error && isMissing(error));
  return (
    <main className={styles.page}>
      <WatchHeader title={title} />
      <div className={styles.wall}>
        {data ? (
          <RotatedWall wall={data} />
        ) : isGone ? (
          <Alert color="gray" role="alert" icon={<IconAlertTriangle />} title={translate('walls.missing')}>
            {translate(asked === null ? 'walls.invalid' : 'walls.missingHint')}
          </Alert>
        ) : error ? (
          <LoadFailed error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton height={360} role="status" aria-label={translate('common.loading')} />
        )}
      </div>
    </main>
  );
}

function RotatedWall({ wall }: { readonly wall: OpenedWall }) {
  const [cameras, setCameras] = useState<readonly string[]>(wall.ids);
  const [size, setSize] = useState<WallSize>(wall.size);
  const rotation = useRotation(cameras, size, wall.rotateSec);
  const first = rotation.page * size;

  /** Another number of tiles, or another camera on one of them. */
  function change(tiles: WallTiles): void {
    if (tiles.length !== size) {
      setSize(tiles.length as WallSize);
      return;
    }
    const chosen = tiles.flatMap((id) => (id === null ? [] : [id]));
    setCameras([...cameras.slice(0, first), ...chosen, ...cameras.slice(first + size)]);
  }

  return (
    <VideoWall tiles={resizedTiles(rotation.tiles, size)} all={cameras} onTiles={change}>
      <RotationControls rotation={rotation} isTimed={wall.rotateSec > 0} />
    </VideoWall>
  );
}
