'use client';
import { Button, CloseButton, Group } from '@mantine/core';
import type { FieldDef } from '../../../../lib/contracts/admin/field.ts';
import { filterTexts } from '../../../../lib/i18n/console/filter.ts';
import { useTexts } from '../../text/use-texts.ts';
import { useTranslations } from '../../text/use-translations.ts';
import { useResourcePage } from '../context/resource-page-context.ts';
import { emptyListState, type FilterValue, isRange } from '../data/list-state.ts';
import { useRelationTitles } from '../data/relations.ts';
import { useFieldOptions } from '../dictionary/field-options.ts';
import styles from './resource-search.module.css';

/** Active filters, each with a remove button. Loaded with the first filter. */
export default function FilterChips() {
  const { resource, list, setList, slots } = useResourcePage();
  const { definition } = resource;
  const { translate } = useTexts();
  const ofFilter = useTranslations(filterTexts);
  const without = (name: string) => {
    const { [name]: _gone, ...filters } = list.filters;
    setList({ filters });
  };
  return (
    <Group gap={6} role="group" aria-label={ofFilter('filter.narrowedBy')}>
      {list.keyword && (
        <Chip
          text={translate('common.pair', { name: translate('resource.keyword'), value: list.keyword })}
          onRemove={() => setList({ keyword: '' })}
        />
      )}
      {Object.entries(list.filters).map(([name, value]) => {
        const field = definition.fields[name];
        return (
          field &&
          name !== slots.asideField && (
            <FilterChip key={name} name={name} field={field} value={value} onRemove={() => without(name)} />
          )
        );
      })}
      <Button
        size="compact-xs"
        variant="subtle"
        onClick={() => setList({ ...emptyListState(definition), pageSize: list.pageSize, sort: list.sort })}
      >
        {translate('resource.clearFilters')}
      </Button>
    </Group>
  );
}

function FilterChip({
  name,
  field,
  value,
  onRemove,
}: {
  readonly name: string;
  readonly field: FieldDef;
  readonly value: FilterValue;
  readonly onRemove: () => void;
}) {
  const { resource } = useResourcePage();
  const { local, translate } = useTexts();
  const options = useFieldOptions(resource.definition, name, field);
  const values = isRange(value) ? [] : typeof value === 'string' ? [value] : value;
  const titleOf = useRelationTitles(field.relation?.resource ?? '', field.kind === 'relation' ? values : []);
  const optionLabel = (one: string) => {
    const option = options.find((known) => known.value === one);
    if (option) return local(option.label);
    return field.kind === 'relation' ? titleOf(one) : one;
  };
  const valueText = isRange(value)
    ? `${value.from?.replace(/ 00:00:00$/, '') ?? '…'} – ${value.to?.replace(/ 23:59:59$/, '') ?? '…'}`
    : values.map(optionLabel).join(translate('common.and'));
  return (
    <Chip
      text={translate('common.pair', { name: local(field.label), value: valueText })}
      onRemove={onRemove}
    />
  );
}

function Chip({ text, onRemove }: { readonly text: string; readonly onRemove: () => void }) {
  const translate = useTranslations(filterTexts);
  return (
    <span className={styles.chip}>
      {text}
      <CloseButton
        size="sm"
        iconSize={14}
        radius="xl"
        aria-label={translate('filter.removeFilter', { filter: text })}
        onClick={onRemove}
      />
    </span>
  );
}
