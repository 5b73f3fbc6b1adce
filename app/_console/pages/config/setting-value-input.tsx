'use client';
import { Checkbox, ColorInput, Group, Input, NumberInput, Select, Switch, TagsInput } from '@mantine/core';
import { lazy, type ReactNode } from 'react';
import { builtInSetting } from '../../../../lib/contracts/admin/built-in-settings.ts';
import { systemConfig } from '../../../../lib/contracts/admin/resources/system-config.resource.ts';
import {
  languagesOf,
  listEntries,
  numberBounds,
  type SettingInput,
} from '../../../../lib/contracts/admin/setting-input.ts';
import { localeNames, locales } from '../../../../lib/i18n/translate.ts';
import type { FormExtraProps } from '../../resource/context/resource-page-context.ts';
import { FieldInput } from '../../resource/form/field-input.tsx';
import { useLocale } from '../../text/use-locale.ts';
import { usePageText } from '../../text/use-page-text.ts';

/** Loaded for the one setting that is an image. */
const LogoInput = lazy(() => import('./logo-input.tsx'));

type ConfigForm = FormExtraProps<typeof systemConfig>;

/** Time zones listed at once; others are found by typing. */
const maxZones = 100;

interface SettingFieldProps {
  readonly form: ConfigForm;
  readonly name: 'configKey' | 'valueType' | 'configValue';
}

/**
 * The value of a known setting has an input of its kind; other values are text. Key and type of a built-in setting
 * cannot be changed.
 */
export default function SettingField({ form, name }: SettingFieldProps) {
  const known = builtInSetting(String(form.values.configKey ?? ''));
  const input = known?.type === form.values.valueType ? known?.input : undefined;
  if (name !== 'configValue' || input === undefined || input.kind === 'text') {
    return <PlainField form={form} name={name} />;
  }
  return (
    <TypedInput
      input={input}
      value={String(form.values.configValue ?? '')}
      error={form.errors.configValue}
      onChange={(next) => form.set('configValue', next)}
    />
  );
}

function PlainField({ form, name }: SettingFieldProps) {
  const error = form.errors[name];
  return (
    <FieldInput
      definition={systemConfig}
      name={name}
      field={systemConfig.fields[name]}
      value={form.values[name]}
      error={typeof error === 'string' ? error : undefined}
      isDisabled={name !== 'configValue' && form.row?.configType === 'Y'}
      id={form.row?.configId ?? null}
      values={form.values}
      row={form.row}
      onChange={(value) => form.set(name, value)}
    />
  );
}

interface TypedInputProps {
  readonly input: Exclude<SettingInput, { readonly kind: 'text' }>;
  readonly value: string;
  readonly error: ReactNode;
  onChange(value: string): void;
}

function TypedInput({ input, value, error, onChange }: TypedInputProps) {
  const translate = usePageText();
  const locale = useLocale();
  const label = systemConfig.fields.configValue.label[locale];
  const shared = {
    label,
    error,
    inputWrapperOrder: ['label', 'input', 'description', 'error'] as (
      | 'label'
      | 'input'
      | 'description'
      | 'error'
    )[],
  };
  switch (input.kind) {
    case 'switch':
      return (
        <Input.Wrapper label={label} labelElement="div" error={error}>
          <Switch
            mt={6}
            aria-label={label}
            label={translate(value === 'true' ? 'pages.setting.on' : 'pages.setting.off')}
            checked={value === 'true'}
            onChange={({ currentTarget }) => onChange(String(currentTarget.checked))}
          />
        </Input.Wrapper>
      );
    case 'number':
      return (
        <NumberInput
          {...shared}
          description={numberBounds(input)[locale]}
          suffix={input.unit ? ` ${input.unit[locale]}` : ''}
          allowDecimal={false}
          min={input.zero ? 0 : input.min}
          max={input.max}
          // Validation reports values out of range; they are not changed silently.
          clampBehavior="none"
          value={value}
          onChange={(next) => onChange(String(next))}
        />
      );
    case 'choice':
      return (
        <Select
          {...shared}
          data={input.options.map((option) => ({ value: option.value, label: option.label[locale] }))}
          value={value}
          allowDeselect={false}
          onChange={(next) => next !== null && onChange(next)}
        />
      );
    case 'list':
      return (
        <TagsInput
          {...shared}
          description={translate('pages.setting.entries')}
          splitChars={[input.separator, ',', ' ', '\n']}
          acceptValueOnBlur
          value={listEntries(input, value)}
          onChange={(entries) => onChange(entries.join(input.separator))}
        />
      );
    case 'languages':
      return (
        <Checkbox.Group
          {...shared}
          value={languagesOf(value)}
          onChange={(chosen) => onChange(JSON.stringify(locales.filter((one) => chosen.includes(one))))}
        >
          <Group mt={6}>
            {locales.map((one) => (
              <Checkbox key={one} value={one} label={localeNames[one]} lang={one} />
            ))}
          </Group>
        </Checkbox.Group>
      );
    case 'timeZone':
      return (
        <Select
          {...shared}
          searchable
          limit={maxZones}
          data={[...new Set([value, ...Intl.supportedValuesOf('timeZone')])].filter((zone) => zone !== '')}
          value={value}
          allowDeselect={false}
          onChange={(next) => next !== null && onChange(next)}
        />
      );
    case 'colour':
      return (
        <ColorInput
          {...shared}
          placeholder="#RRGGBB"
          withEyeDropper={false}
          value={value}
          onChange={onChange}
          onBlur={({ currentTarget }) => currentTarget.value.trim() === '' && onChange('')}
        />
      );
    case 'image':
      return <LogoInput {...shared} value={value} onChange={onChange} />;
  }
}
