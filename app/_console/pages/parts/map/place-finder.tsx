'use client';
import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import { IconCurrentLocation } from '@tabler/icons-react';
import { useMemo, useRef, useState } from 'react';
import type { mapAddress } from '../../../../../lib/contracts/admin/calls/map.calls.ts';
import { degreesText, type Position } from '../../../../../lib/kernel/geo/position.ts';
import type { DataOf } from '../../../api/data-of.ts';
import { api } from '../../../api/request.ts';
import { LazyMap } from './lazy-map.tsx';
import type { MapMark } from './map-view.tsx';
import { PlaceSearch } from './place-search.tsx';
import { useMapSettings, useMapText } from './use-map.ts';

export interface PlaceFinderProps {
  readonly position: Position | null;
  /** An address to look for; again with each round. */
  readonly sought: { readonly address: string; readonly round: number };
  readonly name: string;
  /** `address`: what the place is called, where that is known. */
  onFound(position: Position, address: string | null): void;
  onClear(): void;
}

/** A place by its address, by a click on the map, or that of this browser. */
export default function PlaceFinder(props: PlaceFinderProps) {
  const { position, sought, name, onFound, onClear } = props;
  const latest = useRef(props);
  latest.current = props;
  /** The place whose address is being asked for. */
  const asked = useRef<Position | null>(null);
  const translate = useMapText();
  const { data: settings } = useMapSettings();
  const [focus, setFocus] = useState<(Position & { zoom: number }) | null>(
    position && { ...position, zoom: 15 },
  );
  const [problem, setProblem] = useState<string | null>(null);
  const [isLocating, setLocating] = useState(false);
  const marks = useMemo(
    (): MapMark[] => (position ? [{ ...position, id: 'place', name, state: 'online' }] : []),
    [position, name],
  );
  const choose = (place: Position) => {
    setProblem(null);
    asked.current = place;
    onFound(place, null);
    if (!settings?.canSearch) return;
    const query = { lng: degreesText(place.lng), lat: degreesText(place.lat) };
    api
      .get<DataOf<typeof mapAddress>>('/iot/map/address', { query, quiet: true })
      .then((found) => {
        if (asked.current === place) latest.current.onFound(place, found.address);
      })
      // The place is chosen; only its address stays unknown.
      .catch((error: Error) => {
        if (asked.current === place) setProblem(error.message);
      });
  };
  const useHere = () => {
    setLocating(true);
    setProblem(null);
    const fail = (error?: GeolocationPositionError) => {
      setLocating(false);
      setProblem(translate(error?.code === 1 ? 'map.hereDenied' : 'map.hereUnknown'));
    };
    // Browsers have it on secure pages only.
    if (!navigator.geolocation) return fail();
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setLocating(false);
        const here = { lng: coords.longitude, lat: coords.latitude };
        setFocus({ ...here, zoom: 16 });
        choose(here);
      },
      fail,
      { enableHighAccuracy: true, timeout: 15_000 },
    );
  };
  if (!settings) return null;
  return (
    <Paper withBorder p="sm" role="group" aria-label={translate('map.choose')}>
      <Stack gap="xs">
        <PlaceSearch
          key={sought.round}
          canSearch={settings.canSearch}
          initial={sought.address}
          onFound={({ zoom, address: found, ...place }) => {
            asked.current = null;
            setFocus({ ...place, zoom });
            // An area is too large to be the place of a camera.
            if (found !== null) onFound(place, found);
          }}
        />
        <LazyMap
          tiles={settings.tiles}
          label={translate('map.map')}
          marks={marks}
          focus={focus}
          height={280}
          onPick={choose}
        />
        <Text size="xs" c="dimmed">
          {translate('map.pickKeys')}
        </Text>
        <Group justify="space-between" gap="xs">
          <Text size="sm" role="status">
            {position
              ? translate('map.chosen', { lng: degreesText(position.lng), lat: degreesText(position.lat) })
              : translate('map.notChosen')}
          </Text>
          <Group gap="xs">
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<IconCurrentLocation size={16} />}
              loading={isLocating}
              onClick={useHere}
            >
              {translate('map.here')}
            </Button>
            {position && (
              <Button
                size="compact-sm"
                variant="subtle"
                onClick={() => {
                  asked.current = null;
                  onClear();
                }}
              >
                {translate('map.clear')}
              </Button>
            )}
          </Group>
        </Group>
        {problem && (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            {problem}
          </Text>
        )}
      </Stack>
    </Paper>
  );
}
