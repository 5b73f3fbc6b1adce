'use client';
import { Badge, Button, Group } from '@mantine/core';
import type { FieldDef } from '../../../../lib/contracts/admin/field.ts';
import { useTexts } from '../../text/use-texts.ts';
import { useResourcePage } from '../context/resource-page-context.ts';
import { useFieldOptions } from '../dictionary/field-options.ts';

/** Tabs for the values of one field, with row counts. Loaded for lists that have them. */
export default function StatusTabs() {
  const { resource } = useResourcePage();
  const name = resource.definition.tabs;
  const field = name === undefined ? undefined : resource.definition.fields[name];
  return name !== undefined && field ? <Tabs name={name} field={field} /> : null;
}

function Tabs({ name, field }: { readonly name: string; readonly field: FieldDef }) {
  const { resource, list, setList, rows } = useResourcePage();
  const { translate, local } = useTexts();
  const options = useFieldOptions(resource.definition, name, field);
  const counts = rows.page?.counts;
  const chosen = list.filters[name];
  const choose = (value: string | null) => {
    const { [name]: _before, ...others } = list.filters;
    setList({ filters: value === null ? others : { ...others, [name]: value } });
  };
  const all = counts && Object.values(counts).reduce((sum, count) => sum + count, 0);
  const tabs = [
    { value: null, label: translate('common.all'), count: all },
    ...options.map((option) => ({
      value: option.value,
      label: local(option.label),
      count: counts?.[option.value] ?? (counts ? 0 : undefined),
    })),
  ];
  return (
    <Group gap={4} role="group" aria-label={local(field.label)}>
      {tabs.map(({ value, label, count }) => {
        const isChosen = (chosen ?? null) === value;
        return (
          <Button
            key={value ?? ''}
            size="xs"
            variant={isChosen ? 'filled' : 'subtle'}
            aria-pressed={isChosen}
            onClick={() => choose(value)}
            rightSection={
              count === undefined ? undefined : (
                <Badge size="sm" variant="default" circle={count < 10}>
                  {count}
                </Badge>
              )
            }
          >
            {label}
          </Button>
        );
      })}
    </Group>
  );
}
