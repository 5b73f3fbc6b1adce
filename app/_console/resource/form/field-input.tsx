'use client';
/** Inputs by widget type. A field that needs another input uses a slot. */
import {
  Group,
  Image,
  Input,
  MultiSelect,
  NumberInput,
  PasswordInput,
  Radio,
  Select,
  Skeleton,
  Switch,
  TagsInput,
  Textarea,
  TextInput,
} from '@mantine/core';
import { lazy, type ReactNode, Suspense, useMemo } from 'react';
import type { ResourceDef } from '../../../../lib/contracts/admin/define-resource.ts';
import type { FieldDef, Widget } from '../../../../lib/contracts/admin/field.ts';
import type { Row, RowId } from '../../../../lib/contracts/admin/row-types.ts';
import { useTexts } from '../../text/use-texts.ts';
import { titlesIn } from '../data/relations.ts';
import { idFromText } from '../data/row.ts';
import { TimeField } from '../dates/time-field.tsx';
import { offValue, onValue, useFieldOptions } from '../dictionary/field-options.ts';
import { RelationSelect } from '../widgets/relation-select.tsx';
import { isSecret, type Values } from './form-values.ts';

const IconSelect = lazy(() => import('../widgets/icon-select.tsx'));
const Editor = lazy(() => import('../widgets/editor.tsx'));
const RelationTree = lazy(() => import('../widgets/relation-tree.tsx'));

export interface FieldInputProps {
  readonly definition: ResourceDef;
  readonly name: string;
  readonly field: FieldDef;
  readonly value: unknown;
  readonly error: string | undefined;
  readonly isDisabled: boolean;
  /** Receives the focus when the form opens. */
  readonly isFirst?: boolean;
  /** Id of the edited row, which cannot be its own parent. */
  readonly id: RowId | null;
  /** Current values of the form; the type of a row limits its possible parents. */
  readonly values: Values;
  /** The row as read, with the titles of referenced rows. */
  readonly row?: Row | null | undefined;
  onChange(value: unknown): void;
}

export function widgetOf(field: FieldDef): Widget {
  const widget = field.form ? field.form.widget : undefined;
  if (widget) return widget;
  switch (field.kind) {
    case 'text':
    case 'json':
      return 'textarea';
    case 'html':
      return 'editor';
    case 'secret':
      return 'password';
    case 'integer':
    case 'money':
      return 'number';
    case 'flag':
    case 'boolean':
      return 'switch';
    case 'enum':
    case 'dict':
      return 'select';
    case 'time':
      return 'dateTime';
    case 'relation':
      return field.relation?.multiple ? 'multiSelect' : 'select';
    case 'strings':
      return 'tags';
    case 'image':
    case 'icon':
      return field.kind;
    case 'string':
      return 'text';
  }
}

/** One or several of fixed values. */
const isOfOptions = ({ kind, options }: FieldDef) =>
  ['enum', 'dict', 'flag', 'boolean'].includes(kind) || (kind === 'strings' && options !== undefined);

/** Such an input opens a list when focused, which would cover the fields below if it were first. */
export const isChoice = (field: FieldDef) => field.kind === 'relation' || isOfOptions(field);

interface Shared {
  readonly label: string;
  readonly description: ReactNode;
  readonly error: ReactNode;
  readonly withAsterisk: boolean;
  readonly disabled: boolean;
  /** For the focus trap of a drawer, which would otherwise start at the close button. */
  readonly 'data-autofocus': true | undefined;
  readonly inputWrapperOrder: ('label' | 'input' | 'description' | 'error')[];
}

export function FieldInput(props: FieldInputProps) {
  const { field, error, isDisabled, id, values } = props;
  const { local } = useTexts();
  // The description of a secret explains leaving it empty, which does not apply to a new row.
  const isNewSecret = id === null && isSecret(field, values);
  const help = field.form && !isNewSecret ? field.form.help : undefined;
  const shared: Shared = {
    label: local(field.label),
    description: help ? local(help) : undefined,
    error,
    withAsterisk: field.required === true,
    disabled: isDisabled,
    'data-autofocus': props.isFirst || undefined,
    // Keeps inputs of a row aligned, with or without a description.
    inputWrapperOrder: ['label', 'input', 'description', 'error'],
  };
  if (field.kind === 'relation') return <RelationInput {...props} shared={shared} />;
  if (isOfOptions(field)) return <ChoiceInput {...props} shared={shared} />;
  return <PlainInput {...props} shared={shared} />;
}

type InnerProps = FieldInputProps & { readonly shared: Shared };

const text = (value: unknown) => (value === null || value === undefined ? '' : String(value));

