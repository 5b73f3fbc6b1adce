'use client';
import { Group, Select, type SelectProps } from '@mantine/core';
import { useTexts } from '../../text/use-texts.ts';
import * as iconSet from '../../ui/icons/icon-set.ts';
import { NamedIcon } from '../../ui/icons/named-icon.tsx';

const iconNames = Object.keys(iconSet).sort();

export interface IconSelectProps extends Omit<SelectProps, 'data' | 'value' | 'onChange'> {
  readonly value: string;
  onChange(name: string): void;
}

/** Select for an icon by name. */
export default function IconSelect({ value, onChange, ...input }: IconSelectProps) {
  const { translate } = useTexts();
  return (
    <Select
      {...input}
      data={iconNames}
      value={value || null}
      searchable
      clearable
      leftSection={value ? <NamedIcon name={value} /> : undefined}
      nothingFoundMessage={translate('resource.nothingFound')}
      renderOption={({ option }) => (
        <Group gap="xs" wrap="nowrap">
          <NamedIcon name={option.value} />
          {option.label}
        </Group>
      )}
      onChange={(name) => onChange(name ?? '')}
    />
  );
}
