'use client';
import { Group, Input, NativeSelect, Skeleton, TextInput } from '@mantine/core';
import { lazy, Suspense, useId } from 'react';
import type { FieldDef } from '../../../../lib/contracts/admin/field.ts';
import { useTexts } from '../../text/use-texts.ts';
import { useResourcePage } from '../context/resource-page-context.ts';
import { type FilterValue, isRange, type Range } from '../data/list-state.ts';
import { RangeField } from '../dates/range-field.tsx';
import { useFieldOptions } from '../dictionary/field-options.ts';
import styles from './resource-search.module.css';

export interface FilterInputProps {
  readonly name: string;
  readonly field: FieldDef;
  readonly value: FilterValue | undefined;
  /** False: the label is for screen readers only, and the placeholder names the filter. */
  readonly isLabelled: boolean;
  onChange(value: FilterValue): void;
}

// Large, and not needed by most lists.
const RelationFilter = lazy(() => import('./relation-filter.tsx'));
const FilterMultiSelect = lazy(() => import('./multi-select.tsx'));

const chosenFrom = new Set(['enum', 'dict', 'flag', 'boolean']);

/** Input of a filter, by operator and type of its values. */
export function FilterInput(props: FilterInputProps) {
  const { field, value, isLabelled, onChange } = props;
  const { local, translate } = useTexts();
  const label = local(field.label);
  if (field.query === 'between')
    return field.kind === 'time' ? (
      <RangeField label={label} isLabelled={isLabelled} value={rangeOf(value)} onChange={onChange} />
    ) : (
      <NumberRange {...props} />
    );
  if (chosenFrom.has(field.kind)) return <ChoiceFilter {...props} />;
  const text = typeof value === 'string' ? value : '';
  if (field.kind === 'relation')
    return (
      <Suspense fallback={<Skeleton height={60} />}>
        <RelationFilter
          resource={field.relation?.resource ?? ''}
          label={label}
          placeholder={isLabelled ? translate('common.all') : label}
          value={text ? [text] : []}
          isMultiple={false}
          findsDisabled
          onChange={([id]) => onChange(id ?? '')}
        />
      </Suspense>
    );
  return (
    <TextInput
      label={label}
      {...(isLabelled ? {} : { placeholder: label })}
      value={text}
      maxLength={200}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

/** A native select: needs no script and uses the native picker on phones. */
function ChoiceFilter({ name, field, value, isLabelled, onChange }: FilterInputProps) {
  const { resource } = useResourcePage();
  const { local, translate } = useTexts();
  const options = useFieldOptions(resource.definition, name, field).map((option) => ({
    value: option.value,
    label: local(option.label),
  }));
  const label = local(field.label);
  const all = translate('common.all');
  if (field.query === 'in')
    return (
      <Suspense fallback={<Skeleton height={60} />}>
        <FilterMultiSelect
          label={label}
          data={options}
          clearable
          placeholder={isLabelled ? translate('common.all') : label}
          value={typeof value === 'string' || value === undefined || isRange(value) ? [] : [...value]}
          onChange={onChange}
        />
      </Suspense>
    );
  return (
    <NativeSelect
      label={label}
      data={[
        { value: '', label: isLabelled ? all : translate('common.pair', { name: label, value: all }) },
        ...options,
      ]}
      value={typeof value === 'string' ? value : ''}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

/** Number range, inclusive. */
function NumberRange({ field, value, isLabelled, onChange }: FilterInputProps) {
  const { local, translate } = useTexts();
  const labelId = useId();
  const label = local(field.label);
  const range = rangeOf(value);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot stand in a grid of labelled inputs
    <div role="group" aria-labelledby={labelId} className={styles.range}>
      <Input.Label component="span" id={labelId}>
        {label}
      </Input.Label>
      <Group gap={6} wrap="nowrap">
        {(['from', 'to'] as const).map((end) => (
          <TextInput
            key={end}
            flex={1}
            type="number"
            aria-label={`${label} ${translate(end === 'from' ? 'resource.from' : 'resource.to')}`}
            {...(isLabelled ? {} : { placeholder: label })}
            value={range[end] ?? ''}
            onChange={(event) => onChange({ ...range, [end]: event.currentTarget.value })}
          />
        ))}
      </Group>
    </div>
  );
}

const rangeOf = (value: FilterValue | undefined): Range =>
  value !== undefined && isRange(value) ? value : {};
