'use client';
import { Button, Group, Stack, Text } from '@mantine/core';
import { IconMapPin, IconMapSearch } from '@tabler/icons-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import { iotCamera } from '../../../../lib/contracts/admin/resources/iot-camera.resource.ts';
import type { RowOf } from '../../../../lib/contracts/admin/row-types.ts';
import { degreesText, positionIn } from '../../../../lib/kernel/geo/position.ts';
import type { FormExtraProps } from '../../resource/context/resource-page-context.ts';
import { FieldInput } from '../../resource/form/field-input.tsx';
import { retryWhenOnline } from '../../ui/retry-when-online.ts';
import { stateOf } from '../parts/map/camera-state.ts';
import { LazyMap } from '../parts/map/lazy-map.tsx';
import { useMapSettings, useMapText } from '../parts/map/use-map.ts';

const PlaceFinder = lazy(retryWhenOnline(() => import('../parts/map/place-finder.tsx')));

type CameraForm = FormExtraProps<typeof iotCamera>;
const textIn = (value: unknown) => (typeof value === 'string' ? value : '');

/** The location as text, and below it a map on which its degrees are found. */
export function LocationInput({ values, errors, set }: CameraForm) {
  const translate = useMapText();
  const [isOpen, setOpen] = useState(false);
  const { lng, lat } = values;
  const position = useMemo(() => positionIn({ lng, lat }), [lng, lat]);
  const address = textIn(values.address);
  /** The address that is looked for, and how often the button was pressed. */
  const [sought, setSought] = useState({ address: '', round: 0 });
  /** The address that was found for the place, which the next one may replace. */
  const [found, setFound] = useState<string | null>(null);
  const find = () => {
    setOpen(true);
    setSought({ address: address.trim(), round: sought.round + 1 });
  };
  return (
    <Stack gap="xs">
      <FieldInput
        definition={iotCamera}
        name="address"
        field={iotCamera.fields.address}
        value={values.address}
        error={errors.address as string | undefined}
        isDisabled={false}
        id={null}
        values={values}
        onChange={(value) => set('address', value)}
      />
      <Group gap="xs">
        <Button
          variant="default"
          size="compact-md"
          leftSection={<IconMapPin size={16} />}
          aria-expanded={isOpen}
          // Without a place, the address is where to begin.
          onClick={() => (isOpen || position ? setOpen(!isOpen) : find())}
        >
          {translate('map.choose')}
        </Button>
        <Button
          variant="default"
          size="compact-md"
          leftSection={<IconMapSearch size={16} />}
          disabled={address.trim() === ''}
          onClick={find}
        >
          {translate('map.byAddress')}
        </Button>
      </Group>
      {isOpen && (
        <Suspense>
          <PlaceFinder
            position={position}
            sought={sought}
            name={textIn(values.name)}
            onFound={(place, name) => {
              set('lng', degreesText(place.lng));
              set('lat', degreesText(place.lat));
              if (name === null || (address !== '' && address !== found)) return;
              set('address', name);
              setFound(name);
            }}
            onClear={() => {
              set('lng', null);
              set('lat', null);
            }}
          />
        </Suspense>
      )}
    </Stack>
  );
}

/** Where a camera is, in its details. Null if nobody has said so. */
export function CameraPlace({ row }: { readonly row: RowOf<typeof iotCamera> }) {
  const translate = useMapText();
  const { data: settings } = useMapSettings();
  const { id, name, onlineStatus, status, lng, lat } = row;
  const marks = useMemo(() => {
    const position = positionIn({ lng, lat });
    return position ? [{ ...position, id, name, state: stateOf({ onlineStatus, status }) }] : [];
  }, [id, name, onlineStatus, status, lng, lat]);
  const [mark] = marks;
  const focus = useMemo(() => mark && { ...mark, zoom: 14 }, [mark]);
  if (!mark || !settings) return null;
  return (
    <section>
      <Text fw={600} size="sm" mt="md" mb="xs">
        {translate('map.place')}
      </Text>
      <LazyMap
        tiles={settings.tiles}
        label={translate('map.place')}
        marks={marks}
        focus={focus ?? null}
        height={240}
      />
    </section>
  );
}
