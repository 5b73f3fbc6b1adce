'use client';
import { Alert, Anchor, Group, Paper, ScrollArea, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo, useState } from 'react';
import { maxMapCameras } from '../../../../lib/contracts/admin/map-limits.ts';
import { type Position, positionIn } from '../../../../lib/kernel/geo/position.ts';
import { api } from '../../api/request.ts';
import { useSession } from '../../session/use-session.tsx';
import { usePage } from '../../shell/page/page-context.ts';
import { retryWhenOnline } from '../../ui/retry-when-online.ts';
import { LoadFailed } from '../parts/load-failed.tsx';
import { stateOf } from '../parts/map/camera-state.ts';
import { LazyMap } from '../parts/map/lazy-map.tsx';
import type { MapMark } from '../parts/map/map-view.tsx';
import { PlaceSearch } from '../parts/map/place-search.tsx';
import { useMapSettings, useMapText } from '../parts/map/use-map.ts';
import { CameraList } from './camera-list.tsx';
import { type MapCamera, type MapCameras, matching } from './map-cameras.ts';
import styles from './map-page.module.css';

const CameraPreview = lazy(retryWhenOnline(() => import('../parts/camera-preview.tsx')));

const refreshMs = 30_000;
const markOf = (camera: MapCamera): MapMark[] => {
  const position = positionIn(camera);
  return position ? [{ ...position, id: camera.id, name: camera.name, state: stateOf(camera) }] : [];
};

/** Cameras of the data scope on a map, and the same as a list. */
export default function MapPage() {
  const translate = useMapText();
  const page = usePage();
  const { can } = useSession();
  const settings = useMapSettings();
  const list = useQuery({
    queryKey: ['iot.map', 'cameras'],
    queryFn: ({ signal }) => api.get<MapCameras>('/iot/map/list', { signal, quiet: true }),
    refetchInterval: refreshMs,
  });
  const [filter, setFilter] = useState('');
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [focus, setFocus] = useState<(Position & { zoom: number }) | null>(null);
  const [watched, setWatched] = useState<MapCamera | null>(null);
  const cameras = list.data?.cameras;
  const shown = useMemo(() => matching(cameras ?? [], filter), [cameras, filter]);
  const marks = useMemo(() => shown.flatMap(markOf), [shown]);
  if (list.isError && !list.data)
    return <LoadFailed error={list.error} onRetry={() => void list.refetch()} />;
  if (!list.data || !settings.data) return <Skeleton height={480} radius="md" />;
  const { unplaced, isCut } = list.data;
  return (
    <Stack gap="sm">
      {isCut && <Alert color="blue">{translate('map.isCut', { count: maxMapCameras })}</Alert>}
      <div className={styles.page}>
        <Paper
          withBorder
          p="sm"
          className={styles.aside ?? ''}
          component="section"
          aria-label={translate('map.cameras')}
        >
          <Stack gap="xs" h="100%">
            <PlaceSearch
              canSearch={settings.data.canSearch}
              onFound={({ address: _, ...place }) => setFocus(place)}
            />
            <TextInput
              label={translate('map.filter')}
              placeholder={translate('map.filterHint')}
              leftSection={<IconFilter size={16} />}
              value={filter}
              onChange={({ currentTarget }) => setFilter(currentTarget.value)}
            />
            <Group gap="xs">
              <Text size="sm" role="status">
                {translate('map.count', { count: shown.length })}
              </Text>
              {unplaced > 0 && (
                <Text size="sm" c="dimmed">
                  {translate('map.unplaced', { count: unplaced })}
                </Text>
              )}
            </Group>
            {list.data.cameras.length === 0 ? (
              <Text size="sm">
                {translate('map.empty')}{' '}
                {can('iot:camera:list') && (
                  <Anchor component="button" type="button" onClick={() => page.open('/iot/camera')}>
                    {translate('map.toCameras')}
                  </Anchor>
                )}
              </Text>
            ) : (
              <ScrollArea className={styles.list ?? ''} type="auto">
                {shown.length === 0 && <Text size="sm">{translate('map.noMatch')}</Text>}
                <CameraList
                  cameras={shown}
                  chosen={chosen}
                  onShow={(camera) => {
                    setChosen([camera.id]);
                    const position = positionIn(camera);
                    if (position) setFocus({ ...position, zoom: 14 });
                  }}
                  onWatch={can('iot:camera:play') ? setWatched : undefined}
                  onDetails={
                    can('iot:camera:query') && can('iot:camera:list')
                      ? ({ id }) => page.open(`/iot/camera?at=show.${id}`)
                      : undefined
                  }
                />
              </ScrollArea>
            )}
          </Stack>
        </Paper>
        <div className={styles.map}>
          <LazyMap
            tiles={settings.data.tiles}
            label={translate('map.map')}
            marks={marks}
            selectedId={chosen[0] ?? null}
            focus={focus}
            height="100%"
            onSelect={setChosen}
          />
        </div>
      </div>
      <Suspense>{watched && <CameraPreview camera={watched} onClose={() => setWatched(null)} />}</Suspense>
    </Stack>
  );
}
