'use client';
import { Autocomplete } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { mapSearch } from '../../../../../lib/contracts/admin/calls/map.calls.ts';
import cityNames from '../../../../../lib/i18n/console/city-names.json' with { type: 'json' };
import { provinceTexts } from '../../../../../lib/i18n/console/provinces.ts';
import { type Position, positionIn } from '../../../../../lib/kernel/geo/position.ts';
import type { DataOf } from '../../../api/data-of.ts';
import { api } from '../../../api/request.ts';
import { useSession } from '../../../session/use-session.tsx';
import { useAreaNames } from '../use-area-names.ts';
import { findAreas } from './area-places.ts';
import { useMapText } from './use-map.ts';

type Place = DataOf<typeof mapSearch>[number];

export interface FoundPlace extends Position {
  readonly zoom: number;
  /** Null: an area, which has no address. */
  readonly address: string | null;
}

const english: Readonly<Record<string, string>> = cityNames;
const typingMs = 400;
/** A character of Chinese names is much; of Latin ones it is not. */
const isEnough = (text: string) => /\p{Script=Han}/u.test(text) || text.length >= 3;

/** Finds areas by name, and addresses if there is a service for it. */
export function PlaceSearch({
  canSearch,
  initial = '',
  onFound,
}: {
  readonly canSearch: boolean;
  /** The text at first, which is looked for at once. */
  readonly initial?: string;
  readonly onFound: (place: FoundPlace) => void;
}) {
  const translate = useMapText();
  const { cities: provinces } = useSession();
  const { nameOf } = useAreaNames();
  const [text, setText] = useState(initial);
  /** Its entry fills the input, and is not looked for again. */
  const [picked, setPicked] = useState<string | null>(null);
  const [keyword] = useDebouncedValue(text.trim().slice(0, 100), typingMs);
  const found = useQuery({
    queryKey: ['iot.map', 'search', keyword],
    queryFn: ({ signal }) => api.get<Place[]>('/iot/map/search', { query: { keyword }, signal, quiet: true }),
    enabled: canSearch && isEnough(keyword) && keyword !== picked,
    staleTime: 600_000,
    retry: false,
  });
  const areas = useMemo(
    () =>
      findAreas(text, provinces, (area) => [
        nameOf(area),
        area.name,
        provinceTexts[area.id]?.name['en-US'] ?? english[area.id] ?? '',
      ]),
    [text, provinces, nameOf],
  );
  const places = canSearch && keyword === text.trim() ? (found.data ?? []) : [];
  const labels = uniqueLabels(places.map(({ name, address }) => (address ? `${name} · ${address}` : name)));
  const pick = (label: string) => {
    setPicked(label.trim());
    const area = areas.find(({ name }) => name === label);
    if (area) {
      onFound({ lng: area.lng, lat: area.lat, zoom: area.isProvince ? 7 : 10, address: null });
      return;
    }
    const place = places[labels.indexOf(label)];
    const position = place && positionIn(place);
    if (position) onFound({ ...position, zoom: 16, address: place.address || place.name });
  };
  const isOver = canSearch ? found.isSuccess : keyword === text.trim();
  const isNothing = text.trim() !== '' && isOver && areas.length + places.length === 0;
  return (
    <Autocomplete
      label={translate('map.find')}
      placeholder={translate(canSearch ? 'map.findPlaces' : 'map.findAreas')}
      leftSection={<IconSearch size={16} />}
      value={text}
      // The results of a search that was asked for are shown without another press.
      autoFocus={initial !== ''}
      defaultDropdownOpened={initial !== ''}
      maxLength={100}
      error={found.error && keyword === text.trim() ? found.error.message : undefined}
      description={isNothing ? translate('map.nothing') : undefined}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      data={[
        { group: translate('map.areas'), items: areas.map(({ name }) => name) },
        {
          group: translate('map.places'),
          items: labels.filter((label) => !areas.some(({ name }) => name === label)),
        },
      ].filter(({ items }) => items.length > 0)}
      // The list is what was found; its texts need not contain what was typed.
      filter={({ options }) => options}
      onChange={setText}
      onOptionSubmit={pick}
      onKeyDown={(event) => {
        // Enter would submit the form around it.
        if (event.key === 'Enter') event.preventDefault();
      }}
    />
  );
}

/** The list tells entries apart by their text. */
const uniqueLabels = (labels: readonly string[]): string[] =>
  labels.map((label, at) => {
    const before = labels.slice(0, at).filter((each) => each === label).length;
    return before === 0 ? label : `${label} (${before + 1})`;
  });
