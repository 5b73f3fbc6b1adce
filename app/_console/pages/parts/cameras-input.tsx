'use client';
import { Input, Loader, MultiSelect, SegmentedControl, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import type { iotAlarmToken } from '../../../../lib/contracts/admin/resources/iot-alarm-token.resource.ts';
import type { iotToken } from '../../../../lib/contracts/admin/resources/iot-token.resource.ts';
import type { FormExtraProps } from '../../resource/context/resource-page-context.ts';
import { usePageText } from '../../text/use-page-text.ts';
import { serialOf, useCameraGroups } from './camera-choices.ts';

const typingMs = 250;

/** An empty selection, which is rejected by validation. Null is every camera. */
export const noneYet: readonly string[] = [''];

export const camerasOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.map(String) : [];

/** Of the form of either token. */
type CamerasForm = FormExtraProps<typeof iotToken> | FormExtraProps<typeof iotAlarmToken>;

export interface CamerasInputProps {
  readonly values: Pick<CamerasForm['values'], 'cameras'>;
  readonly errors: CamerasForm['errors'];
  set(field: 'cameras', value: readonly string[] | null): void;
  /** Names of the selected cameras. */
  readonly names: ReadonlyMap<string, string>;
  onNames(names: ReadonlyMap<string, string>): void;
}

/** All cameras, or a selection of devices and channels by name or serial number. */
export function CamerasInput({ values, set, errors, names, onNames }: CamerasInputProps) {
  const translate = usePageText();
  const entries = camerasOf(values.cameras);
  const isAll = entries.length === 0;
  // Restores the selection after switching to all cameras and back.
  const [before, setBefore] = useState(noneYet);
  return (
    <Input.Wrapper
      label={translate('pages.token.which')}
      labelElement="div"
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      descriptionProps={{ mt: 5 }}
      description={translate(isAll ? 'pages.token.allHelp' : 'pages.token.someHelp')}
      error={errors.cameras}
    >
      <SegmentedControl
        fullWidth
        aria-label={translate('pages.token.which')}
        mb={isAll ? 0 : 'xs'}
        data={[
          { value: 'some', label: translate('pages.token.some') },
          { value: 'all', label: translate('pages.token.all') },
        ]}
        value={isAll ? 'all' : 'some'}
        onChange={(mode) => {
          if (mode === 'all') setBefore(entries);
          set('cameras', mode === 'all' ? null : before);
        }}
      />
      {!isAll && (
        <CameraSearch
          chosen={entries.filter((entry) => entry !== '')}
          hasError={errors.cameras !== undefined}
          names={names}
          onChoose={(chosen, known) => {
            onNames(known);
            set('cameras', chosen.length > 0 ? chosen : noneYet);
          }}
        />
      )}
    </Input.Wrapper>
  );
}

interface CameraSearchProps {
  readonly chosen: readonly string[];
  readonly hasError: boolean;
  readonly names: ReadonlyMap<string, string>;
  onChoose(chosen: readonly string[], names: ReadonlyMap<string, string>): void;
}

function CameraSearch({ chosen, hasError, names, onChoose }: CameraSearchProps) {
  const translate = usePageText();
  const [search, setSearch] = useState('');
  const [keyword] = useDebouncedValue(search, typingMs);
  const { groups, isFetching, nothing } = useCameraGroups(keyword.trim());
  const offered = new Map(
    groups.flatMap(({ choices }) => choices.map(({ value, label }) => [value, label] as const)),
  );
  const missing = chosen.filter((camera) => !offered.has(camera));
  const isDeviceSelected = (serial: string) => chosen.includes(serial);
  const choose = (next: readonly string[]) => {
    // A selected device includes all its channels.
    const kept = next.filter((camera) => !camera.includes(':') || !next.includes(serialOf(camera)));
    onChoose(
      kept,
      new Map(kept.map((camera) => [camera, offered.get(camera) ?? names.get(camera) ?? camera])),
    );
  };
  return (
    <MultiSelect
      aria-label={translate('pages.token.choose')}
      placeholder={translate('pages.token.find')}
      error={hasError}
      searchable
      clearable
      openOnFocus={false}
      maxValues={256}
      // The list itself scrolls, as screen readers expect of a listbox.
      withScrollArea={false}
      styles={{ options: { maxHeight: 300, overflowY: 'auto' } }}
      data={[
        ...(missing.length > 0
          ? [
              {
                group: translate('pages.token.chosen'),
                items: missing.map((value) => ({ value, label: names.get(value) ?? value })),
              },
            ]
          : []),
        ...groups.map(({ serial, title, choices }) => ({
          group: title,
          items: choices.map((choice) => ({
            ...choice,
            disabled: choice.value !== serial && isDeviceSelected(serial),
          })),
        })),
      ]}
      value={[...chosen]}
      searchValue={search}
      onSearchChange={setSearch}
      // Already filtered by the server.
      filter={({ options }) => options}
      nothingFoundMessage={nothing}
      renderOption={({ option }) => (
        <Text size="sm" component="span">
          {option.label}
          {option.value.includes(':') && (
            <Text size="xs" c="dimmed" component="span" ms={6}>
              {option.value}
            </Text>
          )}
        </Text>
      )}
      rightSection={isFetching ? <Loader size="xs" /> : undefined}
      onChange={choose}
    />
  );
}