function PlainInput({ field, value, values, onChange, shared }: InnerProps) {
  const { translate } = useTexts();
  switch (isSecret(field, values) ? 'password' : widgetOf(field)) {
    case 'textarea':
      return (
        <Textarea
          {...shared}
          autosize
          minRows={3}
          maxRows={12}
          value={text(value)}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
    case 'password':
      return (
        <PasswordInput
          {...shared}
          autoComplete="new-password"
          visibilityToggleButtonProps={{ 'aria-label': translate('common.showPassword') }}
          value={text(value)}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
    case 'number':
      return field.kind === 'money' ? (
        <TextInput
          {...shared}
          inputMode="decimal"
          leftSection="¥"
          value={text(value)}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      ) : (
        <NumberInput
          {...shared}
          // Validation reports values out of range; they are not changed silently.
          clampBehavior="none"
          value={typeof value === 'number' ? value : text(value)}
          onChange={onChange}
        />
      );
    case 'dateTime':
      return <TimeField {...shared} value={text(value)} onChange={onChange} />;
    case 'icon':
      return (
        <Suspense fallback={<Skeleton height={60} />}>
          <IconSelect {...shared} value={text(value)} onChange={onChange} />
        </Suspense>
      );
    case 'image':
      return (
        <Group align="end" wrap="nowrap">
          <TextInput
            {...shared}
            flex={1}
            value={text(value)}
            onChange={(event) => onChange(event.currentTarget.value)}
          />
          {text(value) && <Image src={text(value)} alt="" w={36} h={36} radius="sm" fit="cover" />}
        </Group>
      );
    case 'editor':
      return (
        <Suspense fallback={<Skeleton height={220} />}>
          <Editor {...shared} value={text(value)} onChange={onChange} />
        </Suspense>
      );
    case 'tags':
      return (
        <TagsInput
          {...shared}
          value={Array.isArray(value) ? value.map(String) : []}
          onChange={onChange}
          {...(field.max === undefined ? {} : { maxTags: field.max })}
        />
      );
    default:
      return (
        <TextInput
          {...shared}
          placeholder={field.form ? field.form.placeholder : undefined}
          value={text(value)}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
  }
}

function ChoiceInput({ definition, name, field, value, onChange, shared }: InnerProps) {
  const { local } = useTexts();
  const options = useFieldOptions(definition, name, field);
  const widget = widgetOf(field);
  const isBoolean = field.kind === 'boolean';
  const choose = (chosen: string) => onChange(isBoolean ? chosen === 'true' : chosen);
  if (widget === 'switch') {
    const on = onValue(definition, name, field);
    const { inputWrapperOrder: _order, withAsterisk, ...plain } = shared;
    return (
      <Switch
        mt={{ base: 0, sm: 30 }}
        {...plain}
        label={
          <>
            {shared.label}
            {withAsterisk && <span aria-hidden> *</span>}
          </>
        }
        checked={value === on}
        onChange={(event) => onChange(event.currentTarget.checked ? on : offValue(definition, name, field))}
      />
    );
  }
  if (widget === 'radio')
    return (
      <Radio.Group {...shared} value={text(value)} onChange={choose}>
        <Group gap="md" mt={6} mb={shared.description ? 6 : 0}>
          {options.map((option) => (
            <Radio
              key={option.value}
              value={option.value}
              label={local(option.label)}
              disabled={shared.disabled}
            />
          ))}
        </Group>
      </Radio.Group>
    );
  const data = options.map((option) => ({ value: option.value, label: local(option.label) }));
  if (Array.isArray(value))
    return <MultiSelect {...shared} data={data} value={value.map(String)} onChange={onChange} clearable />;
  return (
    <Select
      {...shared}
      data={data}
      value={text(value) || null}
      onChange={(chosen) => choose(chosen ?? '')}
      clearable={!field.required}
      allowDeselect={!field.required}
    />
  );
}

function RelationInput(props: InnerProps) {
  const { definition, name, field, value, onChange, shared, id, row, values } = props;
  const titles = useMemo(() => titlesIn(row, name), [row, name]);
  const resource = field.relation?.resource ?? '';
  const isMultiple = field.relation?.multiple === true;
  const ids = (Array.isArray(value) ? value : value === '' || value === null ? [] : [value]).map(String);
  const choose = (chosen: readonly string[]) => {
    const next = chosen.map(idFromText);
    onChange(isMultiple ? next : (next[0] ?? ''));
  };
  const { tree } = definition;
  const kind = tree?.kinds ? String(values[tree.kinds.field] ?? '') : null;
  const place = useMemo(
    () => (tree?.parentField === name ? { tree, row: { id: id === null ? null : String(id), kind } } : null),
    [tree, name, id, kind],
  );
  if (widgetOf(field) === 'treeSelect')
    return (
      <Input.Wrapper {...shared} labelElement="div">
        <Suspense fallback={<Skeleton height={36} />}>
          <RelationTree
            resource={resource}
            label={shared.label}
            isDisabled={shared.disabled}
            hasError={shared.error !== undefined}
            value={ids}
            isMultiple={isMultiple}
            titles={titles}
            place={place}
            onChange={choose}
          />
        </Suspense>
      </Input.Wrapper>
    );
  return (
    <RelationSelect
      {...shared}
      resource={resource}
      value={ids}
      isMultiple={isMultiple}
      titles={titles}
      {...(field.max === undefined ? {} : { max: field.max })}
      onChange={choose}
    />
  );
}
