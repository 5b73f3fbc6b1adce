'use client';
import type { ResourceDef } from '../../../../lib/contracts/admin/define-resource.ts';
import type { FieldDef, FieldOption } from '../../../../lib/contracts/admin/field.ts';
import { commonTexts } from '../../../../lib/i18n/console/common.ts';
import type { LocalText } from '../../../../lib/i18n/translate.ts';
import { useDict } from './use-dict.ts';

const statusOptions: readonly FieldOption[] = [
  { value: '0', label: commonTexts['common.enabled'], tone: 'success' },
  { value: '1', label: commonTexts['common.disabled'], tone: 'danger' },
];
const flagOptions: readonly FieldOption[] = [
  { value: '1', label: commonTexts['common.yes'], tone: 'success' },
  { value: '0', label: commonTexts['common.no'] },
];
const booleanOptions: readonly FieldOption[] = [
  { value: 'true', label: commonTexts['common.yes'], tone: 'success' },
  { value: 'false', label: commonTexts['common.no'] },
];

/** A `status` field is '0' for active and '1' for disabled in every resource. */
export function isStatus(definition: ResourceDef, name: string): boolean {
  return name === 'status' || name === definition.statusSwitch;
}

/** Value of a switch in the on position. */
export function onValue(definition: ResourceDef, name: string, field: FieldDef): string | boolean {
  if (field.kind === 'boolean') return true;
  return isStatus(definition, name) ? '0' : '1';
}

export function offValue(definition: ResourceDef, name: string, field: FieldDef): string | boolean {
  if (field.kind === 'boolean') return false;
  return isStatus(definition, name) ? '1' : '0';
}

export function fixedOptions(definition: ResourceDef, name: string, field: FieldDef): readonly FieldOption[] {
  if (field.options) return field.options;
  if (field.kind === 'boolean') return booleanOptions;
  if (field.kind === 'flag') return isStatus(definition, name) ? statusOptions : flagOptions;
  return [];
}

/** Label of a fixed value. */
export function optionText(
  definition: ResourceDef,
  name: string,
  field: FieldDef,
  value: unknown,
): LocalText {
  const text = String(value);
  const option = fixedOptions(definition, name, field).find((one) => one.value === text);
  return option?.label ?? { 'zh-CN': text, 'en-US': text };
}

/** Possible values of a field with few values: options, dictionary entries, or yes and no. */
export function useFieldOptions(
  definition: ResourceDef,
  name: string,
  field: FieldDef,
): readonly FieldOption[] {
  const dict = useDict(field.kind === 'dict' ? (field.dict ?? null) : null);
  return field.kind === 'dict' ? dict : fixedOptions(definition, name, field);
}
